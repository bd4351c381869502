package session

import (
	"fmt"
	"testing"
	"time"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
)

func TestSnapshotAsSoonAsThePanesExist(t *testing.T) { // check 20, R019
	r := newRig(t, Config{}, []string{"bash"}, []string{"vim", "x"})
	if image, n := r.saves(); n != 0 {
		t.Fatalf("saved %v before anything ran", image)
	}
	r.up()
	image, n := r.saves()
	if n == 0 || argvs(image) != "bash | vim x" {
		t.Fatalf("%d saves, last %v", n, image)
	}
	r.do(front.Split{Dir: layout.Stacked})
	r.up()
	if image, n = r.saves(); n == 0 || argvs(image) != "bash | bash | vim x" {
		t.Errorf("after a split %d saves, last %q", n, argvs(image))
	}
	r.do(front.Kill{})
	if image, n = r.saves(); n == 0 || argvs(image) != "bash | vim x" {
		t.Errorf("after a kill %d saves, last %q", n, argvs(image))
	}
}

func TestHeartbeatAndNothingElseWhenIdle(t *testing.T) { // check 19, R021
	r := newRig(t, Config{}, []string{"bash"})
	r.up()
	r.saves()
	for beat := range 8 {
		r.pass(15 * time.Second)
		if _, n := r.saves(); n != 1 {
			t.Errorf("%d writes in heartbeat %d", n, beat)
		}
	}
}

func TestFailedSaveIsRetriedAndSaidOnce(t *testing.T) { // check 21, R003
	r := newRig(t, Config{}, []string{"bash"})
	r.do(front.Ready{})
	r.up()
	notes := map[string]bool{}
	tries := 0
	for range 4 {
		for range of[Save](r) {
			tries++
			r.do(front.Ready{})
			r.step(Saved{Err: fmt.Errorf("no space left on device")})
		}
		for _, show := range of[Show](r) {
			notes[show.View.Note] = true
		}
		r.pass(3 * time.Second)
	}
	if tries != 4 {
		t.Errorf("%d tries in 12 s, want one every 3 s", tries)
	}
	delete(notes, "")
	if len(notes) != 1 || !notes["the snapshot was not saved: no space left on device"] {
		t.Errorf("notes %v", notes)
	}
	if r.s.saving.written != nil {
		t.Errorf("%v counts as written", r.s.saving.written)
	}
	r.saves()
	if r.s.saving.failing {
		t.Error("a success does not end the streak")
	}
}

func TestKilledPaneIsGoneFromTheNextSnapshot(t *testing.T) { // R066
	r := newRig(t, Config{}, []string{"bash"}, []string{"sh"}, []string{"zsh"})
	r.up()
	r.saves()
	r.do(front.MoveFocus{Side: layout.Right})
	r.do(front.Kill{})
	image, _ := r.saves()
	if image == nil || argvs(image) != "bash | zsh" {
		t.Errorf("saved %v", image)
	}
	if ends := of[End](r); len(ends) != 1 || ends[0].Pane != 1 {
		t.Errorf("ended %v", ends)
	}
}

func TestDeliberateAndOtherEnds(t *testing.T) { // R001
	tests := []struct {
		name       string
		end        func(r *rig)
		deliberate bool
	}{
		{"quit key", func(r *rig) { r.do(front.Quit{}) }, true},
		{"last pane exits", func(r *rig) { r.step(Exited{Pane: 0}) }, true},
		{"last pane killed by key", func(r *rig) { r.do(front.Kill{}) }, true},
		{"signal", func(r *rig) { r.step(Stopped{Why: "SIGTERM"}) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, Config{}, []string{"bash"})
			r.up()
			r.saves()
			tt.end(r)
			f := r.finished()
			if f.Result.Deliberate != tt.deliberate || f.Last == nil || f.Last.Meta.Clean != tt.deliberate {
				t.Fatalf("result %+v, last %+v", f.Result, f.Last)
			}
			if argvs(f.Last) != "bash" {
				t.Errorf("the last snapshot holds %q", argvs(f.Last))
			}
		})
	}
}

func TestVolatileSessionSavesNothing(t *testing.T) { // R077
	r := newRig(t, Config{Volatile: true}, []string{"bash"})
	r.up()
	r.pass(time.Minute)
	r.do(front.Quit{})
	if _, n := r.saves(); n != 0 || r.finished().Last != nil {
		t.Errorf("%d saves of a nested session", n)
	}
}

func TestResumeIsSavedWholeBeforeItIsUp(t *testing.T) { // R005
	w := windowOf([]string{"bash"}, []string{"sh"}, []string{"zsh"})
	r := newRig(t, Config{Resumed: true, StartsAtOnce: 1, Plan: plan.Plan{Windows: []plan.Window{w}}})
	image, n := r.saves()
	if n != 1 || argvs(image) != "bash | sh | zsh" {
		t.Errorf("%d saves: %v", n, image)
	}
}

