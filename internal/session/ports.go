package session

import (
	"time"

	"atrium/internal/snapshot"
)

// Host is what a session needs of the machine. Its methods may take long; each
// is called on a goroutine of its own, Save never twice at a time.
type Host interface {
	// Start starts a command. The Process is nil when Started.Err is not.
	Start(Start) (Process, Started)
	Examine(Examine) Examined
	Locate(Locate) Located
	Save(snapshot.Snapshot) Saved
	// Copy puts text into the system's clipboard, if there is one to reach. It
	// must end within seconds: the end of the session waits for it.
	Copy(Copy) Copied
	// Groups records the process groups of the session. It is called in order,
	// on the loop, and must not wait.
	Groups(pids []int)
	// Look lets what has arrived meanwhile be noticed, keys above all. It is called
	// on the loop when that has been busy for a while, and takes microseconds.
	Look()
}

// Process is a started command and its terminal.
type Process interface {
	// Read reads what the command printed. It ends with an error soon after the
	// command has ended, even when others still hold the terminal.
	Read(p []byte) (int, error)
	// Write takes keys for the command and never waits for it. The bytes are
	// kept until it reads them; an error says that they could not be.
	Write(p []byte) (int, error)
	Resize(Size) error
	// Wait waits for the command's end, and not for its terminal's.
	Wait() Exit
	// Close ends the command and its process group if they have not ended, asked
	// first and then made to, and gives the terminal back. It may be called at
	// any time, and again.
	Close() error
}

// Clock tells the time, and when it has come.
type Clock interface {
	Now() time.Time
	// Alarm sends once on the channel after d, unless it is stopped before.
	Alarm(d time.Duration) (c <-chan time.Time, stop func())
}
