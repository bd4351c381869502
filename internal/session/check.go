package session

import (
	"fmt"

	"atrium/internal/policy"
)

// Check tells what is wrong with the state, nil for nothing: every pane stands
// in exactly one leaf, every leaf has its pane, focus and active window exist,
// only panes that are there wait for a start, and no pane is above the ceiling.
func (s *State) Check() error {
	seen := 0
	for i, w := range s.windows {
		if err := w.tree.Check(); err != nil {
			return fmt.Errorf("window %d: %w", i, err)
		}
		if !w.tree.Has(w.focus) {
			return fmt.Errorf("window %d: the focus is on pane %d, which is not there", i, w.focus)
		}
		if w.zoomed && w.tree.Len() == 1 {
			return fmt.Errorf("window %d: its only pane is zoomed", i)
		}
		for _, id := range w.tree.Leaves() {
			p := w.panes[id]
			if p == nil || s.panes[p.ref] != p || p.window != w || p.launch.Pane != id {
				return fmt.Errorf("window %d: leaf %d has no pane of its own", i, id)
			}
			if err := s.checkPane(p); err != nil {
				return err
			}
			seen++
		}
	}
	switch {
	case seen != len(s.panes) || seen != len(s.order):
		return fmt.Errorf("%d panes in the windows, %d in all, %d in order", seen, len(s.panes), len(s.order))
	case len(s.windows) > 0 && (s.active < 0 || s.active >= len(s.windows)):
		return fmt.Errorf("window %d is active of %d", s.active, len(s.windows))
	}
	return s.checkWaiting()
}

func (s *State) checkWaiting() error {
	for _, ref := range s.queue {
		if p := s.panes[ref]; p == nil || p.process {
			return fmt.Errorf("pane %d waits for its turn and is gone or running", ref)
		}
	}
	for ref := range s.pending {
		if s.panes[ref] == nil {
			return fmt.Errorf("pane %d is still to be started and is gone", ref)
		}
	}
	return nil
}

func (s *State) checkPane(p *pane) error {
	cols, rows := p.term.Size()
	switch {
	case cols != p.size.Cols || rows != p.size.Rows:
		return fmt.Errorf("pane %d: emulator %dx%d, pane %dx%d", p.ref, cols, rows, p.size.Cols, p.size.Rows)
	case s.posture(p) > s.cfg.Plan.Ceiling:
		return fmt.Errorf("pane %d runs at %v above %v", p.ref, s.posture(p), s.cfg.Plan.Ceiling)
	case s.posture(p) > policy.Skip:
		return fmt.Errorf("pane %d runs at no posture", p.ref)
	}
	return nil
}
