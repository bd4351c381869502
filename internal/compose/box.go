package compose

import (
	"slices"

	"github.com/clipperhouse/displaywidth"

	"atrium/internal/layout"
	"atrium/internal/safetext"
	"atrium/internal/vt"
)

// The room that a box takes around its lines.
const (
	boxCols = 4 // border and one blank, left and right
	boxRows = 2
)

// message shows the lines of t in a box, in the middle of an empty pane and at
// the bottom of one whose last output is worth reading. Where a border would
// take the place of words there is none.
func (f *Frame) message(t *Tile, inner layout.Rect) {
	text := sentences(t.Message)
	lines := wrap(text, max(1, inner.W-boxCols))
	w, h := widest(lines)+boxCols, len(lines)+boxRows
	bordered := w <= inner.W && h <= inner.H
	if !bordered {
		lines = wrap(text, max(1, inner.W))
		w, h = widest(lines), len(lines)
	}
	at := centred(inner, w, h)
	if slices.ContainsFunc(t.Grid, written) {
		at.Y = inner.Y + inner.H - at.H
	}
	if bordered {
		at = f.box(at, "", borderStyle(t))
	}
	f.sheet(at, lines)
}

// help shows what the operator asked for, over everything in area.
func (f *Frame) help(h *Help, area layout.Rect) {
	if len(h.Lines) == 0 {
		return
	}
	lines, title := sentences(h.Lines), sentence(h.Title)
	w := max(widest(lines), displaywidth.String(title)) + boxCols
	at := centred(area, w, len(lines)+boxRows)
	if at.W > boxCols && at.H > boxRows {
		at = f.box(at, title, plain.in(brightCyan))
	}
	f.sheet(at, lines)
	f.Cursor = vt.Cursor{}
}

// box draws a border with a title around blanks and returns the room inside.
func (f *Frame) box(at layout.Rect, title string, st style) layout.Rect {
	f.sheet(at, nil)
	f.border(at, st)
	if title != "" {
		y, end := at.Y, at.X+at.W-1
		x := f.write(at.X+1, y, end, " ", st)
		x = f.write(x, y, end, title, st.bold())
		f.write(x, y, end, " ", st)
	}
	return layout.Rect{X: at.X + boxCols/2, Y: at.Y + 1, W: at.W - boxCols, H: at.H - boxRows}
}

// sheet blanks a rectangle and writes the lines that fit into it.
func (f *Frame) sheet(at layout.Rect, lines []string) {
	for y := range at.H {
		for x := range at.W {
			f.set(at.X+x, at.Y+y, blank)
		}
		if y < len(lines) {
			f.write(at.X, at.Y+y, at.X+at.W, lines[y], plain)
		}
	}
}

// splash says what a pane that has shown nothing yet is waiting for. The dots
// count with beat and do not move the words.
func (f *Frame) splash(t *Tile, inner layout.Rect, beat int) {
	const dots = "..."
	line := "starting " + safetext.Defang(t.Name)
	at := centred(inner, displaywidth.String(line)+1+len(dots), 1)
	if at.H == 0 {
		return
	}
	end := at.X + at.W
	x := f.write(at.X, at.Y, end, line, plain.in(grey))
	f.write(x+1, at.Y, end, dots[:uint(beat)%4], plain.in(grey))
}

// written tells whether a row shows anything.
func written(row vt.Row) bool {
	return slices.ContainsFunc(row.Cells, func(c vt.Cell) bool { return c.Rune > ' ' })
}
