package recovery

import (
	"fmt"

	"atrium/internal/snapshot"
)

// refusals are the reasons not to start a second copy of agents that run, and
// not to start nothing, in the order in which they are told.
func refusals(s snapshot.Snapshot, x Facts) []Refusal {
	var all []Refusal
	if x.Running {
		all = append(all, Refusal{Text: fmt.Sprintf("the session is still running (pid %s)", pid(s)), Code: 1})
	}
	if x.Superseded {
		all = append(all, Refusal{
			Text: "its agents already run in another session",
			Hint: "atrium recover --list",
			Code: 1,
		})
	}
	if len(s.Panes) == 0 {
		all = append(all, Refusal{Text: "the snapshot has no panes, there is nothing to restore"})
	}
	return all
}

func pid(s snapshot.Snapshot) string {
	if s.Meta.Pid == nil {
		return "?"
	}
	return fmt.Sprint(*s.Meta.Pid)
}
