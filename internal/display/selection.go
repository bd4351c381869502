package display

import (
	"strings"

	"atrium/internal/compose"
	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/vt"
)

// drag is a selection with the mouse, in cells of one pane's grid. It never
// leaves the tile in which it began.
type drag struct {
	pane     front.PaneRef
	held     bool // the button is down
	moved    bool // there is a selection
	from, to cell
}

type cell struct{ x, y int }

// cellIn is the cell of r nearest to x, y, counted from its corner.
func cellIn(r layout.Rect, x, y int) cell {
	return cell{
		x: min(max(x-r.X, 0), max(r.W-1, 0)),
		y: min(max(y-r.Y, 0), max(r.H-1, 0)),
	}
}

// dragTo moves the end of the selection.
func (d *Display) dragTo(x, y int) {
	if t := d.dragged(); t != nil {
		d.drag.to = cellIn(t.Inner, x, y)
		d.drag.moved = true
	}
}

// release copies what is selected and ends the selection.
func (d *Display) release() {
	if d.dragged() != nil && d.drag.moved {
		if text := d.selected(); text != "" {
			d.copy(text)
			d.note = "copied"
		}
	}
	d.drag = drag{}
}

// dragged is the tile of the selection, nil when there is none or it is gone.
func (d *Display) dragged() *front.Tile {
	if !d.drag.held {
		return nil
	}
	for i := range d.view.Tiles {
		if t := &d.view.Tiles[i]; t.Pane == d.drag.pane {
			return t
		}
	}
	return nil
}

// span is the selected columns of row y, from and up to.
func (g *drag) span(y, width int) (from, end int) {
	a, b := g.from, g.to
	if b.y < a.y || b.y == a.y && b.x < a.x {
		a, b = b, a
	}
	from, end = 0, width
	if y == a.y {
		from = a.x
	}
	if y == b.y {
		end = min(width, b.x+1)
	}
	return from, end
}

// rows is the first and the last selected row.
func (g *drag) rows() (first, last int) {
	return min(g.from.y, g.to.y), max(g.from.y, g.to.y)
}

// selected is the selected text: a line each row, without the blanks at its
// end.
func (d *Display) selected() string {
	t, m := d.dragged(), d.mirrors[d.drag.pane]
	first, last := d.drag.rows()
	var lines []string
	for y := first; y <= min(last, len(m.rows)-1); y++ {
		from, end := d.drag.span(y, t.Inner.W)
		lines = append(lines, strings.TrimRight(text(m.rows[y], from, end), " "))
	}
	return strings.Join(lines, "\n")
}

// text is what stands in columns from up to end of a row, whole characters
// only.
func text(row vt.Row, from, end int) string {
	var b strings.Builder
	if from > 0 && from < len(row.Cells) && row.Cells[from].Width == 0 {
		from--
	}
	for x := from; x < min(end, len(row.Cells)); x++ {
		c := row.Cells[x]
		switch {
		case c.Width == 0:
		case c.Extra && row.Extras[x].Cluster != "":
			b.WriteString(row.Extras[x].Cluster)
		case c.Rune == 0:
			b.WriteByte(' ')
		default:
			b.WriteRune(c.Rune)
		}
	}
	return b.String()
}

// highlight shows the selection in f.
func (d *Display) highlight(f *compose.Frame) {
	t := d.dragged()
	if t == nil || !d.drag.moved || d.covered() {
		return
	}
	f.Forget()
	first, last := d.drag.rows()
	for y := first; y <= last; y++ {
		row := t.Inner.Y + y
		if row < 0 || row >= f.Rows {
			continue
		}
		from, end := d.drag.span(y, t.Inner.W)
		invert(f.Lines[row].Cells, t.Inner.X+from, t.Inner.X+end)
	}
}

// invert turns columns from up to end around, whole characters only.
func invert(cells []vt.Cell, from, end int) {
	from, end = max(0, from), min(end, len(cells))
	if from < end && from > 0 && cells[from].Width == 0 {
		from--
	}
	if end < len(cells) && end > from && cells[end].Width == 0 {
		end++
	}
	for x := from; x < end; x++ {
		c := &cells[x]
		c.Attr ^= vt.Inverse
		if c.Rune == ' ' && c.Attr == 0 && !c.Extra {
			c.Fg = vt.DefaultColor
		}
	}
}
