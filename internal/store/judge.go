package store

import (
	"time"

	"atrium/internal/snapshot"
)

const (
	staleAfter = 60 * time.Second // a heartbeat comes every 15 s
	futureSkew = 5 * time.Minute  // what two clocks may differ
)

// State is what has become of a saved session.
type State int

// The states. Suspended is a process that still exists and has stopped saving:
// stopped, asleep or hung.
const (
	Crashed State = iota
	Closed
	Running
	Suspended
)

func (s State) String() string {
	return [...]string{"crashed", "closed", "running", "suspended"}[s]
}

// Presence is what the system tells of a recorded process.
type Presence int

// The presences. Unsure is a pid that runs, or cannot be asked for, where
// nothing tells whether it is the process that was recorded.
const (
	Unsure  Presence = iota
	Gone             // not running, a zombie, or another process by now
	Present          // that process and no other
)

// Alive asks for the process pid that began at start, as the system wrote that
// when it was recorded; nil is not recorded.
type Alive func(pid int, start *string) Presence

// Liveness is a verdict on a saved session.
type Liveness struct {
	State State
	// PidRuns is true when the session did not end on purpose and its process
	// may still be there: to resume it may make a second copy.
	PidRuns bool
}

// Judge tells whether the session that wrote meta is running. Both halves are
// needed, process and heartbeat: a pid that was handed out again must not look
// alive, and neither must a process that died a second ago.
func Judge(meta snapshot.Meta, now time.Time, alive Alive) Liveness {
	switch {
	case meta.Clean:
		return Liveness{State: Closed}
	case meta.Pid == nil:
		return Liveness{State: Crashed}
	}
	presence := alive(*meta.Pid, meta.PidStart)
	switch {
	case presence == Gone:
		return Liveness{State: Crashed}
	case age(meta, now) < staleAfter:
		return Liveness{State: Running, PidRuns: true}
	case presence == Present:
		return Liveness{State: Suspended, PidRuns: true}
	}
	return Liveness{State: Crashed, PidRuns: true}
}

// age is the time since the last heartbeat; a session that recorded none counts
// as old as the epoch.
func age(meta snapshot.Meta, now time.Time) time.Duration {
	return now.Sub(time.UnixMilli(savedAt(meta)))
}

func savedAt(meta snapshot.Meta) int64 {
	if meta.SavedAtMS == nil {
		return 0
	}
	return *meta.SavedAtMS
}
