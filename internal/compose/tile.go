package compose

import (
	"strconv"

	"github.com/clipperhouse/displaywidth"

	"atrium/internal/layout"
	"atrium/internal/safetext"
)

// minLabel is the width from which a border has room to say whose it is.
const minLabel = 5

func (f *Frame) tile(t *Tile, panes layout.Rect, beat int) {
	inner := overlap(t.Inner, panes)
	if t.Bordered {
		st := borderStyle(t)
		f.border(t.Rect, st)
		f.label(t, st, f.mark(t, st))
		inside := layout.Rect{X: t.Rect.X + 1, Y: t.Rect.Y + 1, W: t.Rect.W - 2, H: t.Rect.H - 2}
		inner = overlap(inner, inside)
	}
	f.grid(t, inner)
	if !t.Bordered {
		f.markOver(t, inner)
	}
	switch {
	case len(t.Message) > 0:
		f.message(t, inner)
	case t.Starting:
		f.splash(t, inner, beat)
	case t.Focused:
		f.place(t, inner)
	}
}

func (f *Frame) grid(t *Tile, inner layout.Rect) {
	if inner.W == 0 {
		return
	}
	for y := range min(inner.H, len(t.Grid)) {
		f.copyRow(inner.X, inner.Y+y, inner.X+inner.W, t.Grid[y])
	}
}

// place puts the terminal's cursor where the pane's is, if that is visible.
func (f *Frame) place(t *Tile, inner layout.Rect) {
	c := t.Cursor
	if c.X < 0 || c.Y < 0 || c.X >= inner.W || c.Y >= inner.H {
		return
	}
	c.X, c.Y = c.X+inner.X, c.Y+inner.Y
	f.Cursor = c
}

// border draws the edge of r, also where r is too small for a corner at each
// end or reaches past the screen.
func (f *Frame) border(r layout.Rect, st style) {
	right, bottom := r.X+r.W-1, r.Y+r.H-1
	f.edgeRow(r, bottom, st)
	f.edgeRow(r, r.Y, st)
	for y := r.Y + 1; y < min(bottom, f.Rows); y++ {
		f.edge(right, y, '│', st)
		f.edge(r.X, y, '│', st)
	}
	f.edge(right, bottom, '┘', st)
	f.edge(r.X, bottom, '└', st)
	f.edge(right, r.Y, '┐', st)
	f.edge(r.X, r.Y, '┌', st)
}

func (f *Frame) edgeRow(r layout.Rect, y int, st style) {
	if !f.takes(y) {
		return
	}
	for x := r.X; x <= min(r.X+r.W, f.Cols)-1; x++ {
		f.edge(x, y, '─', st)
	}
}

func (f *Frame) edge(x, y int, r rune, st style) { f.set(x, y, st.cell(r, 1)) }

// mark writes where the reader of a tile is into its top border, if there is
// room, and tells the column at which a label must end.
func (f *Frame) mark(t *Tile, st style) (end int) {
	end = t.Rect.X + t.Rect.W - 1
	if t.Mark == "" {
		return end
	}
	mark := safetext.Defang(t.Mark)
	x := end - 1 - displaywidth.String(mark)
	if x <= t.Rect.X {
		return end
	}
	f.write(x, t.Rect.Y, end, mark, st.in(brightYellow))
	return x - 1
}

// markOver writes it over the grid of a tile without a border.
func (f *Frame) markOver(t *Tile, inner layout.Rect) {
	if t.Mark == "" {
		return
	}
	mark := safetext.Defang(t.Mark)
	if x := inner.X + inner.W - displaywidth.String(mark); x >= inner.X && inner.H > 0 {
		f.write(x, inner.Y, inner.X+inner.W, mark, plain.in(brightYellow).inverse())
	}
}

// label writes whose tile it is into the top border, up to column end.
func (f *Frame) label(t *Tile, st style, end int) {
	if t.Rect.W < minLabel || !f.takes(t.Rect.Y) {
		return
	}
	x, y := t.Rect.X+1, t.Rect.Y
	x = f.write(x, y, end, " ", st)
	x = f.write(x, y, end, strconv.Itoa(t.Index), st)
	x = f.write(x, y, end, ":", st)
	x = f.write(x, y, end, safetext.Defang(t.Name), st)
	x = f.write(x, y, end, " ", st)
	if t.Badge != 0 {
		x = f.writeRune(x, y, end, t.Badge, st)
	}
	if t.Identity != "" {
		x = f.identity(x, y, end, t.Identity, st)
	}
	if t.Badge != 0 || t.Identity != "" {
		f.write(x, y, end, " ", st)
	}
}

func (f *Frame) identity(x, y, end int, name string, st style) int {
	st = st.in(identityHue(name))
	x = f.writeRune(x, y, end, '·', st)
	return f.write(x, y, end, safetext.Defang(name), st)
}
