package vt

// screen is one of the two screens of a terminal: a ring of rows, the scroll
// region, and the cursor saved for it.
type screen struct {
	ring   []*lazyRow
	first  int // index in ring of the top row
	top    int // first row of the scroll region
	bottom int // row after its last
	saved  cursor
	leftAt int // row of the cursor when the other screen was shown
}

func (s *screen) allocate(cols, rows int) {
	s.ring, s.first = blankRows(cols, rows), 0
	s.top, s.bottom = 0, rows
	s.saved = cursor{pen: plainPen}
}

func blankRows(cols, rows int) []*lazyRow {
	cells := make([]Cell, cols*rows)
	fill(cells, blank(DefaultColor))
	all := make([]lazyRow, rows)
	ring := make([]*lazyRow, rows)
	for y := range ring {
		ring[y] = &all[y]
		ring[y].asText = true
		ring[y].text.reset()
		ring[y].row.Cells = cells[y*cols : (y+1)*cols : (y+1)*cols]
	}
	return ring
}

func (s *screen) index(y int) int {
	i := s.first + y
	if i >= len(s.ring) {
		i -= len(s.ring)
	}
	return i
}

// lazy is row y in whatever form it is.
func (s *screen) lazy(y int) *lazyRow { return s.ring[s.index(y)] }

// row is row y as cells.
func (s *screen) row(y int) *Row { return s.lazy(y).cells() }

// clear blanks rows from to to.
func (s *screen) clear(from, to int, bg Color) {
	for y := from; y < to; y++ {
		s.lazy(y).clear(bg)
	}
}

// scrollUp moves rows from to to up by one: the first is cleared and becomes
// the last.
func (s *screen) scrollUp(from, to int, bg Color) {
	gone := s.lazy(from)
	gone.clear(bg)
	if from == 0 && to == len(s.ring) {
		s.first = s.index(1 % to)
		return
	}
	for y := from; y < to-1; y++ {
		s.ring[s.index(y)] = s.lazy(y + 1)
	}
	s.ring[s.index(to-1)] = gone
}

// scrollDown moves rows from to to down by one: the last is cleared and
// becomes the first.
func (s *screen) scrollDown(from, to int, bg Color) {
	gone := s.lazy(to - 1)
	gone.clear(bg)
	if from == 0 && to == len(s.ring) {
		s.first = s.index(to - 1)
		return
	}
	for y := to - 1; y > from; y-- {
		s.ring[s.index(y)] = s.lazy(y - 1)
	}
	s.ring[s.index(from)] = gone
}
