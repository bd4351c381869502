package agent

// opencodePermissions decide what opencode may do.
var opencodePermissions = map[string]arity{"--auto": none}

// opencodeSession choose a conversation by an id, opencodeLatest without one.
var (
	opencodeSession = map[string]bool{"--session": true, "-s": true}
	opencodeLatest  = map[string]bool{"--continue": true, "-c": true, "--fork": true}
)

// composeOpencode adds nothing but the id of a conversation to resume.
func composeOpencode(s Start) Exec {
	exec := Exec{Argv: s.Argv, Notes: s.unbound(Opencode)}
	if s.resumes() {
		exec.Argv = resumeForeign(s.Argv, opencodeSession, opencodeLatest, "-s", s.ID)
		exec.SessionID = s.ID
	}
	return exec
}
