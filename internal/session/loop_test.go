package session

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/snapshot"
)

var (
	bash   = []string{"bash"}
	claude = []string{"claude"}
)

func TestLoopCarriesBytesBothWays(t *testing.T) {
	inBubble(t, &machine{}, Config{}, func(r *loopRig) {
		r.pane(0).print("hello")
		r.settle()
		if text := screen(r.view()); !strings.Contains(text, "hello") {
			t.Errorf("the front sees %q", text)
		}
		r.send(front.Input{Bytes: []byte("ls\r")}, front.Resize{Cols: 100, Rows: 30})
		if got := r.pane(0).got(); got != "ls\r" {
			t.Errorf("the program got %q", got)
		}
		if sizes := r.pane(0).sizes; sizes[len(sizes)-1] != (Size{100, 29}) {
			t.Errorf("the program's sizes are %v", sizes)
		}
		r.pane(0).end(Exit{})
		if result := r.ended(); !result.Deliberate || result.Code != 0 || result.Err != nil {
			t.Errorf("%+v", result)
		}
		if last := r.saves[len(r.saves)-1]; !last.Meta.Clean {
			t.Error("the last snapshot is not marked as closed")
		}
		if len(r.groups) != 0 {
			t.Errorf("groups %v are left on record", r.groups)
		}
	}, bash)
}

func TestLoopOutputBeforeTheEndComesBeforeTheEnd(t *testing.T) {
	inBubble(t, &machine{}, Config{}, func(r *loopRig) {
		for i := range 200 {
			r.pane(0).print(fmt.Sprintf("line %d\r\n", i))
		}
		r.pane(0).print("last words")
		r.pane(0).end(Exit{Code: 1})
		r.settle()
		view := r.view()
		if view.Tiles[0].State != front.Exited || !strings.Contains(screen(view), "last words") {
			t.Errorf("%v, %q", view.Tiles[0].State, screen(view))
		}
		if !r.pane(0).isClosed() {
			t.Error("its terminal is kept")
		}
		r.quit()
	}, claude)
}

func TestLoopEndsAStartThatWasUnderWayWhenItsPaneWasKilled(t *testing.T) {
	held := &gate{}
	m := &machine{onStart: func(e Start, _ *program) {
		if e.Pane == 1 {
			held.wait()
		}
	}}
	inBubble(t, m, Config{}, func(r *loopRig) {
		r.send(front.Split{Dir: layout.Stacked}, front.Input{Bytes: []byte("rm")}, front.Kill{})
		late := r.pane(1)
		if late.isClosed() {
			t.Fatal("it was closed before it was there")
		}
		held.open()
		r.settle()
		if !late.isClosed() || late.got() != "" {
			t.Errorf("closed %v, got %q", late.isClosed(), late.got())
		}
		if v := r.view(); len(v.Tiles) != 1 {
			t.Errorf("%d panes are shown", len(v.Tiles))
		}
		r.quit()
	}, bash)
}

func TestLoopWaitsForAStartThatIsUnderWayAtTheEnd(t *testing.T) {
	held := &gate{}
	m := &machine{onStart: func(Start, *program) { held.wait() }}
	inBubble(t, m, Config{}, func(r *loopRig) {
		r.send(front.Quit{})
		if _, over := r.over(); over {
			t.Fatal("a process may start that nobody ends")
		}
		held.open()
		r.ended()
	}, bash)
}

func TestLoopLaunchThatFailsEndsWhatWasStarted(t *testing.T) { // check 71
	m := &machine{onStart: func(e Start, p *program) {
		if e.Pane == 1 {
			p.refused = errors.New("no such file")
		}
	}}
	inBubble(t, m, Config{}, func(r *loopRig) {
		var fail *LaunchError
		if result := r.ended(); result.Code != 1 || !errors.As(result.Err, &fail) || fail.Name != "pane 2" {
			t.Errorf("%+v", result)
		}
	}, bash, claude, bash)
}

// Keys that wait are taken before any output that waits.
func TestLoopTakesKeysBeforeAFlood(t *testing.T) {
	stuck := &gate{}
	var order []string // of what the loop writes
	m := &machine{onStart: func(_ Start, p *program) {
		p.onWrite = func(b []byte) {
			order = append(order, string(b))
			if string(b) == "hold" {
				stuck.wait()
			}
		}
	}}
	inBubble(t, m, Config{}, func(r *loopRig) {
		r.loop.Send(front.Input{Bytes: []byte("hold")})
		r.settle()
		for range 100 { // each is answered by a write, so that it shows when it is taken
			for _, p := range r.programs {
				p.print("\x1b[6n")
			}
		}
		r.settle()
		keys := []string{"hold"}
		for i := range 20 {
			keys = append(keys, fmt.Sprint("key", i))
			r.loop.Send(front.Input{Bytes: []byte(keys[i+1])})
		}
		stuck.open()
		r.settle()
		if got := order[:len(keys)]; fmt.Sprint(got) != fmt.Sprint(keys) {
			t.Errorf("taken in the order %q", got)
		}
		if len(order) != len(keys)+400 {
			t.Errorf("%d writes in all", len(order))
		}
		r.quit()
	}, bash, bash, bash, bash)
}

