// Package session is the core: the windows, panes and policy of one running
// session as plain state, and one pure step from an event to effects. Time
// arrives with the event; whatever takes long (starting a process, saving,
// reading a directory) is an effect that somebody else carries out and answers
// with another event, so that nothing here ever waits. One goroutine owns a
// State (Loop is it); no lock guards it.
//
// It may not know a file, a descriptor, a clock or a terminal: what it needs of
// them it declares as Ports, which the command line joins to pty, store and
// proc. It is the only package that starts a plan.Plan.
package session

import (
	"strings"
	"time"

	"atrium/internal/copymode"
	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/snapshot"
	"atrium/internal/vt"
)

// Config is what a session is started with.
type Config struct {
	Plan         plan.Plan
	Cols, Rows   int            // of the operator's terminal
	Dir          string         // where atrium was started; every recorded empty Cwd means it
	Meta         snapshot.Meta  // who writes the snapshots; SavedAtMS and Clean are set at each
	NewID        func() string  // a fresh conversation id
	TrustAllow   []string       // further entries of the accept posture's allowlist
	Scrollback   int            // lines kept per pane
	CopyKeys     copymode.Style // whose keys move the cursor in copy mode
	StartsAtOnce int            // how many panes may be starting at the same time; 0 is no limit
	Resumed      bool           // the plan brings a saved session back
	Volatile     bool           // keep no snapshot (an atrium inside another one's pane)
	Note         string         // shown on the bar at the start
}

// State is a running session.
type State struct {
	cfg     Config
	now     time.Time
	cols    int
	rows    int
	windows []*window
	active  int
	last    *window // the one that was active before
	panes   map[front.PaneRef]*pane
	order   []front.PaneRef // panes by age, for work that goes through all of them
	nextRef front.PaneRef
	nextID  layout.PaneID
	queue   []front.PaneRef // launches that wait for their turn
	pending map[front.PaneRef]bool
	note    note
	saving  saving
	copied  copying
	click   click
	colors  outerColors
	view    viewer
	over    bool
	effects []Effect
}

// window is one window: its tree, its focus and its zoom.
type window struct {
	name   string // as a snapshot or the operator named it; "" shows the stem
	tree   *layout.Tree
	panes  map[layout.PaneID]*pane
	focus  layout.PaneID
	last   layout.PaneID // had the focus before
	zoomed bool
	output bool // something was printed while it was not the active one

	arrangement layout.Arrangement // the next ready-made one
}

func newWindow(name string, tree *layout.Tree, focus layout.PaneID) *window {
	return &window{name: name, tree: tree, focus: focus, panes: map[layout.PaneID]*pane{}}
}

// note is the flash text on the bar.
type note struct {
	text  string
	since time.Time // of its first clause
	until time.Time
}

const (
	noteTime = 5 * time.Second // how long a flash note stays
	noteJoin = time.Second     // notes this close together are shown together
	noteMost = 1 << 10         // bytes that others are still put before
)

// New is the session of cfg before anything was started; Begin starts it.
func New(cfg Config) *State {
	return &State{
		cfg:     cfg,
		cols:    max(1, cfg.Cols),
		rows:    max(1, cfg.Rows),
		panes:   map[front.PaneRef]*pane{},
		pending: map[front.PaneRef]bool{},
		view:    viewer{full: true, stale: true},
	}
}

// flash shows text on the bar for a while, before what was just put there: a
// start has several things to say in one moment.
func (s *State) flash(text string) {
	if text == "" {
		return
	}
	next := note{text: text, since: s.now, until: s.now.Add(noteTime)}
	if old := s.note; old.text != "" && s.now.Before(old.since.Add(noteJoin)) && len(old.text) < noteMost {
		next.text, next.since = joinNotes(text, old.text), old.since
	}
	s.note = next
	s.redraw()
}

// joinNotes puts a note before others that may hold it already.
func joinNotes(text, others string) string {
	const between = " · "
	clauses := []string{text}
	for clause := range strings.SplitSeq(others, between) {
		if !strings.Contains(text, clause) {
			clauses = append(clauses, clause)
		}
	}
	return strings.Join(clauses, between)
}

func (s *State) emit(e Effect) { s.effects = append(s.effects, e) }

// redraw says that the next View would differ from the last one.
func (s *State) redraw() { s.view.stale = true }

func (s *State) current() *window {
	if len(s.windows) == 0 {
		return nil
	}
	return s.windows[s.active]
}

// focused is the pane that keys go to, nil when there is none.
func (s *State) focused() *pane {
	w := s.current()
	if w == nil {
		return nil
	}
	return w.panes[w.focus]
}

func (s *State) indexOf(w *window) int {
	for i, other := range s.windows {
		if other == w {
			return i
		}
	}
	return -1
}

// each visits the panes in the order in which they were opened.
func (s *State) each(visit func(*pane)) {
	for _, ref := range s.order {
		if p := s.panes[ref]; p != nil {
			visit(p)
		}
	}
}

// emulator is a fresh terminal of that size.
func (s *State) emulator(size Size) *vt.Terminal {
	term := vt.New(size.Cols, size.Rows, s.cfg.Scrollback)
	if s.colors.told {
		term.SetColors(s.colors.now)
	} else {
		term.HoldColors()
	}
	return term
}
