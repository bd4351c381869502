package keys

import (
	"strconv"
	"strings"
	"unicode"
)

// key is one control sequence that a key sends, taken apart.
//
// Source: the kitty keyboard protocol (CSI code:shifted:base;modifiers:event;
// text u, and events in the functional forms), xterm's ctlseqs (modifyOtherKeys:
// CSI 27;modifiers;code ~, and the functional forms CSI n ~ and
// CSI 1;modifiers letter).
type key struct {
	code    rune // of the kitty protocol; of a functional form its number
	shifted rune // what the key types with Shift, 0 where it was not told
	base    rune // its code on the standard layout, 0 where it was not told
	mods    Mods
	event   event
	text    string // what it types, "" where it was not told

	final byte // 'u', or that of a functional form
	plain bool // a functional form without modifiers and event
}

// event is what a key did.
type event uint8

// What a key does, as the protocol numbers it.
const (
	pressed  event = 1
	repeated event = 2
	released event = 3
)

// otherKeysNumber is the number of the functional form that stands for any key.
const otherKeysNumber = 27

// decode takes apart the control sequence that body and final make, if a key
// sends it.
func decode(body string, final byte) (k key, ok bool) {
	if body != "" && (body[0] < '0' || body[0] > ';') {
		return key{}, false
	}
	fields := strings.Split(body, ";")
	switch {
	case final == 'u':
		k, ok = extended(fields)
	case final == '~' && len(fields) == 3 && fields[0] == strconv.Itoa(otherKeysNumber):
		k, ok = extended([]string{fields[2], fields[1]})
	default:
		k, ok = functional(fields, final)
	}
	return k, ok && k.event >= pressed && k.event <= released
}

// extended reads the fields of the form that names any key by its code.
func extended(fields []string) (k key, ok bool) {
	if len(fields) > 3 {
		return key{}, false
	}
	k = key{final: 'u', event: pressed}
	for i, part := range strings.SplitN(fields[0], ":", 3) {
		code, valid := number(part, i > 0, unicode.MaxRune)
		if !valid {
			return key{}, false
		}
		*[]*rune{&k.code, &k.shifted, &k.base}[i] = rune(code)
	}
	if len(fields) > 1 && !k.modify(fields[1]) {
		return key{}, false
	}
	if len(fields) > 2 && fields[2] != "" {
		for part := range strings.SplitSeq(fields[2], ":") {
			code, valid := number(part, false, unicode.MaxRune)
			if !valid {
				return key{}, false
			}
			k.text += string(rune(code))
		}
	}
	return k, true
}

// functional reads the fields of the form that a key has of its own.
func functional(fields []string, final byte) (k key, ok bool) {
	if final != '~' && !strings.ContainsRune("ABCDEFHPQRS", rune(final)) || len(fields) > 2 {
		return key{}, false
	}
	code, valid := number(fields[0], final != '~', 99)
	if !valid || final != '~' && code > 1 {
		return key{}, false
	}
	k = key{final: final, code: rune(code), event: pressed, plain: len(fields) == 1}
	return k, k.plain || k.modify(fields[1])
}

// modify reads a field of modifiers and event. The modifiers are one more than
// their bits.
func (k *key) modify(field string) bool {
	mods, did, told := strings.Cut(field, ":")
	bits, valid := number(mods, true, 256)
	k.mods = Mods(max(bits, 1) - 1)
	if valid && told {
		n, known := number(did, true, int(released))
		k.event = event(max(n, 1))
		return known
	}
	return valid
}

// number reads digits up to most; an empty text is 0 where it may be.
func number(text string, empty bool, most int) (n int, ok bool) {
	if text == "" {
		return 0, empty
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && text[0] != '-' && text[0] != '+' && n <= most
}

// functionalCodes are the keys of the functional forms, by final byte or number.
var functionalCodes = map[byte]rune{
	'A': Up, 'B': Down, 'C': Right, 'D': Left, 'F': End, 'H': Home,
	'P': F1, 'Q': F1 - 1, 'R': F1 - 2, 'S': F1 - 3,
	1: Home, 2: Insert, 3: Delete, 4: End, 5: PageUp, 6: PageDown, 7: Home, 8: End,
	11: F1, 12: F1 - 1, 13: F1 - 2, 14: F1 - 3, 15: F1 - 4,
	17: F1 - 5, 18: F1 - 6, 19: F1 - 7, 20: F1 - 8, 21: F1 - 9, 23: F1 - 10, 24: F1 - 11,
}

// stroke is the key as bindings name it.
func (k *key) stroke() Stroke {
	mods := k.mods &^ locks
	switch {
	case k.final == '~':
		return Stroke{functionalCodes[byte(k.code)], mods}
	case k.final != 'u':
		return Stroke{functionalCodes[k.final], mods}
	case k.special():
		return Stroke{k.code, mods}
	case k.keypad() != 0:
		return Stroke{k.keypad(), mods &^ Shift}
	case mods&chords != 0:
		return Stroke{k.latin(), mods}.plain()
	}
	text := []rune(k.typed())
	if len(text) != 1 {
		return Stroke{}
	}
	return Stroke{text[0], mods &^ Shift}
}

// special tells of a key that types no printable character, although the
// protocol names it by one.
func (k *key) special() bool {
	return k.code > 0 && k.code <= ' ' || k.code == Backspace
}

// latin is the key on a keyboard with latin letters, by which chords are named.
func (k *key) latin() rune {
	if k.code > unicode.MaxASCII && k.base != 0 {
		return k.base
	}
	return k.code
}

// typed is the text of the key with nothing but Shift held. Text that an input
// method made has no code.
func (k *key) typed() string {
	switch {
	case k.text != "" || k.code == 0:
		return k.text
	case k.mods&Shift == 0:
		return string(k.code)
	case k.shifted != 0:
		return string(k.shifted)
	}
	return string(unicode.ToUpper(k.code))
}

// The codes that the kitty protocol has for keys without a character.
const (
	firstFunctional = 57344
	lastFunctional  = 63743
	keypad0         = 57399
	keypad9         = 57408
	keypadEnter     = 57414
	keypadLeft      = 57417
	capsLockKey     = 57358
	numLockKey      = 57360
	firstModifier   = 57441
	lastModifier    = 57454
	firstF13        = 57376
)

// functional tells of a key that has no character.
func (k *key) functional() bool {
	return k.final == 'u' && k.code >= firstFunctional && k.code <= lastFunctional
}

// modifier tells of a key that only changes what others do.
func (k *key) modifier() bool {
	return k.final == 'u' && (k.code >= firstModifier && k.code <= lastModifier || k.code >= capsLockKey && k.code <= numLockKey)
}

// keypad is the character or key that a key of the keypad stands for, 0 for any
// other key.
func (k *key) keypad() rune {
	const signs = "./*-+\r=,"
	switch n := k.code; {
	case k.final != 'u' || n < keypad0:
		return 0
	case n <= keypad9:
		return '0' + n - keypad0
	case n < keypadLeft:
		return rune(signs[n-keypad9-1])
	case n < keypadLeft+rune(len(keypadKeys)):
		return keypadKeys[n-keypadLeft]
	}
	return 0
}

// keypadKeys are the keys of the keypad without numbers, in the protocol's order.
var keypadKeys = [...]rune{Left, Right, Up, Down, PageUp, PageDown, Home, End, Insert, Delete}
