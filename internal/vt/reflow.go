package vt

// A line that the margin broke is one line to whoever reads it: on the main
// screen it is broken anew for every width, as kitty, VTE and tmux do. What a
// program drew on the alternate screen it draws again itself.

// maxJoined is how many rows are taken for one line. A program that never ends
// its line must not make a resize slow.
const maxJoined = 256

// place is a cell of the main screen or of the scrollback above it. Rows count
// from the oldest line of the scrollback.
type place struct{ row, x int }

// mark is a place that a resize follows.
type mark struct {
	was, is place
	found   bool
}

// reflow is the rows of the main screen on their way to another width.
type reflow struct {
	t     *Terminal
	above int // lines of the scrollback before
	from  int // rows from here on are broken anew
	end   int // row after the last one with something in it
	cols  int
	rows  []reflowed // what becomes of rows from to end

	cursor, saved, top mark
}

// reflowed is a row, still packed when it is one of the scrollback that stays as
// it is.
type reflowed struct {
	packed *packedRow
	row    Row
}

// rewrap gives the main screen and the scrollback the width of cols columns, and
// leaves the height to others.
func (t *Terminal) rewrap(cols int) {
	t.history.straighten()
	f := &reflow{t: t, above: t.history.len(), cols: cols}
	f.cursor.was = place{f.above + t.main.leftAt, 0}
	if t.scr == &t.main {
		f.cursor.was = place{f.above + t.cur.y, t.cur.x}
		if t.cur.pending {
			f.cursor.was.x++
		}
	}
	f.top.was.row = f.above
	f.saved.was = place{f.above + t.main.saved.y, t.main.saved.x}
	f.end = max(f.above+t.lastFilled(), f.cursor.was.row) + 1
	f.from = f.firstBroken()
	for row := f.from; row < f.end; {
		row = f.line(row)
	}
	f.settle()
}

func (f *reflow) marks() []*mark { return []*mark{&f.cursor, &f.saved, &f.top} }

// lastFilled is the last row of the main screen that is not blank, 0 if all are.
func (t *Terminal) lastFilled() int {
	y := t.rows - 1
	for y > 0 && len(trimmed(t.main.row(y).Cells)) == 0 {
		y--
	}
	return y
}

// firstBroken is the first row that belongs to a broken line or is too long.
// Those before stay where they are, which are nearly all of most scrollbacks.
func (f *reflow) firstBroken() int {
	for i := range f.above {
		if p := f.t.history.at(i); p.wrapped || p.width > f.cols {
			return i
		}
	}
	return f.above
}

// old is a row as it was.
func (f *reflow) old(row int) Row {
	if row < f.above {
		return f.t.history.row(row, 0)
	}
	return *f.t.main.row(row - f.above)
}

// line breaks the line that begins in row anew, and is the row behind it.
func (f *reflow) line(row int) int {
	if row < f.above {
		if p := f.t.history.at(row); !p.wrapped && p.width <= f.cols {
			f.rows = append(f.rows, reflowed{packed: p})
			return row + 1
		}
	}
	whole, starts := f.join(row)
	breaks := f.split(whole.Cells)
	for _, m := range f.marks() {
		if i := m.was.row - row; i >= 0 && i < len(starts) {
			m.is, m.found = f.find(breaks, starts[i]+m.was.x, len(whole.Cells)), true
		}
	}
	for i, at := range breaks {
		to := len(whole.Cells)
		if i+1 < len(breaks) {
			to = breaks[i+1]
		}
		piece := whole.piece(at, to)
		piece.Wrapped = i+1 < len(breaks)
		f.rows = append(f.rows, reflowed{row: piece})
	}
	return row + len(starts)
}

// join is the line that begins in row, and in which of its cells each of its
// rows began.
func (f *reflow) join(row int) (whole Row, starts []int) {
	for {
		r := f.old(row)
		row++
		starts = append(starts, len(whole.Cells))
		last := !r.Wrapped || row == f.end || len(starts) == maxJoined
		cells := r.Cells
		switch {
		case last:
			cells = trimmed(cells)
		case f.isFiller(cells, row):
			cells = cells[:len(cells)-1]
		}
		for x, e := range r.Extras {
			if whole.Extras == nil {
				whole.Extras = map[int]Extra{}
			}
			whole.Extras[len(whole.Cells)+x] = e
		}
		whole.Cells = append(whole.Cells, cells...)
		if last {
			return whole, starts
		}
	}
}

