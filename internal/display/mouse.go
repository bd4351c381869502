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

// drag is the left button held over a pane. Where it goes, the pane is the one
// in which it was pressed.
type drag struct {
	held bool
	pane front.PaneRef
	x, y int // of the pointer
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
	d.point(front.Press)
}

func (d *Display) dragTo(x, y int) {
	if d.drag.held && (x != d.drag.x || y != d.drag.y) {
		d.drag.x, d.drag.y = x, y
		d.point(front.Drag)
	}
}

func (d *Display) release() {
	if d.drag.held {
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
