// Package snapshot is the format of a saved session: version 2 and version 1
// read tolerantly key by key where nothing is guarded and strictly where
// something is, and a canonical encoder. It knows no file, no process and no
// clock: store says where snapshots live, recovery what one of them would run.
package snapshot

import (
	"atrium/internal/layout"
	"atrium/internal/policy"
)

// Version is the format that Encode writes.
const Version = 2

// Snapshot is a point-in-time image of a session.
type Snapshot struct {
	Version int
	Windows []Window // at least one after Decode
	Active  int      // index into Windows
	Panes   []Pane   // in window order, then in leaf order
	Policy  *policy.Policy
	Meta    Meta
	Repairs []string // what Decode had to mend, one clause each, for the notice
}

// Window is one window: its split tree in the canonical one-line form of
// layout holds its panes' ids (Pane.ID) and exact proportions.
type Window struct {
	Name   string
	Tree   string
	Focus  layout.PaneID
	Zoomed bool
}

// Pane is what it takes to start one pane again. IDs are unique in the whole
// file. Pointers are nil where the file says null.
type Pane struct {
	ID         layout.PaneID
	Window     int // index into Windows
	Role       *string
	Argv       []string // as typed, before anything atrium adds
	Cwd        *string  // where it was started
	LiveCwd    *string  // where a shell was last
	Identity   *string
	SessionID  *string
	Agent      *string // product name where the id is not claude's
	Worktree   *string
	Deny       []string
	CanSpawn   bool
	Depth      int64
	ParentPane *layout.PaneID
	Mode       *policy.Posture // nil follows the ceiling
	Kickoff    bool            // the last word of Argv is a fleet agent's kickoff
	Task       bool            // the last word of Argv is the task it was given
	Norms      *string
	ContextEnv [][2]string
}

// Meta says which atrium wrote the snapshot, and when. Fields are nil where
// the file does not tell.
type Meta struct {
	Project   *string
	Pid       *int
	PidStart  *string // start time of that process, as proc tells it
	SavedAtMS *int64  // Unix epoch, milliseconds
	Clean     bool    // the session ended on purpose
	Resumed   bool    // a later session has resumed it
	Declined  bool    // the operator said no to its offer and may still want it
}
