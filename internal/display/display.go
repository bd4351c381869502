// Package display is one attached terminal: the operator's bytes in, commands
// for the core out; Views of the core in, the bytes that the terminal needs
// out. It is pure: no clock, no descriptor, no goroutine, and it knows no pane
// but by what a View tells of it. What the terminal shows and which modes it is
// in are kept here and nowhere else, so that a frame is always the difference
// to them. client calls it.
package display

import (
	"maps"
	"slices"
	"time"

	"atrium/internal/compose"
	"atrium/internal/front"
	"atrium/internal/keys"
)

// Display is the state of one terminal. It belongs to one goroutine.
type Display struct {
	caps    compose.Caps
	bound   *keys.Bindings
	hint    string // on the bar
	scanner *keys.Scanner
	asks    bool
	known   known
	out     []front.Command // of the Input under way

	cols, rows int
	view       front.View // the last one; the grids are in mirrors
	seen       bool       // there was one
	mirrors    map[front.PaneRef]*mirror

	prompt prompt
	help   bool
	helpAt int  // first line of the help that is shown
	mouse  bool // capture is on
	drag   drag
	note   string // until the next input
	beat   beat
	stale  bool // the next Frame may differ from the last

	outer   outer
	shown   compose.Shown // what the terminal shows
	screen  compose.Screen
	pending []byte // what is passed on with the next frame
	frame   []byte // the last one, for its memory
}

// Setup is what a Display is told of the terminal and of the operator.
type Setup struct {
	Caps compose.Caps   // what the terminal can show, as far as its environment tells
	Asks bool           // the terminal may be asked for the rest
	Keys *keys.Bindings // nil for the usual ones
}

// New is a Display for a terminal that is taken to show anything and to be in
// any mode.
func New(setup Setup) *Display {
	if setup.Keys == nil {
		setup.Keys = keys.Usual()
	}
	return &Display{
		caps:    setup.Caps,
		asks:    setup.Asks,
		bound:   setup.Keys,
		hint:    hintOf(setup.Keys),
		scanner: keys.New(setup.Keys),
		mirrors: map[front.PaneRef]*mirror{},
		cols:    80,
		rows:    24,
	}
}

// Resize tells the terminal's size in cells, and that it may show anything: a
// terminal moves its lines about when its size changes.
func (d *Display) Resize(cols, rows int) []front.Command {
	d.cols, d.rows = max(1, cols), max(1, rows)
	d.drag = drag{}
	d.Repaint()
	return []front.Command{front.Resize{Cols: d.cols, Rows: d.rows}}
}

// Repaint forgets what the terminal shows and in which modes it is: the next
// Frame is whole.
func (d *Display) Repaint() {
	d.shown.Forget()
	d.outer.known = false
	d.stale = true
}

// View takes in what the core shows.
func (d *Display) View(v front.View) {
	for i := range v.Tiles {
		t := &v.Tiles[i]
		m := d.mirrors[t.Pane]
		if m == nil || v.Full {
			m = &mirror{}
			d.mirrors[t.Pane] = m
		}
		m.merge(t)
	}
	if len(d.mirrors) > len(v.Tiles) {
		maps.DeleteFunc(d.mirrors, func(ref front.PaneRef, _ *mirror) bool { return !shows(v.Tiles, ref) })
	}
	d.beat.watch(v.Tiles)
	d.pass(v.Signals)
	d.view, d.seen, d.stale = v, true, true
}

func shows(tiles []front.Tile, ref front.PaneRef) bool {
	return slices.ContainsFunc(tiles, func(t front.Tile) bool { return t.Pane == ref })
}

// Frame is the least that brings the terminal up to date, and nothing when it
// is. What it returns counts as written: if it was not, Repaint must follow. It
// is valid until the next one.
// Nothing is composed for a key that only a pane gets: its echo would wait.
func (d *Display) Frame() []byte {
	if !d.seen || !d.stale {
		return nil
	}
	d.stale = false
	out := append(d.frame[:0], d.pending...)
	d.pending = d.pending[:0]
	out = d.outer.change(out, d.wanted())
	d.compose()
	d.frame = d.ask(d.shown.Update(out, &d.screen, d.caps))
	return d.frame
}

// focused is the tile that has the keyboard, nil when there is none.
func (d *Display) focused() *front.Tile {
	for i := range d.view.Tiles {
		if t := &d.view.Tiles[i]; t.Focused {
			return t
		}
	}
	return nil
}

const (
	keyWait    = 25 * time.Millisecond // as long as the rest of a key's sequence takes on a slow line
	answerWait = 2 * time.Second       // as long as the rest of a terminal's answer may take
)

// Unfinished is how long after an Input to wait for the rest of what it ended
// in, before Release; 0 when it ended in nothing unfinished.
func (d *Display) Unfinished() time.Duration {
	switch d.scanner.Waiting() {
	case keys.ShortWait:
		return keyWait
	case keys.LongWait:
		return answerWait
	}
	return 0
}

// Release takes what is unfinished for all there is to come: an ESC is the
// Escape key then.
func (d *Display) Release() []front.Command {
	return d.obey(d.scanner.Flush())
}
