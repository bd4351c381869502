package compose

import (
	"slices"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

// Shown is what a terminal shows, kept so that bringing it up to date costs as
// much as what changed: a key changes one line, and no other is looked at. The
// zero value is a terminal that shows anything.
type Shown struct {
	now  *Frame // nil for anything
	next *Frame // where lines are drawn before they take their places in now
	last memory // what now was drawn from
}

// Forget says that the terminal may show anything: the next Update is whole.
func (t *Shown) Forget() { t.now = nil }

// Update appends to dst the least that makes the terminal show s, and counts it
// as written. It tells rows of a grid apart by their memory, so none may be
// written to once it was in a Screen.
func (t *Shown) Update(dst []byte, s *Screen, caps Caps) []byte {
	if t.next == nil {
		t.next = NewFrame(s.Cols, s.Rows)
	}
	plain := s.plain()
	partly := plain && t.now != nil && t.last.like(s)
	if partly {
		t.next.keep(s, &t.last)
	}
	t.next.Draw(s)
	dst = AppendDiff(dst, t.now, t.next, caps)
	if partly {
		t.now.take(t.next)
	} else {
		t.now, t.next = t.next, t.now
	}
	if t.last.known = plain; plain {
		t.last.remember(s)
	}
	return dst
}

// take exchanges the lines that were drawn in next for those of f.
func (f *Frame) take(next *Frame) {
	f.Cursor = next.Cursor
	for y, kept := range next.kept {
		if !kept {
			f.Lines[y], next.Lines[y] = next.Lines[y], f.Lines[y]
		}
	}
	clear(next.kept)
}

// memory is the part of a Screen that tells which lines the next one changes.
type memory struct {
	known      bool
	cols, rows int
	tiles      []edge
	grids      [][]*vt.Cell // the first cell of each row of each tile
	bar        Bar
}

// edge is what is drawn of a tile beside its grid.
type edge struct {
	rect, inner       layout.Rect
	bordered, focused bool
	index             int
	name, identity    string
	mark              string
	badge             rune
	exited, active    bool
}

func edgeOf(t *Tile) edge {
	return edge{
		t.Rect, t.Inner, t.Bordered, t.Focused, t.Index,
		t.Name, t.Identity, t.Mark, t.Badge, t.Exited, t.Active,
	}
}

// plain tells that the grids of s are where its tiles say, and that nothing
// lies over them.
func (s *Screen) plain() bool {
	if s.Rows < minRows || s.Prompt.Open || len(s.Help.Lines) > 0 {
		return false
	}
	for i := range s.Tiles {
		if t := &s.Tiles[i]; t.Starting || len(t.Message) > 0 {
			return false
		}
	}
	return true
}

// like tells that s differs from what is remembered at most in its grids' rows and
// cursors.
func (l *memory) like(s *Screen) bool {
	if !l.known || l.cols != s.Cols || l.rows != s.Rows || len(l.tiles) != len(s.Tiles) {
		return false
	}
	for i := range s.Tiles {
		if t := &s.Tiles[i]; l.tiles[i] != edgeOf(t) || len(l.grids[i]) != len(t.Grid) {
			return false
		}
	}
	return l.bar.Active == s.Bar.Active && l.bar.Note == s.Bar.Note && l.bar.Hint == s.Bar.Hint &&
		slices.Equal(l.bar.Windows, s.Bar.Windows)
}

// keep marks the lines in which all rows are those that are remembered: drawing
// and comparing pass over them.
func (f *Frame) keep(s *Screen, last *memory) {
	f.size(s.Cols, s.Rows)
	for y := range f.kept {
		f.kept[y] = true
	}
	for i := range s.Tiles {
		t := &s.Tiles[i]
		for n := range t.Grid {
			y := t.Inner.Y + n
			if y >= 0 && y < f.Rows && last.grids[i][n] != first(&t.Grid[n]) {
				f.kept[y] = false
			}
		}
	}
}

func (l *memory) remember(s *Screen) {
	l.cols, l.rows = s.Cols, s.Rows
	windows := append(l.bar.Windows[:0], s.Bar.Windows...)
	l.bar = s.Bar
	l.bar.Windows = windows
	l.tiles = l.tiles[:0]
	l.grids = slices.Grow(l.grids[:0], len(s.Tiles))[:len(s.Tiles)]
	for i := range s.Tiles {
		l.tiles = append(l.tiles, edgeOf(&s.Tiles[i]))
		l.grids[i] = l.grids[i][:0]
		for n := range s.Tiles[i].Grid {
			l.grids[i] = append(l.grids[i], first(&s.Tiles[i].Grid[n]))
		}
	}
}

// first tells a row from others.
func first(row *vt.Row) *vt.Cell {
	if len(row.Cells) == 0 {
		return nil
	}
	return &row.Cells[0]
}
