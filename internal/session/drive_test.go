package session

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"time"

	"pgregory.net/rapid"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/snapshot"
)

// model is a session as a stupid list: which panes stand in which window, and
// what is known of each. Its panes are numbered as the session's are, by pane
// id and by reference alike, since no two windows of its plans share an id.
type model struct {
	windows [][]front.PaneRef
	active  int
	panes   map[front.PaneRef]*modelPane
	next    front.PaneRef
}

type modelPane struct {
	agent, shell bool
	planned      bool // it is to be started with the session, which fails with it
	held         bool // it waits for a key
	born         bool // it was started once
	since        time.Time
}

func (m *model) find(ref front.PaneRef) (window int) {
	return slices.IndexFunc(m.windows, func(w []front.PaneRef) bool { return slices.Contains(w, ref) })
}

func (m *model) remove(ref front.PaneRef) {
	i := m.find(ref)
	m.windows[i] = slices.DeleteFunc(m.windows[i], func(r front.PaneRef) bool { return r == ref })
	delete(m.panes, ref)
	if len(m.windows[i]) > 0 {
		return
	}
	m.windows = slices.Delete(m.windows, i, i+1)
	if m.active > i || m.active == len(m.windows) {
		m.active--
	}
}

// stays is whether a pane that ended so is kept.
func (m *model) stays(ref front.PaneRef, now time.Time, exit Exit) bool {
	p := m.panes[ref]
	failed := exit.Code != 0 || exit.Signal != ""
	switch exit.Signal {
	case "SIGHUP", "SIGTERM", "SIGKILL":
		return true
	}
	early := now.Sub(p.since) < 5*time.Second
	return p.agent && failed || !p.shell && failed && early && len(m.panes) > 1
}

// drive is a session between random events and its model.
type drive struct {
	*rapid.T
	s       *State
	now     time.Time
	model   model
	over    bool
	ends    bool // this step is to end the session
	pid     int
	greedy  bool    // the front takes every View at once
	starts  []Start // not yet answered
	exams   []Examine
	locates int
	saving  *snapshot.Snapshot     // being written
	disk    *snapshot.Snapshot     // written last
	writes  int                    // begun so far, looks for shells included
	alive   map[front.PaneRef]bool // processes that have not ended
	ended   map[front.PaneRef]bool // those that were told to
	shown   map[front.PaneRef]bool // panes whose rows the front has
}

var commands = [][]string{
	{"bash"}, {"claude"}, {"vim", "x y"}, {"sh", "-c", "exit 1"}, {"codex", "exec"}, {"/opt/\x1b[31m odd", ""}, {"claude", "--resume", "x"},
}

func newDrive(t *rapid.T) *drive {
	d := &drive{
		T: t, now: time.Unix(1000, 0), pid: 100,
		alive: map[front.PaneRef]bool{}, ended: map[front.PaneRef]bool{}, shown: map[front.PaneRef]bool{},
		model: model{panes: map[front.PaneRef]*modelPane{}},
	}
	cfg := Config{
		Cols: rapid.IntRange(0, 200).Draw(t, "cols"), Rows: rapid.IntRange(0, 60).Draw(t, "rows"), Dir: "/p",
		Scrollback: 10, StartsAtOnce: rapid.IntRange(0, 3).Draw(t, "at once"), Resumed: rapid.Bool().Draw(t, "resumed"),
		NewID: func() string { return "00000000-0000-4000-8000-000000000000" },
		Note:  rapid.SampledFrom([]string{"", "a note"}).Draw(t, "note"),
	}
	cfg.Plan.Ceiling, cfg.Plan.Decided = policy.Posture(rapid.IntRange(0, 4).Draw(t, "ceiling")), rapid.Bool().Draw(t, "decided")
	cfg.Plan.Default = plan.Launch{Argv: commands[0], CanSpawn: true}
	cfg.Plan.Shell = plan.Launch{Argv: []string{"sh"}}
	for range rapid.IntRange(1, 4).Draw(t, "windows") {
		cfg.Plan.Windows = append(cfg.Plan.Windows, d.plannedWindow(cfg.Resumed))
	}
	cfg.Plan.Active = rapid.IntRange(-1, 3).Draw(t, "active")
	d.model.active = min(max(cfg.Plan.Active, 0), len(cfg.Plan.Windows)-1)
	d.greedy = rapid.Bool().Draw(t, "greedy")
	d.s = New(cfg)
	d.step(Begin{})
	return d
}

