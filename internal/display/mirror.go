package display

import (
	"atrium/internal/front"
	"atrium/internal/vt"
)

// mirror is the grid of one pane as the Views told it. The rows are the core's
// and are never written to.
type mirror struct {
	cols   int
	rows   []vt.Row
	cursor vt.Cursor
}

// maxRows bounds a grid by what a terminal can have, whatever a View says.
const maxRows = 1 << 16

// merge takes in what t tells of its grid.
func (m *mirror) merge(t *front.Tile) {
	fresh := m.rows == nil
	m.cols = t.Cols
	m.resize(min(max(0, t.RowCount), maxRows))
	for _, u := range t.Rows {
		if u.Y >= 0 && u.Y < len(m.rows) {
			m.rows[u.Y] = u.Row
		}
	}
	// While the program holds an update open its rows wait, and so must the
	// cursor, or it would be seen running through the old ones.
	if fresh || !t.Modes.Sync || len(t.Rows) > 0 {
		m.cursor = t.Cursor
	}
}

func (m *mirror) resize(n int) {
	if n <= len(m.rows) {
		m.rows = m.rows[:n:n]
		return
	}
	m.rows = append(m.rows, make([]vt.Row, n-len(m.rows))...)
}