// isFiller tells that the last of cells is only there because the wide character
// at the start of the next row had no room.
func (f *reflow) isFiller(cells []Cell, next int) bool {
	if n := len(cells); n == 0 || cells[n-1].Rune != 0 || cells[n-1].Width != 1 {
		return false
	}
	r := f.old(next)
	return len(r.Cells) > 0 && r.Cells[0].Width == 2
}

// split is where each row of a line begins. No wide character is parted, unless
// the screen is narrower than one.
func (f *reflow) split(cells []Cell) []int {
	breaks := []int{0}
	for at := 0; at+f.cols < len(cells); {
		at += f.cols
		if cells[at].Width == 0 && f.cols > 1 {
			at--
		}
		breaks = append(breaks, at)
	}
	return breaks
}

// find is the place of cell i of a line of n cells that is broken there and
// whose rows are added next. A place behind the end of the line stays in its last
// row.
func (f *reflow) find(breaks []int, i, n int) place {
	last := len(breaks) - 1
	for last > 0 && breaks[last] > i {
		last--
	}
	x := i - breaks[last]
	if i > n {
		x = min(x, f.cols-1)
	}
	return place{f.from + len(f.rows) + last, min(x, f.cols)}
}

// piece is the cells of r from one to another as a row of their own.
func (r *Row) piece(from, to int) Row {
	cut := Row{Cells: append([]Cell(nil), r.Cells[from:to]...), filled: to - from}
	for x, e := range r.Extras {
		if from <= x && x < to {
			if cut.Extras == nil {
				cut.Extras = map[int]Extra{}
			}
			cut.Extras[x-from] = e
		}
	}
	return cut
}

// head is the row that comes to stand at the top of the screen. A screen that was
// full to its end stays so; one that was not keeps its first line at the top, as
// after a clear. The cursor is seen in any case.
func (f *reflow) head() int {
	foot := f.from + len(f.rows) - f.t.rows
	at := max(f.top.is.row, foot)
	if f.end == f.above+f.t.rows {
		at = foot
	}
	return max(0, min(at, f.cursor.is.row))
}

// settle puts the rows from the head on to the screen, those before it to the
// scrollback, and the cursors in their places. Whoever numbers lines from the
// end finds them under the same numbers.
func (f *reflow) settle() {
	for _, m := range f.marks() {
		if !m.found { // below all that is filled
			m.is = place{f.from + len(f.rows) + m.was.row - f.end, m.was.x}
		}
	}
	t, head := f.t, f.head()
	numbered := t.history.lost + f.above
	t.history.cut(f.from)
	rows := t.takeBack(f.from-head, f.cols)
	for i := range f.rows {
		switch {
		case f.from+i < head:
			t.history.add(&f.rows[i])
		case len(rows) < t.rows:
			rows = append(rows, f.rows[i].unpacked(f.cols))
		}
	}
	t.history.lost = numbered - t.history.len()
	t.main.take(rows, t.rows, f.cols)
	f.moveCursors(head)
}

// takeBack takes n lines, if any, back from the scrollback.
func (t *Terminal) takeBack(n, cols int) []Row {
	rows := make([]Row, max(n, 0), t.rows)
	for i := len(rows) - 1; i >= 0; i-- {
		rows[i] = t.history.pop(cols)
	}
	return rows
}

func (f *reflow) moveCursors(head int) {
	t := f.t
	y := clampTo(f.cursor.is.row-head, t.rows)
	t.main.leftAt = y
	if t.scr == &t.main {
		t.cur.y = y
		t.cur.pending = f.cursor.is.x == f.cols && t.wraps
		t.cur.x = min(f.cursor.is.x, f.cols-1)
	}
	t.main.saved.x, t.main.saved.y = min(f.saved.is.x, f.cols-1), clampTo(f.saved.is.row-head, t.rows)
	t.main.saved.pending = false
}

func (r *reflowed) unpacked(cols int) Row {
	if r.packed != nil {
		return r.packed.unpack(cols)
	}
	return r.row
}

// take makes rows, with blank ones behind them, the rows of s.
func (s *screen) take(rows []Row, n, cols int) {
	for len(rows) < n {
		rows = append(rows, Row{})
	}
	for y := range rows {
		rows[y].fit(cols)
	}
	s.ring, s.first = rows, 0
}
