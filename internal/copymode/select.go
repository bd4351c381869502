package copymode

import (
	"strings"
	"unicode/utf8"

	"atrium/internal/vt"
)

// shape is the form of a selection.
type shape uint8

const (
	nothing shape = iota
	run           // from one character to another
	lines         // whole lines, wrapped rows together
	block         // a rectangle
)

// selection reaches from the anchor to the cursor.
type selection struct {
	kind    shape
	anchor  pos
	between bool // anchor and cursor are between characters, as in emacs
}

// begin starts a selection at the cursor.
func (m *Mode) begin(kind shape) {
	m.selection = selection{kind: kind, anchor: m.at, between: m.style == Emacs}
}

// toggle turns a selection of that form on, into it, or off.
func (m *Mode) toggle(kind shape) {
	switch m.selection.kind {
	case nothing:
		m.begin(kind)
	case kind:
		m.selection = selection{}
	default:
		m.selection.kind = kind
	}
	m.place(m.at)
}

// otherEnd changes anchor and cursor.
func (m *Mode) otherEnd() {
	if m.Selecting() {
		at := m.selection.anchor
		m.selection.anchor = m.at
		m.place(at)
	}
}

// area is what is selected: of rows from to to, the columns that columns tells.
type area struct {
	kind           shape
	from, to       pos
	colFrom, colTo int // of a block, the latter behind it
}

// area is the selection, in order. Its ends are whole characters.
func (m *Mode) area() area {
	s := m.selection
	from, to := m.whole(s.anchor), m.whole(m.at)
	if to.before(from) {
		from, to = to, from
	}
	a := area{kind: s.kind, from: from, to: to}
	switch s.kind {
	case lines:
		a.from = pos{m.lineStart(from.line), 0}
		a.to = pos{m.lineEnd(to.line), endless}
	case block:
		a.colFrom = min(from.col, to.col)
		a.colTo = max(m.after(from), m.after(to))
	case run:
		if !s.between {
			a.to.col = m.after(to)
		}
	}
	return a
}

// columns are those of line n that are selected, from and up to.
func (a *area) columns(n int) (from, end int) {
	switch {
	case a.kind == nothing || n < a.from.line || n > a.to.line:
		return 0, 0
	case a.kind == block:
		return a.colFrom, a.colTo
	}
	from, end = 0, endless
	if n == a.from.line {
		from = a.from.col
	}
	if n == a.to.line {
		end = a.to.col
	}
	return from, end
}

// maxCopy bounds what is copied, in bytes.
const maxCopy = 4 << 20

// selected is the selected text, the blanks at the end of its lines left out
// and the rows of a wrapped line joined; not ok when there is more than can be
// copied.
func (m *Mode) selected() (text string, ok bool) {
	a := m.area()
	var out []byte
	for n := a.from.line; n <= a.to.line && len(out) <= maxCopy; n++ {
		from, end := a.columns(n)
		row := m.line(n).row
		goesOn := row.Wrapped && a.kind != block && n < a.to.line
		out = appendCells(out, row, from, end)
		if goesOn {
			continue
		}
		out = trimBlanks(out)
		if n < a.to.line {
			out = append(out, '\n')
		}
	}
	return string(out), len(out) <= maxCopy
}

func trimBlanks(text []byte) []byte {
	for len(text) > 0 && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// appendCells appends the text of columns from up to end of a row, up to its
// length, whole characters only.
func appendCells(dst []byte, row vt.Row, from, end int) []byte {
	end = min(end, length(row))
	if from > 0 && from < end && row.Cells[from].Width == 0 {
		from--
	}
	for x := from; x < end; x++ {
		dst = appendCell(dst, row, x)
	}
	return dst
}

// appendCell appends the text of the cell at x: nothing for the right half of a
// wide character.
func appendCell(dst []byte, row vt.Row, x int) []byte {
	c := &row.Cells[x]
	switch {
	case c.Width == 0:
		return dst
	case c.Rune == 0:
		return append(dst, ' ')
	case c.Extra && row.Extras[x].Cluster != "":
		return append(dst, row.Extras[x].Cluster...)
	}
	return utf8.AppendRune(dst, c.Rune)
}

// copy ends the reading with what is selected.
func (m *Mode) copy() {
	if !m.Selecting() {
		m.outcome.Note = "nothing is selected"
		return
	}
	m.take()
	m.outcome.Left = m.outcome.Copied
}

// take hands out what is selected.
func (m *Mode) take() {
	text, ok := m.selected()
	switch {
	case !ok:
		m.outcome.Note = "too much is selected to copy it, 4 MiB is the most"
	case strings.Trim(text, "\n") == "":
		m.outcome.Note = "there is no text in the selection"
	default:
		m.outcome.Copied, m.outcome.Text = true, text
	}
}