func (d *drive) plannedWindow(resumed bool) plan.Window {
	w := plan.Window{Name: rapid.SampledFrom([]string{"", "tests", "a\nb\u202ec"}).Draw(d.T, "name")}
	var ids []layout.PaneID
	var refs []front.PaneRef
	for range rapid.IntRange(1, 3).Draw(d.T, "panes") {
		l := plan.Launch{Pane: layout.PaneID(d.model.next), Argv: d.command(), Recorded: resumed, CanSpawn: true}
		if len(ids) > 0 && rapid.Bool().Draw(d.T, "child") {
			l.Parent, l.Depth = &ids[0], 1
		}
		if resumed && rapid.Bool().Draw(d.T, "held") {
			l.Held, l.Cwd, l.Norms = []string{"its directory /gone is gone"}, "/gone", "stay"
		}
		ids, refs = append(ids, l.Pane), append(refs, d.model.next)
		p := d.add(l)
		p.held, p.planned = l.Held != nil, l.Held == nil
		w.Launches = append(w.Launches, l)
	}
	w.Tree = layout.Balanced(ids).String()
	w.Focus, w.Zoomed = rapid.SampledFrom(ids).Draw(d.T, "focus"), rapid.Bool().Draw(d.T, "zoomed")
	if rapid.IntRange(0, 9).Draw(d.T, "broken") == 0 {
		w.Tree = "not a tree"
	}
	d.model.windows = append(d.model.windows, refs)
	return w
}

func (d *drive) command() []string { return rapid.SampledFrom(commands).Draw(d.T, "command") }

// add makes the model's next pane one of that launch.
func (d *drive) add(l plan.Launch) *modelPane {
	kind := (&State{}).kindOf(l.Argv)
	p := &modelPane{agent: kind.agent, shell: kind.shell}
	d.model.panes[d.model.next] = p
	d.model.next++
	return p
}

// step takes an event and holds everything that must be so after every step.
func (d *drive) step(e Event) []Effect {
	before := maps.Clone(d.s.panes)
	effects := d.s.Step(d.now, e)
	if err := d.s.Check(); err != nil {
		d.Fatal(err)
	}
	for _, effect := range effects {
		d.take(effect, before)
	}
	if d.ends != d.over {
		d.Fatalf("after %T the session is over: %v, want %v", e, d.over, d.ends)
	}
	d.checkEnded(before)
	d.settles()
	if d.greedy && !d.over && !d.s.view.ready {
		d.step(Operator{Command: front.Ready{}})
	}
	return effects
}

// checkEnded: no process stays behind when its pane goes.
func (d *drive) checkEnded(before map[front.PaneRef]*pane) {
	for ref := range before {
		starting := slices.ContainsFunc(d.starts, func(s Start) bool { return s.Pane == ref })
		if d.s.panes[ref] == nil && (d.alive[ref] || starting) && !d.ended[ref] {
			d.Fatalf("pane %d is gone, its process is not", ref)
		}
	}
}

// compare holds the session against the model.
func (d *drive) compare() {
	if d.over {
		return
	}
	d.comparePanes(d.s.capture())
	if d.s.active != d.model.active {
		d.Fatalf("window %d is active, want %d", d.s.active, d.model.active)
	}
}

func (d *drive) comparePanes(image snapshot.Snapshot) {
	got := make([][]front.PaneRef, len(image.Windows))
	for _, p := range image.Panes {
		got[p.Window] = append(got[p.Window], front.PaneRef(p.ID))
	}
	for i := range got {
		slices.Sort(got[i])
	}
	want := make([][]front.PaneRef, len(d.model.windows))
	for i, w := range d.model.windows {
		want[i] = slices.Sorted(slices.Values(w))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		d.Fatalf("panes %v, want %v", got, want)
	}
	d.checkImage(image)
}

// checkImage: what is written is read back, whole and without a repair.
func (d *drive) checkImage(image snapshot.Snapshot) {
	line := snapshot.Encode(image)
	back, err := snapshot.Decode(line)
	switch {
	case err != nil:
		d.Fatalf("the snapshot cannot be read: %v\n%s", err, line)
	case len(back.Repairs) > 0:
		d.Fatalf("the snapshot is mended: %v\n%s", back.Repairs, line)
	case !bytes.Equal(snapshot.Encode(back), line):
		d.Fatalf("the snapshot changes:\n%s%s", line, snapshot.Encode(back))
	}
}

