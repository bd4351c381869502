package recovery

import (
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/policy"
)

// Facts is what the command line found out before it asks: plain data, so that
// what is decided from it needs no file and no process. Zero values are what
// loses nothing: unknown is never read as gone.
type Facts struct {
	NowMS   int64  // Unix epoch, milliseconds
	Project string // directory in which the resumed session runs

	Running    bool     // the session that wrote the snapshot runs
	PidRuns    bool     // it did not end on purpose, and its process may still be there
	Superseded bool     // a running session has its conversations
	Suspect    []string // why the file is suspect, one clause each

	Nesting   Nesting
	Deny      []string // what the configuration and ATRIUM_DENY add to the session's list
	Aliases   []string // what the configuration and ATRIUM_CLAUDE_ALIASES add
	ConfigDir string   // CLAUDE_CONFIG_DIR as this shell has it, "" for unset

	Panes     map[layout.PaneID]PaneFacts
	Survivors []Survivor // of the dead session, to be ended before its panes start again
	Sidecars  *Sidecars  // nil where the source has none
}

// Nesting says whether another atrium session runs around this process.
type Nesting struct {
	Found   bool
	Pid     int             // of the outer session
	Posture *policy.Posture // its ceiling; nil where it cannot be read, which caps to plan
	Unknown bool            // it could not be established
}

// PaneFacts is what is known of the places and the conversation that one pane
// needs.
type PaneFacts struct {
	DirGone     bool // the recorded directory is certainly not there
	LiveDirGone bool // nor the one where a shell was last
	ProgramGone bool // the command is a path, and nothing is there
	Transcript  plan.Transcript
	Path        string // of a transcript that lies elsewhere and is only found by its path
	LiveIn      int    // pid of a process that has the conversation open, 0 for none
}

// Survivor is a process of the crashed session that still runs.
type Survivor struct {
	Pid     int
	Start   string // as proc tells it, so that no other process is ended for it
	Command string
}

// Sidecars is what bus and board bring back.
type Sidecars struct {
	Events, OpenDecisions, Entries int
	LeftOut                        []string // side files that cannot be used and why, one clause each
}
