package vt

import "slices"

// scrollback is the rows that left the top of the main screen, the newest limit
// of them, as wide as they were then. Those that left it at another width are
// broken anew when they are read (broken.go), so that a resize costs nothing
// here.
type scrollback struct {
	limit int
	pages []*page // all but the first and the last hold pageRows rows
	head  int     // index in pages of the first; nil before it
	gone  int     // rows of the first page that are kept no longer
	n     int     // rows that are kept
	spare *page   // for the next one, as soon as there was one
	out   packer  // of rows that no screen has packed

	end  int  // number of the line behind the newest (line.go)
	run  int  // rows of the newest line, at most maxJoined
	open bool // the newest row is wrapped: that line goes on

	cols   int      // the width of those that left now
	old    int      // rows, the oldest, that left at another width
	breaks []broken // how they are broken for cols, nil when that is not known
}

// maxJoined is how many rows are taken for one line. A program that never ends
// its line must not make a resize slow.
const maxJoined = 256

// push keeps r as the newest row; a full scrollback loses its oldest.
func (s *scrollback) push(r *lazyRow) { s.add(r.packed(), r.row.Wrapped) }

// pushRow is push for a row of no screen.
func (s *scrollback) pushRow(r *Row) {
	s.out.pack(r)
	s.add(&s.out, r.Wrapped)
}

func (s *scrollback) add(p *packer, wrapped bool) {
	s.end++
	begins := !s.open || s.run == maxJoined
	if s.run++; begins {
		s.run = 1
	}
	s.open = wrapped
	if s.limit == 0 {
		return
	}
	s.roomy().add(packedRow{width: int32(p.width), wrapped: wrapped, wide: p.wide, begins: begins}, p.text)
	if s.n++; s.n > s.limit {
		s.dropOldest()
	}
}

// roomy is the page for the next row.
func (s *scrollback) roomy() *page {
	if last := len(s.pages) - 1; last >= s.head && s.pages[last].n < pageRows {
		return s.pages[last]
	}
	p := s.spare
	s.spare = nil
	if p == nil {
		p = &page{}
		if last := len(s.pages) - 1; last >= s.head { // rows of one program are alike
			p.text = make([]byte, 0, len(s.pages[last].text)*9/8)
		}
	}
	s.pages = append(s.pages, p)
	return p
}

func (s *scrollback) dropOldest() {
	s.n--
	if s.old > 0 {
		s.old--
		s.breaks = nil
	}
	if s.gone++; s.gone < pageRows {
		return
	}
	s.gone = 0
	s.free(s.head)
	s.pages[s.head] = nil
	if s.head++; s.head > len(s.pages)/2 {
		s.pages = s.pages[:copy(s.pages, s.pages[s.head:])]
		s.head = 0
	}
}

// free keeps the memory of page i for the next one.
func (s *scrollback) free(i int) {
	p := s.pages[i]
	p.n, p.text = 0, p.text[:0]
	s.spare = p
}

// dropNewest forgets the newest row, and leaves the numbers to others.
func (s *scrollback) dropNewest() {
	last := len(s.pages) - 1
	s.pages[last].cut()
	if s.n--; s.n < s.old {
		s.old, s.breaks = s.n, nil
	}
	switch {
	case s.n == 0:
		s.free(last)
		s.pages, s.head, s.gone = s.pages[:0], 0, 0
	case s.pages[last].n == 0:
		s.free(last)
		s.pages = s.pages[:last]
	}
	s.reopen()
}

// reopen finds out about the newest line after the newest row went.
func (s *scrollback) reopen() {
	if s.n == 0 {
		s.run, s.open = 0, false
		return
	}
	s.open = s.at(s.n - 1).wrapped
	if s.run--; s.run == 0 {
		s.run = s.n - s.begin(s.n-1)
	}
}

// place is where row i, 0 the oldest, is kept.
func (s *scrollback) place(i int) (*page, int) {
	i += s.gone
	return s.pages[s.head+i/pageRows], i % pageRows
}

func (s *scrollback) at(i int) *packedRow {
	p, j := s.place(i)
	return &p.rows[j]
}

// kept is row i as it is kept, not less than cols wide.
func (s *scrollback) kept(i, cols int) Row {
	p, j := s.place(i)
	row := &p.rows[j]
	r := Row{Cells: make([]Cell, max(int(row.width), cols)), Wrapped: row.wrapped}
	fill(r.Cells, blank(DefaultColor))
	r.unpack(p.textOf(j))
	return r
}

// begin is the row in which the line of row i begins, or what is kept of it.
func (s *scrollback) begin(i int) int {
	for i > 0 && !s.at(i).begins {
		i--
	}
	return i
}

// takeOpen takes the rows of a line back that goes on behind the newest.
func (s *scrollback) takeOpen() []Row {
	if !s.open || s.n == 0 {
		return nil
	}
	return s.takeLine()
}

// takeLine takes the rows of the newest line back.
func (s *scrollback) takeLine() []Row {
	rows := make([]Row, s.n-s.begin(s.n-1))
	for i := len(rows) - 1; i >= 0; i-- {
		rows[i] = s.kept(s.n-1, 0)
		s.dropNewest()
	}
	return rows
}

// popRows takes the newest n rows back, or as many as there are, as they are
// broken for the present width.
func (s *scrollback) popRows(n int) []Row {
	var rows []Row
	for ; n > 0 && s.n > 0; n-- {
		if s.n == s.old {
			s.renew()
		}
		rows = append(rows, s.kept(s.n-1, 0))
		s.dropNewest()
		s.end--
	}
	slices.Reverse(rows)
	return rows
}

// renew keeps the newest line as it is broken for the present width.
func (s *scrollback) renew() {
	end := s.end
	was := s.takeLine()
	whole, _ := joined(was)
	rows := whole.cut(whole.breaks(s.cols))
	rows[len(rows)-1].Wrapped = was[len(was)-1].Wrapped
	for i := range rows {
		s.pushRow(&rows[i])
	}
	s.end, s.breaks = end, nil
}

// len is how many rows there are as they are broken for the present width.
func (s *scrollback) len() int { return len(s.anew()) + s.n - s.old }

// row is row i of len, 0 the oldest, not less than cols wide.
func (s *scrollback) row(i, cols int) Row {
	breaks := s.anew()
	if i < len(breaks) {
		return s.brokenRow(i, cols)
	}
	return s.kept(s.old+i-len(breaks), cols)
}

func (s *scrollback) clear() {
	*s = scrollback{limit: s.limit, cols: s.cols, end: s.end, out: s.out}
}
