package session

import (
	"fmt"
	"slices"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
)

// newWindow opens a window after the last one: nil runs the launch command,
// no words the default shell.
func (s *State) newWindow(argv []string) {
	launch := s.cfg.Plan.Default
	switch {
	case argv != nil && len(argv) == 0:
		launch = s.cfg.Plan.Shell
	case argv != nil:
		launch = s.typed(argv)
	}
	s.openWindow(launch)
}

// typed is the launch of a command that the operator typed.
func (s *State) typed(argv []string) plan.Launch {
	launch := s.cfg.Plan.Default
	launch.Argv = slices.Clone(argv)
	return launch
}

func (s *State) openWindow(launch plan.Launch) {
	launch.Pane = s.mintID()
	w := newWindow("", layout.New(launch.Pane), launch.Pane)
	s.windows = append(s.windows, w)
	from := s.focused()
	p := s.adopt(w, launch)
	s.inherit(p, from)
	s.activate(len(s.windows) - 1)
	s.fit(w)
	s.launch(p)
}

// split divides the focused pane; the new one runs the launch command where
// the old one is.
func (s *State) split(dir layout.Dir) {
	w, from := s.current(), s.focused()
	if from == nil || dir > layout.SideBySide {
		return
	}
	if !w.tree.Fits(s.area(), from.launch.Pane, dir) {
		s.flash("no room for another pane here")
		return
	}
	launch := s.cfg.Plan.Default
	launch.Pane = s.mintID()
	if err := w.tree.Split(from.launch.Pane, dir, launch.Pane); err != nil {
		s.flash(err.Error())
		return
	}
	w.zoomed = false
	p := s.adopt(w, launch)
	s.inherit(p, from)
	s.setFocus(w, launch.Pane)
	s.fit(w)
	s.launch(p)
}

// inherit lets a new pane start where the pane it was opened from is, and in
// the session's own directory when that is gone.
func (s *State) inherit(p, from *pane) {
	p.fallback = s.cfg.Dir
	if from == nil {
		return
	}
	p.launch.Cwd = from.launch.Cwd
	if from.kind.shell && from.alive() {
		p.dirOf = from.pid
	}
}

func (s *State) mintID() layout.PaneID {
	id := s.nextID
	s.nextID++
	return id
}

func (s *State) moveFocus(side layout.Side) {
	w := s.current()
	if w == nil {
		return
	}
	if id, ok := layout.Neighbour(w.tree.Rects(s.area()), w.focus, side); ok {
		if w.zoomed {
			w.zoomed = false
			s.fit(w)
		}
		s.setFocus(w, id)
	}
}

func (s *State) focusPane(ref front.PaneRef) {
	p := s.panes[ref]
	if p == nil {
		return
	}
	s.activate(s.indexOf(p.window))
	s.setFocus(p.window, p.launch.Pane)
}

// setFocus moves the focus inside w and tells the programs that asked for it.
func (s *State) setFocus(w *window, id layout.PaneID) {
	if w.focus == id {
		return
	}
	before := s.focused()
	w.last, w.focus = w.focus, id
	s.focusMoved(before)
	if s.drawsOne(w) {
		s.fit(w)
	}
}

// focusMoved tells the pane that had the focus and the one that has it now.
func (s *State) focusMoved(before *pane) {
	after := s.focused()
	if before != after {
		s.tellFocus(before, false)
		s.tellFocus(after, true)
		s.saving.touch()
	}
	s.redraw()
}

func (s *State) tellFocus(p *pane, in bool) {
	if p != nil && p.alive() {
		s.write(p, p.term.EncodeFocus(in))
	}
}

func (s *State) grow(side layout.Side, cells int) {
	w := s.current()
	if w == nil || w.zoomed || side > layout.Down {
		return
	}
	if !w.tree.Grow(s.area(), w.focus, side, cells) {
		return
	}
	s.saving.touch()
	s.fit(w)
}

// dragBorder moves the border on that side of a pane to the line before cell at
// of the screen. That at the edge of the window stays.
func (s *State) dragBorder(p *pane, side layout.Side, at int) {
	if p == nil || side > layout.Down || !s.drawsPane(p) || s.drawsOne(p.window) {
		return
	}
	area, w := s.area(), p.window
	for _, t := range s.tiles(w) {
		if t.ID != p.launch.Pane {
			continue
		}
		r := t.Rect
		edge, last, step := r.X, 0, -1
		switch side {
		case layout.Right:
			edge, last, step = r.X+r.W, area.W, 1
		case layout.Up:
			edge = r.Y
		case layout.Down:
			edge, last, step = r.Y+r.H, area.H, 1
		}
		if edge != last && w.tree.Grow(area, t.ID, side, step*(at-edge)) {
			s.saving.touch()
			s.fit(w)
		}
		return
	}
}

