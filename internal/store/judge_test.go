package store

import (
	"testing"
	"time"

	"atrium/internal/snapshot"
)

func TestJudge(t *testing.T) { // check 33
	crashed := Liveness{State: Crashed}
	hung := Liveness{State: Crashed, PidRuns: true}
	running := Liveness{State: Running, PidRuns: true}
	suspended := Liveness{State: Suspended, PidRuns: true}
	for _, c := range []struct {
		name  string
		age   time.Duration
		clean bool
		then  Presence
		want  Liveness
	}{
		{"fresh, running", time.Second, false, Present, running},
		{"fresh, running, identity not told", time.Second, false, Unsure, running},
		{"fresh, gone", time.Second, false, Gone, crashed}, // check 34: a zombie is Gone too
		{"just fresh", 59_999 * time.Millisecond, false, Unsure, running},
		{"just stale", 60 * time.Second, false, Unsure, hung},
		{"stale, pid of who knows whom", 10 * time.Minute, false, Unsure, hung},   // R013
		{"stale, pid of another process", 10 * time.Minute, false, Gone, crashed}, // R013
		{"stale, the same process", 61 * time.Second, false, Present, suspended},  // R015
		{"fresh again after a stop", 0, false, Present, running},                  // R015
		{"ahead by a skewed clock", -4 * time.Minute, false, Unsure, running},
		{"closed, and still there", time.Second, true, Present, Liveness{State: Closed}},
		{"closed", time.Hour, true, Gone, Liveness{State: Closed}},
	} {
		pid, at := 42, now.Add(-c.age).UnixMilli()
		meta := snapshot.Meta{Pid: &pid, SavedAtMS: &at, Clean: c.clean}
		if got := Judge(meta, now, procs{42: c.then}.alive); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestJudgeWithoutMeta(t *testing.T) { // check 33
	if got := Judge(snapshot.Meta{}, now, procs{0: Present}.alive); got != (Liveness{}) {
		t.Errorf("no meta: %v, want crashed", got)
	}
	pid := 42
	if got := Judge(snapshot.Meta{Pid: &pid}, now, procs{42: Unsure}.alive); got.State != Crashed {
		t.Errorf("no heartbeat: %v, want crashed", got)
	}
}

func TestJudgeAsksForTheRecordedProcess(t *testing.T) {
	pid, start := 42, "17@boot"
	Judge(snapshot.Meta{Pid: &pid, PidStart: &start}, now, func(p int, s *string) Presence {
		if p != 42 || s == nil || *s != start {
			t.Errorf("asked for %d, %v", p, s)
		}
		return Gone
	})
}

func TestStatesHaveNames(t *testing.T) {
	for state, want := range map[State]string{Crashed: "crashed", Closed: "closed", Running: "running", Suspended: "suspended"} {
		if state.String() != want {
			t.Errorf("%d is %q, want %q", state, state, want)
		}
	}
}
