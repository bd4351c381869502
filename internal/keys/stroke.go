package keys

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mods is a set of modifier keys, in the bits of xterm and the kitty protocol.
type Mods uint8

// The modifiers.
const (
	Shift Mods = 1 << iota
	Alt
	Ctrl
	Super
	Hyper
	Meta
	capsLock
	numLock
)

const (
	locks  = capsLock | numLock
	others = Alt | Ctrl | Super | Hyper | Meta // with one of these a key types no text
	chords = others &^ Alt                     // and with one of these it is named by its unshifted character
)

// Stroke is one key with its modifiers, however the terminal spells it. The
// zero Stroke is no key.
type Stroke struct {
	// Code is the character, with Shift in it unless Ctrl or the like is held; or
	// one of the codes below.
	Code rune
	Mods Mods
}

// The keys that are no printable characters. Those of the first block are
// control characters, as in the kitty protocol.
const (
	Tab       rune = 9
	Enter     rune = 13
	Esc       rune = 27
	Backspace rune = 127

	Up rune = -1 - iota
	Down
	Right
	Left
	Home
	End
	PageUp
	PageDown
	Insert
	Delete
	F1 // to F12 in order, each one less
)

const f12 = F1 - 11

// keyNames are the names of keys in the order in which they are tried.
var keyNames = []struct {
	code rune
	name string
}{
	{' ', "Space"}, {Tab, "Tab"}, {Enter, "Enter"}, {Esc, "Esc"}, {Backspace, "Backspace"},
	{Up, "Up"}, {Down, "Down"}, {Left, "Left"}, {Right, "Right"}, {Home, "Home"}, {End, "End"},
	{PageUp, "PageUp"}, {PageDown, "PageDown"}, {Insert, "Insert"}, {Delete, "Delete"},
}

// modNames are the modifiers that a stroke may be written with, in the order in
// which they are written.
var modNames = []struct {
	mod  Mods
	name string
}{{Ctrl, "Ctrl"}, {Alt, "Alt"}, {Shift, "Shift"}}

// String is how s is written for people, and what ParseStroke reads: "Ctrl+A",
// "x", "PageUp".
func (s Stroke) String() string {
	var b strings.Builder
	for _, m := range modNames {
		if s.Mods&m.mod != 0 {
			b.WriteString(m.name + "+")
		}
	}
	b.WriteString(codeName(s.Code, s.Mods))
	return b.String()
}

func codeName(code rune, mods Mods) string {
	for _, k := range keyNames {
		if k.code == code {
			return k.name
		}
	}
	switch {
	case code <= F1 && code >= f12:
		return fmt.Sprintf("F%d", F1-code+1)
	case mods&Ctrl != 0:
		return string(unicode.ToUpper(code))
	}
	return string(code)
}

// ParseStroke reads a key as people write it. The error is a clause that
// follows the text.
func ParseStroke(text string) (Stroke, error) {
	var s Stroke
	rest := text
	for again := true; again; {
		again = false
		for _, m := range modNames {
			if len(rest) > len(m.name)+1 && strings.EqualFold(rest[:len(m.name)], m.name) && rest[len(m.name)] == '+' {
				s.Mods |= m.mod
				rest = rest[len(m.name)+1:]
				again = true
			}
		}
	}
	code, known := codeOf(rest)
	if !known {
		return Stroke{}, errors.New("is no key; write one such as x, Ctrl+X, Alt+x, Space or PageUp")
	}
	s.Code = code
	return s.written()
}

func codeOf(name string) (rune, bool) {
	for _, k := range keyNames {
		if strings.EqualFold(k.name, name) {
			return k.code, true
		}
	}
	for n := range rune(12) {
		if strings.EqualFold(name, fmt.Sprintf("F%d", n+1)) {
			return F1 - n, true
		}
	}
	r, size := utf8.DecodeRuneInString(name)
	return r, size > 0 && size == len(name) && r != utf8.RuneError && unicode.IsGraphic(r)
}

// written is s as a terminal tells it: a small letter with Ctrl, otherwise with
// Shift in the character.
func (s Stroke) written() (Stroke, error) {
	printable := s.Code > ' ' && s.Code != Backspace
	switch {
	case !printable:
	case s.Mods&Ctrl != 0:
		s.Code = unicode.ToLower(s.Code)
	case s.Mods&Shift != 0 && unicode.IsLetter(s.Code):
		return Stroke{unicode.ToUpper(s.Code), s.Mods &^ Shift}, nil
	case s.Mods&Shift != 0:
		return Stroke{}, errors.New("depends on the keyboard; write the character that it types")
	}
	return s.plain(), nil
}

// plain makes one stroke of the two that a terminal without extended keys
// cannot tell apart.
func (s Stroke) plain() Stroke {
	if s.Mods&(Ctrl|Shift) != Ctrl {
		return s
	}
	switch s.Code {
	case 'i':
		return Stroke{Tab, s.Mods &^ Ctrl}
	case 'm':
		return Stroke{Enter, s.Mods &^ Ctrl}
	case '[':
		return Stroke{Esc, s.Mods &^ Ctrl}
	case '@':
		s.Code = ' '
	}
	return s
}

// typed is the stroke that a character stands for that a terminal sends by
// itself.
func typed(r rune) Stroke {
	switch {
	case r == Tab || r == Enter || r == Esc || r == Backspace || r >= ' ':
		return Stroke{Code: r}
	case r == 0:
		return Stroke{' ', Ctrl}
	case r <= 26:
		return Stroke{'a' + r - 1, Ctrl}
	}
	return Stroke{r + '@', Ctrl}
}

// control is the control character that a terminal without extended keys sends
// for s, if it is one.
func (s Stroke) control() (b byte, ok bool) {
	if s.Mods != Ctrl {
		return 0, false
	}
	switch {
	case s.Code == ' ':
		return 0, true
	case s.Code >= 'a' && s.Code <= 'z':
		return byte(s.Code - 'a' + 1), true
	case s.Code >= '[' && s.Code <= '_':
		return byte(s.Code - '@'), true
	}
	return 0, false
}