func TestLoopNeverWaitsForAFrontThatTakesNothing(t *testing.T) { // check 148
	inBubble(t, &machine{}, Config{}, func(r *loopRig) {
		for i := range 50 {
			r.pane(0).print(fmt.Sprintf("line %d\r\n", i))
			r.send(front.Ready{}, front.Input{Bytes: []byte(".")})
		}
		if got := r.pane(0).got(); len(got) != 50 {
			t.Fatalf("%d of 50 keys arrived", len(got))
		}
		<-r.loop.Views() // an old one
		view := r.view()
		if view == nil || !view.Full || !strings.Contains(screen(view), "line 28\n") || !strings.Contains(screen(view), "line 49") {
			t.Errorf("%+v shows %q", view, screen(view))
		}
		if again := r.view(); again != nil {
			t.Errorf("a view without news: %q", screen(again))
		}
		r.quit()
	}, bash)
}

func TestLoopFrontThatIsGoneHoldsNoEnd(t *testing.T) {
	inBubble(t, &machine{}, Config{}, func(r *loopRig) {
		r.pane(0).print("news")
		r.send(front.Ready{}, front.Quit{})
		r.ended()
		for range 2 * eventBacklog { // nobody takes these any more
			r.loop.Send(front.Zoom{})
			r.loop.Stop("again")
		}
	}, bash)
}

func TestLoopSlowSaveHoldsNothingAndIsWaitedFor(t *testing.T) {
	slow := &gate{}
	m := &machine{onSave: func(snapshot.Snapshot) Saved { slow.wait(); return Saved{} }}
	inBubble(t, m, Config{}, func(r *loopRig) {
		if r.saving != 1 {
			t.Fatalf("%d saves are under way", r.saving)
		}
		r.send(front.Input{Bytes: []byte("x")}, front.Split{Dir: layout.Stacked})
		if r.pane(0).got() != "x" || len(r.programs) != 2 {
			t.Error("the session stands while it is being saved")
		}
		r.send(front.Quit{})
		if _, over := r.over(); over {
			t.Fatal("the last snapshot was written beside another")
		}
		slow.open()
		r.ended()
		if last := r.saves[len(r.saves)-1]; len(r.saves) != 2 || !last.Meta.Clean || len(last.Panes) != 2 {
			t.Errorf("%d saves, the last %+v", len(r.saves), last.Meta)
		}
	}, bash)
}

// A file system that does not answer holds neither keys nor the end.
func TestLoopSlowQuestionsHoldNothing(t *testing.T) {
	dead := &gate{}
	m := &machine{onExamine: dead.wait, onLocate: dead.wait}
	inBubble(t, m, Config{}, func(r *loopRig) {
		r.pane(0).print("$ ")
		r.pane(1).end(Exit{Code: 1})
		r.settle()
		r.send(front.MoveFocus{Side: layout.Right}, front.Input{Bytes: []byte("\r")})
		time.Sleep(2 * checkEvery)
		r.send(front.MoveFocus{Side: layout.Left}, front.Input{Bytes: []byte("x")})
		if got := r.pane(0).got(); got != "x" {
			t.Errorf("the keys are %q", got)
		}
		if !r.loop.state.saving.looking || r.loop.state.panes[1].again == nil {
			t.Error("nothing was asked")
		}
		r.quit()
		dead.open()
	}, bash, claude)
}

func TestLoopStop(t *testing.T) {
	inBubble(t, &machine{}, Config{}, func(r *loopRig) {
		r.loop.Stop("a termination signal")
		result := r.ended()
		if result.Deliberate || result.Why != "a termination signal" || result.Err != nil {
			t.Errorf("%+v", result)
		}
		if last := r.saves[len(r.saves)-1]; last.Meta.Clean || argvs(&last) != "bash | claude" {
			t.Errorf("the last snapshot: %+v", last)
		}
	}, bash, claude)
}

func TestLoopLastSnapshotThatFailsIsTold(t *testing.T) { // check 21
	m := &machine{}
	inBubble(t, m, Config{}, func(r *loopRig) {
		m.onSave = func(snapshot.Snapshot) Saved { return Saved{Err: errors.New("no space left on device")} }
		result := r.quit()
		if result.Err == nil || result.Err.Error() != "the last snapshot was not saved: no space left on device" {
			t.Errorf("%+v", result)
		}
	}, bash)
}

