package session

import (
	"fmt"
	"strings"

	"atrium/internal/layout"
	"atrium/internal/plan"
)

// LaunchError is a pane of the plan that could not be started.
type LaunchError struct {
	Name string // role, or "pane N"
	Argv []string
	Dir  string
	Err  error
}

func (e *LaunchError) Error() string {
	return fmt.Sprintf("%s: cannot start %q in %q: %v", e.Name, strings.Join(e.Argv, " "), e.Dir, e.Err)
}

func (e *LaunchError) Unwrap() error { return e.Err }

// begin puts the windows of the plan in place and queues their panes, the
// focused one first and then in the order of the plan.
func (s *State) begin() {
	for _, planned := range s.cfg.Plan.Windows {
		s.place(planned)
	}
	if len(s.windows) == 0 {
		s.finish(Result{Deliberate: true})
		return
	}
	s.active = min(max(0, s.cfg.Plan.Active), len(s.windows)-1)
	for _, w := range s.windows {
		s.fit(w)
	}
	s.each(s.enqueue)
	s.queueFirst(s.focused())
	s.flash(s.cfg.Note)
	if s.cfg.Resumed {
		s.saving.urgent()
	}
}

// place makes one planned window. A tree that does not hold its launches is a
// mistake of whoever built the plan; the panes then share a balanced grid, so
// that none is lost.
func (s *State) place(planned plan.Window) {
	if len(planned.Launches) == 0 {
		return
	}
	tree, err := layout.Parse(planned.Tree)
	if err != nil || !holds(tree, planned.Launches) {
		tree = layout.Balanced(ids(planned.Launches))
	}
	w := newWindow(planned.Name, tree, planned.Focus)
	if !tree.Has(planned.Focus) {
		w.focus = tree.Leaves()[0]
	}
	w.zoomed = planned.Zoomed && tree.Len() > 1
	s.windows = append(s.windows, w)
	for _, launch := range planned.Launches {
		s.adopt(w, launch)
		s.nextID = max(s.nextID, launch.Pane+1)
	}
}

func ids(launches []plan.Launch) []layout.PaneID {
	var ids []layout.PaneID
	for _, l := range launches {
		ids = append(ids, l.Pane)
	}
	return ids
}

func holds(tree *layout.Tree, launches []plan.Launch) bool {
	for _, l := range launches {
		if !tree.Has(l.Pane) {
			return false
		}
	}
	return tree.Len() == len(launches)
}

func (s *State) enqueue(p *pane) {
	if len(p.message) == 0 {
		s.queue = append(s.queue, p.ref)
		s.pending[p.ref] = true
	}
}

func (s *State) queueFirst(p *pane) {
	for i, ref := range s.queue {
		if p != nil && ref == p.ref {
			copy(s.queue[1:i+1], s.queue[:i])
			s.queue[0] = ref
		}
	}
}

// startQueued starts panes whose turn has come, a few at a time: dozens of
// agents started at one instant bring a machine down.
func (s *State) startQueued() {
	for len(s.queue) > 0 && !s.over && s.hasTurn() {
		p := s.panes[s.queue[0]]
		s.queue = s.queue[1:]
		if p != nil {
			s.launch(p)
		}
	}
}

func (s *State) hasTurn() bool {
	if s.cfg.StartsAtOnce <= 0 {
		return true
	}
	busy := 0
	s.each(func(p *pane) {
		if p.process && !p.settled {
			busy++
		}
	})
	return busy < s.cfg.StartsAtOnce
}

// launch starts a pane's command, with what policy and product add to it.
func (s *State) launch(p *pane) {
	command := s.compose(p)
	p.process, p.pid, p.settled = true, 0, false
	p.before = p.size
	p.exit, p.message = nil, nil
	p.startedAt = s.now
	s.emit(command)
	s.redraw()
}

func (s *State) started(e Started) {
	p := s.panes[e.Pane]
	if p == nil {
		return
	}
	if e.Err != nil {
		s.notStarted(p, e.Err)
		return
	}
	p.pid = e.Pid
	if e.Dir != "" && (p.launch.Cwd == "" || p.fallback != "") {
		p.launch.Cwd = e.Dir
	}
	p.dirOf, p.fallback = 0, "" // they belong to its birth: a restart is another one
	s.flash(e.Note)
	s.emitTyped(p)
	delete(s.pending, p.ref)
	s.groups()
	s.saving.urgent()
}

