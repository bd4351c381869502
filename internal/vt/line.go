package vt

// Lines number what a terminal shows and what left its top, so that a reader
// finds a line again while more is printed: a line keeps its number when it
// goes to the scrollback, and when a new height takes it back from there. A new
// width gives numbers anew: the row that is first on the screen then has the
// number of the one that was, lines above and below it are counted from there,
// also below 0, and ResizeFollowing tells where a place went.

// Lines is the number of the oldest line that is kept above the screen, and the
// number after that of the last row of the shown screen. Line first to line
// end-1 can be read; both numbers are of no other use than that.
func (t *Terminal) Lines() (first, end int) {
	return t.history.end - t.history.len(), t.history.end + t.rows
}

// Line is the line of that number, which Lines must hold. It is as wide as the
// screen, or wider when a line above the screen is longer. It holds until the
// next Write or Resize.
func (t *Terminal) Line(n int) Row {
	if y := n - t.history.end; y >= 0 {
		return t.Row(y)
	}
	return t.ScrollbackRow(t.history.len() + n - t.history.end)
}
