package session

import (
	"time"

	"atrium/internal/front"
	"atrium/internal/layout"
)

// Step takes one event into the state and returns what is to be done about it,
// in order. now never goes back. After a Finish every event is without effect.
func (s *State) Step(now time.Time, e Event) []Effect {
	s.effects = nil
	if s.over {
		return nil
	}
	s.now = now
	s.take(e)
	s.expire()
	s.startQueued()
	s.saveIfDue()
	s.show()
	return s.effects
}

func (s *State) take(e Event) {
	switch e := e.(type) {
	case Begin:
		s.begin()
	case Operator:
		s.operate(e.Command)
	case Output:
		s.output(e)
	case Started:
		s.started(e)
	case Exited:
		s.exited(e)
	case Examined:
		s.examined(e)
	case Located:
		s.located(e)
	case Saved:
		s.saved(e)
	case Failed:
		s.failed(e)
	case Copied:
		s.handedOver(e)
	case Stopped:
		s.finish(Result{Why: e.Why})
	case Woken:
	}
}

func (s *State) operate(c front.Command) {
	switch c := c.(type) {
	case front.Input:
		s.input(s.focused(), c.Bytes)
	case front.InputTo:
		s.input(s.panes[c.Pane], c.Bytes)
	case front.Resize:
		s.resize(c.Cols, c.Rows)
	case front.NewWindow:
		s.newWindow(c.Argv)
	case front.Split:
		s.split(c.Dir)
	case front.MoveFocus:
		s.moveFocus(c.Side)
	case front.FocusPane:
		s.focusPane(c.Pane)
	case front.Grow:
		s.grow(c.Side, c.Cells)
	case front.SelectWindow:
		s.selectWindow(c.Index)
	case front.CycleWindow:
		s.cycleWindow(c.By)
	case front.LastWindow:
		s.lastWindow()
	case front.LastPane:
		s.lastPane()
	case front.RenameWindow:
		s.renameWindow(c.Name)
	case front.Swap:
		s.swap(c.By)
	case front.Rotate:
		s.rotate(c.Backward)
	case front.NextLayout:
		s.nextLayout()
	case front.MovePane:
		s.movePane(c.Index)
	case front.CopyMode:
		s.read(s.focused(), byKey)
	case front.Paste:
		s.paste()
	case front.Wheel:
		s.wheel(s.panes[c.Pane], c.Lines)
	case front.Point:
		s.point(s.panes[c.Pane], c)
	case front.DragBorder:
		s.dragBorder(s.panes[c.Pane], c.Side, c.At)
	case front.Colors:
		s.setColors(c.Colors)
	case front.Zoom:
		s.zoom()
	case front.Kill:
		s.kill(s.focused())
	case front.Quit:
		s.finish(Result{Deliberate: true})
	case front.Ready:
		s.view.ready, s.view.since = true, s.now.Add(c.In)
	case front.Refresh:
		s.view.full = true
		s.redraw()
	}
}

// NextWake is when the state wants a Woken although nothing happens, zero for
// never.
func (s *State) NextWake() time.Time {
	if s.over {
		return time.Time{}
	}
	wake := earlier(s.saving.due(s), s.colors.until)
	if s.note.text != "" {
		wake = earlier(wake, s.note.until)
	}
	if s.view.ready && s.view.stale {
		wake = earlier(wake, s.view.since)
	}
	s.each(func(p *pane) { wake = earlier(wake, p.nextWake()) })
	return wake
}

// expire does what only the passing of time brings about.
func (s *State) expire() {
	if s.note.text != "" && !s.now.Before(s.note.until) {
		s.note = note{}
		s.redraw()
	}
	s.expireColors()
	s.each(s.expirePane)
}

// earlier is the earlier of two times, of which zero is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// due tells whether a time that may be never has come.
func due(now, at time.Time) bool { return !at.IsZero() && !now.Before(at) }

// finish ends the session with what the last snapshot must say.
func (s *State) finish(r Result) {
	if s.over {
		return
	}
	s.over = true
	s.emit(Finish{Result: r, Last: s.lastSnapshot(r.Deliberate)})
}

// area is where the panes of a window go: all but the bar's row.
func (s *State) area() layout.Rect {
	return layout.Rect{W: s.cols, H: max(1, s.rows-1)}
}
