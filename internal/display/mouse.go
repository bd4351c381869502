package display

import (
	"atrium/internal/front"
	"atrium/internal/keys"
	"atrium/internal/layout"
)

// toggleMouse turns mouse capture on or off, for the scanner at once and for
// the terminal with the next frame.
func (d *Display) toggleMouse() {
	d.mouse = !d.mouse
	d.drag = drag{}
	d.scanner.SetMouse(d.mouse)
	d.note = "mouse off"
	if d.mouse {
		d.note = "mouse on: click focuses, drag copies, the wheel scrolls"
	}
}

// pointer obeys a mouse report.
func (d *Display) pointer(m keys.Mouse) {
	switch {
	case d.covered():
	case m.Wheel():
		d.wheel(m)
	case !m.Left():
	case m.Up:
		d.release()
	case m.Motion():
		d.dragTo(m.X, m.Y)
	default:
		d.press(m.X, m.Y)
	}
}

// drag is the left button held over a pane, or on its border. Where it goes, the
// pane is the one in which it was pressed.
type drag struct {
	held   bool
	pane   front.PaneRef
	x, y   int // of the pointer
	border bool
	side   layout.Side // of the border
}

// press focuses the pane under the pointer.
func (d *Display) press(x, y int) {
	d.drag = drag{}
	t := d.tileAt(x, y)
	if t == nil {
		return
	}
	if !t.Focused {
		d.send(front.FocusPane{Pane: t.Pane})
	}
	d.drag = drag{held: true, pane: t.Pane, x: x, y: y}
	if d.drag.side, d.drag.border = borderAt(t, x, y); !d.drag.border {
		d.point(front.Press)
	}
}

func (d *Display) dragTo(x, y int) {
	if !d.drag.held || x == d.drag.x && y == d.drag.y {
		return
	}
	d.drag.x, d.drag.y = x, y
	if d.drag.border {
		d.moveBorder()
	} else {
		d.point(front.Drag)
	}
}

// borderAt is the side of a tile whose border lies under the pointer.
func borderAt(t *front.Tile, x, y int) (side layout.Side, ok bool) {
	r := t.Rect
	switch {
	case !t.Bordered:
		return 0, false
	case x == r.X:
		return layout.Left, true
	case x == r.X+r.W-1:
		return layout.Right, true
	case y == r.Y:
		return layout.Up, true
	case y == r.Y+r.H-1:
		return layout.Down, true
	}
	return 0, false
}

// moveBorder takes the border to the pointer. Each tile has a border of its own,
// so that the one that is held stays under it. Of several moves in one read the
// last one counts.
func (d *Display) moveBorder() {
	move := front.DragBorder{Pane: d.drag.pane, Side: d.drag.side, At: d.drag.x}
	switch d.drag.side {
	case layout.Right:
		move.At++
	case layout.Up:
		move.At = d.drag.y
	case layout.Down:
		move.At = d.drag.y + 1
	}
	if n := len(d.out); n > 0 {
		if _, same := d.out[n-1].(front.DragBorder); same {
			d.out = d.out[:n-1]
		}
	}
	d.send(move)
}

func (d *Display) release() {
	if d.drag.held && !d.drag.border {
		d.point(front.Release)
	}
	d.drag = drag{}
}

// point tells the core what the button did, unless its pane is gone.
func (d *Display) point(do front.Pointing) {
	for i := range d.view.Tiles {
		if t := &d.view.Tiles[i]; t.Pane == d.drag.pane {
			d.send(front.Point{Pane: t.Pane, X: d.drag.x - t.Inner.X, Y: d.drag.y - t.Inner.Y, Do: do})
			return
		}
	}
	d.drag = drag{}
}

// wheelLines is how far a notch of the wheel goes.
const wheelLines = 3

// wheel passes a notch on to the pane under the pointer: as a report if its
// program asked for the mouse, otherwise for the core to scroll.
func (d *Display) wheel(m keys.Mouse) {
	t := d.tileAt(m.X, m.Y)
	switch {
	case t == nil || !inside(t.Inner, m.X, m.Y):
	case t.Modes.Mouse >= 1000:
		report := t.Modes.EncodeMouse(m.Code, m.X-t.Inner.X, m.Y-t.Inner.Y, true, false)
		if report != nil {
			d.send(front.InputTo{Pane: t.Pane, Bytes: report})
		}
	case m.Button() == 0:
		d.send(front.Wheel{Pane: t.Pane, Lines: -wheelLines})
	case m.Button() == 1:
		d.send(front.Wheel{Pane: t.Pane, Lines: wheelLines})
	}
}

// tileAt is the tile that is seen at that cell, nil for none.
func (d *Display) tileAt(x, y int) *front.Tile {
	for i := len(d.view.Tiles) - 1; i >= 0; i-- {
		if t := &d.view.Tiles[i]; inside(t.Rect, x, y) {
			return t
		}
	}
	return nil
}

func inside(r layout.Rect, x, y int) bool {
	return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H
}
