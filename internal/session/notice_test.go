package session

import (
	"errors"
	"strings"
	"testing"
	"time"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
)

// notice is what stands over a pane's grid.
func (r *rig) notice(ref front.PaneRef) string {
	r.t.Helper()
	return strings.Join(r.tile(ref).Message, "\n")
}

// start is the only one since the last look.
func (r *rig) start() Start {
	r.t.Helper()
	starts := of[Start](r)
	if len(starts) != 1 {
		r.t.Fatalf("%d starts, want one", len(starts))
	}
	return starts[0]
}

// A pane that ran is not dropped because it cannot be started a second time,
// and its second birth is its own: not that of a split.
func TestRestartThatCannotStartHoldsThePane(t *testing.T) {
	r := newRig(t, Config{}, []string{"bash"})
	r.up()
	r.do(front.Split{Dir: layout.Stacked})
	if s := r.start(); s.DirOf == 0 || s.Fallback != "/p" {
		t.Fatalf("a split starts as %+v", s)
	}
	r.step(Started{Pane: 1, Pid: 200, Dir: "/p/sub"})
	r.step(Exited{Pane: 1, Exit: Exit{Code: 129, Signal: "SIGHUP"}})
	r.do(front.Input{Bytes: []byte("\r")})
	r.step(Examined{Pane: 1, Dir: true})
	if s := r.start(); s.DirOf != 0 || s.Fallback != "" || s.Dir != "/p/sub" {
		t.Errorf("the restart is %+v", s)
	}
	r.step(Started{Pane: 1, Err: errors.New("no such file")})
	if text := r.notice(1); !strings.Contains(text, "no such file") || !strings.Contains(text, "Enter tries again · x closes") {
		t.Errorf("the notice says %q", text)
	}
}

func TestShellIsRestartedWhereItWas(t *testing.T) {
	r := newRig(t, Config{}, []string{"bash"}, []string{"sh"})
	r.up()
	r.saves()
	r.print(0, "$ ")
	r.pass(checkEvery)
	r.step(Located{Dirs: map[front.PaneRef]string{0: "/p/deep"}})
	r.step(Exited{Pane: 0, Exit: Exit{Code: 137, Signal: "SIGKILL"}})
	r.do(front.Input{Bytes: []byte("\r")})
	r.step(Examined{Pane: 0, Dir: true})
	if s := r.start(); s.Dir != "/p/deep" || s.Fallback != "/p" {
		t.Errorf("started in %q, else %q", s.Dir, s.Fallback)
	}
}

func TestNoticeOfAHeldPaneNamesItsKeys(t *testing.T) { // R041
	w := windowOf([]string{"claude"})
	w.Launches[0].Held, w.Launches[0].Cwd, w.Launches[0].Norms = []string{"its directory /gone is gone"}, "/gone", "stay"
	r := newRig(t, Config{Resumed: true, Plan: plan.Plan{Windows: []plan.Window{w}}})
	if text := r.notice(0); text != "its directory /gone is gone\nEnter tries again · p starts it in /p · x closes" {
		t.Errorf("the notice says %q", text)
	}
	r.do(front.Input{Bytes: []byte("p")})
	r.step(Examined{Pane: 0, Dir: false})
	if image := r.s.capture(); *image.Panes[0].Cwd != "/gone" || *image.Panes[0].Norms != "stay" {
		t.Errorf("a p that started nothing changed the record: %+v", image.Panes[0])
	}
	if r.s.note.text != "/p is not there" {
		t.Errorf("note %q", r.s.note.text)
	}
}

// Only the keys that the notice names count, and only alone: a paste that
// holds them must neither close a pane nor start one.
func TestOnlyALoneKeyAnswersANotice(t *testing.T) {
	for _, keys := range []string{"xx", "ax", "x\r", "\r\r", "p", "q", "\x1b[200~x\x1b[201~", "\x1b[13u", " "} {
		r := newRig(t, Config{}, []string{"bash"}, []string{"claude"})
		r.up()
		r.step(Exited{Pane: 1, Exit: Exit{Code: 1}})
		r.do(front.InputTo{Pane: 1, Bytes: []byte(keys)})
		if n := len(of[Examine](r)); n != 0 || r.s.panes[1] == nil {
			t.Errorf("%q examines %d times, pane %v", keys, n, r.s.panes[1])
		}
	}
	r := newRig(t, Config{}, []string{"bash"}, []string{"claude"})
	r.up()
	r.step(Exited{Pane: 1, Exit: Exit{Code: 1}})
	r.do(front.InputTo{Pane: 1, Bytes: []byte("x")})
	if r.s.panes[1] != nil {
		t.Error("x alone does not close it")
	}
}

