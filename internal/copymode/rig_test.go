package copymode

import (
	"fmt"
	"strings"
	"testing"

	"atrium/internal/vt"
)

// page is a Text of lines that a test writes; a ~ at the end of one says that
// the next goes on with it.
type page struct {
	first int
	rows  []vt.Row
}

func (p *page) Lines() (first, end int) { return p.first, p.first + len(p.rows) }

func (p *page) Line(n int) vt.Row { return p.rows[n-p.first] }

func pageOf(lines ...string) *page {
	p := &page{}
	p.print(lines...)
	return p
}

func (p *page) print(lines ...string) {
	for _, line := range lines {
		text, wrapped := strings.CutSuffix(line, "~")
		row := rowOf(text)
		row.Wrapped = wrapped
		p.rows = append(p.rows, row)
	}
}

// evict takes the oldest lines away.
func (p *page) evict(n int) { p.first, p.rows = p.first+n, p.rows[n:] }

func rowOf(text string) vt.Row {
	term := vt.New(max(1, 2*len(text)), 1, 0)
	fmt.Fprint(term, text)
	row := term.Row(0).Clone()
	for n := len(row.Cells); n > 0 && row.Cells[n-1].Rune == 0 && row.Cells[n-1].Width == 1; n-- {
		row.Cells = row.Cells[:n-1]
	}
	return row
}

// reading is a Mode over a page, in a view of 20 by rows with the cursor on the
// first character of the page.
func reading(p *page, style Style, rows int) *Mode {
	m := New(p, style, 20, rows, 0, 0)
	m.top = m.first
	m.place(pos{m.first, 0})
	return m
}

// at is the cursor, from the first line of the page on.
func (m *Mode) where() string { return fmt.Sprintf("%d,%d", m.at.line-m.first, m.at.col) }

// copies is what keys copy.
func copies(t *testing.T, m *Mode, keys string) string {
	t.Helper()
	got := m.Key([]byte(keys))
	if !got.Copied || !got.Left {
		t.Fatalf("%q: %+v", keys, got)
	}
	return got.Text
}
