package session

import (
	"atrium/internal/front"
	"atrium/internal/plan"
	"atrium/internal/snapshot"
)

// Size is a pane's grid in cells.
type Size struct{ Cols, Rows int }

// Event is something that happened.
type Event interface{ isEvent() }

// The events.
type (
	// Begin starts the plan. It is the first event, once.
	Begin struct{}
	// Operator is a command of the attached front.
	Operator struct{ Command front.Command }
	// Started answers Start: the command runs as process Pid, in directory Dir,
	// or Err says why it does not. Note is worth telling.
	Started struct {
		Pane front.PaneRef
		Pid  int
		Dir  string
		Note string
		Err  error
	}
	// Output is bytes that a pane printed. They are only valid during the step.
	Output struct {
		Pane  front.PaneRef
		Bytes []byte
	}
	// Exited tells that a pane's process ended; it comes after its last Output.
	Exited struct {
		Pane front.PaneRef
		Exit Exit
	}
	// Examined answers Examine.
	Examined struct {
		Pane       front.PaneRef
		Dir        bool // the recorded directory is there
		LiveIn     int  // pid of a process that has the conversation open, 0 for none
		Resume     plan.Resume
		Transcript string // file to resume with plan.ByPath
	}
	// Located answers Locate: where shells are now, by pane.
	Located struct{ Dirs map[front.PaneRef]string }
	// Saved answers Save.
	Saved struct {
		Note string
		Err  error
	}
	// Copied answers Copy.
	Copied struct{ Err error }
	// Failed is an effect on a pane that could not be carried out.
	Failed struct {
		Pane front.PaneRef
		What string // the operation in words: "resize", "keys"
		Err  error
	}
	// Woken is the time that Wake asked for.
	Woken struct{}
	// Stopped is a termination signal or a lost terminal: Why says which.
	Stopped struct{ Why string }
)

func (Begin) isEvent()    {}
func (Operator) isEvent() {}
func (Started) isEvent()  {}
func (Output) isEvent()   {}
func (Exited) isEvent()   {}
func (Examined) isEvent() {}
func (Located) isEvent()  {}
func (Saved) isEvent()    {}
func (Copied) isEvent()   {}
func (Failed) isEvent()   {}
func (Woken) isEvent()    {}
func (Stopped) isEvent()  {}

// Exit is how a process ended.
type Exit struct {
	Code   int    // exit status, 128 + the signal's number with a Signal
	Signal string // name of the signal that killed it ("SIGHUP"), "" for none
}

// Effect is something that a step wants done.
type Effect interface{ isEffect() }

// The effects. Every one on a pane names the process or its successor: a pane
// that is closed and one that takes its place never share a PaneRef.
type (
	// Start starts a command; Started answers.
	Start struct {
		Pane     front.PaneRef
		Argv     []string // all of it, atrium's own flags included
		Dir      string
		DirOf    int    // pid whose current directory to prefer to Dir, 0 for none
		Fallback string // where to start when Dir is gone; "" makes that an error
		Env      [][2]string
		Identity string
		Trust    bool // claude's folder trust is to be given to Dir first
		Size     Size
	}
	// Examine asks for what decides how a pane may be started again.
	Examine struct {
		Pane   front.PaneRef
		Launch plan.Launch
	}
	// Write sends bytes to a pane's process.
	Write struct {
		Pane  front.PaneRef
		Bytes []byte
	}
	// SetSize tells a pane's terminal its size.
	SetSize struct {
		Pane front.PaneRef
		Size Size
	}
	// End ends a pane's process and its group: asked, then made to.
	End struct{ Pane front.PaneRef }
	// Locate asks where shells are now.
	Locate struct{ Pids map[front.PaneRef]int }
	// Save writes a snapshot; Saved answers. SavedAtMS is the writer's to set.
	Save struct{ Snapshot snapshot.Snapshot }
	// Copy puts text into the system's clipboard; Copied answers. There is one
	// at a time.
	Copy struct{ Text string }
	// Groups tells the process groups that must not outlive the session.
	Groups struct{ Pids []int }
	// Show sends a View to the front.
	Show struct{ View front.View }
	// Finish ends the session. Last is the final snapshot, nil for none to write.
	Finish struct {
		Result Result
		Last   *snapshot.Snapshot
	}
)

func (Start) isEffect()   {}
func (Examine) isEffect() {}
func (Write) isEffect()   {}
func (SetSize) isEffect() {}
func (End) isEffect()     {}
func (Locate) isEffect()  {}
func (Save) isEffect()    {}
func (Copy) isEffect()    {}
func (Groups) isEffect()  {}
func (Show) isEffect()    {}
func (Finish) isEffect()  {}

// Result is how a session ended.
type Result struct {
	Deliberate bool   // the operator quit, or every pane ended by itself
	Code       int    // exit status for atrium
	Why        string // what ended a session that nobody meant to end
	Err        error  // a launch that could not be started, a fault, a last snapshot that was not written
	Farewell   string // what the only pane showed when it failed, to print after the screen is restored
}
