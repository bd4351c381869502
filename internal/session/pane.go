package session

import (
	"fmt"
	"time"

	"atrium/internal/agent"
	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/vt"
)

// The times of a pane's life.
const (
	settleTime = 2 * time.Second         // a start that paints nothing holds its turn no longer
	earlyTime  = 5 * time.Second         // a failure this soon stays readable
	activeTime = 1500 * time.Millisecond // how long output keeps a border lit
	syncTime   = 250 * time.Millisecond  // an update left open is closed after this silence
	nudgeTime  = 300 * time.Millisecond  // a full-screen program that missed a resize gets another
	typedAhead = 64 << 10                // bytes kept for a pane that is still being started
)

// pane is one pty and its child, or the place of one.
type pane struct {
	ref    front.PaneRef
	window *window
	launch plan.Launch  // what is recorded: a resume starts this again
	again  *plan.Launch // what it is to be started as now, while that is examined
	kind   kind
	term   *vt.Terminal
	size   Size
	before Size // what its process was told before size

	process   bool // a Start was emitted and its process, as far as is known, has not ended
	pid       int  // 0 until Started
	startedAt time.Time
	settled   bool // it no longer takes a turn of the paced start
	typed     []byte
	dirOf     int    // process whose directory it is born in, 0 for none
	fallback  string // where it is born when its directory is gone, "" for nowhere
	liveDir   string // where a shell is now

	exit    *Exit    // how it ended, when it stays readable
	message []string // what an ended or held pane says

	reading *reading // copy mode, nil while the pane is not read

	cursor    vt.Cursor // as the front has it
	kept      *kept     // the last complete update, for the front, nil for none
	syncs     bool      // its program paints in synchronized updates
	printedAt time.Time
	nudgeAt   time.Time // when a full-screen program is told its size again
	syncEnd   time.Time // when an open synchronized update is closed for it
}

// alive tells whether there is a process to write to.
func (p *pane) alive() bool { return p.process && p.pid != 0 }

// adopt puts a pane into w; its leaf is already in the tree.
func (s *State) adopt(w *window, launch plan.Launch) *pane {
	p := &pane{ref: s.nextRef, window: w, launch: launch, kind: s.kindOf(launch.Argv)}
	if !launch.Recorded && !launch.Kickoff {
		_, p.launch.Task = agent.TaskWord(launch.Argv, p.kind.product)
	}
	s.nextRef++
	p.size = Size{Cols: 1, Rows: 1}
	p.term = s.emulator(p.size)
	w.panes[launch.Pane] = p
	s.panes[p.ref] = p
	s.order = append(s.order, p.ref)
	if len(launch.Held) > 0 {
		s.hold(p, launch.Held...)
	}
	return p
}

// setSize gives a pane its place's size, and its process the news.
func (s *State) setSize(p *pane, inner layout.Rect) {
	size := Size{Cols: inner.W, Rows: inner.H}
	if size == p.size {
		return
	}
	p.before, p.size = p.size, size
	s.refit(p)
	if !p.alive() {
		return
	}
	s.emit(SetSize{Pane: p.ref, Size: size})
	s.write(p, p.term.EncodeSize())
	if p.term.Modes().AltScreen {
		p.nudgeAt = s.now.Add(nudgeTime)
	}
}

// refit gives the emulator of p, and whoever reads it, the pane's size.
func (s *State) refit(p *pane) {
	if p.reading == nil {
		p.term.Resize(p.size.Cols, p.size.Rows)
	} else {
		places := p.reading.mode.Places()
		p.term.ResizeFollowing(p.size.Cols, p.size.Rows, places)
		p.reading.mode.Moved(places)
		p.reading.mode.Resize(p.size.Cols, p.size.Rows)
	}
	s.view.lacks(p)
}

// write sends bytes to a pane's process.
func (s *State) write(p *pane, bytes []byte) {
	if len(bytes) > 0 {
		s.emit(Write{Pane: p.ref, Bytes: bytes})
	}
}

