package compose

import (
	"slices"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

// Update makes f show s as Draw does, but leaves the lines as they are in which
// nothing changed since its last Update: a key changes one of them. It tells
// rows of a grid apart by their memory, so none may be written to once it was
// in a Screen.
func (f *Frame) Update(s *Screen) {
	plain := s.plain()
	if plain && f.last.like(s) {
		f.keep(s)
	}
	f.draw(s)
	clear(f.kept)
	f.last.known = plain
	if plain {
		f.last.remember(s)
	}
}

// Forget makes the next Update a Draw. It must follow a change of f's Lines.
func (f *Frame) Forget() { f.last.known = false }

// memory is what a Frame was updated to.
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
	return s.Rows >= minRows && !s.Prompt.Open && len(s.Help.Lines) == 0 &&
		!slices.ContainsFunc(s.Tiles, func(t Tile) bool { return t.Starting || len(t.Message) > 0 })
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

// keep marks the lines in which all rows are those of the last Update.
func (f *Frame) keep(s *Screen) {
	for y := range f.kept {
		f.kept[y] = true
	}
	for i := range s.Tiles {
		t := &s.Tiles[i]
		for n, row := range t.Grid {
			y := t.Inner.Y + n
			if y >= 0 && y < f.Rows && f.last.grids[i][n] != first(row) {
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
		for _, row := range s.Tiles[i].Grid {
			l.grids[i] = append(l.grids[i], first(row))
		}
	}
}

// first tells a row from others.
func first(row vt.Row) *vt.Cell {
	if len(row.Cells) == 0 {
		return nil
	}
	return &row.Cells[0]
}
