package vt

// joined is the line made of rows, and in which of its cells each of them
// begins. What is blank at the end of a row was never text.
func joined(rows []Row) (whole Row, starts []int) {
	for i := range rows {
		r := &rows[i]
		cells := trimmed(r.Cells)
		if i+1 < len(rows) {
			cells = withoutFiller(cells, &rows[i+1])
		}
		at := len(whole.Cells)
		starts = append(starts, at)
		whole.Cells = append(whole.Cells, cells...)
		for x, e := range r.Extras {
			whole.setExtra(at+x, e)
		}
	}
	whole.filled = len(whole.Cells)
	return whole, starts
}

// withoutFiller is cells without the last if that is only there because the wide
// character at the start of the next row had no room.
func withoutFiller(cells []Cell, next *Row) []Cell {
	n := len(cells)
	if n > 0 && cells[n-1].Rune == 0 && cells[n-1].Width == 1 && len(next.Cells) > 0 && next.Cells[0].Width == 2 {
		return cells[:n-1]
	}
	return cells
}

// breaks is where each row of r begins when it is no wider than cols. No wide
// character is parted, unless cols is 1.
func (r *Row) breaks(cols int) []int {
	breaks := []int{0}
	for at := cols; at < len(r.Cells); at += cols {
		if r.Cells[at].Width == 0 && cols > 1 {
			at--
		}
		breaks = append(breaks, at)
	}
	return breaks
}

// cut is r as the rows that begin there.
func (r *Row) cut(breaks []int) []Row {
	rows := make([]Row, len(breaks))
	for i, at := range breaks {
		end := len(r.Cells)
		if i+1 < len(breaks) {
			end = breaks[i+1]
		}
		rows[i] = r.piece(at, end)
		rows[i].Wrapped = i+1 < len(breaks)
	}
	return rows
}

// piece is the cells of r from one to another as a row of their own. A wide
// character that it does not hold whole is blank.
func (r *Row) piece(from, to int) Row {
	p := Row{Cells: append([]Cell(nil), r.Cells[from:to]...), filled: to - from}
	for x, e := range r.Extras {
		if from <= x && x < to {
			p.setExtra(x-from, e)
		}
	}
	if n := to - from; n > 0 && p.Cells[0].Width == 0 {
		p.erase(0, 1, p.Cells[0].Bg)
	}
	if n := to - from; n > 0 && p.Cells[n-1].Width == 2 {
		p.erase(n-1, n, p.Cells[n-1].Bg)
	}
	return p
}
