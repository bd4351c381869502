// Package plan is what a launch will do: the policy, the windows and, pane by
// pane, what is to be started where and as what. A plain launch, a resume and
// later a fleet and a take-over all end in a Plan, and a session starts
// nothing else, so that guards are always installed before the first pane. A
// Plan is a value: building one touches nothing, and what was shown to the
// operator is what is started.
package plan

import (
	"atrium/internal/layout"
	"atrium/internal/policy"
)

// Plan is a whole launch.
type Plan struct {
	Policy  policy.Policy // what the session records and installs
	Ceiling policy.Posture
	Decided bool // somebody chose the posture: a flag, the configuration or a snapshot
	Windows []Window
	Active  int
	Default Launch // what a split and a new window run
	Shell   Launch // what `!` runs
}

// Window is one window to open. Tree is layout's canonical form over the ids
// of its launches.
type Window struct {
	Name     string
	Tree     string
	Focus    layout.PaneID
	Zoomed   bool
	Launches []Launch
}

// Launch is one pane to start.
type Launch struct {
	Pane       layout.PaneID // in its window's tree
	Argv       []string      // as typed: what is recorded and shown
	Recorded   bool          // Argv comes from a file: its permission flags are not passed on
	Cwd        string        // recorded directory; "" is the session's own
	LiveCwd    string        // where a shell was last, "" for Cwd
	Role       string
	Identity   string
	SessionID  string // recorded id, "" for none
	Resume     Resume
	Transcript string // file to resume with ByPath
	Agent      string // product whose id SessionID is; "" is claude
	Worktree   string
	Deny       []string
	CanSpawn   bool
	Depth      int64
	Parent     *layout.PaneID
	Mode       *policy.Posture // as recorded; nil follows the ceiling
	Kickoff    bool
	Task       bool
	Norms      string
	ContextEnv [][2]string
	Held       []string // why it is not started, one line each; nil starts it
}

// Resume says how a launch comes by its agent's conversation.
type Resume uint8

// The ways to start an agent's conversation.
const (
	Fresh       Resume = iota // a new conversation, under a new id where the product takes one
	FreshSameID               // a new conversation under SessionID: it never had a turn
	FreshNewID                // a new one, since the file of SessionID is empty and blocks it
	ByID                      // resume SessionID
	ByPath                    // resume the transcript by its file, since its directory is gone
)

// Transcript is what is known of the file that holds a conversation.
type Transcript uint8

// What can be known. The zero value is the one that loses nothing.
const (
	TranscriptUnknown Transcript = iota // unreadable, or no answer in time
	TranscriptPresent
	TranscriptEmpty
	TranscriptMissing
)

// Resume is how a conversation with such a transcript is started. Unknown is
// not missing: it is resumed, so that a slow disk never replaces a
// conversation by a fresh one.
func (t Transcript) Resume() Resume {
	switch t {
	case TranscriptEmpty:
		return FreshNewID
	case TranscriptMissing:
		return FreshSameID
	}
	return ByID
}
