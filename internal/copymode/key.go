package copymode

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// key is one key: a character, a control character, or one of those below. With
// alt it was typed with Alt.
type key rune

// The keys that are no characters.
const (
	unknownKey key = -1 - iota
	upKey
	downKey
	leftKey
	rightKey
	homeKey
	endKey
	pageUpKey
	pageDownKey
)

const (
	escape    = 0x1b
	ctrlC     = 0x03
	backspace = 0x7f
	alt       = key(1) << 24
)

// ctrl is the character that a letter sends with Ctrl.
func ctrl(letter key) key { return letter & 0x1f }

// typing is how far the reading of keys is in what comes in parts.
type typing struct {
	pasting bool
	held    []byte // the begin of a character, or of the end of a paste
}

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// Key takes keys as a terminal sends them. A bracketed paste is text for the
// prompt, and nothing where none is open.
func (m *Mode) Key(p []byte) Outcome {
	m.settle()
	m.outcome = Outcome{}
	if m.Searching() && m.prompt == nil {
		m.interrupt(p)
	} else {
		m.keys(p)
	}
	return m.outcome
}

// keys takes key after key, until one leaves or begins a long search.
func (m *Mode) keys(p []byte) {
	p = append(m.typing.held, p...)
	m.typing.held = nil
	for len(p) > 0 {
		if m.typing.pasting {
			p = m.pasted(p)
			continue
		}
		if rest, begins := bytes.CutPrefix(p, []byte(pasteStart)); begins {
			m.typing.pasting = true
			p = rest
			continue
		}
		k, n := m.cut(p)
		if n == 0 {
			m.typing.held = p
			return
		}
		p = p[n:]
		m.reach = maxReach
		m.press(k)
		switch {
		case m.outcome.Left:
			m.outcome.Rest = p
			return
		case m.Searching() && m.prompt == nil:
			m.wait(p)
			return
		}
	}
}

// pasted takes the text of a paste and returns what follows it. What may be the
// begin of its end waits.
func (m *Mode) pasted(p []byte) []byte {
	text, rest, ended := bytes.Cut(p, []byte(pasteEnd))
	m.typing.pasting = !ended
	if !ended {
		n := len(pasteEnd) - 1
		for n > 0 && !bytes.HasSuffix(p, []byte(pasteEnd[:n])) {
			n--
		}
		text = p[:len(p)-n]
		m.typing.held = bytes.Clone(p[len(p)-n:])
	}
	if m.prompt != nil {
		m.insert(strings.ToValidUTF8(string(text), ""))
	}
	return rest
}

// cut is the first key of p and its length, 0 for a character that is not here
// whole. An ESC before something that is no sequence is Alt with the keys of
// emacs and the Escape key with those of vi.
func (m *Mode) cut(p []byte) (key, int) {
	switch {
	case p[0] == escape && len(p) > 1:
		if p[1] == '[' || p[1] == 'O' {
			return sequence(p)
		}
		if m.style == Emacs && p[1] != escape {
			return alt | key(p[1]), 2
		}
	case p[0] >= utf8.RuneSelf:
		if !utf8.FullRune(p) {
			return 0, 0
		}
		r, n := utf8.DecodeRune(p)
		return key(r), n
	}
	return key(p[0]), 1
}

// sequence is the key of a control sequence or of an SS3, and its length.
func sequence(p []byte) (key, int) {
	end := 2
	for p[1] == '[' && end < len(p) && p[end] >= 0x20 && p[end] < 0x40 {
		end++
	}
	if end == len(p) {
		return unknownKey, end
	}
	number, _, _ := strings.Cut(string(p[2:end]), ";")
	return named(number, p[end]), end + 1
}

// named is the key that a sequence stands for, whatever its modifiers (xterm,
// VT220).
func named(number string, final byte) key {
	switch final {
	case 'A':
		return upKey
	case 'B':
		return downKey
	case 'C':
		return rightKey
	case 'D':
		return leftKey
	case 'H':
		return homeKey
	case 'F':
		return endKey
	case '~':
		switch number {
		case "1", "7":
			return homeKey
		case "4", "8":
			return endKey
		case "5":
			return pageUpKey
		case "6":
			return pageDownKey
		}
	}
	return unknownKey
}
