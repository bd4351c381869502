package session

import (
	"bytes"
	"time"

	"atrium/internal/front"
)

// clickTime is how soon after another a click makes a double one, and how long
// what a double click copied is shown.
const clickTime = 400 * time.Millisecond

// mostLines bounds one turn of the wheel.
const mostLines = 100

// click is the last press of the button.
type click struct {
	pane  front.PaneRef
	x, y  int
	at    time.Time
	count int  // 2 for a double click, 3 for a triple one, 0 for none yet
	held  bool // the button is still down
}

// follows tells whether a press at the place and time of c goes with an earlier
// one.
func (c click) follows(last click) bool {
	return last.count > 0 && last.pane == c.pane && last.x == c.x && last.y == c.y && c.at.Before(last.at.Add(clickTime))
}

// wheel scrolls a pane whose program does not follow the mouse: a full-screen
// program by arrow keys, since it has no scrollback, any other in copy mode.
func (s *State) wheel(p *pane, lines int) {
	if p == nil {
		return
	}
	lines = min(max(lines, -mostLines), mostLines)
	switch {
	case p.reading != nil:
		s.wheelReader(p, lines)
	case p.term.Modes().Mouse >= 1000: // since the front saw it, and it gets the next one
	case p.term.Modes().AltScreen && p.term.Modes().NoWheelKeys:
	case p.term.Modes().AltScreen:
		s.input(p, arrows(lines, p.term.Modes().AppCursor))
	case lines < 0 && p.term.ScrollbackLen() > 0:
		s.read(p, byWheel)
		s.wheelReader(p, lines)
	}
}

func (s *State) wheelReader(p *pane, lines int) {
	p.reading.mode.Wheel(lines)
	if lines > 0 && p.reading.by == byWheel && p.reading.mode.AtBottom() {
		s.stopReading(p)
	}
	s.redraw()
}

// arrows is that many presses of an arrow key, down or up when negative.
func arrows(lines int, app bool) []byte {
	key := []byte("\x1b[B")
	if lines < 0 {
		key[2] = 'A'
		lines = -lines
	}
	if app {
		key[1] = 'O'
	}
	return bytes.Repeat(key, lines)
}

// point is the left button: a drag selects, a double click takes a word, a
// triple one a line, and the release copies.
func (s *State) point(p *pane, c front.Point) {
	switch {
	case p == nil || p.exit == nil && len(p.message) > 0:
	case c.Do == front.Press:
		s.press(p, c.X, c.Y)
	case !s.click.held || s.click.pane != p.ref:
	case c.Do == front.Drag:
		s.drag(p, c.X, c.Y)
	case c.Do == front.Release:
		s.release(p)
	}
}

func (s *State) press(p *pane, x, y int) {
	last := s.click
	s.click = click{pane: p.ref, x: x, y: y, at: s.now, count: 1, held: true}
	if s.click.follows(last) {
		s.click.count = last.count%3 + 1
	}
	if s.click.count > 1 {
		s.pick(p)
		return
	}
	switch r := p.reading; {
	case r == nil:
	case r.by == byButton:
		s.stopReading(p)
	default:
		r.mode.Press(x, y)
		s.redraw()
	}
}

// pick selects the word or the line that was clicked at.
func (s *State) pick(p *pane) {
	s.readByButton(p)
	if s.click.count == 2 {
		p.reading.mode.SelectWord(s.click.x, s.click.y)
	} else {
		p.reading.mode.SelectLine(s.click.x, s.click.y)
	}
	s.redraw()
}

// readByButton enters copy mode for as long as the button is held, unless p is
// in it already.
func (s *State) readByButton(p *pane) {
	if p.reading == nil {
		s.read(p, byButton)
	}
	p.reading.wakeAt = time.Time{}
}

func (s *State) drag(p *pane, x, y int) {
	if p.reading == nil {
		s.read(p, byButton)
		p.reading.mode.Press(s.click.x, s.click.y)
	}
	p.reading.mode.Drag(x, y)
	s.redraw()
}

// release copies what the button selected. What it entered copy mode for it
// leaves, after a moment in which a double click is seen.
func (s *State) release(p *pane) {
	s.click.held = false
	r := p.reading
	if r == nil || !r.mode.Selecting() {
		return
	}
	if out := r.mode.Copy(); out.Copied {
		s.copy(out.Text)
	}
	switch {
	case r.by != byButton:
	case s.click.count > 1:
		r.wakeAt = s.now.Add(clickTime)
	default:
		s.stopReading(p)
	}
}