// emitTyped hands over what was typed, and the size that was given, before
// there was a process.
func (s *State) emitTyped(p *pane) {
	s.emit(SetSize{Pane: p.ref, Size: p.size})
	s.write(p, p.typed)
	p.typed = nil
}

// notStarted: a pane of the plan ends the launch as a whole, since a session
// that lacks a part is not the one that was asked for; a pane that ended stays
// with the reason; any other goes, and the bar says why.
func (s *State) notStarted(p *pane, err error) {
	fail := &LaunchError{Name: s.name(p), Argv: p.launch.Argv, Dir: s.dirOf(p), Err: err}
	p.process, p.typed = false, nil
	switch {
	case s.pending[p.ref]:
		s.finish(Result{Code: 1, Err: fail})
	case p.fallback == "":
		s.hold(p, fail.Error())
	case len(s.panes) == 1:
		s.finish(Result{Code: 1, Err: fail})
	default:
		s.drop(p)
		s.flash(fail.Error())
	}
}

// name is a pane's name in a message: its role, or its number.
func (s *State) name(p *pane) string {
	if p.launch.Role != "" {
		return p.launch.Role
	}
	return fmt.Sprintf("pane %d", int(p.ref)+1)
}

// dirOf is where a pane was or would be started.
func (s *State) dirOf(p *pane) string { return s.orOwn(p.launch.Cwd) }

// orOwn is a recorded directory, of which "" is the session's own.
func (s *State) orOwn(dir string) string {
	if dir == "" {
		return s.cfg.Dir
	}
	return dir
}

// exited is the end of a pane's process.
func (s *State) exited(e Exited) {
	p := s.panes[e.Pane]
	if p == nil || !p.process {
		return
	}
	p.process, p.settled = false, true
	delete(s.pending, p.ref)
	s.saving.urgent()
	s.groups()
	switch {
	case s.stays(p, e.Exit):
		s.ended(p, e.Exit)
	case len(s.panes) > 1:
		s.drop(p)
	case s.failedEarly(p, e.Exit):
		s.finish(Result{Deliberate: true, Code: max(1, e.Exit.Code), Farewell: farewell(p, e.Exit)})
	default:
		s.finish(Result{Deliberate: true})
	}
}

// stays tells whether a pane whose process ended is to be read: an agent that
// failed, a command that failed as soon as it was started (the only pane of a
// session says it after the screen is restored), and whatever died by a
// signal that atrium did not send. The last is how a shutdown looks from here,
// and a shutdown is no decision to end the session.
func (s *State) stays(p *pane, exit Exit) bool {
	return foreign(exit) || p.kind.agent && failure(exit) ||
		len(s.panes) > 1 && s.failedEarly(p, exit)
}

func (s *State) failedEarly(p *pane, exit Exit) bool {
	return !p.kind.shell && failure(exit) && s.now.Before(p.startedAt.Add(earlyTime))
}

func failure(exit Exit) bool { return exit.Code != 0 || exit.Signal != "" }

// foreign tells whether a signal ended the process that is sent to end it from
// outside.
func foreign(exit Exit) bool {
	return exit.Signal == "SIGHUP" || exit.Signal == "SIGTERM" || exit.Signal == "SIGKILL"
}

func farewell(p *pane, exit Exit) string {
	text := strings.TrimRight(p.term.Text(), "\n ")
	if text != "" {
		text += "\n"
	}
	return text + fmt.Sprintf("%s ended %s\n", p.kind.stem, how(exit))
}

func how(exit Exit) string {
	if exit.Signal != "" {
		return "by " + exit.Signal
	}
	return fmt.Sprintf("with status %d", exit.Code)
}

// groups tells which process groups there are, for whoever ends them should
// atrium not be able to.
func (s *State) groups() {
	var pids []int
	s.each(func(p *pane) {
		if p.alive() {
			pids = append(pids, p.pid)
		}
	})
	s.emit(Groups{Pids: pids})
}
