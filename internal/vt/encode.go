package vt

// Source: xterm's ctlseqs (mouse tracking, bracketed paste, focus events), the
// terminal working group's size reports (mode 2048).
//
// Deviation: line ends of a paste become CR, which is what Enter sends.

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
	pasteEndC1 = "\u009b201~"
)

// EncodePaste is p as the program wants a paste: between markers when it set
// mode 2004. An end marker inside p is taken out, so that no part of the paste
// can pass for typed keys.
func (t *Terminal) EncodePaste(p []byte) []byte {
	p = bytes.ReplaceAll(p, []byte("\r\n"), []byte("\r"))
	p = bytes.ReplaceAll(p, []byte("\n"), []byte("\r"))
	if !t.modes.BracketedPaste {
		return p
	}
	return append(append([]byte(pasteStart), withoutEnd(p)...), pasteEnd...)
}

// withoutEnd is p without end markers, also those that arise by taking one out.
func withoutEnd(p []byte) []byte {
	out := make([]byte, 0, len(p))
	for _, c := range p {
		out = append(out, c)
		if c == '~' {
			out = bytes.TrimSuffix(out, []byte(pasteEnd))
			out = bytes.TrimSuffix(out, []byte(pasteEndC1))
		}
	}
	return out
}

// EncodeFocus is the report of the pane getting or losing the focus, nil when
// the program did not ask for it.
func (t *Terminal) EncodeFocus(in bool) []byte {
	switch {
	case !t.modes.Focus:
		return nil
	case in:
		return []byte("\x1b[I")
	}
	return []byte("\x1b[O")
}

// EncodeSize is the report of the grid's size, nil when the program did not ask
// for it.
func (t *Terminal) EncodeSize() []byte {
	if !t.modes.SizeReports {
		return nil
	}
	return fmt.Appendf(nil, "\x1b[48;%d;%d;0;0t", t.rows, t.cols)
}

// Bits of a mouse button as xterm numbers them.
const (
	mouseNone   = 3 // no button: a motion, or a release in the older encodings
	mouseModify = 4 | 8 | 16
	mouseMotion = 32
	mouseWheel  = 64 // this and above have no release
)

// EncodeMouse is the report of a mouse event at cell x, y (zero-based, within
// the grid), in the encoding the program asked for; nil when it did not ask for
// this event, or its encoding does not reach that cell. button is xterm's number
// without the motion bit: 0 to 2 the buttons, 3 none, 64 and 65 the wheel, 128
// and up further buttons, plus 4 for shift, 8 for meta, 16 for control. With
// motion, press is not looked at.
func (m Modes) EncodeMouse(button, x, y int, press, motion bool) []byte {
	if !m.wantsMouse(button, press, motion) {
		return nil
	}
	if motion {
		button |= mouseMotion
		press = true
	}
	if m.MouseForm == 1006 {
		return sgrMouse(button, x, y, press)
	}
	if !press {
		button = button&mouseModify | mouseNone
	}
	switch m.MouseForm {
	case 1005:
		return utf8Mouse(button, x, y)
	case 1015:
		return fmt.Appendf(nil, "\x1b[%d;%d;%dM", button+32, x+1, y+1)
	}
	return oldMouse(button, x, y)
}

func (m Modes) wantsMouse(button int, press, motion bool) bool {
	plain := button &^ mouseModify
	if !press && !motion && plain >= mouseWheel {
		return false
	}
	switch m.Mouse {
	case 9:
		return press && !motion && plain < mouseNone
	case 1000:
		return !motion
	case 1002:
		return !motion || plain != mouseNone
	case 1003:
		return true
	}
	return false
}

func sgrMouse(button, x, y int, press bool) []byte {
	final := 'm'
	if press {
		final = 'M'
	}
	return fmt.Appendf(nil, "\x1b[<%d;%d;%d%c", button, x+1, y+1, final)
}

// utf8Mouse is the encoding of one character a number, two bytes at most.
func utf8Mouse(button, x, y int) []byte {
	const most = 0x7ff - 33
	if x > most || y > most {
		return nil
	}
	out := []byte{esc, '[', 'M'}
	for _, n := range []int{button + 32, x + 33, y + 33} {
		out = utf8.AppendRune(out, rune(n))
	}
	return out
}

// oldMouse is the encoding of one byte a number.
func oldMouse(button, x, y int) []byte {
	if x > 222 || y > 222 || button > 223 {
		return nil
	}
	return []byte{esc, '[', 'M', byte(button + 32), byte(x + 33), byte(y + 33)}
}
