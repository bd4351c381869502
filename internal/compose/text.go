package compose

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"atrium/internal/safetext"
	"atrium/internal/vt"
)

// write draws s from column x of row y up to column end and tells the column
// after it. It cuts before the first character that does not fit whole.
func (f *Frame) write(x, y, end int, s string, st style) int {
	end = min(end, f.Cols)
	for i := range len(s) {
		// What follows an ASCII letter may be a mark that belongs to it.
		if s[min(i+1, len(s)-1)] >= utf8.RuneSelf || s[i] >= utf8.RuneSelf {
			return f.writeWide(x, y, end, s[i:], st)
		}
		if x >= end {
			return x
		}
		f.set(x, y, st.cell(rune(s[i]), 1))
		x++
	}
	return x
}

func (f *Frame) writeWide(x, y, end int, s string, st style) int {
	for g := displaywidth.StringGraphemes(s); g.Next(); {
		text, width := g.Value(), g.Width()
		if width == 0 {
			continue
		}
		if x+width > end {
			return end // nothing may follow where something was cut
		}
		first, size := utf8.DecodeRuneInString(text)
		var extra vt.Extra
		if size < len(text) {
			extra.Cluster = text
		}
		f.setText(x, y, st.cell(first, uint8(width)), extra)
		x += width
	}
	return x
}

// writeRune draws one narrow character.
func (f *Frame) writeRune(x, y, end int, r rune, st style) int {
	if x >= min(end, f.Cols) {
		return x
	}
	f.set(x, y, st.cell(r, 1))
	return x + 1
}

// sentence is s safe to draw where no quotes are put around it: Defang's
// backslash before a quote would only stand in the way of reading.
func sentence(s string) string {
	return strings.ReplaceAll(safetext.Defang(s), `\"`, `"`)
}

func sentences(lines []string) []string {
	safe := make([]string, len(lines))
	for i, line := range lines {
		safe[i] = sentence(line)
	}
	return safe
}

// widest is the columns of the longest line.
func widest(lines []string) int {
	w := 0
	for _, line := range lines {
		w = max(w, displaywidth.String(line))
	}
	return w
}

// wrap breaks lines at blanks, and within a word that is longer than a line,
// so that none has more than width columns.
func wrap(lines []string, width int) []string {
	var out []string
	for _, line := range lines {
		for {
			head, rest := breakLine(line, width)
			out = append(out, head)
			if rest == "" {
				break
			}
			line = rest
		}
	}
	return out
}

func breakLine(line string, width int) (head, rest string) {
	cut, space, at := 0, 0, 0
	for g := displaywidth.StringGraphemes(line); g.Next(); {
		at += g.Width()
		if at > width && g.Value() == " " {
			space = cut
		}
		if at > width {
			break
		}
		if g.Value() == " " {
			space = cut
		}
		cut += len(g.Value())
	}
	switch {
	case cut == len(line):
		return line, ""
	case strings.TrimSpace(line[:space]) != "":
		return strings.TrimRight(line[:space], " "), strings.TrimLeft(line[space:], " ")
	case cut == 0: // not even one character fits
		return "", ""
	default:
		return line[:cut], line[cut:]
	}
}
