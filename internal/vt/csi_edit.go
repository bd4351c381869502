package vt

// Source: ECMA-48 8.3 (ICH, DCH, IL, DL, SU, SD, REP), DEC STD 070.
//
// Deviation: REP repeats the whole cluster, once, and only straight after it was
// printed; SGR may stand between.

func (t *Terminal) insertCells(s *sequence) {
	t.cur.pending = false
	row := t.scr.row(t.cur.y)
	row.insert(t.cur.x, s.count(0), t.cur.pen.cell.Bg)
	t.edited(row)
}

func (t *Terminal) deleteCells(s *sequence) {
	t.cur.pending = false
	row := t.scr.row(t.cur.y)
	row.remove(t.cur.x, s.count(0), t.cur.pen.cell.Bg)
	t.edited(row)
}

func (t *Terminal) edited(row *Row) {
	row.Wrapped = false
	t.dirty.set(t.cur.y)
}

// inRegion tells whether the cursor is where lines may be inserted.
func (t *Terminal) inRegion() bool {
	return t.cur.y >= t.scr.top && t.cur.y < t.scr.bottom
}

func (t *Terminal) insertLines(s *sequence) {
	if t.inRegion() {
		t.moveTo(0, t.cur.y)
		t.scrollDown(t.cur.y, t.scr.bottom, s.count(0))
	}
}

// deleteLines keeps nothing in the scrollback, also not from the top row: the
// program took the lines out, they did not scroll away.
func (t *Terminal) deleteLines(s *sequence) {
	if !t.inRegion() {
		return
	}
	t.moveTo(0, t.cur.y)
	for range min(s.count(0), t.scr.bottom-t.cur.y) {
		t.scr.scrollUp(t.cur.y, t.scr.bottom, t.cur.pen.cell.Bg)
	}
	t.scrolled(t.cur.y, t.scr.bottom)
}

// panDown is SU.
func (t *Terminal) panDown(s *sequence) {
	t.scrollUp(t.scr.top, t.scr.bottom, s.count(0))
}

// panUp is SD; with more parameters CSI T is xterm's mouse highlighting.
func (t *Terminal) panUp(s *sequence) {
	if s.n <= 1 {
		t.scrollDown(t.scr.top, t.scr.bottom, s.count(0))
	}
}

func (t *Terminal) repeat(s *sequence) {
	if !t.join.open {
		return
	}
	row := t.scr.row(t.cur.y)
	c, cluster := row.Cells[t.join.x], row.Extras[t.join.x].Cluster
	for range min(s.count(0), t.cols*t.rows) {
		t.put(c.Rune, int(c.Width))
		if cluster != "" && t.join.open {
			t.extend(t.scr.row(t.cur.y), []byte(cluster))
		}
	}
	t.join.open = false
}
