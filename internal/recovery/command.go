package recovery

import (
	"slices"

	"atrium/internal/agent"
	"atrium/internal/plan"
	"atrium/internal/policy"
)

// Recall is how a launch from a file is started, as far as the file decides:
// its words without the flags that policy governs, which are named in ignored,
// and its conversation. Whoever starts the launch adds posture, guards and a
// new id to the same Start, so that what the notice shows is what runs. Other
// launches keep all their words.
func Recall(l plan.Launch, aliases []string) (start agent.Start, ignored []string) {
	product := agent.Identify(l.Argv, aliases)
	start = agent.Start{
		Argv: l.Argv, Aliases: aliases, OwnDeny: l.Deny, Norms: l.Norms,
		How: agent.Conversation(l.Resume), ID: l.SessionID, IDOf: l.Agent, TranscriptPath: l.Transcript,
		Kickoff: l.Kickoff, Task: l.Task,
	}
	if !l.Recorded {
		return start, nil
	}
	if l.Kickoff && product == agent.Claude && len(l.Argv) > 1 && agent.Compose(start).Resumed {
		// Before the flags: one of them may take the kickoff for its value, and
		// the last word would then be another.
		start.Argv, start.Kickoff = l.Argv[:len(l.Argv)-1], false
	}
	start.Argv, ignored = agent.StripGoverned(start.Argv, product, agent.Snapshot)
	return start, ignored
}

// run fills in what the pane executes, what of its words is ignored and what
// atrium cannot do for it.
func (p *pane) run(d plan.Plan) {
	start, ignored := Recall(p.launch, d.Policy.ClaudeAliases)
	p.ignored = ignored

	shown := start
	shown.OwnDeny, shown.Norms = nil, ""
	if p.launch.Resume == plan.FreshNewID {
		shown.NewID = "<new>"
	}
	p.exec = agent.Compose(shown)
	p.exec.Argv = withoutBuiltin(p.exec.Argv)

	start.Posture, start.Decided = p.mode, d.Decided || p.launch.Mode != nil
	start.SessionDeny = d.Policy.Deny
	p.exec.Notes = agent.Compose(start).Notes
}

// withoutBuiltin leaves out the rules that every claude pane is given, so that
// the notice shows the words that are the snapshot's.
func withoutBuiltin(argv []string) []string {
	rules := append([]string{"--disallowedTools"}, policy.DenyRules(nil, nil)...)
	for at := 1; at+len(rules) <= len(argv); at++ {
		if slices.Equal(argv[at:at+len(rules)], rules) {
			return slices.Delete(slices.Clone(argv), at, at+len(rules))
		}
	}
	return argv
}
