//go:build unix

package main

import (
	"fmt"
	"strings"

	"atrium/internal/layout"
	"atrium/internal/terminaltest"
	"atrium/internal/vt"
)

// bar is the last line that the terminal shows.
func bar(p *terminaltest.Picture) string { return p.Line(p.Rows - 1) }

// waitBar waits until the bar shows text.
func (s *terminal) waitBar(text string) *terminaltest.Picture {
	s.rig.t.Helper()
	return s.WaitFor(fmt.Sprintf("the bar shows %q", text), func(p *terminaltest.Picture) bool {
		return strings.Contains(bar(p), text)
	})
}

// boxes are the rectangles of the borders that the terminal shows, from the top
// left on; nil where one is not whole.
func boxes(p *terminaltest.Picture) []layout.Rect {
	var all []layout.Rect
	for y, row := range p.Grid {
		for x := range row.Cells {
			if row.Cells[x].Rune != '┌' {
				continue
			}
			box, whole := trace(p, x, y)
			if !whole {
				return nil
			}
			all = append(all, box)
		}
	}
	return all
}

// trace follows a border from its corner. Its top holds the label.
func trace(p *terminaltest.Picture, x, y int) (box layout.Rect, whole bool) {
	at := func(x, y int) rune {
		if x >= p.Cols || y >= p.Rows {
			return 0
		}
		return p.Grid[y].Cells[x].Rune
	}
	right, bottom := x+1, y+1
	for at(right, y) != '┐' {
		if right++; right >= p.Cols {
			return box, false
		}
	}
	for at(x, bottom) == '│' && at(right, bottom) == '│' {
		bottom++
	}
	whole = at(x, bottom) == '└' && at(right, bottom) == '┘'
	for i := x + 1; i < right; i++ {
		whole = whole && at(i, bottom) == '─'
	}
	return layout.Rect{X: x, Y: y, W: right - x + 1, H: bottom - y + 1}, whole
}

// focused is the box that the cursor is in, -1 for none.
func focused(p *terminaltest.Picture) int {
	for i, box := range boxes(p) {
		if contains(box, p.Cursor.X, p.Cursor.Y) {
			return i
		}
	}
	return -1
}

func contains(r layout.Rect, x, y int) bool {
	return x > r.X && y > r.Y && x < r.X+r.W-1 && y < r.Y+r.H-1
}

// waitFocus waits until so many boxes are drawn and the cursor is in that one.
func (s *terminal) waitFocus(of, box int) *terminaltest.Picture {
	s.rig.t.Helper()
	return s.WaitFor(fmt.Sprintf("pane %d of %d has the cursor", box, of), func(p *terminaltest.Picture) bool {
		return len(boxes(p)) == of && focused(p) == box
	})
}

// inside is what a box holds, its lines without the blanks at their ends.
func inside(p *terminaltest.Picture, box layout.Rect) string {
	var lines []string
	for y := box.Y + 1; y < box.Y+box.H-1; y++ {
		lines = append(lines, strings.TrimRight(part(p.Grid[y], box.X+1, box.X+box.W-1), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// part is the text of a row from one column to another.
func part(row vt.Row, from, to int) string {
	cut := vt.Row{Cells: row.Cells[from:max(from, to)], Extras: map[int]vt.Extra{}}
	for x, extra := range row.Extras {
		if from <= x && x < to {
			cut.Extras[x-from] = extra
		}
	}
	return cut.Text()
}
