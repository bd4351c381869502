package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/policy"
)

func TestPanesThatASignalEndedStay(t *testing.T) { // R070
	for _, sig := range []string{"SIGHUP", "SIGTERM", "SIGKILL"} {
		r := newRig(t, Config{}, []string{"bash"}, []string{"vim"})
		r.up()
		r.saves()
		r.step(Exited{Pane: 0, Exit: Exit{Signal: sig, Code: 129}})
		r.step(Exited{Pane: 1, Exit: Exit{Signal: sig, Code: 129}})
		r.step(Stopped{Why: "SIGTERM"})
		f := r.finished()
		if f.Result.Deliberate || f.Last == nil || f.Last.Meta.Clean || argvs(f.Last) != "bash | vim" {
			t.Errorf("%s: %+v, last %+v", sig, f.Result, f.Last)
		}
	}
}

func TestFailedCommandStaysReadable(t *testing.T) { // R143
	boom := []string{"sh", "-c", "echo boom >&2; exit 3"}
	t.Run("one of three", func(t *testing.T) {
		r := newRig(t, Config{}, []string{"bash"}, boom, []string{"sh"})
		r.up()
		r.print(1, "boom\r\n")
		r.step(Exited{Pane: 1, Exit: Exit{Code: 3}})
		tile := r.tile(1)
		if tile.State != front.Exited || !strings.Contains(strings.Join(tile.Message, " "), "status 3") {
			t.Errorf("%+v", tile)
		}
	})
	t.Run("the only one", func(t *testing.T) {
		r := newRig(t, Config{}, boom)
		r.up()
		r.print(0, "boom\r\n")
		r.step(Exited{Pane: 0, Exit: Exit{Code: 3}})
		f := r.finished()
		if f.Result.Code != 3 || !strings.Contains(f.Result.Farewell, "boom") {
			t.Errorf("%+v", f.Result)
		}
	})
	t.Run("a shell closes on any exit", func(t *testing.T) {
		r := newRig(t, Config{}, []string{"bash"}, []string{"sh"})
		r.up()
		r.step(Exited{Pane: 1, Exit: Exit{Code: 3}})
		if r.s.panes[1] != nil {
			t.Error("it is still there")
		}
	})
	t.Run("late", func(t *testing.T) {
		r := newRig(t, Config{}, []string{"bash"}, boom)
		r.up()
		r.pass(6 * time.Second)
		r.step(Exited{Pane: 1, Exit: Exit{Code: 3}})
		if r.s.panes[1] != nil {
			t.Error("it is still there")
		}
	})
}

func TestFailedAgentStaysWithItsIdAndIsResumed(t *testing.T) { // R034
	id := "11111111-1111-4111-8111-111111111111"
	w := windowOf([]string{"claude", "--model", "opus"})
	w.Launches[0].SessionID, w.Launches[0].Resume, w.Launches[0].Recorded = id, plan.ByID, true
	r := newRig(t, Config{Resumed: true, Plan: plan.Plan{Windows: []plan.Window{w}}})
	starts := r.up()
	if got := strings.Join(starts[0].Argv, " "); !strings.HasSuffix(got, "--resume "+id) {
		t.Fatalf("started %q", got)
	}
	r.print(0, "No conversation found\r\n")
	r.step(Exited{Pane: 0, Exit: Exit{Code: 1}})
	message := strings.Join(r.tile(0).Message, " ")
	if !strings.Contains(message, id) || !strings.Contains(message, "claude --resume "+id) {
		t.Errorf("the notice says %q", message)
	}
	if text := r.s.panes[0].term.Text(); !strings.Contains(text, "No conversation found") {
		t.Errorf("the agent's own words are gone: %q", text)
	}
	if image, _ := r.saves(); *image.Panes[0].SessionID != id || argvs(image) != "claude --model opus" {
		t.Errorf("recorded %v %q", *image.Panes[0].SessionID, argvs(image))
	}
	r.do(front.Input{Bytes: []byte("\r")})
	if ex := of[Examine](r); len(ex) != 1 {
		t.Fatalf("Enter examines %v", ex)
	}
	r.step(Examined{Pane: 0, Dir: true, Resume: plan.FreshSameID})
	starts = r.up()
	if got := strings.Join(starts[0].Argv, " "); !strings.HasSuffix(got, "--session-id "+id) {
		t.Errorf("started again as %q", got)
	}
}

func TestResumeStartsAFewAtATimeAndTheFocusedFirst(t *testing.T) { // R057
	var commands [][]string
	for i := range 10 {
		commands = append(commands, []string{"claude", fmt.Sprint(i)})
	}
	w := windowOf(commands...)
	w.Focus = 7
	r := newRig(t, Config{Resumed: true, StartsAtOnce: 4, Plan: plan.Plan{Windows: []plan.Window{w}}, Cols: 300, Rows: 50})
	var order []front.PaneRef
	for len(order) < 10 {
		starts := of[Start](r)
		if len(starts) == 0 || len(starts) > 4 {
			t.Fatalf("%d starts at once", len(starts))
		}
		for _, s := range starts {
			order = append(order, s.Pane)
			r.nextPid++
			r.step(Started{Pane: s.Pane, Pid: r.nextPid})
			if extra := of[Start](r); len(extra) > 0 {
				t.Fatal("a start before one of the four painted")
			}
		}
		for _, s := range starts {
			r.print(s.Pane, "hello")
		}
	}
	if order[0] != 7 || order[1] != 0 {
		t.Errorf("order %v", order)
	}
}

