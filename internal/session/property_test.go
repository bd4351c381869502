package session

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/snapshot"
)

// some draws one of the refs that there are or were.
func (d *drive) some() front.PaneRef {
	return front.PaneRef(rapid.IntRange(-1, int(d.model.next)).Draw(d.T, "pane"))
}

func (d *drive) side() layout.Side { return layout.Side(rapid.IntRange(0, 4).Draw(d.T, "side")) }

// do is a command that opens and closes no pane, and may move them about only
// if moves is set.
func (d *drive) do(c front.Command, moves bool) {
	before, focus := d.model.windows, d.s.focused()
	d.step(Operator{Command: c})
	if d.over {
		return
	}
	d.model.active = d.s.active
	if !moves {
		return
	}
	if d.s.focused() != focus {
		d.Fatalf("%T takes the focus from pane %d", c, focus.ref)
	}
	d.model.windows = nil
	for _, w := range d.s.windows {
		var refs []front.PaneRef
		for _, p := range w.panes {
			refs = append(refs, p.ref)
		}
		d.model.windows = append(d.model.windows, refs)
	}
	if got, want := flat(d.model.windows), flat(before); !slices.Equal(got, want) {
		d.Fatalf("%T turns panes %v into %v", c, want, got)
	}
}

func flat(windows [][]front.PaneRef) []front.PaneRef {
	all := slices.Concat(windows...)
	slices.Sort(all)
	return all
}

// open is a command that opens a pane, or says why not.
func (d *drive) open(c front.Command, l plan.Launch, window bool) {
	count := len(d.s.panes)
	d.add(l)
	ref := d.model.next - 1
	d.step(Operator{Command: c})
	switch {
	case len(d.s.panes) == count:
		delete(d.model.panes, ref)
		d.model.next = ref
	case window:
		d.model.windows = append(d.model.windows, []front.PaneRef{ref})
		d.model.active = len(d.model.windows) - 1
	default:
		w := &d.model.windows[d.model.active]
		*w = append(*w, ref)
	}
}

// close tells the model that a pane goes, or the session with the last one.
func (d *drive) close(ref front.PaneRef, step func()) {
	if len(d.model.panes) == 1 {
		d.ends = true
		step()
		return
	}
	step()
	d.model.remove(ref)
}

func (d *drive) started() {
	if len(d.starts) == 0 {
		d.Skip("nothing is being started")
	}
	i := rapid.IntRange(0, len(d.starts)-1).Draw(d.T, "start")
	if rapid.IntRange(0, 5).Draw(d.T, "fails") > 0 {
		d.startedWell(i)
		return
	}
	ref := d.starts[i].Pane
	d.starts = slices.Delete(d.starts, i, i+1)
	fail := func() { d.step(Started{Pane: ref, Err: errors.New("no such file")}) }
	switch p := d.model.panes[ref]; {
	case p == nil || p.born || p.held:
		fail() // it stays, with the reason
	case p.planned:
		d.ends = true
		fail()
	default:
		d.close(ref, fail)
	}
}

func (d *drive) startedWell(i int) {
	ref := d.starts[i].Pane
	d.starts = slices.Delete(d.starts, i, i+1)
	d.pid++
	d.alive[ref] = true
	if p := d.model.panes[ref]; p != nil {
		p.born = true
	}
	d.step(Started{Pane: ref, Pid: d.pid, Dir: "/p", Note: rapid.SampledFrom([]string{"", "note"}).Draw(d.T, "note")})
}

func (d *drive) exited() {
	if len(d.alive) == 0 {
		d.Skip("nothing runs")
	}
	ref := rapid.SampledFrom(slices.Sorted(maps.Keys(d.alive))).Draw(d.T, "pane")
	delete(d.alive, ref)
	exit := Exit{Code: rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(d.T, "code")}
	if signal := rapid.SampledFrom([]string{"", "", "SIGHUP", "SIGKILL", "SIGSEGV"}).Draw(d.T, "signal"); signal != "" {
		exit = Exit{Code: 130, Signal: signal}
	}
	step := func() { d.step(Exited{Pane: ref, Exit: exit}) }
	if d.model.panes[ref] == nil || d.model.stays(ref, d.now, exit) {
		step()
		return
	}
	d.close(ref, step)
}

// kill is the kill key, or the x of a notice.
func (d *drive) kill(c front.Command) {
	ref := d.s.focused().ref
	d.close(ref, func() { d.step(Operator{Command: c}) })
}

func (d *drive) keys(keys string) {
	if keys == "x" && len(d.s.focused().message) > 0 {
		d.kill(front.Input{Bytes: []byte(keys)})
		return
	}
	d.do(front.Input{Bytes: []byte(keys)}, false)
}

var printed = []string{
	"text\r\n", "\x1b[31mred\x1b[m", "\a", "\x1b[?2026h", "\x1b[?2026l", "\x1b[?1004h", "\x1b[6n", "\x1b[2J", "\x1b[?1049h",
	"\x1b[?1049l", "\x1b]2;title\a", "\x1b]52;c;eA==\a", "\x1b]9;done\a", "\x1b]9;4;1;50\a", "\x1bc", strings.Repeat("flood\r\n", 100),
}

func (d *drive) print() {
	text := []byte(rapid.SampledFrom(printed).Draw(d.T, "text"))
	if rapid.IntRange(0, 9).Draw(d.T, "noise") == 0 {
		text = rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(d.T, "bytes")
	}
	d.step(Output{Pane: d.some(), Bytes: text})
}