func (s *State) selectWindow(index int) {
	if index < 0 || index >= len(s.windows) {
		s.flash(fmt.Sprintf("no window %d", index+1))
		return
	}
	s.activate(index)
}

func (s *State) cycleWindow(by int) {
	if n := len(s.windows); n > 0 {
		s.activate(((s.active+by)%n + n) % n)
	}
}

func (s *State) activate(index int) {
	before := s.focused()
	if s.active != index {
		s.last = s.current()
	}
	s.active = index
	s.windows[index].output = false
	s.focusMoved(before)
	s.saving.touch()
	s.redraw()
}

func (s *State) zoom() {
	w := s.current()
	if w == nil || w.tree.Len() < 2 {
		return
	}
	w.zoomed = !w.zoomed
	s.saving.touch()
	s.fit(w)
}

// kill closes a pane at the operator's word: it leaves the layout and the
// snapshot at once, its process is ended behind.
func (s *State) kill(p *pane) {
	if p == nil {
		return
	}
	if len(s.panes) == 1 {
		s.finish(Result{Deliberate: true})
		return
	}
	s.drop(p)
}

// drop takes a pane out of its window, and the window out of the session when
// it was the last one.
func (s *State) drop(p *pane) {
	w, before := p.window, s.focused()
	if p.process {
		s.emit(End{Pane: p.ref})
	}
	p.process = false
	delete(w.panes, p.launch.Pane)
	delete(s.panes, p.ref)
	delete(s.pending, p.ref)
	s.order = slices.DeleteFunc(s.order, func(r front.PaneRef) bool { return r == p.ref })
	s.queue = slices.DeleteFunc(s.queue, func(r front.PaneRef) bool { return r == p.ref })
	s.saving.urgent()
	if w.tree.Len() == 1 {
		s.removeWindow(w)
	} else {
		s.closeLeaf(w, p.launch.Pane)
	}
	s.groups()
	s.focusMoved(before)
}

func (s *State) closeLeaf(w *window, id layout.PaneID) {
	next, err := w.tree.Close(id)
	if err != nil {
		s.flash(err.Error())
		return
	}
	if w.focus == id {
		w.focus, w.zoomed = next, false // the zoom was the closed pane's
	}
	w.zoomed = w.zoomed && w.tree.Len() > 1
	s.fit(w)
}

func (s *State) removeWindow(w *window) {
	i := s.indexOf(w)
	s.windows = slices.Delete(s.windows, i, i+1)
	if s.active > i || s.active == len(s.windows) {
		s.active = max(0, s.active-1)
	}
	if len(s.windows) > 0 {
		s.windows[s.active].output = false
	}
}

func (s *State) resize(cols, rows int) {
	cols, rows = max(1, cols), max(1, rows)
	if cols == s.cols && rows == s.rows {
		return
	}
	s.cols, s.rows = cols, rows
	for _, w := range s.windows {
		s.fit(w)
	}
	s.view.full = true
}

// fit gives every pane of w the size of its place.
func (s *State) fit(w *window) {
	for _, tile := range s.tiles(w) {
		if p := w.panes[tile.ID]; p != nil {
			s.setSize(p, tile.inner())
		}
	}
	s.redraw()
}

// tile is a pane's place in its window.
type tile struct {
	layout.Placed
	bordered bool
}

// inner is the grid's place, at least one cell.
func (t tile) inner() layout.Rect { return layout.Inner(t.Rect, t.bordered) }

// tiles are the places of all panes of w: a pane alone or zoomed has the whole
// area and no border, and so has the focused one where there is no room for
// borders at all.
func (s *State) tiles(w *window) []tile {
	area := s.area()
	placed := w.tree.Rects(area)
	whole := s.drawsOne(w) || len(placed) == 1
	tiles := make([]tile, len(placed))
	for i, p := range placed {
		tiles[i] = tile{Placed: p, bordered: p.Rect.W >= 3 && p.Rect.H >= 3}
		if whole && p.ID == w.focus {
			tiles[i] = tile{Placed: layout.Placed{ID: p.ID, Rect: area}}
		}
	}
	return tiles
}

// drawn are the tiles of w that are on the screen.
func (s *State) drawn(w *window) []tile {
	tiles := s.tiles(w)
	if s.drawsOne(w) {
		return slices.DeleteFunc(tiles, func(t tile) bool { return t.ID != w.focus })
	}
	return tiles
}

// drawsOne tells whether only the focused pane of w is on the screen.
func (s *State) drawsOne(w *window) bool { return w.zoomed || s.rows < 3 }

// drawsPane tells whether p is on the screen.
func (s *State) drawsPane(p *pane) bool {
	w := p.window
	return w == s.current() && (!s.drawsOne(w) || w.focus == p.launch.Pane)
}
