package vt

import "sort"

// broken is where a row begins that the scrollback does not keep so: in which of
// the rows it keeps, and how many cells behind the start of that.
type broken struct {
	row, x int32
	begins bool // a line begins here
}

// widen makes cols the width of what is added, and of what is read.
func (s *scrollback) widen(cols int) {
	if cols != s.cols {
		s.cols, s.old, s.breaks = cols, s.n, nil
	}
}

// anew is how the rows of another width are broken for the present one. Where
// that is not known it looks at each of them, and needs the text of those alone
// that have wide characters.
func (s *scrollback) anew() []broken {
	if s.breaks == nil && s.old > 0 {
		s.breaks = make([]broken, 0, s.old)
		for i := 0; i < s.old; {
			i = s.breakLine(i)
		}
	}
	return s.breaks
}

// breakLine adds the breaks of the line that begins in row i, and is the row
// behind it.
func (s *scrollback) breakLine(i int) int {
	end, wide := i+1, s.at(i).wide
	for end < s.old && !s.at(end).begins {
		wide = wide || s.at(end).wide
		end++
	}
	s.breaks = append(s.breaks, broken{row: int32(i), begins: true})
	if wide {
		s.breakWide(i, end)
		return end
	}
	filled := 0 // columns of the row that goes on
	for ; i < end; i++ {
		for x, width := 0, int(s.at(i).width); x < width; {
			if filled == s.cols {
				s.breaks = append(s.breaks, broken{row: int32(i), x: int32(x)})
				filled = 0
			}
			n := min(s.cols-filled, width-x)
			filled += n
			x += n
		}
	}
	return end
}

// breakWide adds the breaks but the first of the line of rows from i to end.
func (s *scrollback) breakWide(i, end int) {
	whole, starts := joined(s.keptRows(i, end))
	for _, at := range whole.breaks(s.cols)[1:] {
		k := sort.SearchInts(starts, at+1) - 1
		s.breaks = append(s.breaks, broken{row: int32(i + k), x: int32(at - starts[k])})
	}
}

func (s *scrollback) keptRows(i, end int) []Row {
	rows := make([]Row, 0, end-i)
	for ; i < end; i++ {
		rows = append(rows, s.kept(i, 0))
	}
	return rows
}

// brokenRow is row i of those that are broken anew, not less than cols wide.
func (s *scrollback) brokenRow(i, cols int) Row {
	at, next := s.breaks[i], s.after(i)
	end := int(next.row)
	if !next.begins {
		end++
	}
	whole, starts := joined(s.keptRows(int(at.row), end))
	to := len(whole.Cells)
	if !next.begins {
		to = starts[len(starts)-1] + int(next.x)
	}
	r := whole.piece(int(at.x), to)
	r.Wrapped = !next.begins || s.at(end-1).wrapped
	r.fit(max(cols, len(r.Cells)))
	return r
}

// after is where the row behind row i begins.
func (s *scrollback) after(i int) broken {
	if i+1 < len(s.breaks) {
		return s.breaks[i+1]
	}
	return broken{row: int32(s.old), begins: true}
}
