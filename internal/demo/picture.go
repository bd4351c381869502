package main

import (
	"regexp"
	"slices"

	"atrium/internal/compose"
	"atrium/internal/layout"
	"atrium/internal/terminaltest"
	"atrium/internal/vt"
)

// rectangles are the tiles that p shows, found by their corners, from the top
// and from the left.
func rectangles(p *terminaltest.Picture) []layout.Rect {
	var all []layout.Rect
	for y, line := range p.Grid {
		for x := range line.Cells {
			if line.Cells[x].Rune != '┌' {
				continue
			}
			r := layout.Rect{X: x, Y: y, W: 1, H: 1}
			for x+r.W < p.Cols && line.Cells[x+r.W-1].Rune != '┐' {
				r.W++
			}
			for y+r.H < p.Rows && p.Grid[y+r.H-1].Cells[x].Rune != '└' {
				r.H++
			}
			all = append(all, r)
		}
	}
	return all
}

// placed is where the panes of a split tree lie on a screen of that size.
func placed(tree *layout.Tree, cols, rows int) []layout.Rect {
	var all []layout.Rect
	for _, p := range tree.Rects(layout.Rect{W: cols, H: rows - 1}) { // the last row is the bar
		all = append(all, p.Rect)
	}
	slices.SortFunc(all, func(a, b layout.Rect) int { return (a.Y-b.Y)*cols + a.X - b.X })
	return all
}

// calm tells that no border shows the activity of its pane by having the colour
// of text.
func calm(p *terminaltest.Picture) bool {
	return !slices.ContainsFunc(rectangles(p), func(r layout.Rect) bool {
		return p.Grid[r.Y].Cells[r.X].Fg == vt.DefaultColor
	})
}

// drawn is p as a picture in a window of that title.
func drawn(p *terminaltest.Picture, title string) []byte {
	f := &compose.Frame{Cols: p.Cols, Rows: p.Rows, Cursor: p.Cursor}
	for _, row := range p.Grid[:p.Rows] {
		for x, c := range row.Cells {
			if c.Width == 1 && !c.Extra && (c.Rune == 0 || c.Rune == ' ') && c.Attr&vt.Inverse == 0 {
				row.Cells[x] = vt.Cell{Rune: ' ', Bg: c.Bg, Width: 1}
			}
		}
		f.Lines = append(f.Lines, row)
	}
	return compose.SVG(f, title)
}

// settle puts instead where pattern matches, so that a picture changes with the
// program alone and not from run to run.
func settle(p *terminaltest.Picture, pattern, instead string) {
	re := regexp.MustCompile(pattern)
	for y, row := range p.Grid {
		if line := p.Line(y); re.MatchString(line) {
			text := []rune(re.ReplaceAllString(line, instead))
			for x := range row.Cells {
				row.Cells[x].Rune = 0
				if x < len(text) {
					row.Cells[x].Rune = text[x]
				}
			}
		}
	}
}