func (d *drive) answerExamine() {
	if len(d.exams) == 0 {
		d.Skip("nothing is examined")
	}
	e := d.exams[0]
	d.exams = d.exams[1:]
	d.step(Examined{Pane: e.Pane, Dir: rapid.Bool().Draw(d.T, "there"), Resume: plan.Resume(rapid.IntRange(0, 4).Draw(d.T, "resume"))})
}

func (d *drive) answerSave(err error) {
	if d.saving == nil {
		d.Skip("nothing is saved")
	}
	if err == nil {
		d.disk = d.saving
	}
	d.saving = nil
	d.step(Saved{Err: err})
}

func (d *drive) answerLocate(dir string) {
	if d.locates == 0 {
		d.Skip("nobody asks for shells")
	}
	d.locates--
	d.step(Located{Dirs: map[front.PaneRef]string{d.some(): dir}})
}

// calm answers all that is asked, for longer than the rhythm of saves. What is
// on the disk then is what there is, and it was not written all the time.
func (d *drive) calm() {
	writes := d.writes
	for range 40 {
		for len(d.starts) > 0 && !d.over {
			d.startedWell(0)
		}
		if d.saving != nil {
			d.answerSave(nil)
		}
		if d.locates > 0 {
			d.answerLocate("/p/deep")
		}
		d.pass(time.Second)
	}
	image := d.s.capture()
	if d.disk == nil || !bytes.Equal(snapshot.Encode(*d.disk), snapshot.Encode(image)) {
		d.Fatalf("on the disk is %+v\nwhat there is: %+v", d.disk, image)
	}
	if n := d.writes - writes; n > 25 {
		d.Fatalf("%d saves and looks for shells in 40 s", n)
	}
}

// arrange is any command that opens and closes no pane.
func (d *drive) arrange() {
	n := func(low, high int) int { return rapid.IntRange(low, high).Draw(d.T, "n") }
	all := []front.Command{
		front.MoveFocus{Side: d.side()}, front.FocusPane{Pane: d.some()}, front.Grow{Side: d.side(), Cells: n(-300, 300)},
		front.SelectWindow{Index: n(-1, 4)}, front.CycleWindow{By: n(-9, 9)}, front.LastWindow{}, front.LastPane{},
		front.RenameWindow{Name: rapid.String().Draw(d.T, "name")}, front.Swap{By: n(-9, 9)},
		front.Rotate{Backward: n(0, 1) == 1}, front.NextLayout{}, front.Zoom{},
		front.Resize{Cols: n(-1, 250), Rows: n(-1, 80)}, front.Resize{Cols: n(0, 5), Rows: n(0, 5)},
		front.InputTo{Pane: d.some(), Bytes: []byte("\x1b[<64;1;1M")}, front.Refresh{},
	}
	d.do(rapid.SampledFrom(all).Draw(d.T, "command"), false)
}

func (d *drive) end() {
	d.ends = true
	if rapid.Bool().Draw(d.T, "quit") {
		d.step(Operator{Command: front.Quit{}})
		return
	}
	d.step(Stopped{Why: "a termination signal"})
}

func (d *drive) fail() {
	what := rapid.SampledFrom([]string{"resize", "keys"}).Draw(d.T, "what")
	d.step(Failed{Pane: d.some(), What: what, Err: errors.New("refused")})
}

// actions are the events, by a name for the failure's trace.
func (d *drive) actions() map[string]func(*rapid.T) {
	n := func(low, high int) int { return rapid.IntRange(low, high).Draw(d.T, "n") }
	all := map[string]func(){
		"split": func() { d.open(front.Split{Dir: layout.Dir(n(0, 2))}, d.s.cfg.Plan.Default, false) },
		"new window": func() {
			argv := d.command()
			d.open(front.NewWindow{Argv: argv}, plan.Launch{Argv: argv}, true)
		},
		"kill":      func() { d.kill(front.Kill{}) },
		"keys":      func() { d.keys(rapid.SampledFrom([]string{"x", "\r", "p", "ls\r", ""}).Draw(d.T, "keys")) },
		"arrange":   d.arrange,
		"move pane": func() { d.do(front.MovePane{Index: n(-1, 4)}, true) },
		"ready":     func() { d.do(front.Ready{}, false) },
		"started":   d.started,
		"exited":    d.exited,
		"print":     d.print,
		"examined":  d.answerExamine,
		"saved":     func() { d.answerSave(nil) },
		"not saved": func() { d.answerSave(errors.New("no space left on device")) },
		"located":   func() { d.answerLocate("/p") },
		"not done":  d.fail,
		"a moment":  func() { d.pass(time.Duration(n(0, 3000)) * time.Millisecond) },
		"a while":   func() { d.pass(time.Duration(n(0, 60)) * time.Second) },
		"calm":      d.calm,
		"the end": func() {
			if n(0, 3) == 0 {
				d.end()
			}
		},
	}
	actions := map[string]func(*rapid.T){"": func(*rapid.T) { d.compare() }}
	for name, act := range all {
		actions[name] = func(t *rapid.T) {
			d.T = t
			if !d.over {
				act()
			} else if effects := d.s.Step(d.now, Operator{Command: front.Zoom{}}); len(effects) > 0 {
				t.Fatalf("effects %v after the end", effects)
			}
		}
	}
	return actions
}

func checkSession(t *rapid.T) {
	d := newDrive(t)
	t.Repeat(d.actions())
}

func TestSessionAgainstItsModel(t *testing.T) { rapid.Check(t, checkSession) }

func FuzzStep(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkSession)) }
