package vt

import (
	"bytes"
	"maps"
	"slices"
	"unicode/utf8"
)

// Clone is a copy of r that shares no memory with it.
func (r Row) Clone() Row {
	r.Cells = slices.Clone(r.Cells)
	r.Extras = maps.Clone(r.Extras)
	return r
}

// Text is the text of r with trailing blanks trimmed and clusters whole.
func (r Row) Text() string {
	text := make([]byte, 0, len(r.Cells))
	for x := range r.Cells {
		switch c := &r.Cells[x]; {
		case c.Width == 0:
		case c.Rune == 0:
			text = append(text, ' ')
		default:
			text = r.appendCluster(text, x)
		}
	}
	return string(bytes.TrimRight(text, " "))
}

// appendCluster appends the text of the cell at x.
func (r *Row) appendCluster(dst []byte, x int) []byte {
	if r.Cells[x].Extra {
		if cluster := r.Extras[x].Cluster; cluster != "" {
			return append(dst, cluster...)
		}
	}
	return utf8.AppendRune(dst, r.Cells[x].Rune)
}

func blank(bg Color) Cell { return Cell{Bg: bg, Width: 1} }

// erase blanks columns from to to, which must not cut a wide character.
func (r *Row) erase(from, to int, bg Color) {
	r.dropExtras(from, to)
	switch {
	case bg != DefaultColor:
		fill(r.Cells[from:to], blank(bg))
		r.filled = max(r.filled, to)
	case from < r.filled:
		fill(r.Cells[from:min(to, r.filled)], blank(bg))
		if to >= r.filled {
			r.filled = from
		}
	}
}

// fill doubles what is copied, as memmove outruns a loop over cells.
func fill(cells []Cell, c Cell) {
	if len(cells) == 0 {
		return
	}
	cells[0] = c
	for n := 1; n < len(cells); n *= 2 {
		copy(cells[n:], cells[:n])
	}
}

// part blanks a wide character that column x would cut in two, so that either
// side of x can be written alone.
func (r *Row) part(x int) {
	if x < len(r.Cells) && r.Cells[x].Width == 0 {
		r.erase(x-1, x, r.Cells[x-1].Bg)
		r.erase(x, x+1, r.Cells[x].Bg)
	}
}

func (r *Row) dropExtras(from, to int) {
	if r.Extras == nil {
		return
	}
	for x := from; x < to; x++ {
		if r.Cells[x].Extra {
			delete(r.Extras, x)
			r.Cells[x].Extra = false
		}
	}
	if len(r.Extras) == 0 {
		r.Extras = nil
	}
}

func (r *Row) setExtra(x int, e Extra) {
	if e == (Extra{}) {
		r.dropExtras(x, x+1)
		return
	}
	if r.Extras == nil {
		r.Extras = make(map[int]Extra)
	}
	r.Extras[x] = e
	r.Cells[x].Extra = true
}

// insert moves the cells from x on by n columns to the right, out of the row
// at its end, and blanks the gap.
func (r *Row) insert(x, n int, bg Color) {
	n = min(n, len(r.Cells)-x)
	r.part(x)
	r.part(len(r.Cells) - n)
	r.move(x, len(r.Cells)-n, n)
	r.erase(x, x+n, bg)
}

// remove takes n cells out at x and blanks as many at the end of the row.
func (r *Row) remove(x, n int, bg Color) {
	n = min(n, len(r.Cells)-x)
	r.part(x)
	r.part(x + n)
	r.dropExtras(x, x+n)
	r.move(x+n, len(r.Cells), -n)
	r.erase(len(r.Cells)-n, len(r.Cells), bg)
}

// move shifts the cells of columns from to to by n columns, extras with them.
// What was at the target is dropped, what stays behind is for the caller to
// erase.
func (r *Row) move(from, to, n int) {
	moved := r.takeExtras(from, to)
	r.dropExtras(from+n, to+n)
	copy(r.Cells[from+n:to+n], r.Cells[from:to])
	r.filled = min(r.filled+max(n, 0), len(r.Cells))
	for x, e := range moved {
		r.setExtra(x+n, e)
	}
}

// takeExtras takes the extras of columns from to to out of the row.
func (r *Row) takeExtras(from, to int) map[int]Extra {
	if r.Extras == nil {
		return nil
	}
	taken := make(map[int]Extra)
	for x := from; x < to; x++ {
		if r.Cells[x].Extra {
			taken[x] = r.Extras[x]
		}
	}
	r.dropExtras(from, to)
	return taken
}

// fit makes r cols wide: longer rows are cut, shorter ones get blanks.
func (r *Row) fit(cols int) {
	had := len(r.Cells)
	if cols <= had {
		r.part(cols)
		r.dropExtras(cols, had)
		r.Cells = r.Cells[:cols]
		r.filled = min(r.filled, cols)
		return
	}
	r.Cells = slices.Grow(r.Cells, cols-had)[:cols]
	fill(r.Cells[had:], blank(DefaultColor))
}
