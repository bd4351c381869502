package main

import (
	"fmt"
	"slices"

	"atrium/internal/config"
	"atrium/internal/front"
	"atrium/internal/proc"
)

// paneMark is the environment entry that tells the processes of a pane from
// those of the session's others.
func paneMark(pane front.PaneRef) string { return fmt.Sprintf("%s=%d", config.PaneMarkVar, pane) }

// maxSweeps bounds the fight against a process that starts others as fast as
// they are ended.
const maxSweeps = 3

// sweep ends the processes of this session, or of one of its panes, that left
// their pane's process group and so are not ended with it: an agent's helper in
// a session of its own would run for days. It returns the process groups of
// those that could not be ended.
func sweep(more ...string) (left []int) {
	for range maxSweeps {
		found, _ := proc.Marked(proc.SessionMark(proc.Self()), more...)
		if len(found) == 0 {
			return nil
		}
		left = nil
		var ids []proc.ID
		for _, s := range found {
			ids = append(ids, s.ID)
		}
		for _, id := range proc.End(ids, proc.Grace) {
			i := slices.IndexFunc(found, func(s proc.Survivor) bool { return s.ID == id })
			left = append(left, found[i].Pgid)
		}
	}
	return left
}