func TestLoopFailedEffectIsShown(t *testing.T) {
	m := &machine{onStart: func(e Start, p *program) {
		p.onResize = func() error {
			if p.sizes[len(p.sizes)-1] == (Size{100, 29}) {
				return errors.New("refused")
			}
			return nil
		}
	}}
	inBubble(t, m, Config{}, func(r *loopRig) {
		r.send(front.Resize{Cols: 100, Rows: 30})
		if v := r.view(); v.Note != "resize of bash failed: refused" || v.Tiles[0].Cols != 80 {
			t.Errorf("note %q, grid %d wide", v.Note, v.Tiles[0].Cols)
		}
		r.quit()
	}, bash)
}

func TestLoopSleepsWhenNothingHappens(t *testing.T) { // check 19
	inBubble(t, &machine{}, Config{}, func(r *loopRig) {
		time.Sleep(beatEvery + time.Second)
		r.settle()
		alarms, saves := r.alarms.Load(), r.saveCount()
		time.Sleep(10 * beatEvery)
		r.settle()
		if n := r.alarms.Load() - alarms; n > 20 {
			t.Errorf("%d alarms in ten heartbeats", n)
		}
		if n := r.saveCount() - saves; n != 10 {
			t.Errorf("%d saves in ten heartbeats", n)
		}
		r.quit()
	}, bash)
}

// A panic anywhere ends the session as a fault: processes ended, front told,
// the snapshot left open.
func TestLoopSurvivesItsOwnPanics(t *testing.T) {
	tests := []struct {
		method string // that panics
		call   func(r *loopRig)
	}{
		{"Groups", func(r *loopRig) { r.send(front.Kill{}) }},
		{"Start", func(r *loopRig) { r.send(front.NewWindow{}) }},
		{"Wait", func(r *loopRig) { r.send(front.NewWindow{}) }},
		{"Read", func(r *loopRig) { r.pane(0).print("x") }},
		{"Write", func(r *loopRig) { r.send(front.Input{Bytes: []byte("x")}) }},
		{"Resize", func(r *loopRig) { r.send(front.Zoom{}) }},
		{"Close", func(r *loopRig) { r.send(front.Kill{}) }},
		{"Examine", func(r *loopRig) {
			r.pane(1).end(Exit{Code: 1})
			r.settle()
			r.send(front.MoveFocus{Side: layout.Right}, front.Input{Bytes: []byte("\r")})
		}},
		{"Locate", func(r *loopRig) { r.pane(0).print("$ "); r.settle(); time.Sleep(2 * checkEvery) }},
		{"Save", func(r *loopRig) { time.Sleep(2 * beatEvery) }},
		{"Save", func(r *loopRig) { r.send(front.Quit{}) }},
	}
	for i, tt := range tests {
		t.Run(fmt.Sprint(i, " ", tt.method), func(t *testing.T) {
			inBubble(t, &machine{}, Config{}, func(r *loopRig) {
				r.trap.Store(&tt.method)
				tt.call(r)
				if result := r.ended(); result.Err == nil || !strings.Contains(result.Err.Error(), "boom") || result.Code != 1 {
					t.Errorf("%+v", result)
				}
			}, bash, claude)
		})
	}
}

// A process that cannot be ended does not keep the operator from the shell.
func TestLoopPanicWhileEndingIsTold(t *testing.T) {
	inBubble(t, &machine{}, Config{}, func(r *loopRig) {
		method := "Close"
		r.trap.Store(&method)
		r.send(front.Quit{})
		if result, over := r.over(); !over || result.Err == nil || !strings.Contains(result.Err.Error(), "boom") {
			t.Errorf("over %v, %+v", over, result)
		}
		r.pane(0).Close()
		r.checkGone()
	}, bash)
}

func TestLoopFaultLeavesTheSnapshotOpen(t *testing.T) {
	faulty := false
	cfg := Config{NewID: func() string {
		if faulty {
			panic("boom")
		}
		return ""
	}}
	inBubble(t, &machine{}, cfg, func(r *loopRig) {
		faulty = true
		r.send(front.NewWindow{})
		result := r.ended()
		if result.Deliberate || result.Err == nil || !strings.Contains(result.Err.Error(), "boom") {
			t.Errorf("%+v", result)
		}
		if last := r.saves[len(r.saves)-1]; last.Meta.Clean || argvs(&last) != "bash | claude" {
			t.Errorf("the last snapshot: %+v", last)
		}
	}, bash, claude)
}
