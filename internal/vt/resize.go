package vt

// Resize gives the grid a new size; sizes below 1 become 1. Lines of the main
// screen are broken anew for its width (reflow.go), rows of the alternate screen
// cut or padded at their right end. When the main screen gets lower, lines leave
// its top for the scrollback so far as the cursor would be cut off; when it gets
// higher and the cursor stands on its last row, they come back.
func (t *Terminal) Resize(cols, rows int) { t.ResizeFollowing(cols, rows, nil) }

// ResizeFollowing is Resize, after which each of places is where its character
// is then. A place must be in a line that Lines holds; when its line falls off
// the scrollback, the place does too.
func (t *Terminal) ResizeFollowing(cols, rows int, places []Position) {
	cols, rows = max(cols, 1), max(rows, 1)
	if cols == t.cols && rows == t.rows {
		return
	}
	if cols != t.cols {
		t.rewrap(cols, places)
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
	*at = clampTo(*at+shift, rows)
	s.saved.y = clampTo(s.saved.y+shift, rows)
	s.saved.x = min(s.saved.x, cols-1)
	s.saved.pending = s.saved.pending && s.saved.x == cols-1
	s.top, s.bottom = 0, rows
}

// newHeight rebuilds the ring of s with rows rows, each cols wide, and is by how
// many its content moved down.
func (t *Terminal) newHeight(s *screen, cursor, cols, rows int) int {
	above := max(cursor-rows+1, 0)
	var back []Row
	if s == &t.main {
		for y := range above {
			t.history.push(s.lazy(y))
		}
		if cursor == t.rows-1 {
			back = t.history.popRows(rows - t.rows)
		}
	}
	stay := min(t.rows-above, rows-len(back))
	added := blankRows(cols, rows-stay)
	ring := make([]*lazyRow, 0, rows)
	for y, r := range back {
		added[y].hold(r)
		ring = append(ring, added[y])
	}
	for y := above; y < above+stay; y++ {
		s.lazy(y).fit(cols)
		ring = append(ring, s.lazy(y))
	}
	s.ring, s.first = append(ring, added[len(back):]...), 0
	return len(back) - above
}

func clampTo(y, rows int) int { return min(max(y, 0), rows-1) }
