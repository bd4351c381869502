package proc

import (
	"os"
	"slices"
	"strings"
)

// Marked lists the processes, other than this one, that were started with every
// given NAME=value entry in their environment: with SessionMark(owner) those of
// owner's panes, wherever they went since. It finds what left its pane's
// process group or terminal, and what outlived the atrium that started it.
// known is false when the process table cannot be read. Processes of other
// users, and those that overwrote their environment, are not seen.
func Marked(mark string, more ...string) (found []Survivor, known bool) {
	table, known := Snapshot()
	if !known {
		return nil, false
	}
	marks := append([]string{mark}, more...)
	for pid, p := range table {
		if pid != os.Getpid() && !p.Zombie && carries(pid, marks) {
			found = append(found, Survivor{ID: p.ID, Name: p.Name, Pgid: p.Group})
		}
	}
	slices.SortFunc(found, func(a, b Survivor) int { return a.Pid - b.Pid })
	return found, true
}

// Environ is the environment that a process was started with. known is false
// where it cannot be read.
func Environ(pid int) (env []string, known bool) {
	text, err := os.ReadFile(procFile(pid, "environ"))
	if err != nil {
		return nil, false
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00"), true
}

func carries(pid int, marks []string) bool {
	entries, known := Environ(pid)
	if !known {
		return false
	}
	for _, mark := range marks {
		if !slices.Contains(entries, mark) {
			return false
		}
	}
	return true
}