func TestAStartThatPaintsNothingHoldsItsTurnNoLonger(t *testing.T) { // R057
	w := windowOf([]string{"claude"}, []string{"claude"})
	r := newRig(t, Config{Resumed: true, StartsAtOnce: 1, Plan: plan.Plan{Windows: []plan.Window{w}}})
	r.step(Started{Pane: of[Start](r)[0].Pane, Pid: 5})
	r.pass(3 * time.Second)
	if n := len(of[Start](r)); n != 1 {
		t.Errorf("%d more starts", n)
	}
}

func TestQuitInTheMiddleOfAResume(t *testing.T) { // R057
	w := windowOf([]string{"bash"}, []string{"sh"}, []string{"zsh"})
	r := newRig(t, Config{Resumed: true, StartsAtOnce: 1, Plan: plan.Plan{Windows: []plan.Window{w}}})
	r.do(front.Quit{})
	if f := r.finished(); !f.Result.Deliberate || argvs(f.Last) != "bash | sh | zsh" {
		t.Errorf("%+v", f)
	}
}

func TestPaneOfThePlanThatCannotBeStartedEndsTheLaunch(t *testing.T) { // check 71
	r := newRig(t, Config{Resumed: true}, []string{"bash"}, []string{"/gone/claude", "x"}, []string{"sh"})
	for _, s := range of[Start](r) {
		if s.Pane == 1 {
			r.step(Started{Pane: 1, Err: fmt.Errorf("no such file")})
			break
		}
		r.step(Started{Pane: s.Pane, Pid: 7})
	}
	f := r.finished()
	if f.Result.Code != 1 || f.Result.Deliberate {
		t.Fatalf("%+v", f.Result)
	}
	for _, word := range []string{"pane 2", "/gone/claude x", `"/p"`, "no such file"} {
		if !strings.Contains(f.Result.Err.Error(), word) {
			t.Errorf("%q does not name %q", f.Result.Err, word)
		}
	}
}

func TestHeldPaneKeepsItsRecordAndItsKeys(t *testing.T) { // R041
	w := windowOf([]string{"bash"}, []string{"claude"})
	w.Launches[1].Held = []string{"the directory /gone is not there"}
	w.Launches[1].Cwd, w.Launches[1].Norms, w.Launches[1].SessionID = "/gone", "stay", "abc"
	w.Focus = 1
	r := newRig(t, Config{Resumed: true, Plan: plan.Plan{Windows: []plan.Window{w}}})
	if starts := r.up(); len(starts) != 1 || starts[0].Argv[0] != "bash" {
		t.Fatalf("started %v", starts)
	}
	image, _ := r.saves()
	if p := image.Panes[1]; *p.Cwd != "/gone" || *p.SessionID != "abc" || *p.Norms != "stay" {
		t.Errorf("recorded %+v", p)
	}
	r.do(front.Input{Bytes: []byte("\r")})
	r.step(Examined{Pane: 1, Dir: false})
	if starts := of[Start](r); len(starts) != 0 {
		t.Fatalf("started %v in a directory that is not there", starts)
	}
	r.do(front.Input{Bytes: []byte("\r")})
	r.step(Examined{Pane: 1, Dir: true, LiveIn: 77, Resume: plan.ByPath})
	if starts := of[Start](r); len(starts) != 0 {
		t.Fatalf("started %v, whose conversation another process writes", starts)
	}
	r.do(front.Input{Bytes: []byte("p")})
	r.step(Examined{Pane: 1, Dir: true, Resume: plan.ByPath, Transcript: "/t.jsonl"})
	starts := of[Start](r)
	if len(starts) != 1 || starts[0].Dir != "/p" || strings.Contains(strings.Join(starts[0].Argv, " "), "stay") {
		t.Errorf("p starts %+v", starts)
	}
}

func TestKeysTypedBeforeAPaneIsUpReachIt(t *testing.T) {
	r := newRig(t, Config{}, []string{"bash"})
	r.do(front.Input{Bytes: []byte("ls\r")})
	r.up()
	if writes := of[Write](r); len(writes) != 1 || string(writes[0].Bytes) != "ls\r" {
		t.Errorf("wrote %v", writes)
	}
}

func TestPosture(t *testing.T) { // checks 64, 96, R030
	ladder := []policy.Posture{policy.Default, policy.Plan, policy.Accept, policy.Automode, policy.Skip}
	for _, ceiling := range ladder {
		for _, mode := range ladder {
			w := windowOf([]string{"claude"})
			w.Launches[0].Mode = &mode
			r := newRig(t, Config{Resumed: true, Plan: plan.Plan{
				Ceiling: ceiling, Decided: true, Windows: []plan.Window{w},
			}})
			r.up()
			image, _ := r.saves()
			if want := min(mode, ceiling); *image.Panes[0].Mode != want {
				t.Errorf("mode %v under %v runs at %v", mode, ceiling, *image.Panes[0].Mode)
			}
		}
	}
}

