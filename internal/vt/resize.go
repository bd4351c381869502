package vt

// Resize gives the grid a new size; sizes below 1 become 1. Lines of the main
// screen are broken anew for its width (reflow.go), rows of the alternate screen
// cut or padded at their right end. When the main screen gets lower, lines leave
// its top for the scrollback so far as the cursor would be cut off; when it gets
// higher and the cursor stands on its last row, they come back.
func (t *Terminal) Resize(cols, rows int) {
	cols, rows = max(cols, 1), max(rows, 1)
	if cols == t.cols && rows == t.rows {
		return
	}
	if cols != t.cols {
		t.rewrap(cols)
	}
	for _, s := range []*screen{&t.main, &t.alt} {
		if s.ring != nil {
			t.resizeScreen(s, cols, rows)
		}
	}
	if t.scr == &t.alt && cols != t.cols {
		t.widenCursor(cols)
	}
	t.tabs = defaultTabs(t.tabs[:min(len(t.tabs), cols)], cols)
	t.cols, t.rows = cols, rows
	t.join.open = false
	t.dirty.resize(rows)
}

// widenCursor keeps the cursor behind the last character when a wrap was
// pending and there is room for it now.
func (t *Terminal) widenCursor(cols int) {
	if t.cur.pending && cols > t.cols {
		t.cur.x++
	}
	t.cur.pending = false
	t.cur.x = min(t.cur.x, cols-1)
}

// resizeScreen gives s the new size, and moves the cursors of s with its rows.
func (t *Terminal) resizeScreen(s *screen, cols, rows int) {
	at := &s.leftAt
	if s == t.scr {
		at = &t.cur.y
	}
	shift := t.newHeight(s, *at, cols, rows)
	for y := range rows {
		s.row(y).fit(cols)
	}
	*at = clampTo(*at+shift, rows)
	s.saved.y = clampTo(s.saved.y+shift, rows)
	s.saved.x = min(s.saved.x, cols-1)
	s.saved.pending = s.saved.pending && s.saved.x == cols-1
	s.top, s.bottom = 0, rows
}

// newHeight rebuilds the ring of s with rows rows, each as wide as it was, and
// is by how many its content moved down.
func (t *Terminal) newHeight(s *screen, cursor, cols, rows int) int {
	above := max(cursor-rows+1, 0)
	ring := make([]Row, 0, rows)
	if s == &t.main {
		for y := range above {
			t.history.push(s.row(y))
		}
		ring = t.recall(ring, cursor, cols, rows)
	}
	back := len(ring)
	for y := above; y < t.rows && len(ring) < rows; y++ {
		ring = append(ring, *s.row(y))
	}
	s.ring, s.first = ring[:rows], 0
	return back - above
}

// recall takes lines back from the scrollback for the rows that were added,
// when the cursor stood on the last row.
func (t *Terminal) recall(ring []Row, cursor, cols, rows int) []Row {
	if cursor != t.rows-1 {
		return ring
	}
	n := min(max(rows-t.rows, 0), t.history.len())
	ring = ring[:n]
	for i := n - 1; i >= 0; i-- {
		ring[i] = t.history.pop(cols)
	}
	return ring
}

func clampTo(y, rows int) int { return min(max(y, 0), rows-1) }
