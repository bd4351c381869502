// Package proc tells facts about processes and ends them: who is running, since
// when, under whom and with which session's mark in its environment. A process
// is named by its pid together with its start, since a pid alone is handed out
// again; nothing is ever signalled by a bare pid. What a platform cannot tell is
// said as such and never guessed. store, agenthome, session's ports and the
// command line call it; it reads no file of atrium and decides nothing.
package proc

import (
	"os"
	"strconv"
	"strings"
)

// SessionVar is the environment variable that marks every process of a pane
// with its session: the owner's ID in the form of ID.String.
const SessionVar = "ATRIUM_SESSION"

// ID names one process for ever: no later process has the same pair, not after
// the pid was handed out again and not after a reboot. Start is opaque and ""
// where the platform cannot tell.
type ID struct {
	Pid   int
	Start string
}

// Self is the calling process.
func Self() ID {
	start, _ := Start(os.Getpid())
	return ID{Pid: os.Getpid(), Start: start}
}

// String is the form that SessionVar carries: "pid:start".
func (id ID) String() string {
	return strconv.Itoa(id.Pid) + ":" + id.Start
}

// ParseID reads the form of ID.String. A pid that is no positive number is
// refused.
func ParseID(text string) (ID, bool) {
	pid, start, found := strings.Cut(text, ":")
	n, err := strconv.Atoi(pid)
	if !found || err != nil || n <= 0 {
		return ID{}, false
	}
	return ID{Pid: n, Start: start}, true
}

// Same tells whether the process that start was recorded of is still running.
// A zombie is not running. known is false when start is empty or when the
// platform cannot tell; a caller must then not take same for an answer.
func Same(pid int, start string) (same, known bool) {
	running, known := Running(pid)
	if !known || !running {
		return false, known
	}
	if start == "" {
		return false, false
	}
	now, known := Start(pid)
	return known && now == start, known
}
