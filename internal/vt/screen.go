package vt

// screen is one of the two screens of a terminal: a ring of rows, the scroll
// region, and the cursor saved for it.
type screen struct {
	ring   []Row
	first  int // index in ring of the top row
	top    int // first row of the scroll region
	bottom int // row after its last
	saved  cursor
	leftAt int // row of the cursor when the other screen was shown
}

func (s *screen) allocate(cols, rows int) {
	cells := make([]Cell, cols*rows)
	fill(cells, blank(DefaultColor))
	s.ring = make([]Row, rows)
	for y := range s.ring {
		s.ring[y].Cells = cells[y*cols : (y+1)*cols : (y+1)*cols]
	}
	s.first = 0
	s.top, s.bottom = 0, rows
	s.saved = cursor{pen: plainPen}
}

func (s *screen) row(y int) *Row {
	i := s.first + y
	if i >= len(s.ring) {
		i -= len(s.ring)
	}
	return &s.ring[i]
}

// clear blanks rows from to to.
func (s *screen) clear(from, to int, bg Color) {
	for y := from; y < to; y++ {
		s.row(y).clear(bg)
	}
}

func (r *Row) clear(bg Color) {
	r.Extras = nil
	r.Wrapped = false
	r.erase(0, len(r.Cells), bg)
}

// scrollUp moves rows from to to up by one: the first is cleared and becomes
// the last.
func (s *screen) scrollUp(from, to int, bg Color) {
	s.row(from).clear(bg)
	if from == 0 && to == len(s.ring) {
		if s.first++; s.first == len(s.ring) {
			s.first = 0
		}
		return
	}
	gone := *s.row(from)
	for y := from; y < to-1; y++ {
		*s.row(y) = *s.row(y + 1)
	}
	*s.row(to - 1) = gone
}

// scrollDown moves rows from to to down by one: the last is cleared and
// becomes the first.
func (s *screen) scrollDown(from, to int, bg Color) {
	s.row(to - 1).clear(bg)
	if from == 0 && to == len(s.ring) {
		s.first = (s.first + len(s.ring) - 1) % len(s.ring)
		return
	}
	gone := *s.row(to - 1)
	for y := to - 1; y > from; y-- {
		*s.row(y) = *s.row(y - 1)
	}
	*s.row(from) = gone
}
