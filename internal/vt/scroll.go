package vt

// scrollUp scrolls rows from to to of the shown screen up by n. What leaves the
// top of the main screen goes to the scrollback; a line that leaves a lower
// region is gone.
func (t *Terminal) scrollUp(from, to, n int) {
	for range min(n, to-from) {
		if from == 0 && t.scr == &t.main {
			t.history.push(t.scr.lazy(0))
		}
		t.scr.scrollUp(from, to, t.cur.pen.cell.Bg)
	}
	t.scrolled(from, to)
}

func (t *Terminal) scrollDown(from, to, n int) {
	for range min(n, to-from) {
		t.scr.scrollDown(from, to, t.cur.pen.cell.Bg)
	}
	t.scrolled(from, to)
}

func (t *Terminal) scrolled(from, to int) {
	if from == 0 && to == t.rows {
		t.dirty.setAll()
		return
	}
	t.dirty.setRange(from, to)
}

// index is IND: down by one, scrolling at the foot of the region.
func (t *Terminal) index() {
	switch {
	case t.cur.y == t.scr.bottom-1:
		t.scrollUp(t.scr.top, t.scr.bottom, 1)
	case t.cur.y < t.rows-1:
		t.cur.y++
	}
}

// reverseIndex is RI: up by one, scrolling at the head of the region.
func (t *Terminal) reverseIndex() {
	switch {
	case t.cur.y == t.scr.top:
		t.scrollDown(t.scr.top, t.scr.bottom, 1)
	case t.cur.y > 0:
		t.cur.y--
	}
}
