package oracle

import (
	"fmt"
	"slices"

	"atrium/internal/vt"
)

// Grid is what a terminal shows and keeps.
type Grid struct {
	Cols, Rows int
	X, Y       int    // the cursor; on the last column when a wrap is pending
	Scrollback int    // lines above the screen, 0 on the alternate screen
	Lines      []Line // those of the scrollback first
}

// Line is one line of a Grid. Whether it goes on in the next is not told, as
// terminals do not agree on which erasure ends that.
type Line []Cell

// Cell is one position of a Grid. One that was never written is a blank with a
// background and nothing else, also where a wide character had no room. The
// colour of an underline is told where there is one, and not of right halves.
type Cell struct {
	Text      string
	Width     int // 0 for the right half of a wide character
	Fg, Bg    vt.Color
	Attr      vt.Attr
	Underline vt.Color
}

func blank(bg vt.Color) Cell { return Cell{Text: " ", Width: 1, Bg: bg} }

// Of is the grid of one of our terminals.
func Of(t *vt.Terminal) Grid {
	var rows []vt.Row
	kept := 0
	if !t.Modes().AltScreen {
		kept = t.ScrollbackLen()
	}
	for i := range kept {
		rows = append(rows, t.ScrollbackRow(i))
	}
	_, height := t.Size()
	for y := range height {
		rows = append(rows, t.Row(y))
	}
	g := Shown(rows, t.Cursor())
	g.Rows, g.Scrollback = height, kept
	return g
}

// Shown is the grid of a screen with at least one row.
func Shown(rows []vt.Row, cursor vt.Cursor) Grid {
	g := Grid{Cols: len(rows[0].Cells), Rows: len(rows), X: cursor.X, Y: cursor.Y}
	for _, row := range rows {
		g.Lines = append(g.Lines, lineOf(row))
	}
	return g
}

func lineOf(row vt.Row) Line {
	line := make(Line, len(row.Cells))
	for x, c := range row.Cells {
		if c.Rune == 0 && c.Width == 1 {
			line[x] = blank(c.Bg)
			continue
		}
		line[x] = Cell{Width: int(c.Width), Fg: c.Fg, Bg: c.Bg, Attr: c.Attr}
		if c.Width > 0 {
			line[x].write(c, row.Extras[x])
		}
	}
	return line
}

// write fills in what a right half does not have.
func (c *Cell) write(from vt.Cell, extra vt.Extra) {
	if c.Text = extra.Cluster; c.Text == "" {
		c.Text = string(from.Rune)
	}
	if from.Attr.UnderlineStyle() != 0 {
		c.Underline = extra.Underline
	}
}

// Screen is what can be seen of g: no scrollback, and of a blank without a line
// through, under or above it the background alone.
func (g Grid) Screen() Grid {
	const lines = vt.Inverse | vt.Strike | vt.Overline
	seen := Grid{Cols: g.Cols, Rows: g.Rows, X: g.X, Y: g.Y}
	for _, line := range g.Lines[g.Scrollback:] {
		line = slices.Clone(line)
		for x, c := range line {
			if c.Text == " " && c.Attr&lines == 0 && c.Attr.UnderlineStyle() == 0 {
				line[x] = blank(c.Bg)
			}
		}
		seen.Lines = append(seen.Lines, line)
	}
	return seen
}

// Diff names the first thing in which g is not as want: "" when there is none.
func (g Grid) Diff(want Grid) string {
	if g.Cols != want.Cols || g.Rows != want.Rows {
		return fmt.Sprintf("the size is %dx%d, not %dx%d", g.Cols, g.Rows, want.Cols, want.Rows)
	}
	if g.Scrollback != want.Scrollback {
		return fmt.Sprintf("the scrollback has %d lines, not %d", g.Scrollback, want.Scrollback)
	}
	for i := range want.Lines {
		if diff := g.Lines[i].diff(want.Lines[i]); diff != "" {
			return fmt.Sprintf("row %d, %s", i-want.Scrollback, diff)
		}
	}
	if g.X != want.X || g.Y != want.Y {
		return fmt.Sprintf("the cursor is in row %d, column %d, not in row %d, column %d", g.Y, g.X, want.Y, want.X)
	}
	return ""
}

func (l Line) diff(want Line) string {
	if len(l) != len(want) {
		return fmt.Sprintf("%d columns, not %d", len(l), len(want))
	}
	for x, cell := range want {
		if l[x] != cell {
			return fmt.Sprintf("column %d: %v, not %v", x, l[x], cell)
		}
	}
	return ""
}

func (c Cell) String() string {
	return fmt.Sprintf("%q of width %d in %x on %x, attributes %x, underlined in %x", c.Text, c.Width, c.Fg, c.Bg, c.Attr, c.Underline)
}
