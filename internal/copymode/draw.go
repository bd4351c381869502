package copymode

import (
	"maps"

	"atrium/internal/vt"
)

// The colours of what was searched for.
var (
	matchColor = vt.Palette(3)
	hereColor  = vt.Palette(5)
	textColor  = vt.Palette(0)
)

// Rows are the rows of the view, each as wide as it and the caller's own.
func (m *Mode) Rows() []vt.Row {
	m.settle()
	a, left := m.area(), m.shift()
	rows := make([]vt.Row, min(m.rows, m.end-m.top))
	for y := range rows {
		n := m.top + y
		rows[y] = clip(m.text.Line(n), left, m.cols)
	}
	m.highlight(rows, left)
	for y := range rows {
		from, end := a.columns(m.top + y)
		paint(rows[y].Cells, from, end, left, selected)
	}
	return rows
}

// Cursor is where the cursor is in the view.
func (m *Mode) Cursor() vt.Cursor {
	m.settle()
	return vt.Cursor{X: min(m.at.col-m.shift(), m.cols-1), Y: m.at.line - m.top, Visible: true}
}

// shift is the column that the view begins with: lines may be longer than it is
// wide, and the cursor is always in sight.
func (m *Mode) shift() int {
	right := m.after(m.at)
	if m.at.col >= m.length(m.at.line) {
		right = m.at.col // behind the end of a line as wide as the view
	}
	return max(0, min(right-m.cols, m.at.col))
}

// clip is columns left up to left+cols of a row. Half a wide character is a
// blank.
func clip(row vt.Row, left, cols int) vt.Row {
	cells := make([]vt.Cell, cols)
	n := 0
	if left < len(row.Cells) {
		n = copy(cells, row.Cells[left:])
	}
	for x := n; x < cols; x++ {
		cells[x] = vt.Cell{Width: 1}
	}
	if cells[0].Width == 0 {
		cells[0] = vt.Cell{Bg: cells[0].Bg, Width: 1}
	}
	if last := &cells[cols-1]; last.Width == 2 {
		*last = vt.Cell{Bg: last.Bg, Width: 1}
	}
	return vt.Row{Cells: cells, Extras: clipExtras(row.Extras, cells, left)}
}

func clipExtras(extras map[int]vt.Extra, cells []vt.Cell, left int) map[int]vt.Extra {
	if left == 0 {
		extras = maps.Clone(extras)
		maps.DeleteFunc(extras, func(x int, _ vt.Extra) bool { return x >= len(cells) || !cells[x].Extra })
		return extras
	}
	var moved map[int]vt.Extra
	for x := range cells {
		if cells[x].Extra {
			if moved == nil {
				moved = map[int]vt.Extra{}
			}
			moved[x] = extras[x+left]
		}
	}
	return moved
}

// highlight shows the matches of what is searched for, the one that the cursor
// is on in another colour.
func (m *Mode) highlight(rows []vt.Row, left int) {
	if m.search.pattern == nil {
		return
	}
	last := m.top + len(rows)
	for n := m.lineStart(m.top); n < last; {
		p := m.passageAt(n)
		for _, found := range p.matches(m.search.pattern) {
			m.highlightMatch(p, rows, left, found)
		}
		n = p.end()
	}
}

func (m *Mode) highlightMatch(p *passage, rows []vt.Row, left int, found match) {
	color := matchColor
	if !m.at.before(found.from) && m.at.before(found.to) {
		color = hereColor
	}
	a := area{kind: run, from: found.from, to: found.to}
	for n := max(found.from.line, m.top); n <= found.to.line && n < m.top+len(rows); n++ {
		from, end := a.columns(n)
		end = min(end, length(p.rows[n-p.first]))
		paint(rows[n-m.top].Cells, from, end, left, func(c *vt.Cell) {
			c.Fg, c.Bg, c.Attr = textColor, color, (c.Attr &^ vt.Inverse).WithUnderline(1)
		})
	}
}

// selected turns a cell around.
func selected(c *vt.Cell) { c.Attr ^= vt.Inverse }

// paint changes columns from up to end of a line of which cells are those from
// left on, whole characters only.
func paint(cells []vt.Cell, from, end, left int, change func(*vt.Cell)) {
	from, end = max(0, from-left), min(end-left, len(cells))
	if from < end && from > 0 && cells[from].Width == 0 {
		from--
	}
	if end > from && end < len(cells) && cells[end].Width == 0 {
		end++
	}
	for x := from; x < end; x++ {
		if cells[x].Rune == 0 && cells[x].Width == 1 {
			cells[x].Rune = ' '
		}
		change(&cells[x])
	}
}
