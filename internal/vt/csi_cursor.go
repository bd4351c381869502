package vt

// Source: ECMA-48 8.3 (CUU, CUD, CUF, CUB, CNL, CPL, CHA, HPA, HPR, CUP, HVP,
// VPA, VPR, CHT, CBT, TBC), DEC STD 070 (DECSTBM, DECOM, DECSCUSR).
//
// Deviations: HPR and VPR move as CUF and CUD do. There are no left and right
// margins, so CSI s is always SCOSC.

// moveTo goes to column x of row y and voids a pending wrap.
func (t *Terminal) moveTo(x, y int) {
	t.cur.x = min(max(x, 0), t.cols-1)
	t.cur.y = min(max(y, 0), t.rows-1)
	t.cur.pending = false
}

// moveToLine goes to row y as the program counts rows: in origin mode from the
// head of the region, and not out of it.
func (t *Terminal) moveToLine(x, y int) {
	if t.cur.origin {
		y = min(y+t.scr.top, t.scr.bottom-1)
	}
	t.moveTo(x, y)
}

func (t *Terminal) cursorUp(s *sequence) { t.up(s.count(0)) }

func (t *Terminal) cursorDown(s *sequence) { t.down(s.count(0)) }

func (t *Terminal) cursorForward(s *sequence) { t.moveTo(t.cur.x+s.count(0), t.cur.y) }

func (t *Terminal) cursorBack(s *sequence) { t.moveTo(t.cur.x-s.count(0), t.cur.y) }

// up stops at the head of the region, unless the cursor is above it.
func (t *Terminal) up(n int) {
	stop := 0
	if t.cur.y >= t.scr.top {
		stop = t.scr.top
	}
	t.moveTo(t.cur.x, max(t.cur.y-n, stop))
}

// down stops at the foot of the region, unless the cursor is below it.
func (t *Terminal) down(n int) {
	stop := t.rows - 1
	if t.cur.y < t.scr.bottom {
		stop = t.scr.bottom - 1
	}
	t.moveTo(t.cur.x, min(t.cur.y+n, stop))
}

func (t *Terminal) nextLine(s *sequence) {
	t.down(s.count(0))
	t.cur.x = 0
}

func (t *Terminal) previousLine(s *sequence) {
	t.up(s.count(0))
	t.cur.x = 0
}

func (t *Terminal) column(s *sequence) { t.moveTo(s.count(0)-1, t.cur.y) }

func (t *Terminal) line(s *sequence) { t.moveToLine(t.cur.x, s.count(0)-1) }

func (t *Terminal) position(s *sequence) { t.moveToLine(s.count(1)-1, s.count(0)-1) }

func (t *Terminal) tabForward(s *sequence) { t.tab(s.count(0)) }

func (t *Terminal) tabBackward(s *sequence) { t.backTab(s.count(0)) }

func (t *Terminal) tabClear(s *sequence) { t.clearTabs(s.value(0, 0)) }

func (t *Terminal) saveCursorCSI(*sequence) { t.saveCursor() }

func (t *Terminal) restoreCursorCSI(*sequence) { t.restoreCursor() }

// setRegion is DECSTBM. A region of fewer than two rows is refused, as a
// program that asks for one has a wrong idea of the size.
func (t *Terminal) setRegion(s *sequence) {
	top := s.count(0) - 1
	bottom := s.value(1, t.rows)
	if bottom == 0 || bottom > t.rows {
		bottom = t.rows
	}
	whole := top == 0 && bottom == t.rows
	if bottom-top < 2 && !whole {
		return
	}
	t.scr.top, t.scr.bottom = top, bottom
	t.moveToLine(0, 0)
}

// setShape is DECSCUSR.
func (t *Terminal) setShape(s *sequence) {
	if shape := s.value(0, 0); shape <= 6 {
		t.shape = uint8(shape)
	}
}
