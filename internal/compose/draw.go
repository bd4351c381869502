package compose

import "atrium/internal/layout"

// minRows is the least height that has a bar and borders; below it only the
// focused pane is drawn.
const minRows = 3

// Draw makes f show s. It keeps the memory of f, so that a Frame drawn again
// and again at one size allocates nothing.
func (f *Frame) Draw(s *Screen) {
	f.reset(s.Cols, s.Rows)
	panes := f.bounds()
	if f.Rows >= minRows {
		panes.H--
		for i := range s.Tiles {
			f.tile(&s.Tiles[i], panes, s.Beat)
		}
		f.bar(&s.Bar)
	} else {
		f.focusedOnly(s, panes)
	}
	f.help(&s.Help, panes)
	f.prompt(&s.Prompt)
}

func (f *Frame) focusedOnly(s *Screen, area layout.Rect) {
	for i := range s.Tiles {
		if t := s.Tiles[i]; t.Focused {
			t.Rect, t.Inner, t.Bordered = area, area, false
			f.tile(&t, area, s.Beat)
		}
	}
}

// overlap is the common part of a and b; it has no cells when W or H is 0.
func overlap(a, b layout.Rect) layout.Rect {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return layout.Rect{
		X: x, Y: y,
		W: max(0, min(a.X+a.W, b.X+b.W)-x),
		H: max(0, min(a.Y+a.H, b.Y+b.H)-y),
	}
}

// centred is a rectangle of that size in the middle of area, cut to it.
func centred(area layout.Rect, w, h int) layout.Rect {
	w, h = min(w, area.W), min(h, area.H)
	return layout.Rect{X: area.X + (area.W-w)/2, Y: area.Y + (area.H-h)/2, W: w, H: h}
}
