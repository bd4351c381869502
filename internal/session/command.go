package session

import (
	"strings"

	"atrium/internal/agent"
	"atrium/internal/policy"
)

// kind is what a pane's command is, as far as the session treats it by that.
type kind struct {
	stem    string
	product agent.Product
	agent   bool
	shell   bool // a shell that a person types in
}

func (s *State) kindOf(argv []string) kind {
	if len(argv) == 0 {
		return kind{stem: "?"}
	}
	product := agent.Identify(argv, s.cfg.Plan.Policy.ClaudeAliases)
	return kind{
		stem:    agent.Stem(argv[0]),
		product: product,
		agent:   product.IsAgent(),
		shell:   agent.IsShell(argv),
	}
}

// resumeHint is what a person would type to get a conversation back.
func (k kind) resumeHint(id string) string {
	switch k.product {
	case agent.Codex:
		return k.stem + " resume " + id
	case agent.Opencode:
		return k.stem + " -s " + id
	}
	return k.stem + " --resume " + id
}

// decided tells whether somebody chose the posture of a pane.
func (s *State) decided(p *pane) bool { return s.cfg.Plan.Decided || p.launch.Mode != nil }

// takeTyped makes a posture that was typed with the agent's own flags the
// request of the pane, where the session has a ceiling to hold it against.
func (s *State) takeTyped(p *pane) {
	l := &p.launch
	if l.Recorded || l.Mode != nil || !s.cfg.Plan.Decided {
		return
	}
	asked, _, typed := agent.TypedPosture(l.Argv, p.kind.product)
	if !typed {
		return
	}
	l.Mode = &asked
	if _, capped := policy.Cap(l.Mode, s.cfg.Plan.Ceiling); capped {
		s.flash(policy.CapNote(asked, s.cfg.Plan.Ceiling))
	}
}

// posture is what a pane may do: its own, and never more than the ceiling.
func (s *State) posture(p *pane) policy.Posture {
	posture, _ := policy.Cap(p.launch.Mode, s.cfg.Plan.Ceiling)
	return posture
}

// compose is the start of a pane: its command with what policy, product and
// conversation add. What is recorded stays as it was typed, but for the id of
// the conversation that it now has.
func (s *State) compose(p *pane) Start {
	l := &p.launch
	s.takeTyped(p)
	exec := agent.Compose(s.request(p))
	if exec.SessionID != "" {
		l.SessionID = exec.SessionID
	}
	s.flash(strings.Join(exec.Notes, " · "))
	start := Start{
		Pane: p.ref, Argv: exec.Argv, DirOf: p.dirOf,
		Env: p.environment(), Identity: p.identity(), Size: p.size,
		Trust: p.kind.product == agent.Claude && s.posture(p) != policy.Default,
	}
	start.Dir, start.Fallback = s.startDir(p)
	return start
}

// environment is what a pane's own has besides the session's: its product's,
// then its launch's.
func (p *pane) environment() [][2]string {
	var env [][2]string
	for _, entry := range p.kind.product.Env() {
		name, value, _ := strings.Cut(entry, "=")
		env = append(env, [2]string{name, value})
	}
	return append(env, p.launch.ContextEnv...)
}

// request is what decides the words of a pane's command.
func (s *State) request(p *pane) agent.Start {
	l := p.launch
	start := agent.Start{
		Argv: l.Argv, Aliases: s.cfg.Plan.Policy.ClaudeAliases,
		Posture: s.posture(p), Decided: s.decided(p), AllowExtra: s.cfg.TrustAllow,
		SessionDeny: s.cfg.Plan.Policy.Deny, OwnDeny: l.Deny, Norms: l.Norms,
		NewID: s.cfg.NewID(), How: agent.Conversation(l.Resume), ID: l.SessionID, IDOf: l.Agent,
		TranscriptPath: l.Transcript, Kickoff: l.Kickoff, Task: l.Task,
	}
	switch {
	case l.Recorded:
		start, _ = agent.Recall(start)
	case s.cfg.Plan.Decided:
		_, start.Argv, _ = agent.TypedPosture(l.Argv, p.kind.product)
	}
	return start
}

// startDir is where a pane is started, and where when that is gone: a shell
// starts where it was last, which is no place to insist on.
func (s *State) startDir(p *pane) (dir, fallback string) {
	if last := p.liveIn(); p.kind.shell && last != "" {
		return last, s.dirOf(p)
	}
	return s.dirOf(p), p.fallback
}
