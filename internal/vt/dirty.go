package vt

// dirtyRows remembers which rows changed since they were last asked for.
type dirtyRows struct {
	row []bool
	all bool // so that scrolling the screen costs one store
}

func (d *dirtyRows) resize(rows int) {
	d.row = make([]bool, rows)
	d.all = true
}

func (d *dirtyRows) set(y int) { d.row[y] = true }

func (d *dirtyRows) setAll() { d.all = true }

func (d *dirtyRows) setRange(from, to int) {
	for y := from; y < to; y++ {
		d.row[y] = true
	}
}

// TakeDirty appends to dst the rows that changed since the last call, in
// order, and forgets them.
func (t *Terminal) TakeDirty(dst []int) []int {
	for y, changed := range t.dirty.row {
		if changed || t.dirty.all {
			dst = append(dst, y)
		}
		t.dirty.row[y] = false
	}
	t.dirty.all = false
	return dst
}

// MarkAllDirty makes the next TakeDirty report every row.
func (t *Terminal) MarkAllDirty() { t.dirty.setAll() }
