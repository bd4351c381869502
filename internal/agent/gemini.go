package agent

import "slices"

// geminiPermissions decide what gemini may do, under each spelling it takes.
var geminiPermissions = map[string]arity{
	"--yolo": none, "-y": none,
	"--approval-mode": one, "--approvalMode": one,
	"--policy": one, "--allowed-mcp-server-names": many,
}

// geminiSession choose a conversation, each with at most one value.
var geminiSession = map[string]bool{
	"--resume": true, "-r": true, "--session-id": true, "--session-file": true,
}

// composeGemini adds nothing but the id of a conversation to resume.
func composeGemini(s Start) Exec {
	exec := Exec{Argv: s.Argv, Notes: s.unbound(Gemini)}
	if s.resumes() {
		exec.Argv = resumeForeign(s.Argv, geminiSession, nil, "--resume", s.ID)
		exec.SessionID = s.ID
	}
	return exec
}

// Env is what every pane of a product needs in its environment, as NAME=value.
// A gemini that starts itself again as a second process ignores the signals
// and the hangup of its pane and would outlive it.
func (p Product) Env() []string {
	if p == Gemini {
		return []string{"GEMINI_CLI_NO_RELAUNCH=1"}
	}
	return nil
}

// resumeForeign puts a product's resume flag and id in front of its arguments,
// without the typed flags that choose a conversation: valued ones with one
// value, bare ones with none.
func resumeForeign(argv []string, valued, bare map[string]bool, name, id string) []string {
	flags := map[string]arity{}
	for flag := range valued {
		flags[flag] = optional
	}
	for flag := range bare {
		flags[flag] = none
	}
	rest := rewrite(argv, grammar{flags: flags}, func(p piece) []string {
		if p.behind || p.kind != flag {
			return argv[p.at:p.end]
		}
		return p.without(argv, union(valued, bare))
	})
	return slices.Insert(rest, 1, name, id)
}