func TestParentOfAnotherWindowIsNotRecorded(t *testing.T) {
	lead := layout.PaneID(0)
	a, b := windowOf([]string{"claude"}, []string{"bash"}), plan.Window{Tree: "5", Focus: 5}
	a.Launches[1].Parent, a.Launches[1].Depth = &lead, 1
	b.Launches = []plan.Launch{{Pane: 5, Argv: []string{"sh"}, Parent: &lead, Depth: 3}}
	r := newRig(t, Config{Resumed: true, Plan: plan.Plan{Windows: []plan.Window{a, b}}})
	r.up()
	image, _ := r.saves()
	if p := image.Panes[1].ParentPane; p == nil || *p != 0 {
		t.Errorf("parent in the window: %v", p)
	}
	if p := image.Panes[2]; p.ParentPane != nil || p.Depth != 3 {
		t.Errorf("parent elsewhere: %v, depth %d", p.ParentPane, p.Depth)
	}
}

func TestShellDirectoryIsFollowed(t *testing.T) {
	r := newRig(t, Config{}, []string{"bash"}, []string{"vim"})
	r.up()
	r.saves()
	r.print(0, "$ ")
	r.pass(5 * time.Second)
	asked := of[Locate](r)
	if len(asked) != 1 || len(asked[0].Pids) != 1 {
		t.Fatalf("asked %v", asked)
	}
	r.step(Located{Dirs: map[front.PaneRef]string{0: "/p/sub"}})
	r.pass(5 * time.Second)
	if image, _ := r.saves(); image == nil || *image.Panes[0].LiveCwd != "/p/sub" || *image.Panes[0].Cwd != "/p" {
		t.Errorf("recorded %+v", image)
	}
}

func TestSlowLookForShellsKeepsNoSnapshotWaiting(t *testing.T) {
	r := newRig(t, Config{}, []string{"bash"})
	r.up()
	r.saves()
	r.print(0, "$ ")
	r.pass(checkEvery)
	if n := len(of[Locate](r)); n != 1 {
		t.Fatalf("%d looks", n)
	}
	r.do(front.Split{Dir: layout.Stacked})
	r.up()
	if image, n := r.saves(); n == 0 || argvs(image) != "bash | bash" {
		t.Errorf("%d saves beside a look that does not end", n)
	}
	r.print(0, "$ ")
	r.pass(time.Minute)
	if n := len(of[Locate](r)); n != 0 {
		t.Errorf("%d more looks beside it", n)
	}
	r.saves()
	r.step(Located{})
	r.pass(checkEvery)
	if n := len(of[Locate](r)); n != 1 {
		t.Errorf("%d looks after it", n)
	}
}

func TestSignalInTheMiddleOfAResumeLeavesItOpenAndWhole(t *testing.T) { // R005
	w := windowOf([]string{"bash"}, []string{"sh"}, []string{"zsh"})
	r := newRig(t, Config{Resumed: true, StartsAtOnce: 1, Plan: plan.Plan{Windows: []plan.Window{w}}})
	r.step(Started{Pane: of[Start](r)[0].Pane, Pid: 5})
	r.step(Stopped{Why: "a termination signal"})
	f := r.finished()
	if f.Result.Deliberate || f.Last == nil || f.Last.Meta.Clean || argvs(f.Last) != "bash | sh | zsh" {
		t.Errorf("%+v, last %+v", f.Result, f.Last)
	}
}

// Nothing is saved while a pane of the launch may still fail it, and the pane
// that is closed cannot.
func TestClosingAPaneThatWaitsLetsTheRestBeSaved(t *testing.T) {
	r := newRig(t, Config{StartsAtOnce: 1}, []string{"bash"}, []string{"sh"})
	r.step(Started{Pane: of[Start](r)[0].Pane, Pid: 5})
	if _, n := r.saves(); n != 0 {
		t.Fatalf("%d saves of half a launch", n)
	}
	r.do(front.MoveFocus{Side: layout.Right})
	r.do(front.Kill{})
	if image, n := r.saves(); n != 1 || argvs(image) != "bash" {
		t.Errorf("%d saves, last %v", n, image)
	}
}

func TestUrgentSaveWhileFailingKeepsTheRhythm(t *testing.T) { // check 21
	r := newRig(t, Config{}, []string{"bash"})
	r.up()
	of[Save](r)
	r.step(Saved{Err: fmt.Errorf("no space left on device")})
	r.do(front.Split{Dir: layout.Stacked})
	r.up()
	if n := len(of[Save](r)); n != 0 {
		t.Errorf("%d tries at once", n)
	}
	r.pass(retryEvery)
	if image, n := r.saves(); n != 1 || argvs(image) != "bash | bash" {
		t.Errorf("%d saves, last %v", n, image)
	}
}

// What changes while a snapshot is being written is in the next one.
func TestChangeDuringASaveIsSavedAfterIt(t *testing.T) { // check 20
	r := newRig(t, Config{}, []string{"bash"})
	r.up()
	of[Save](r)
	r.do(front.Split{Dir: layout.Stacked})
	r.up()
	if n := len(of[Save](r)); n != 0 {
		t.Fatalf("%d saves beside another", n)
	}
	r.step(Saved{})
	if image, n := r.saves(); n == 0 || argvs(image) != "bash | bash" {
		t.Errorf("%d saves, last %v", n, image)
	}
}
