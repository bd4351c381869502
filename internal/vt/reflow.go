package vt

// A line that the margin broke is one line to whoever reads it: on the main
// screen it is broken anew for every width, as kitty, VTE and tmux do. What a
// program drew on the alternate screen it draws again itself.

// reflow is the rows of the main screen, and those that the scrollback holds of
// the line it begins with, on their way to another width.
type reflow struct {
	t     *Terminal
	cols  int
	from  int   // spots of them count from here on
	was   []Row // up to the last one that is not blank or has the cursor
	full  bool  // that is the last of the screen
	is    []Row
	marks []mark
}

// The marks that are always there: the cursor, the saved one, the start of the
// first row of the screen. Behind them are those of the caller's places.
const (
	cursorMark = iota
	savedMark
	topMark
	firstPlace
)

// mark is a spot that a reflow follows; it may be behind the end of its row.
type mark struct {
	spot
	moved bool
}

// rewrap gives the main screen and the scrollback the width of cols columns, and
// leaves the height to others. Places move with what stands there.
func (t *Terminal) rewrap(cols int, places []Position) {
	f := &reflow{t: t, cols: cols}
	f.mark(places)
	f.take()
	for row := 0; row < len(f.was); {
		row = f.line(row)
	}
	f.moveBlank()
	top := t.history.end
	t.history.end = 0 // counts from the first of f.is until it is known where that goes
	t.history.widen(cols)
	f.movePlaces(places)
	head := f.settle(f.head())
	f.moveCursors(head)
	t.history.end = top
	for i := range places {
		places[i].Line += top - head
	}
}

// mark finds out what to follow.
func (f *reflow) mark(places []Position) {
	t, n := f.t, f.t.history.n
	f.marks = make([]mark, firstPlace+len(places))
	f.marks[savedMark].spot = spot{n + t.main.saved.y, t.main.saved.x}
	f.marks[topMark].spot = spot{n, 0}
	f.marks[cursorMark].spot = spot{n + t.main.leftAt, 0}
	if t.scr == &t.main {
		f.marks[cursorMark].spot = spot{n + t.cur.y, t.cur.x}
		if t.cur.pending {
			f.marks[cursorMark].x++
		}
	}
	for i, p := range places {
		f.marks[firstPlace+i].spot = t.spot(p)
	}
}

// take gathers what is to be broken anew.
func (f *reflow) take() {
	t := f.t
	last := max(t.lastFilled(), f.marks[cursorMark].row-t.history.n)
	f.full = last == t.rows-1
	f.was = t.history.takeOpen()
	f.from = t.history.n
	for y := range last + 1 {
		f.was = append(f.was, *t.main.row(y))
	}
}

// lastFilled is the last row of the main screen that is not blank, 0 if all are.
func (t *Terminal) lastFilled() int {
	y := t.rows - 1
	for y > 0 && len(trimmed(t.main.row(y).Cells)) == 0 {
		y--
	}
	return y
}

// line breaks the line that begins in row anew, and is the row behind it.
func (f *reflow) line(row int) int {
	end := row + 1
	for end < len(f.was) && f.was[end-1].Wrapped {
		end++
	}
	whole, starts := joined(f.was[row:end])
	breaks := whole.breaks(f.cols)
	for i := range f.marks {
		m := &f.marks[i]
		if k := m.row - f.from - row; k >= 0 && k < len(starts) && !m.moved {
			m.spot, m.moved = f.find(breaks, starts[k]+m.x, len(whole.Cells)), true
		}
	}
	f.is = append(f.is, whole.cut(breaks)...)
	return end
}

// find is where cell i comes to be, of a line of n cells that is broken there and
// whose rows are added next. A place behind the end of the line stays in its last
// row.
func (f *reflow) find(breaks []int, i, n int) spot {
	last := len(breaks) - 1
	for last > 0 && breaks[last] > i {
		last--
	}
	x := i - breaks[last]
	if i > n {
		x = min(x, f.cols-1)
	}
	return spot{f.from + len(f.is) + last, min(x, f.cols)}
}

// moveBlank moves the marks in the blank rows below all that was broken anew.
func (f *reflow) moveBlank() {
	for i := range f.marks {
		if m := &f.marks[i]; !m.moved && m.row >= f.from {
			m.row += len(f.is) - len(f.was)
		}
	}
}

// movePlaces moves the caller's places; their lines count from the first of
// f.is.
func (f *reflow) movePlaces(places []Position) {
	for i, m := range f.marks[firstPlace:] {
		if m.row < f.from {
			places[i] = f.t.history.position(m.spot)
		} else {
			places[i] = Position{m.row - f.from, min(m.x, f.cols-1)}
		}
	}
}

// head is which row of f.is comes to stand at the top of the screen; below 0, so
// many lines come back from the scrollback. A screen that was full to its end
// stays so; one that was not keeps its first line at the top, as after a clear.
// The cursor is seen in any case.
func (f *reflow) head() int {
	at := len(f.is) - f.t.rows
	if !f.full {
		at = max(at, f.marks[topMark].row-f.from)
	}
	return min(at, f.marks[cursorMark].row-f.from)
}

// settle puts the rows from head on to the screen and those before it to the
// scrollback, and is head, or what there was in the scrollback for it.
func (f *reflow) settle(head int) int {
	t := f.t
	for i := range max(head, 0) {
		t.history.pushRow(&f.is[i])
	}
	rows := t.history.popRows(-head)
	if head < 0 {
		head = -len(rows)
	}
	rows = append(rows, f.is[max(head, 0):]...)
	t.main.put(rows[:min(len(rows), t.rows)], t.rows, f.cols)
	return head
}

func (f *reflow) moveCursors(head int) {
	t, cursor, saved := f.t, f.marks[cursorMark], f.marks[savedMark]
	y := clampTo(cursor.row-f.from-head, t.rows)
	t.main.leftAt = y
	if t.scr == &t.main {
		t.cur.y = y
		t.cur.pending = cursor.x == f.cols && t.wraps
		t.cur.x = min(cursor.x, f.cols-1)
	}
	t.main.saved.x, t.main.saved.y = min(saved.x, f.cols-1), clampTo(saved.row-f.from-head, t.rows)
	t.main.saved.pending = false
}

// put makes rows, with blank ones behind them, the n rows of s.
func (s *screen) put(rows []Row, n, cols int) {
	s.ring, s.first = blankRows(cols, n), 0
	for y := range rows {
		s.ring[y].hold(rows[y])
	}
}