func TestTypedPostureIsARequestUnderTheCeiling(t *testing.T) { // check 96
	for _, tt := range []struct {
		ceiling      policy.Posture
		typed        []string
		want, absent string
	}{
		{policy.Plan, []string{"claude", "--dangerously-skip-permissions"}, "--permission-mode plan", "skip"},
		{policy.Accept, []string{"claude", "--permission-mode", "plan"}, "--permission-mode plan", "accept"},
		{policy.Skip, []string{"claude", "--dangerously-skip-permissions"}, "--dangerously-skip-permissions", "plan"},
	} {
		r := newRig(t, Config{Plan: plan.Plan{
			Ceiling: tt.ceiling, Decided: true, Windows: []plan.Window{windowOf(tt.typed)},
		}})
		argv := strings.Join(r.up()[0].Argv, " ")
		if !strings.Contains(argv, tt.want) || strings.Contains(argv, tt.absent) {
			t.Errorf("%q under %v runs %q", tt.typed, tt.ceiling, argv)
		}
		if image, _ := r.saves(); argvs(image) != strings.Join(tt.typed, " ") {
			t.Errorf("recorded %q", argvs(image))
		}
	}
}

func TestUndecidedPostureIsNotRecorded(t *testing.T) {
	r := newRig(t, Config{}, []string{"claude"})
	starts := r.up()
	if argv := strings.Join(starts[0].Argv, " "); strings.Contains(argv, "--permission-mode") {
		t.Errorf("started %q", argv)
	}
	if image, _ := r.saves(); image.Panes[0].Mode != nil {
		t.Errorf("recorded %v", *image.Panes[0].Mode)
	}
}

func TestSplitThatDoesNotFit(t *testing.T) { // R082
	r := newRig(t, Config{Cols: 20, Rows: 6}, []string{"bash"})
	r.up()
	for range 10 {
		r.do(front.Split{Dir: layout.Stacked})
		r.do(front.Split{Dir: layout.SideBySide})
		r.up()
		r.do(front.Zoom{})
		r.do(front.MoveFocus{Side: layout.Left})
	}
	if r.s.note.text != "no room for another pane here" {
		t.Errorf("note %q", r.s.note.text)
	}
}

func TestEverySizeIsSurvived(t *testing.T) { // R080
	r := newRig(t, Config{}, []string{"a"}, []string{"b"}, []string{"c"}, []string{"d"})
	r.up()
	for _, size := range [][2]int{{0, 0}, {1, 1}, {2, 1}, {1, 200}, {1000, 1000}, {80, 24}} {
		r.do(front.Resize{Cols: size[0], Rows: size[1]})
		r.do(front.Ready{})
		r.print(2, strings.Repeat("x", 300))
	}
	if tile := r.tile(3); tile.Rect != (layout.Rect{X: 60, W: 20, H: 23}) {
		t.Errorf("%+v", tile.Rect)
	}
}

func TestSizesReachThePanesThatChanged(t *testing.T) { // R092
	r := newRig(t, Config{}, []string{"a"}, []string{"b"})
	r.up()
	of[SetSize](r)
	check := func(what string, want ...SetSize) {
		t.Helper()
		if got := of[SetSize](r); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	r.do(front.Zoom{})
	check("zoom", SetSize{0, Size{80, 23}})
	r.do(front.Zoom{})
	check("unzoom", SetSize{0, Size{38, 21}})
	r.do(front.Grow{Side: layout.Right, Cells: 5})
	check("border", SetSize{0, Size{43, 21}}, SetSize{1, Size{33, 21}})
	r.do(front.MoveFocus{Side: layout.Right})
	check("focus")
	r.do(front.NewWindow{})
	r.up()
	of[SetSize](r)
	r.do(front.SelectWindow{Index: 0})
	check("window switch")
	r.do(front.Kill{})
	check("close", SetSize{0, Size{80, 23}})
}

func TestViewWaitsForReadyAndHoldsOnlyNews(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"})
	r.up()
	r.print(0, "one\r\n")
	if n := len(of[Show](r)); n != 0 {
		t.Fatalf("%d views to a front that is not ready", n)
	}
	r.do(front.Ready{})
	if views := of[Show](r); len(views) != 1 || len(views[0].View.Tiles[0].Rows) != 23 {
		t.Fatalf("first view %+v", views)
	}
	r.do(front.Ready{})
	if n := len(of[Show](r)); n != 0 {
		t.Fatalf("%d views without news", n)
	}
	r.print(0, "two")
	views := of[Show](r)
	if len(views) != 1 || len(views[0].View.Tiles[0].Rows) != 1 || views[0].View.Tiles[0].Rows[0].Y != 1 {
		t.Errorf("news %+v", views)
	}
}
