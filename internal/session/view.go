package session

import (
	"slices"
	"time"

	"atrium/internal/front"
	"atrium/internal/vt"
)

// maxSignals bounds what is kept for a front that takes no View.
const maxSignals = 64

// viewer is what is known of the attached front.
type viewer struct {
	ready   bool            // it takes another View
	since   time.Time       // but none before, unless it is an echo
	typed   bool            // keys went to the focused pane, and their echo was not shown
	echo    bool            // it printed since: whoever types waits for that
	stale   bool            // the next View would differ from the last
	full    bool            // it has no rows at all
	shown   []front.PaneRef // the panes whose rows it has
	signals []vt.Signal
	dirty   []int
}

// has tells whether the front has the rows of a pane, but for what changed.
func (v *viewer) has(p *pane) bool { return !v.full && slices.Contains(v.shown, p.ref) }

// lacks makes the next View hold every row of a pane.
func (v *viewer) lacks(p *pane) {
	v.shown = slices.DeleteFunc(v.shown, func(ref front.PaneRef) bool { return ref == p.ref })
}

// pass keeps a signal for the next View: each notification once, and of every
// other kind the newest, so that bells are one however many rang.
func (v *viewer) pass(signal vt.Signal) {
	v.signals = slices.DeleteFunc(v.signals, func(old vt.Signal) bool {
		return old == signal || old.Kind == signal.Kind && signal.Kind != vt.SignalNotify
	})
	if len(v.signals) < maxSignals {
		v.signals = append(v.signals, signal)
	}
}

// missed takes back a View that the front did not get: the next one holds all
// that this one did.
func (s *State) missed(v front.View) {
	later := s.view.signals
	s.view.full, s.view.stale, s.view.signals = true, true, nil
	for _, signal := range append(v.Signals, later...) {
		s.view.pass(signal)
	}
}

// show sends a View when there is news and the front takes it.
func (s *State) show() {
	if s.over || !s.view.ready || !s.view.stale || s.now.Before(s.view.since) && !s.view.echo {
		return
	}
	v := s.picture()
	s.view.ready, s.view.stale, s.view.full, s.view.signals = false, false, false, nil
	if s.view.echo {
		s.view.typed, s.view.echo = false, false
	}
	s.emit(Show{View: v})
}

// picture is the View of now. It takes the rows that changed out of the
// emulators, so that each is sent once.
func (s *State) picture() front.View {
	v := front.View{
		Cols: s.cols, Rows: s.rows, Active: s.active, Note: s.note.text, Ask: s.asks(),
		Signals: s.view.signals, Full: s.view.full,
	}
	v.Windows = make([]front.Window, len(s.windows))
	for i, w := range s.windows {
		v.Windows[i] = s.tab(w)
	}
	if w := s.current(); w != nil {
		v.Tiles = s.drawTiles(w)
	}
	if p := s.focused(); p != nil {
		v.Title = p.term.Title()
	}
	s.view.shown = s.view.shown[:0]
	for i := range v.Tiles {
		s.view.shown = append(s.view.shown, v.Tiles[i].Pane)
	}
	return v
}

func (s *State) drawTiles(w *window) []front.Tile {
	drawn := s.drawn(w)
	tiles := make([]front.Tile, len(drawn))
	for i, t := range drawn {
		p := w.panes[t.ID]
		s.drawTile(&tiles[i], p, t, s.number(w, p, i))
	}
	return tiles
}

// number is a pane's 1-based place among the leaves of its window.
func (s *State) number(w *window, p *pane, drawn int) int {
	if !s.drawsOne(w) {
		return drawn + 1
	}
	for i, id := range w.tree.Leaves() {
		if id == p.launch.Pane {
			return i + 1
		}
	}
	return drawn + 1
}

func (s *State) tab(w *window) front.Window {
	p := w.panes[w.focus]
	tab := front.Window{Name: w.name, Role: p.launch.Role, Identity: p.identity(), Mark: s.mark(w, p), Zoomed: w.zoomed && len(w.panes) > 1}
	if tab.Name == "" {
		tab.Name = p.kind.stem
	}
	return tab
}

// mark is a window's state on the bar, the most urgent first.
func (s *State) mark(w *window, p *pane) rune {
	switch {
	case p.exit != nil:
		return '!'
	case w == s.current():
		return '*'
	case w.output:
		return '+'
	}
	return '-'
}

func (s *State) drawTile(tile *front.Tile, p *pane, t tile, index int) {
	*tile = front.Tile{
		Pane: p.ref, Index: index, Rect: t.Rect, Inner: t.inner(), Bordered: t.bordered,
		Focused: t.ID == p.window.focus, Name: s.label(p), Identity: p.identity(),
		State: s.stateOf(p), Active: p.active(s.now), Message: s.says(p),
		Cols: p.size.Cols, RowCount: p.size.Rows,
		Modes: p.term.Modes(),
	}
	if p.reading != nil {
		s.drawReader(p, tile)
		return
	}
	tile.Rows = s.rowsOf(p)
	tile.Cursor = p.cursor
}

// rowsOf are the rows of p that the front does not have, and with them goes the
// cursor. While a program holds an update open both wait, unless the front has
// no row at all.
func (s *State) rowsOf(p *pane) []front.RowUpdate {
	kept := p.kept
	p.kept = nil
	switch {
	case !s.view.has(p):
		p.term.MarkAllDirty()
	case p.term.SyncOpen() && kept == nil:
		return nil
	case p.term.SyncOpen():
		p.cursor = kept.cursor
		return kept.rows
	case kept != nil:
		p.cursor = p.term.Cursor()
		return kept.under(s.changedRows(p))
	}
	p.cursor = p.term.Cursor()
	return s.changedRows(p)
}

// changedRows takes the rows that changed out of the emulator of p.
func (s *State) changedRows(p *pane) []front.RowUpdate {
	s.view.dirty = p.term.TakeDirty(s.view.dirty[:0])
	if len(s.view.dirty) == 0 {
		return nil
	}
	rows := make([]front.RowUpdate, len(s.view.dirty))
	for i, y := range s.view.dirty {
		rows[i] = front.RowUpdate{Y: y, Row: written(p.term.Row(y)).Clone()}
	}
	return rows
}

// written is a row without the cells at its end that nothing was written to.
func written(r vt.Row) vt.Row {
	n := len(r.Cells)
	for n > 0 && r.Cells[n-1] == (vt.Cell{Width: 1}) {
		n--
	}
	r.Cells = r.Cells[:n]
	return r
}

func (s *State) stateOf(p *pane) front.State {
	switch {
	case p.exit != nil:
		return front.Exited
	case len(p.message) > 0:
		return front.Held
	case !p.process:
		return front.Queued
	case !p.term.Painted():
		return front.Starting
	}
	return front.Running
}

// label names a pane to a person: its role, else its command.
func (s *State) label(p *pane) string {
	if p.launch.Role != "" {
		return p.launch.Role
	}
	return p.kind.stem
}

// identity is the credential name that is shown: a shell runs under none.
func (p *pane) identity() string {
	if p.kind.agent {
		return p.launch.Identity
	}
	return ""
}
