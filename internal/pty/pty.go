// Package pty is the port that starts panes: a program on a terminal of its
// own, its size, its bytes, its end. It knows nothing of layouts, policies or
// agents, parses no byte, and holds whatever it holds behind the Port, so that
// another process may start and keep panes one day. The session's effects call
// it; ptytest has its twin without an operating system.
package pty

import (
	"errors"

	"atrium/internal/proc"
)

// Port starts panes. Its methods may be called from any goroutine.
type Port interface {
	// Start starts a command on a new terminal. On an error nothing is left
	// running; the error is one line and names what could not be started.
	Start(Command) (Pane, error)
}

// Command is what a pane runs.
type Command struct {
	// Argv is the program and its arguments. A leading dash of the first word
	// marks a login shell: the program is found without it and told it.
	Argv []string
	Dir  string   // absolute; "" is the caller's own
	Env  []string // the whole environment, NAME=value; PATH finds the program
	Size Size
}

// Size is that of a terminal in character cells. Less than one cell counts as
// one.
type Size struct{ Cols, Rows int }

// Pane is a started command. Read is for one goroutine; everything else may be
// called from any, at any time, also after Close.
type Pane interface {
	Pid() int

	// Read gives the pane's output. It ends with io.EOF once the process has
	// ended and what it had written is read, even if others still hold the
	// terminal open.
	Read([]byte) (int, error)

	// Write takes the whole of its input or nothing, and never waits: a pane
	// that does not read gets it later, in order. It fails with ErrFull when
	// more than Backlog bytes would wait, and with ErrEnded when nobody can
	// read any more.
	Write([]byte) (int, error)

	// Resize fails with ErrEnded when there is nobody to be told any more.
	Resize(Size) error

	// Hangup tells the pane that its terminal went away, and waits for nothing.
	Hangup() error

	// Foreground is the process group that has the terminal: a shell's current
	// job. known is false where the platform does not tell.
	Foreground() (pgid int, known bool)

	// Wait waits for the process to end, whoever still holds its terminal.
	Wait() Exit

	// Close ends the pane's process group, asking first and killing after
	// Grace, and frees the terminal. It returns ErrSurvived when something
	// could not be killed. Later calls return the first one's answer.
	Close() error
}

// Exit is how a pane's process ended.
type Exit struct {
	Code   int    // 128 + the signal's number for one that died of it
	Signal string // "SIGHUP"; "" for a process that ended by itself
	ByUs   bool   // Hangup or Close came first
}

// Grace is how long a pane's processes may take to end when asked to.
const Grace = proc.Grace

// Backlog is how much input waits for a pane that does not read, bytes.
const Backlog = 4 << 20

var (
	// ErrFull refuses input to a pane that has not read what it already got.
	ErrFull = errors.New("the pane does not read its input")
	// ErrEnded refuses input to a pane whose process is gone.
	ErrEnded = errors.New("the pane has ended")
	// ErrSurvived is Close's admission that a process could not be killed.
	ErrSurvived = errors.New("a process of the pane could not be killed")
	// ErrNotFound means that no directory of PATH has the program.
	ErrNotFound = errors.New("not found in PATH")
	// ErrNoCommand refuses an empty command.
	ErrNoCommand = errors.New("no command given")
)

// Local is the port that starts panes as children of this process.
func Local() Port { return local{} }

type local struct{}

// clamp fits a size into what terminals can be told.
func (s Size) clamp() (cols, rows uint16) {
	const most = 1<<15 - 1
	return uint16(min(max(s.Cols, 1), most)), uint16(min(max(s.Rows, 1), most))
}
