package vt

// Sources: DEC STD 070 (autowrap and its pending state), xterm's ctlseqs.
//
// Deviations:
//   - A wide character that has no room is left out without autowrap, and in a
//     terminal one column wide.
//   - A character of no width with nothing to join (cluster.go) is left out.

import "github.com/clipperhouse/displaywidth"

// printASCII writes a run of printable ASCII.
func (t *Terminal) printASCII(run []byte) {
	if t.insert || t.cur.charsets.graphic() {
		for _, c := range run {
			t.put(t.cur.charsets.translate(c), 1)
		}
		return
	}
	if !t.painted {
		t.painted = visible(run)
	}
	for len(run) > 0 {
		if t.cur.pending {
			t.wrap()
		}
		n := min(len(run), t.cols-t.cur.x)
		if !t.scr.lazy(t.cur.y).printASCII(t.cur.x, run[:n], &t.cur.pen) {
			t.overwrite(t.cur.x, run[:n])
		}
		t.dirty.set(t.cur.y)
		t.advance(n, 1)
		run = run[n:]
	}
}

func visible(run []byte) bool {
	for _, c := range run {
		if c != ' ' {
			return true
		}
	}
	return false
}

// overwrite writes run from column x of the cursor's row on; it fits.
func (t *Terminal) overwrite(x int, run []byte) {
	row := t.clearFor(x, len(run))
	cells := row.Cells[x : x+len(run)]
	c := t.cur.pen.cell
	for i, b := range run {
		c.Rune = rune(b)
		cells[i] = c
	}
	if c.Extra {
		for i := range run {
			row.setExtra(x+i, t.cur.pen.extra)
		}
	}
}

// clearFor makes n columns from x of the cursor's row safe to overwrite.
func (t *Terminal) clearFor(x, n int) *Row {
	row := t.scr.row(t.cur.y)
	row.part(x)
	row.part(x + n)
	row.dropExtras(x, x+n)
	row.filled = max(row.filled, x+n)
	if x+n == t.cols {
		row.Wrapped = false
	}
	return row
}

// printRune writes r, which is no ASCII, or adds it to the last cluster.
func (t *Terminal) printRune(r rune) {
	if t.joined(r) {
		return
	}
	if w := runeWidth(r); w > 0 {
		t.put(r, w)
	}
}

func runeWidth(r rune) int {
	switch {
	case r >= 0x2500 && r < 0x25a0: // box drawing and blocks
		return 1
	case r >= 0x4e00 && r < 0xa000: // unified ideographs
		return 2
	}
	return min(displaywidth.Rune(r), 2)
}

// put writes one character of width w at the cursor.
func (t *Terminal) put(r rune, w int) {
	if !t.makeRoom(w) {
		t.join.open = false // what joins r must not join the character before it
		return
	}
	if t.insert {
		t.scr.row(t.cur.y).insert(t.cur.x, w, t.cur.pen.cell.Bg)
	}
	t.painted = t.painted || r != ' '
	if !t.scr.lazy(t.cur.y).printRune(t.cur.x, r, w, &t.cur.pen) {
		t.overwriteRune(t.cur.x, r, w)
	}
	t.dirty.set(t.cur.y)
	t.advance(w, w)
}

// overwriteRune writes r from column x of the cursor's row on; it fits.
func (t *Terminal) overwriteRune(x int, r rune, w int) {
	row := t.clearFor(x, w)
	c := t.cur.pen.cell
	c.Rune, c.Width = r, uint8(w)
	row.Cells[x] = c
	if c.Extra {
		row.setExtra(x, t.cur.pen.extra)
	}
	if w == 2 {
		row.Cells[x+1] = rightHalf(c)
	}
}

// rightHalf is the second cell of the wide character c.
func rightHalf(c Cell) Cell {
	return Cell{Fg: c.Fg, Bg: c.Bg, Attr: c.Attr}
}

// makeRoom wraps when it must and tells whether w columns are free from the
// cursor on.
func (t *Terminal) makeRoom(w int) bool {
	if t.cur.pending {
		t.wrap()
	}
	if t.cur.x+w <= t.cols {
		return true
	}
	if !t.wraps || w > t.cols {
		return false
	}
	t.scr.lazy(t.cur.y).erase(t.cur.x, t.cols, t.cur.pen.cell.Bg)
	t.wrap()
	return true
}

// advance moves the cursor over n written columns, the last character of which
// is w wide.
func (t *Terminal) advance(n, w int) {
	t.cur.x += n
	t.join = joint{x: t.cur.x - w, open: true}
	if t.cur.x >= t.cols {
		t.cur.x = t.cols - 1
		t.cur.pending = t.wraps
	}
}

// wrap goes to the start of the next line because this one is full.
func (t *Terminal) wrap() {
	t.scr.lazy(t.cur.y).row.Wrapped = true
	t.dirty.set(t.cur.y)
	t.cur.x = 0
	t.cur.pending = false
	t.index()
}
