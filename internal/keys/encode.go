package keys

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Form is how a program wants its keys; the zero Form is that of a program that
// asked for nothing.
type Form struct {
	Kitty     uint8 // flags of the kitty keyboard protocol
	OtherKeys uint8 // level of modifyOtherKeys, 0 to 2
	AppCursor bool  // DECCKM
}

// The flags of the kitty keyboard protocol.
const (
	disambiguate  = 1
	eventTypes    = 2
	alternateKeys = 4
	allKeys       = 8
	textOfKeys    = 16
)

// Asked is the flags that the operator's terminal has to have, so that keys in
// form f can be made of what it sends. They are more than the program's own:
// the character of a key, which commands are known by, is not always told
// otherwise.
func (f Form) Asked() (kitty uint8) {
	switch {
	case f.Kitty&allKeys != 0:
		return f.Kitty | alternateKeys | textOfKeys
	case f.Kitty != 0:
		return f.Kitty | alternateKeys
	case f.OtherKeys != 0:
		return disambiguate | alternateKeys
	}
	return 0
}

// Translate is typed bytes with every key in form f: those of its control
// sequences that a terminal sends in an extended key mode are taken apart and
// put together again. Everything else stays as it is, and so does p itself.
// Source: the kitty keyboard protocol, xterm's ctlseqs (modifyOtherKeys).
//
// Deviations: what was typed in the old form is not put into a new one, which
// no program insists on; in the old form a key with Super, Hyper or Meta is
// none.
func Translate(p []byte, f Form) []byte {
	const csi = "\x1b["
	if !bytes.Contains(p, []byte(csi)) {
		return p
	}
	out := make([]byte, 0, len(p))
	for {
		at := bytes.Index(p, []byte(csi))
		if at < 0 {
			return append(out, p...)
		}
		out = append(out, p[:at]...)
		n := at + len(csi)
		for n < len(p) && p[n] >= 0x20 && p[n] < 0x40 {
			n++
		}
		if n == len(p) {
			return append(out, p[at:]...)
		}
		out = f.sequence(out, p[at:n+1])
		p = p[n+1:]
	}
}

// sequence appends one whole control sequence.
func (f Form) sequence(out, seq []byte) []byte {
	last := len(seq) - 1
	k, ok := decode(string(seq[2:last]), seq[last])
	if !ok || k.plain {
		return append(out, seq...)
	}
	return f.append(out, &k)
}

// Encode is the press of a key that has a character, in form f.
func (f Form) Encode(s Stroke) []byte {
	return f.append(nil, &key{code: s.Code, mods: s.Mods, event: pressed, final: 'u'})
}

func (f Form) append(out []byte, k *key) []byte {
	switch {
	case k.event == released && f.Kitty&eventTypes == 0:
		return out
	case k.final != 'u':
		return f.functional(out, k)
	case f.Kitty != 0:
		return f.kitty(out, k)
	case f.OtherKeys != 0 && k.other(f.OtherKeys):
		return fmt.Appendf(out, "\x1b[27;%d;%d~", k.mods&^locks+1, k.shiftedCode())
	}
	return f.old(out, k)
}

// functional appends a key in the form it has of its own.
func (f Form) functional(out []byte, k *key) []byte {
	mods := k.mods
	if f.Kitty == 0 {
		mods &^= locks
	}
	did := f.did(k)
	switch bare := mods == 0 && did == ""; {
	case bare && k.final == '~':
		return fmt.Appendf(out, "\x1b[%d~", k.code)
	case bare:
		return append(out, 0x1b, f.introducer(k.final), k.final)
	case k.final == '~':
		return fmt.Appendf(out, "\x1b[%d;%d%s~", k.code, int(mods)+1, did)
	}
	return fmt.Appendf(out, "\x1b[1;%d%s%c", int(mods)+1, did, k.final)
}

// introducer is what stands between ESC and the letter of a key without
// modifiers: the old form has SS3 for F1 to F4, and for the cursor keys where
// the program asked for it.
func (f Form) introducer(final byte) byte {
	if f.Kitty == 0 && (final >= 'P' || f.AppCursor) {
		return 'O'
	}
	return '['
}

// kitty appends a key in the form of the kitty protocol.
func (f Form) kitty(out []byte, k *key) []byte {
	mods := k.mods &^ locks
	switch {
	case f.Kitty&allKeys != 0:
		return f.extended(out, k)
	case k.modifier():
		return out
	case k.functional():
		return f.extended(out, k)
	case k.code == Enter || k.code == Tab || k.code == Backspace:
		if k.event == released {
			return out
		}
		if mods != 0 && f.Kitty&disambiguate != 0 {
			return f.extended(out, k)
		}
	case k.event == released:
		return f.extended(out, k)
	case f.Kitty&disambiguate != 0 && (k.code == Esc || mods&others != 0):
		return f.extended(out, k)
	}
	return f.old(out, k)
}

