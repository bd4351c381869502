package display

import (
	"fmt"
	"unicode/utf8"

	"atrium/internal/compose"
)

const (
	escape = 0x1b
	ctrlC  = 0x03
)

// cutKey cuts the first key off p: a whole sequence, a whole character, or a
// byte. An ESC at the end of p is the Escape key.
func cutKey(p []byte) (key, rest []byte) {
	n := 1
	switch {
	case p[0] == escape && len(p) > 1:
		n = sequenceLen(p)
	case p[0] >= utf8.RuneSelf:
		_, n = utf8.DecodeRune(p)
	}
	return p[:n], p[n:]
}

// sequenceLen is the length of the sequence that starts p, which the scanner
// passes on whole: CSI up to its final byte, SS3 and Alt with one byte more.
func sequenceLen(p []byte) int {
	switch p[1] {
	case '[':
		for i := 2; i < len(p); i++ {
			if p[i] >= 0x40 && p[i] < 0x7f {
				return i + 1
			}
		}
		return len(p)
	case 'O':
		return min(3, len(p))
	case escape:
		return 1
	}
	return 2
}

// helpKey closes the help; every other key is lost on it.
func (d *Display) helpKey(key []byte) {
	if len(key) != 1 {
		return
	}
	switch key[0] {
	case escape, 'q', '?', ctrlC, '\r':
		d.help = false
	}
}

// helpBox lists the bindings.
func (d *Display) helpBox() compose.Help {
	h := compose.Help{Title: "Keys after " + d.bound.Prefix().String()}
	for _, row := range d.bound.Rows() {
		h.Lines = append(h.Lines, fmt.Sprintf("%-8s %s", row.Keys, row.Text))
	}
	h.Lines = append(h.Lines, "", "Esc, q or ? closes this")
	return h
}
