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

// helpKey scrolls or closes the help; every other key is lost on it.
func (d *Display) helpKey(key []byte) {
	switch string(key) {
	case "\x1b", "q", "?", "\x03", "\r":
		d.help = false
	case "j", "\x1b[B", "\x1bOB":
		d.helpAt++
	case "k", "\x1b[A", "\x1bOA":
		d.helpAt--
	case " ", "\x1b[6~":
		d.helpAt += d.helpRoom()
	case "b", "\x1b[5~":
		d.helpAt -= d.helpRoom()
	}
}

// helpRoom is how many lines of the help the screen has room for.
func (d *Display) helpRoom() int {
	const around = 3 // the bar and the border
	return max(1, d.rows-around)
}

// helpBox lists the bindings, as many as there is room for.
func (d *Display) helpBox() compose.Help {
	title := "Keys after " + d.bound.Prefix().String()
	var lines []string
	for _, row := range d.bound.Rows() {
		lines = append(lines, fmt.Sprintf("%-8s %s", row.Keys, row.Text))
	}
	lines = append(lines, "", "Esc, q or ? closes this")
	room := d.helpRoom()
	if len(lines) > room {
		title += " · j and k scroll, q closes"
	}
	d.helpAt = max(0, min(d.helpAt, len(lines)-room))
	return compose.Help{Title: title, Lines: lines[d.helpAt:min(d.helpAt+room, len(lines))]}
}
