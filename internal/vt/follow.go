package vt

import "sort"

// Position is a place in the lines of a terminal (line.go).
type Position struct {
	Line int // number of the line
	Col  int // zero-based
}

// spot is a place in the rows that the scrollback keeps and in those of the
// main screen below them, counted from the oldest. Another width does not move
// what the scrollback keeps.
type spot struct{ row, x int }

// spot is where p is.
func (t *Terminal) spot(p Position) spot {
	s := &t.history
	breaks := s.anew()
	at := spot{s.n - (s.end - p.Line), p.Col}
	if i := at.row - s.old + len(breaks); i >= 0 && i < len(breaks) {
		at = spot{int(breaks[i].row), int(breaks[i].x) + p.Col}
	}
	for at.row+1 < s.n && !s.at(at.row+1).begins && at.x >= int(s.at(at.row).width) {
		at.x -= int(s.at(at.row).width)
		at.row++
	}
	return at
}

// position is where a spot of the scrollback is, all of which was broken anew.
func (s *scrollback) position(at spot) Position {
	breaks := s.anew()
	i := sort.Search(len(breaks), func(i int) bool {
		b := breaks[i]
		return int(b.row) > at.row || int(b.row) == at.row && int(b.x) > at.x
	}) - 1
	for row := int(breaks[i].row); row < at.row; row++ {
		at.x += int(s.at(row).width)
	}
	return Position{Line: s.end - len(breaks) + i, Col: at.x - int(breaks[i].x)}
}
