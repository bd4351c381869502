package recovery

import (
	"slices"

	"atrium/internal/agent"
	"atrium/internal/plan"
	"atrium/internal/policy"
)

// request is how a launch from a file is started, as far as the file decides,
// and which of its words are not passed on.
func request(l plan.Launch, aliases []string) (start agent.Start, ignored []string) {
	return agent.Recall(agent.Start{
		Argv: l.Argv, Aliases: aliases, OwnDeny: l.Deny, Norms: l.Norms,
		How: agent.Conversation(l.Resume), ID: l.SessionID, IDOf: l.Agent, TranscriptPath: l.Transcript,
		Kickoff: l.Kickoff, Task: l.Task,
	})
}

// run fills in what the pane executes, what of its words is ignored and what
// atrium cannot do for it.
func (p *pane) run(d plan.Plan) {
	start, ignored := request(p.launch, d.Policy.ClaudeAliases)
	p.ignored = ignored

	shown := start
	shown.OwnDeny, shown.Norms = nil, ""
	if p.launch.Resume == plan.FreshNewID {
		shown.NewID = "<new>"
	}
	p.exec = agent.Compose(shown)
	p.exec.Argv = withoutBuiltin(p.exec.Argv)

	p.decided = d.Decided || p.launch.Mode != nil
	start.Posture, start.Decided = p.mode, p.decided
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
