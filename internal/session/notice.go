package session

import (
	"fmt"
	"slices"

	"atrium/internal/plan"
)

// ended keeps a pane readable and says how it goes on.
func (s *State) ended(p *pane, exit Exit) {
	p.exit = &exit
	p.message = []string{fmt.Sprintf("%s ended %s", p.kind.stem, how(exit))}
	if id := p.launch.SessionID; id != "" {
		p.message = append(p.message, "conversation "+id, "by hand: "+p.kind.resumeHint(id))
	}
	verb := "starts it again"
	if p.launch.SessionID != "" {
		verb = "resumes it"
	}
	p.message = append(p.message, "Enter "+verb+" · x closes")
	s.redraw()
}

// hold keeps a pane in its place without a process, with the reasons and the
// keys that go on from there.
func (s *State) hold(p *pane, reasons ...string) {
	keys := "Enter tries again · x closes"
	if p.movable() {
		keys = fmt.Sprintf("Enter tries again · p starts it in %s · x closes", s.cfg.Dir)
	}
	p.message = append(slices.Clone(reasons), keys)
	s.saving.urgent()
	s.redraw()
}

// says is the text over a pane's grid.
func (s *State) says(p *pane) []string {
	if len(p.message) > 0 {
		return p.message
	}
	if p.process || p.exit != nil {
		return nil
	}
	for i, ref := range s.queue {
		if ref == p.ref {
			return []string{fmt.Sprintf("%s waits for its turn, %d before it", s.label(p), i)}
		}
	}
	return nil
}

// input is keys for a pane: for its process, or for the notice in its place.
func (s *State) input(p *pane, bytes []byte) {
	switch {
	case p == nil:
	case p.reading != nil:
		s.readerKeys(p, bytes)
	case p.alive():
		s.view.typed = s.view.typed || p == s.focused()
		s.write(p, bytes)
		if p.kind.shell {
			s.saving.stir(s.now)
		}
	case len(p.message) > 0:
		s.answer(p, bytes)
	default:
		room := typedAhead - len(p.typed)
		p.typed = append(p.typed, bytes[:min(room, len(bytes))]...)
	}
}

// answer takes the keys that the notice of an ended or held pane names. Only a
// key by itself counts: a paste that holds an x must not close a pane.
func (s *State) answer(p *pane, bytes []byte) {
	switch string(bytes) {
	case "\r", "\n":
		s.examine(p, p.launch)
	case "x":
		s.kill(p)
	case "p":
		if p.movable() {
			moved := p.launch
			moved.Cwd, moved.LiveCwd, moved.Norms = s.cfg.Dir, "", ""
			s.examine(p, moved)
		}
	}
}

// movable tells whether a pane may be started in the session's directory
// instead of its own: one that was never started in this session.
func (p *pane) movable() bool {
	return p.launch.Held != nil && p.startedAt.IsZero() && p.launch.Cwd != ""
}

// examine asks whether p may be started as launch. Its record stays as it is
// until it may.
func (s *State) examine(p *pane, launch plan.Launch) {
	p.again = &launch
	s.emit(Examine{Pane: p.ref, Launch: launch})
}

// examined starts an ended or held pane again, if it can be.
func (s *State) examined(e Examined) {
	p := s.panes[e.Pane]
	switch {
	case p == nil || p.process || p.again == nil:
		return
	case !e.Dir:
		s.flash(fmt.Sprintf("%s is not there", s.orOwn(p.again.Cwd)))
		return
	case e.LiveIn != 0:
		s.flash(fmt.Sprintf("its conversation is open in another process (pid %d)", e.LiveIn))
		return
	}
	p.launch, p.again = *p.again, nil
	p.launch.Resume, p.launch.Transcript = e.Resume, e.Transcript
	p.term, p.reading = s.emulator(p.size), nil
	s.view.lacks(p)
	s.launch(p)
}