// output is what a pane printed.
func (s *State) output(e Output) {
	p := s.panes[e.Pane]
	if p == nil {
		return
	}
	painted, cleared := p.term.Painted(), false
	s.feed(p, e.Bytes)
	s.write(p, p.term.TakeReplies())
	s.awaitColors(p)
	for _, signal := range p.term.TakeSignals() {
		cleared = cleared || signal.Kind == vt.SignalClear
		s.signal(p, signal)
	}
	p.settled = p.settled || p.term.Painted()
	p.nudgeAt = time.Time{}
	p.syncEnd = time.Time{}
	if p.term.SyncOpen() {
		p.syncEnd = s.now.Add(syncTime)
	}
	s.printed(p, painted != p.term.Painted() || cleared)
}

// printed notes that a pane printed: on the screen, or behind it.
func (s *State) printed(p *pane, news bool) {
	quiet := !p.active(s.now)
	p.printedAt = s.now
	if p.kind.shell {
		s.saving.stir(s.now)
	}
	if p.window != s.current() && !p.window.output {
		p.window.output = true
		s.redraw()
	}
	if s.drawsPane(p) && (quiet || news || !p.term.SyncOpen() || p.kept != nil) {
		s.view.echo = s.view.echo || s.view.typed && p == s.focused()
		s.redraw()
	}
}

// active tells whether a pane printed a moment ago.
func (p *pane) active(now time.Time) bool {
	return !p.printedAt.IsZero() && now.Before(p.printedAt.Add(activeTime))
}

// signal passes on what a program asks of the operator's terminal. The
// clipboard is only the focused pane's: another could overwrite what the
// operator just copied.
func (s *State) signal(p *pane, signal vt.Signal) {
	focused := p == s.focused()
	switch signal.Kind {
	case vt.SignalClear, vt.SignalTitle:
		if focused {
			s.redraw()
		}
		return
	case vt.SignalClipboard, vt.SignalProgress:
		if !focused {
			return
		}
	}
	s.view.pass(signal)
	s.redraw()
}

func (p *pane) nextWake() time.Time {
	wake := earlier(p.nudgeAt, p.syncEnd)
	if p.process && !p.settled {
		wake = earlier(wake, p.startedAt.Add(settleTime))
	}
	if !p.printedAt.IsZero() {
		wake = earlier(wake, p.printedAt.Add(activeTime))
	}
	if p.reading != nil {
		wake = earlier(wake, p.reading.wakeAt)
	}
	return wake
}

// expirePane does what only time brings about in a pane.
func (s *State) expirePane(p *pane) {
	s.expireReading(p)
	if due(s.now, p.nudgeAt) {
		p.nudgeAt = time.Time{}
		s.nudge(p)
	}
	if due(s.now, p.syncEnd) {
		p.syncEnd = time.Time{}
		p.term.EndSync()
		s.redraw()
	}
	if p.process && due(s.now, p.startedAt.Add(settleTime)) {
		p.settled = true
	}
	if !p.printedAt.IsZero() && !p.active(s.now) {
		p.printedAt = time.Time{}
		if s.drawsPane(p) {
			s.redraw()
		}
	}
}

// nudge makes a full-screen program paint that did not after a resize: it may
// have been told before it listened.
func (s *State) nudge(p *pane) {
	if !p.alive() || p.size.Cols < 2 {
		return
	}
	s.emit(SetSize{Pane: p.ref, Size: Size{Cols: p.size.Cols - 1, Rows: p.size.Rows}})
	s.emit(SetSize{Pane: p.ref, Size: p.size})
}

// failed shows an effect that could not be carried out. The emulator keeps the
// size that its process still has. A process that has ended needs no effect.
func (s *State) failed(e Failed) {
	p := s.panes[e.Pane]
	if p == nil || !p.alive() {
		return
	}
	if e.What == "resize" && p.before != (Size{}) {
		p.size = p.before
		s.refit(p)
	}
	s.flash(fmt.Sprintf("%s of %s failed: %v", e.What, s.label(p), e.Err))
}