func TestLastPaneThatIsAFailedAgentStays(t *testing.T) { // R034
	r := newRig(t, Config{}, []string{"claude"})
	r.up()
	r.pass(time.Hour)
	r.step(Exited{Pane: 0, Exit: Exit{Code: 1}})
	if len(of[Finish](r)) != 0 || r.tile(0).State != front.Exited {
		t.Error("the session ended with what there was to read")
	}
	r.do(front.Input{Bytes: []byte("x")})
	if f := r.finished(); !f.Result.Deliberate {
		t.Errorf("closing it ends as %+v", f.Result)
	}
}

// A late word of a process that is gone changes nothing.
func TestFailureOfAnEndedProcessIsIgnored(t *testing.T) {
	r := newRig(t, Config{}, []string{"bash"}, []string{"claude"})
	r.up()
	r.do(front.Resize{Cols: 100, Rows: 30})
	r.step(Exited{Pane: 1, Exit: Exit{Code: 1}})
	size := r.s.panes[1].size
	r.step(Failed{Pane: 1, What: "resize", Err: errors.New("gone")})
	if r.s.panes[1].size != size || r.s.note.text != "" {
		t.Errorf("size %v, note %q", r.s.panes[1].size, r.s.note.text)
	}
}

// The first size a process is told again, as it may have changed meanwhile.
func TestFailureOfTheFirstResizeKeepsTheSizeOfTheStart(t *testing.T) {
	r := newRig(t, Config{}, []string{"bash"})
	r.up()
	r.step(Failed{Pane: 0, What: "resize", Err: errors.New("refused")})
	if tile := r.tile(0); tile.Cols != 80 || tile.RowCount != 23 {
		t.Errorf("the grid is %dx%d", tile.Cols, tile.RowCount)
	}
}

func TestFailedResizeKeepsTheSizeThatTheProcessHas(t *testing.T) { // R092
	r := newRig(t, Config{}, []string{"bash"})
	r.up()
	r.do(front.Resize{Cols: 100, Rows: 30})
	r.step(Failed{Pane: 0, What: "resize", Err: errors.New("refused")})
	if tile := r.tile(0); tile.Cols != 80 || tile.RowCount != 23 {
		t.Errorf("the grid is %dx%d", tile.Cols, tile.RowCount)
	}
	if r.s.note.text != "resize of bash failed: refused" {
		t.Errorf("note %q", r.s.note.text)
	}
}

func TestProductEnvironmentReachesThePane(t *testing.T) {
	w := windowOf([]string{"gemini"}, []string{"bash"})
	w.Launches[0].ContextEnv = [][2]string{{"CONTEXT_MODE_DIR", "/c"}}
	r := newRig(t, Config{Plan: plan.Plan{Windows: []plan.Window{w}}})
	starts := r.up()
	want := [][2]string{{"GEMINI_CLI_NO_RELAUNCH", "1"}, {"CONTEXT_MODE_DIR", "/c"}}
	if got := starts[0].Env; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("gemini's environment is %v, want %v", got, want)
	}
	if len(starts[1].Env) != 0 {
		t.Errorf("a shell gets %v", starts[1].Env)
	}
	if image, _ := r.saves(); len(image.Panes[0].ContextEnv) != 1 {
		t.Errorf("recorded %v", image.Panes[0].ContextEnv)
	}
}

// What is told at the start must not be gone before anybody could read it.
func TestNotesOfOneMomentAreShownTogether(t *testing.T) {
	r := newRig(t, Config{Note: "capped to plan"}, []string{"bash"})
	r.step(Started{Pane: 0, Pid: 5, Note: "identity unknown"})
	r.step(Started{Pane: 0, Pid: 5, Note: "identity unknown"})
	if r.s.note.text != "identity unknown · capped to plan" {
		t.Errorf("note %q", r.s.note.text)
	}
	r.pass(2 * time.Second)
	r.do(front.SelectWindow{Index: 8})
	if r.s.note.text != "no window 9" {
		t.Errorf("note %q", r.s.note.text)
	}
	r.pass(noteTime)
	if r.s.note.text != "" {
		t.Errorf("note %q stays", r.s.note.text)
	}
}