// settles: time that does not pass brings nothing about for long.
func (d *drive) settles() {
	for range 3 {
		if wake := d.s.NextWake(); wake.IsZero() || wake.After(d.now) {
			return
		}
		for _, effect := range d.s.Step(d.now, Woken{}) {
			d.take(effect, d.s.panes)
		}
	}
	d.Fatalf("at %v the session wants to be woken at %v again and again", d.now, d.s.NextWake())
}

// take notes what an effect asks for, and that it is about a pane that there is
// or was a moment ago.
func (d *drive) take(effect Effect, before map[front.PaneRef]*pane) {
	known := func(ref front.PaneRef) {
		if before[ref] == nil && d.s.panes[ref] == nil {
			d.Fatalf("%T names pane %d, which is not there", effect, ref)
		}
	}
	switch e := effect.(type) {
	case Start:
		known(e.Pane)
		d.starts = append(d.starts, e)
		d.begun(e.Pane)
	case Write:
		known(e.Pane)
	case SetSize:
		known(e.Pane)
		if e.Size.Cols < 1 || e.Size.Rows < 1 {
			d.Fatalf("pane %d is to be %v", e.Pane, e.Size)
		}
	case End:
		known(e.Pane)
		d.ended[e.Pane] = true
	case Examine:
		known(e.Pane)
		d.exams = append(d.exams, e)
	case Locate:
		for ref := range e.Pids {
			known(ref)
		}
		d.locates++
		d.writes++
	case Save:
		if d.saving != nil {
			d.Fatal("a save beside another")
		}
		d.saving = &e.Snapshot
		d.writes++
		d.checkImage(e.Snapshot)
	case Show:
		d.checkView(e.View)
	case Finish:
		d.finished(e)
	}
	if d.locates > 1 {
		d.Fatalf("%d looks for shells at a time", d.locates)
	}
}

func (d *drive) begun(ref front.PaneRef) {
	if p := d.model.panes[ref]; p != nil {
		p.since = d.now
	}
}

func (d *drive) finished(e Finish) {
	d.over = true
	if e.Last == nil {
		return
	}
	d.comparePanes(*e.Last)
	if e.Last.Meta.Clean != e.Result.Deliberate {
		d.Fatalf("the last snapshot is closed: %v, the end deliberate: %v", e.Last.Meta.Clean, e.Result.Deliberate)
	}
}

// checkView: a View is about panes that there are, and a tile that the front
// has no rows of brings all of them.
func (d *drive) checkView(v front.View) {
	if v.Active < 0 || v.Active >= len(v.Windows) || len(v.Windows) != len(d.s.windows) || len(v.Tiles) == 0 {
		d.Fatalf("window %d of %d is active, %d tiles", v.Active, len(v.Windows), len(v.Tiles))
	}
	shown := map[front.PaneRef]bool{}
	focused := 0
	for _, tile := range v.Tiles {
		p := d.s.panes[tile.Pane]
		if p == nil || p.window != d.s.current() || shown[tile.Pane] {
			d.Fatalf("tile of pane %d", tile.Pane)
		}
		if (v.Full || !d.shown[tile.Pane]) && len(tile.Rows) != tile.RowCount {
			d.Fatalf("pane %d: %d of %d rows for a front that has none", tile.Pane, len(tile.Rows), tile.RowCount)
		}
		for _, row := range tile.Rows {
			if row.Y < 0 || row.Y >= tile.RowCount {
				d.Fatalf("pane %d: row %d of %d", tile.Pane, row.Y, tile.RowCount)
			}
		}
		if tile.Focused {
			focused++
		}
		shown[tile.Pane] = true
	}
	if focused != 1 {
		d.Fatalf("%d tiles have the focus", focused)
	}
	d.shown = shown
}

// pass lets time go by, and wakes the session when it wants to be woken.
func (d *drive) pass(by time.Duration) {
	end := d.now.Add(by)
	for wakes := 0; !d.over; wakes++ {
		wake := d.s.NextWake()
		if wake.IsZero() || wake.After(end) {
			break
		}
		if wakes > 1000 {
			d.Fatalf("%d wake-ups in %v", wakes, by)
		}
		d.now = wake
		d.step(Woken{})
	}
	d.now = end
}
