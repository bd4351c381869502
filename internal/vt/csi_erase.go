package vt

// Source: ECMA-48 8.3 (ED, EL, ECH), xterm's ctlseqs (ED 3, background colour
// erase: what is erased takes the background of the pen and nothing else).
//
// Deviations:
//   - With a wrap pending, ED 0 and EL 0 leave the written last column alone,
//     as tmux does: grep ends a coloured match with EL.
//   - DECSED and DECSEL erase as ED and EL do; nothing is ever protected.

// eraseSpan blanks columns from to to of row y and what they cut.
func (t *Terminal) eraseSpan(y, from, to int) {
	t.scr.lazy(y).erase(from, to, t.cur.pen.cell.Bg)
	t.dirty.set(y)
}

func (t *Terminal) eraseRows(from, to int) {
	t.scr.clear(from, to, t.cur.pen.cell.Bg)
	t.dirty.setRange(from, to)
}

// right is the column from which "to the right of the cursor" begins.
func (t *Terminal) right() int {
	if t.cur.pending {
		return t.cols
	}
	return t.cur.x
}

func (t *Terminal) eraseDisplay(s *sequence) {
	switch s.value(0, 0) {
	case 0:
		t.eraseBelow()
	case 1:
		t.eraseRows(0, t.cur.y)
		t.eraseSpan(t.cur.y, 0, t.cur.x+1)
	case 2:
		t.eraseRows(0, t.rows)
		t.signals.add(Signal{Kind: SignalClear})
	case 3:
		t.history.clear()
	}
}

func (t *Terminal) eraseBelow() {
	if t.cur.x == 0 && t.cur.y == 0 && !t.cur.pending {
		t.signals.add(Signal{Kind: SignalClear})
	}
	t.eraseSpan(t.cur.y, t.right(), t.cols)
	t.eraseRows(t.cur.y+1, t.rows)
}

func (t *Terminal) eraseLine(s *sequence) {
	switch s.value(0, 0) {
	case 0:
		t.eraseSpan(t.cur.y, t.right(), t.cols)
	case 1:
		t.eraseSpan(t.cur.y, 0, t.cur.x+1)
	case 2:
		t.eraseSpan(t.cur.y, 0, t.cols)
	}
}

func (t *Terminal) eraseCells(s *sequence) {
	t.cur.pending = false
	t.eraseSpan(t.cur.y, t.cur.x, min(t.cur.x+s.count(0), t.cols))
}
