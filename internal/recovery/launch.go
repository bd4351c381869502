package recovery

import (
	"fmt"
	"strings"

	"atrium/internal/agent"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/snapshot"
)

// pane is one pane as it comes back, and what there is to say of it.
type pane struct {
	label   string
	launch  plan.Launch
	product agent.Product
	exec    agent.Exec     // Argv before posture, guards and instructions are added
	ignored []string       // governed flags that are not passed on
	mode    policy.Posture // effective
	decided bool           // somebody chose it
	lost    string         // the directory a shell was last in, when that is gone
}

func decidePanes(s snapshot.Snapshot, p plan.Plan, x Facts) []pane {
	parents := parentsOf(s.Panes)
	open := map[string]string{} // conversation to the label of the pane that resumes it
	panes := make([]pane, len(s.Panes))
	for i, record := range s.Panes {
		one := pane{
			label:   labelOf(record, i),
			launch:  launchOf(record, x.Panes[record.ID], parents),
			product: agent.Identify(record.Argv, p.Policy.ClaudeAliases),
		}
		one.mode, _ = policy.Cap(record.Mode, p.Ceiling)
		one.run(p)
		one.place(record, x)
		if owner, taken := open[one.exec.SessionID]; taken && one.exec.Resumed {
			one.hold("its conversation is that of [%s]", owner)
		} else if one.exec.Resumed {
			open[one.exec.SessionID] = one.label
		}
		panes[i] = one
	}
	return panes
}

// labelOf is the pane's role, or the number that it will have.
func labelOf(p snapshot.Pane, index int) string {
	if p.Role != nil {
		return *p.Role
	}
	return fmt.Sprintf("pane %d", index+1)
}

func launchOf(p snapshot.Pane, x PaneFacts, parents map[layout.PaneID]layout.PaneID) plan.Launch {
	l := plan.Launch{
		Pane: p.ID, Argv: p.Argv, Recorded: true, Cwd: text(p.Cwd), Role: text(p.Role), Identity: text(p.Identity),
		SessionID: text(p.SessionID), Agent: text(p.Agent), Worktree: text(p.Worktree),
		Deny: p.Deny, CanSpawn: p.CanSpawn, Depth: p.Depth, Mode: p.Mode,
		Kickoff: p.Kickoff, Task: p.Task, Norms: text(p.Norms), ContextEnv: p.ContextEnv,
	}
	if l.SessionID != "" {
		l.Resume = x.Transcript.Resume()
		if x.Path != "" {
			l.Resume, l.Transcript = plan.ByPath, x.Path
		}
	}
	if parent, ok := parents[p.ID]; ok {
		l.Parent = &parent
	}
	if p.ParentPane != nil {
		l.Depth = max(1, l.Depth) // a lost parent must not make a worker the operator
	}
	return l
}

// parentsOf keeps the links that lead to another pane of the file and, in the
// end, to one without a parent: a circle would have no lead.
func parentsOf(panes []snapshot.Pane) map[layout.PaneID]layout.PaneID {
	parents := make(map[layout.PaneID]layout.PaneID, len(panes))
	known := make(map[layout.PaneID]bool, len(panes))
	for _, p := range panes {
		known[p.ID] = true
	}
	for _, p := range panes {
		if p.ParentPane != nil && known[*p.ParentPane] {
			parents[p.ID] = *p.ParentPane
		}
	}
	for _, p := range panes {
		at, hops := p.ID, 0
		for up, ok := parents[at]; ok && hops <= len(panes); up, ok = parents[at] {
			at, hops = up, hops+1
		}
		if hops > len(panes) {
			delete(parents, p.ID)
		}
	}
	return parents
}

// place settles where the pane starts, and whether it may at all.
func (p *pane) place(record snapshot.Pane, x Facts) {
	facts := x.Panes[record.ID]
	last := text(record.LiveCwd)
	switch {
	case p.product != agent.Shell || last == "":
	case facts.LiveDirGone:
		p.lost = last
	default:
		p.launch.LiveCwd = last
	}
	if p.launch.LiveCwd == "" && p.launch.Cwd != "" && facts.DirGone {
		p.hold("its directory %s is gone", p.launch.Cwd)
	}
	if facts.ProgramGone && len(p.launch.Argv) > 0 {
		p.hold("its program %s is gone", p.launch.Argv[0])
	}
	if facts.LiveIn != 0 && !x.endsFirst(facts.LiveIn) {
		p.hold("its conversation is open in another process (pid %d)", facts.LiveIn)
	}
}

// hold keeps the pane from starting: it comes back in its place as a notice.
func (p *pane) hold(format string, args ...any) {
	p.launch.Held = append(p.launch.Held, fmt.Sprintf(format, args...))
}

func (x Facts) endsFirst(pid int) bool {
	for _, s := range x.Survivors {
		if s.Pid == pid {
			return true
		}
	}
	return false
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// userChose reports whether the command itself chooses a conversation.
func (p pane) userChose() bool {
	return agent.UserOwnsSession(p.launch.Argv, p.product) && !p.exec.Resumed
}

func hasSeparator(path string) bool { return strings.ContainsAny(path, `/\`) }
