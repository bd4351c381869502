// Package copymode is the reading of one pane: which lines of its scrollback and
// screen are shown, the cursor in them, what is selected and what is searched
// for, as one value that keys and the mouse change. It is pure: it knows no
// clock and no pane, sees the lines through Text and hands what was copied back
// as an Outcome. Lines have the numbers that Text gives them, so that what is
// printed meanwhile moves nothing. session holds one Mode for each pane that is
// read.
package copymode

import (
	"fmt"

	"atrium/internal/vt"
)

// Text is what is read. Lines are told by numbers that they keep for as long as
// they are kept.
type Text interface {
	// Lines is the number of the oldest line, and the number after the last.
	Lines() (first, end int)
	// Line is a line between them. It is only read until the call returns that
	// asked for it, and never written to.
	Line(n int) vt.Row
}

// Style is whose keys move the cursor.
type Style uint8

// The styles.
const (
	Vi Style = iota
	Emacs
)

// Outcome is what came of keys beyond the Mode itself.
type Outcome struct {
	Left   bool   // the operator is done reading
	Copied bool   // Text is to be copied
	Text   string // what was selected, its lines joined by \n
	Note   string // for the operator, "" for none
	Rest   []byte // the keys after those that left
}

// pos is a place in the text: a line's number and a column of it.
type pos struct{ line, col int }

// before tells whether p comes before q in reading order.
func (p pos) before(q pos) bool { return p.line < q.line || p.line == q.line && p.col < q.col }

// Mode is the state of one reader. It belongs to one goroutine.
type Mode struct {
	text       Text
	style      Style
	cols, rows int // of the view
	first, end int // of the text, as of the call under way

	top  int // the first line that is shown
	at   pos
	want int // the column that moves up and down aim at

	count     int  // typed before a command, 0 for none
	awaiting  key  // f, F, t or T whose character is still to come, 0 for none
	lastFind  find // for ; and ,
	selection selection
	search    search
	prompt    *prompt
	typing    typing
	outcome   Outcome

	read    reader
	passage passage
	reach   int // how many lines the key under way may still look at
}

// maxReach bounds the lines that one key looks at, searches aside: on a blank
// scrollback the next word is far away.
const maxReach = 10_000

// New reads text in a view of cols by rows, at its end, with the cursor on
// column x of row y of the view.
func New(text Text, style Style, cols, rows, x, y int) *Mode {
	m := &Mode{text: text, style: style, cols: max(cols, 1), rows: max(rows, 1)}
	_, end := text.Lines()
	m.top = end - m.rows
	m.at = pos{m.top + y, x}
	m.settle()
	m.place(m.at)
	return m
}

// Resize gives the view a new size. The first line stays the first, unless that
// would take the cursor out of sight.
func (m *Mode) Resize(cols, rows int) {
	m.cols, m.rows = max(cols, 1), max(rows, 1)
	m.settle()
	m.follow()
}

// settle takes in what became of the text since the last call: what was evicted
// can be shown no more, and everything else stays where it is.
func (m *Mode) settle() {
	m.first, m.end = m.text.Lines()
	m.read = reader{}
	m.reach = maxReach
	m.top = m.clampTop(m.top)
	m.at = m.kept(m.at)
	m.selection.anchor = m.kept(m.selection.anchor)
}

// kept is p, or the nearest place that is still there.
func (m *Mode) kept(p pos) pos {
	switch {
	case p.line < m.first:
		return pos{m.first, 0}
	case p.line >= m.end:
		p.line = m.end - 1
	}
	return p
}

// clampTop is the line nearest to line that can be the first of the view.
func (m *Mode) clampTop(line int) int { return max(min(line, m.end-m.rows), m.first) }

// follow scrolls as little as brings the cursor into view.
func (m *Mode) follow() {
	m.top = m.clampTop(min(max(m.top, m.at.line-m.rows+1), m.at.line))
}

// AtBottom tells whether the view shows the end of the text.
func (m *Mode) AtBottom() bool {
	_, end := m.text.Lines()
	return m.top >= end-m.rows
}

// Selecting tells whether something is selected.
func (m *Mode) Selecting() bool { return m.selection.kind != nothing }

// Mark says where the view is: lines below it, and lines above the last screen.
func (m *Mode) Mark() string {
	m.settle()
	above := max(0, m.end-m.rows-m.first)
	return fmt.Sprintf("[%d/%d]", max(0, m.end-m.rows-m.top), above)
}

// Prompt is the search that is being typed, for the bar.
func (m *Mode) Prompt() (label, text string, open bool) {
	if m.prompt == nil {
		return "", "", false
	}
	return m.prompt.label(m.style), string(m.prompt.line), true
}
