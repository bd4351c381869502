package copymode

import (
	"unicode"

	"atrium/internal/vt"
)

// reader keeps the line that was looked at last: a move asks for it once for
// each character.
type reader struct {
	known  bool
	n      int
	row    vt.Row
	length int
}

// line is line n, which must be there.
func (m *Mode) line(n int) *reader {
	if !m.read.known || m.read.n != n {
		row := m.text.Line(n)
		m.read = reader{known: true, n: n, row: row, length: length(row)}
	}
	return &m.read
}

// length is the column after the last character of a row. A row that goes on in
// the next one only ends before cells that were never written: its blanks are
// in the middle of the line.
func length(row vt.Row) int {
	n := len(row.Cells)
	for n > 0 && blank(row.Cells[n-1], row.Wrapped) {
		n--
	}
	return n
}

func blank(c vt.Cell, wrapped bool) bool {
	return c.Width == 1 && (c.Rune == 0 || c.Rune == ' ' && !wrapped)
}

// length is the column after the last character of line n.
func (m *Mode) length(n int) int { return m.line(n).length }

// cell is what stands at p, a blank where nothing does.
func (m *Mode) cell(p pos) vt.Cell {
	if cells := m.line(p.line).row.Cells; p.col < len(cells) {
		return cells[p.col]
	}
	return vt.Cell{Width: 1}
}

// whole is p on the left half of its character.
func (m *Mode) whole(p pos) pos {
	if p.col > 0 && m.cell(p).Width == 0 {
		p.col--
	}
	return p
}

// after is the column after the character at p.
func (m *Mode) after(p pos) int { return p.col + max(1, int(m.cell(p).Width)) }

// last is the last column that the cursor may stand on in line n: that of a
// character with the keys of vi, the one after it with those of emacs, any of
// the view while a rectangle is drawn.
func (m *Mode) last(n int) int {
	length := m.length(n)
	switch {
	case m.selection.kind == block:
		return max(length, m.cols) - 1
	case m.style == Emacs:
		return length
	case length == 0:
		return 0
	}
	return m.whole(pos{n, length - 1}).col
}

// next is the place of the character after p. crossed tells that a line ended
// between them; ok that there is one in reach.
func (m *Mode) next(p pos) (q pos, crossed, ok bool) {
	if col := m.after(p); col < m.length(p.line) {
		return pos{p.line, col}, false, true
	}
	if p.line+1 >= m.end || m.reach == 0 {
		return p, false, false
	}
	m.reach--
	crossed = !m.line(p.line).row.Wrapped
	return pos{p.line + 1, 0}, crossed, true
}

// prev is the place of the character before p.
func (m *Mode) prev(p pos) (q pos, crossed, ok bool) {
	if col := min(p.col, m.length(p.line)) - 1; col >= 0 {
		return m.whole(pos{p.line, col}), false, true
	}
	if p.line <= m.first || m.reach == 0 {
		return p, false, false
	}
	m.reach--
	n := p.line - 1
	crossed = !m.line(n).row.Wrapped
	return m.whole(pos{n, max(0, m.length(n)-1)}), crossed, true
}

// class is what a character counts as for moves by words.
type class uint8

const (
	empty class = iota // a line without a character
	space
	word
	mark
)

// classAt is the class of the character at p; with big everything that is not
// blank is of a word.
func (m *Mode) classAt(p pos, big bool) class {
	length := m.length(p.line)
	if p.col >= length {
		if length == 0 {
			return empty
		}
		return space
	}
	switch r := m.cell(p).Rune; {
	case r == 0 || unicode.IsSpace(r):
		return space
	case big || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return word
	}
	return mark
}

// maxPassage bounds how many rows count as one line because each goes on in the
// next: a program may print without ever ending a line.
const maxPassage = 256

// lineStart is the first of the rows that line n is a part of.
func (m *Mode) lineStart(n int) int {
	for from := n; n > m.first && from-n < maxPassage-1 && m.line(n-1).row.Wrapped; {
		n--
	}
	return n
}

// lineEnd is the last of the rows that line n is a part of.
func (m *Mode) lineEnd(n int) int {
	for from := n; n+1 < m.end && n-from < maxPassage-1 && m.line(n).row.Wrapped; {
		n++
	}
	return n
}
