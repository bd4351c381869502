package session

import (
	"fmt"
	"strings"

	"atrium/internal/layout"
)

// maxName bounds a window's name, in characters.
const maxName = 64

// lastWindow goes back to the window that was active before.
func (s *State) lastWindow() {
	if i := s.indexOf(s.last); i >= 0 && s.last != s.current() {
		s.activate(i)
		return
	}
	s.flash("no window before this one")
}

// lastPane goes back to the pane of this window that had the focus before.
func (s *State) lastPane() {
	w := s.current()
	if w == nil || w.last == w.focus || !w.tree.Has(w.last) {
		s.flash("no pane before this one")
		return
	}
	s.setFocus(w, w.last)
}

// renameWindow names the active window. Control characters would end up in a
// snapshot and on the bar, so they are no part of a name.
func (s *State) renameWindow(name string) {
	w := s.current()
	if w == nil {
		return
	}
	runes := []rune(strings.TrimSpace(strings.Map(printable, name)))
	w.name = string(runes[:min(len(runes), maxName)])
	s.saving.touch()
	s.redraw()
}

func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}

// swap exchanges the focused pane with another leaf; the focus goes with it.
func (s *State) swap(by int) {
	w := s.current()
	if w == nil || w.tree.Len() < 2 {
		return
	}
	leaves := w.tree.Leaves()
	n := len(leaves)
	for i, id := range leaves {
		if id == w.focus {
			s.reshape(w, w.tree.Swap(id, leaves[((i+by)%n+n)%n]))
			return
		}
	}
}

func (s *State) rotate(backward bool) {
	if w := s.current(); w != nil {
		w.tree.Rotate(backward)
		s.reshape(w, nil)
	}
}

// nextLayout goes through the ready-made arrangements.
func (s *State) nextLayout() {
	w := s.current()
	if w == nil || w.tree.Len() < 2 {
		return
	}
	w.tree = w.tree.Arranged(w.arrangement)
	s.flash("layout: " + w.arrangement.String())
	w.arrangement = w.arrangement.Next()
	s.reshape(w, nil)
}

// reshape shows a tree that was changed, or says why it was not.
func (s *State) reshape(w *window, err error) {
	if err != nil {
		s.flash(err.Error())
		return
	}
	w.zoomed = false
	s.saving.touch()
	s.fit(w)
}

// movePane takes the focused pane into another window, or out into one of its
// own, and goes with it.
func (s *State) movePane(index int) {
	p, from := s.focused(), s.current()
	switch {
	case p == nil:
		return
	case index >= len(s.windows):
		s.flash(fmt.Sprintf("no window %d", index+1))
		return
	case index < 0 && from.tree.Len() == 1, index >= 0 && s.windows[index] == from:
		s.flash("the pane is there already")
		return
	}
	id := p.launch.Pane
	to := newWindow("", layout.New(id), id)
	if index >= 0 {
		to = s.windows[index]
		if !s.roomIn(to, id) {
			return
		}
	} else {
		s.windows = append(s.windows, to)
	}
	s.carry(p, from, to)
}

// carry takes a pane from one window to another that has a leaf for it.
func (s *State) carry(p *pane, from, to *window) {
	delete(from.panes, p.launch.Pane)
	to.panes[p.launch.Pane], p.window = p, to
	to.focus, to.zoomed, to.output = p.launch.Pane, false, false
	s.active, s.last = s.indexOf(to), from
	if from.tree.Len() == 1 {
		s.removeWindow(from)
	} else {
		s.closeLeaf(from, p.launch.Pane)
	}
	s.saving.touch()
	s.fit(to)
}

// roomIn puts a leaf for pane id beside the focused one of w, whichever way
// there is room.
func (s *State) roomIn(w *window, id layout.PaneID) bool {
	for _, dir := range []layout.Dir{layout.SideBySide, layout.Stacked} {
		if w.tree.Fits(s.area(), w.focus, dir) {
			if err := w.tree.Split(w.focus, dir, id); err != nil {
				s.flash(err.Error())
				return false
			}
			return true
		}
	}
	s.flash("no room for another pane there")
	return false
}