// extended appends CSI code:shifted:base;modifiers:event;text u, without what
// the program did not ask for.
func (f Form) extended(out []byte, k *key) []byte {
	out = fmt.Appendf(out, "\x1b[%d", k.code)
	if f.Kitty&alternateKeys != 0 {
		out = append(out, k.alternates()...)
	}
	did, text := f.did(k), ""
	if f.Kitty&textOfKeys != 0 && f.Kitty&allKeys != 0 && k.event != released {
		text = codesOf(k.text)
	}
	switch {
	case k.mods != 0 || did != "":
		out = fmt.Appendf(out, ";%d%s", int(k.mods)+1, did)
	case text != "":
		out = append(out, ';')
	}
	if text != "" {
		out = append(out, ";"+text...)
	}
	return append(out, 'u')
}

// did is the event of a key as a program gets it that asked for events.
func (f Form) did(k *key) string {
	if f.Kitty&eventTypes == 0 || k.event == pressed {
		return ""
	}
	return fmt.Sprintf(":%d", k.event)
}

func (k *key) alternates() string {
	switch {
	case k.shifted != 0 && k.base != 0:
		return fmt.Sprintf(":%d:%d", k.shifted, k.base)
	case k.shifted != 0:
		return fmt.Sprintf(":%d", k.shifted)
	case k.base != 0:
		return fmt.Sprintf("::%d", k.base)
	}
	return ""
}

func codesOf(text string) string {
	var codes []string
	for _, r := range text {
		codes = append(codes, fmt.Sprint(int(r)))
	}
	return strings.Join(codes, ":")
}

// other tells whether k has the form of modifyOtherKeys at that level: at 1 only
// where the old form could not tell it from another key.
func (k *key) other(level uint8) bool {
	mods := k.mods &^ locks
	switch {
	case mods == 0 || k.functional():
		return false
	case k.special() && k.code != ' ':
		return level > 1 || k.code == Enter || k.code == Tab && mods != Shift
	case mods&others == 0:
		return false
	case level > 1:
		return true
	}
	_, known := Stroke{k.latin(), mods &^ Alt}.control()
	return !known && mods != Alt
}

// shiftedCode is the code of the character that the key has with Shift, as
// modifyOtherKeys names it.
func (k *key) shiftedCode() rune {
	if k.special() {
		return k.code
	}
	named := *k
	named.text, named.code = "", k.latin()
	r, _ := utf8.DecodeRuneInString(named.typed())
	return r
}

// old appends a key as terminals without extended keys send it, which is
// nothing for one that they do not have.
func (f Form) old(out []byte, k *key) []byte {
	mods := k.mods &^ locks
	if k.event == released || mods&(Super|Hyper|Meta) != 0 {
		return out
	}
	pad := k.keypad()
	switch {
	case pad < 0:
		return f.functional(out, &key{code: tildeOf(pad), final: finalOf(pad), mods: k.mods, event: k.event})
	case pad == 0 && k.functional():
		return append(out, oldFunctional(k.code, mods)...)
	case k.code == Tab && mods&Shift != 0:
		return append(out, "\x1b[Z"...)
	}
	if mods&Alt != 0 {
		out = append(out, 0x1b)
	}
	switch {
	case pad != 0:
		return utf8.AppendRune(out, pad)
	case mods&Ctrl != 0:
		return append(out, k.withCtrl()...)
	case k.special():
		return append(out, byte(k.code))
	}
	return append(out, k.typed()...)
}

// withCtrl is what a key with Ctrl sends in the old form: a control character,
// or where there is none what it sends without.
func (k *key) withCtrl() string {
	if k.code == Backspace {
		return "\b"
	}
	if b, ok := (Stroke{k.latin(), Ctrl}).control(); ok {
		return string(rune(b))
	}
	const from, to = "@234567/?8", "\x00\x00\x1b\x1c\x1d\x1e\x1f\x1f\x7f\x7f"
	if i := strings.IndexRune(from, k.latin()); i >= 0 {
		return to[i : i+1]
	}
	if k.special() {
		return string(k.code)
	}
	return k.typed()
}

// oldFunctional is a key from F13 to F20 in the old form, "" for any other.
func oldFunctional(code rune, mods Mods) string {
	numbers := [...]int{25, 26, 28, 29, 31, 32, 33, 34}
	i := code - firstF13
	switch {
	case i < 0 || int(i) >= len(numbers):
		return ""
	case mods == 0:
		return fmt.Sprintf("\x1b[%d~", numbers[i])
	}
	return fmt.Sprintf("\x1b[%d;%d~", numbers[i], mods+1)
}

// finalOf and tildeOf are the functional form of a key.
func finalOf(code rune) byte {
	for _, final := range []byte("ABCDHF") {
		if functionalCodes[final] == code {
			return final
		}
	}
	return '~'
}

func tildeOf(code rune) rune {
	for n := byte(2); n <= 6; n++ {
		if functionalCodes[n] == code {
			return rune(n)
		}
	}
	return 0
}
