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
// the bottom of one whose last output is worth reading.
func (f *Frame) message(t *Tile, inner layout.Rect) {
	lines := wrap(sentences(t.Message), max(1, inner.W-boxCols))
	at := centred(inner, widest(lines)+boxCols, len(lines)+boxRows)
	if slices.ContainsFunc(t.Grid, written) {
		at.Y = inner.Y + inner.H - at.H
	}
	f.box(at, "", lines, borderStyle(t))
}

// help shows what the operator asked for, over everything in area.
func (f *Frame) help(h *Help, area layout.Rect) {
	if len(h.Lines) == 0 {
		return
	}
	lines := sentences(h.Lines)
	title := sentence(h.Title)
	at := centred(area, max(widest(lines), displaywidth.String(title))+boxCols, len(lines)+boxRows)
	f.box(at, title, lines, plain.in(brightCyan))
	f.Cursor = vt.Cursor{}
}

// box draws lines in a border, or without one where it would leave no room.
func (f *Frame) box(at layout.Rect, title string, lines []string, st style) {
	for y := at.Y; y < at.Y+at.H; y++ {
		for x := at.X; x < at.X+at.W; x++ {
			f.set(x, y, blank, vt.Extra{})
		}
	}
	if at.W > boxCols && at.H > boxRows {
		f.border(at, st)
		if title != "" {
			x := f.write(at.X+1, at.Y, at.X+at.W-1, " ", st)
			x = f.write(x, at.Y, at.X+at.W-1, title, st.bold())
			f.write(x, at.Y, at.X+at.W-1, " ", st)
		}
		at = layout.Rect{X: at.X + boxCols/2, Y: at.Y + 1, W: at.W - boxCols, H: at.H - boxRows}
	}
	for i, line := range lines[:min(len(lines), at.H)] {
		f.write(at.X, at.Y+i, at.X+at.W, line, plain)
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
