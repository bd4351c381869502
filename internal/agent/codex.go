package agent

import (
	"slices"
	"strings"

	"atrium/internal/policy"
)

// codexGrammar is every flag of codex and of its resume and fork commands.
var codexGrammar = grammar{flags: map[string]arity{
	"--add-dir":          one,
	"--all":              none,
	"--approve-for-me":   none,
	"--ask-for-approval": one,
	"-a":                 one,
	"--cd":               one,
	"-C":                 one,
	"--config":           one,
	"-c":                 one,
	"--dangerously-bypass-approvals-and-sandbox": none,
	"--dangerously-bypass-hook-trust":            none,
	"--disable":                                  one,
	"--enable":                                   one,
	"--full-auto":                                none,
	"--help":                                     none,
	"-h":                                         none,
	"--image":                                    many,
	"-i":                                         many,
	"--include-non-interactive":                  none,
	"--last":                                     none,
	"--local-provider":                           one,
	"--model":                                    one,
	"-m":                                         one,
	"--no-alt-screen":                            none,
	"--no-daemon":                                none,
	"--oss":                                      none,
	"--profile":                                  one,
	"-p":                                         one,
	"--remote":                                   one,
	"--remote-auth-token-env":                    one,
	"--sandbox":                                  one,
	"-s":                                         one,
	"--search":                                   none,
	"--strict-config":                            none,
	"--version":                                  none,
	"-V":                                         none,
	"--worktree":                                 none,
	"--yolo":                                     none,
}}

// codexCommands are words that, as the first positional, start something else
// than the interactive agent, and take other flags.
var codexCommands = []string{
	"agents", "exec", "e", "review", "login", "logout", "mcp", "plugin", "app-server", "remote-control",
	"completion", "update", "doctor", "sandbox", "debug", "apply", "a", "queue", "archive", "delete",
	"migrate-rollouts", "migrate-nfs-db", "unarchive", "cloud", "exec-server", "features", "help",
}

// codexPermissions decide what codex may do, or where it is told so.
var codexPermissions = map[string]bool{
	"--dangerously-bypass-approvals-and-sandbox": true, "--yolo": true, "--full-auto": true,
	"--approve-for-me": true, "--dangerously-bypass-hook-trust": true,
	"--sandbox": true, "-s": true, "--ask-for-approval": true, "-a": true, "--remote": true,
	"--profile": true, "-p": true, // may set sandbox and approval
	"--enable": true, "--add-dir": true,
}

// codexSandbox are those that codex refuses to be given twice or together.
var codexSandbox = map[string]bool{
	"--dangerously-bypass-approvals-and-sandbox": true, "--yolo": true, "--full-auto": true,
	"--approve-for-me": true, "--sandbox": true, "-s": true, "--ask-for-approval": true, "-a": true,
}

// codexPicker choose among recorded conversations.
var codexPicker = map[string]bool{"--last": true, "--all": true, "--include-non-interactive": true}

// codexHarmless are the settings that a saved -c may change. Others reach
// commands, servers and the sandbox, so that a list of the bad ones would be
// out of date with the next version.
var codexHarmless = []string{
	"model", "model_reasoning_effort", "model_reasoning_summary", "model_verbosity", "personality",
	"developer_instructions", "hide_agent_reasoning", "show_raw_agent_reasoning",
}

// codex names what is governed in a piece of codex's argv, "" for nothing. A
// roster's argv is left to Vet, which refuses every flag it does not list.
func (s *stripper) codex(p piece) string {
	if p.kind == positional || p.kind == terminator {
		return ""
	}
	if name := s.permission(p); name != "" || s.source != Snapshot {
		return name
	}
	for _, name := range p.names {
		if codexPermissions[name] {
			return name
		}
		if name == "-c" || name == "--config" {
			return codexSetting(name, p.value(s.argv))
		}
	}
	return ""
}

// codexSetting names a setting that a saved command may not change.
func codexSetting(name, value string) string {
	key, _, _ := strings.Cut(value, "=")
	if slices.Contains(codexHarmless, strings.TrimSpace(key)) {
		return ""
	}
	return name + " " + strings.TrimSpace(key)
}

// codexCommand is the first positional word if it is a command, and its piece.
func codexCommand(argv []string, pieces []piece, commands ...string) (at int, found bool) {
	i := slices.IndexFunc(pieces, func(p piece) bool { return p.kind == positional })
	if i < 0 || pieces[i].behind || !slices.Contains(commands, argv[pieces[i].at]) {
		return 0, false
	}
	return i, true
}

func composeCodex(s Start) Exec {
	pieces := parse(s.Argv, codexGrammar)
	if at, found := codexCommand(s.Argv, pieces, codexCommands...); found {
		command := s.Argv[pieces[at].at]
		return Exec{Argv: s.Argv, Notes: []string{"codex " + command + " is given no posture by atrium"}}
	}
	typed, bound := codexConversation(s)
	typed, added, notes := codexPosture(typed, s)
	if atLeast(s.Version, 0, 171, 0) && !slices.Contains(typed, "--no-daemon") {
		added = append(added, "--no-daemon")
	}
	return Exec{
		Argv:      insert(typed, codexGrammar, added),
		SessionID: bound,
		Notes:     append(notes, s.undenied(Codex)...),
	}
}

// codexConversation is the typed argv, in codex's own form of a resume where
// the conversation continues.
func codexConversation(s Start) (typed []string, bound string) {
	if !s.resumes() {
		return s.Argv, ""
	}
	typed = s.dropPrompt(codexWithoutResume(s.Argv), Codex)
	return slices.Insert(slices.Clone(typed), 1, "resume", s.ID), s.ID
}

// codexWithoutResume takes out a typed resume or fork with the conversation it
// names.
func codexWithoutResume(argv []string) []string {
	pieces := parse(argv, codexGrammar)
	first, found := codexCommand(argv, pieces, "resume", "fork")
	if !found {
		return argv
	}
	gone := map[int]bool{pieces[first].at: true}
	picks := slices.ContainsFunc(pieces, func(p piece) bool { return p.has(map[string]bool{"--last": true}) })
	for _, p := range pieces[first+1:] {
		if p.kind == positional && !picks {
			gone[p.at] = true
			break
		}
	}
	return rewrite(argv, codexGrammar, func(p piece) []string {
		if gone[p.at] {
			return nil
		}
		return p.without(argv, codexPicker)
	})
}

// codexPosture is the posture's flags, and argv without typed ones that codex
// would refuse beside them.
//
// A resumed conversation brings its sandbox and approval back, full access
// included. Where atrium decided the default posture it therefore says so then:
// with the sandbox that relaxes nothing, and questions for the rest.
func codexPosture(argv []string, s Start) (rest, flags, notes []string) {
	switch s.Posture {
	case policy.Plan:
		flags = []string{"--sandbox", "read-only", "--ask-for-approval", "never"}
	case policy.Accept, policy.Automode:
		flags = []string{"--ask-for-approval", "never", "--sandbox", "workspace-write"}
	case policy.Skip:
		flags = []string{"--dangerously-bypass-approvals-and-sandbox"}
	default:
		if !s.Decided || !s.resumes() {
			return argv, nil, nil
		}
		flags = []string{"--ask-for-approval", "on-request", "--sandbox", "read-only"}
		notes = []string{"codex resumes read-only and asks, since it would bring back the sandbox of last time"}
	}
	rest = rewrite(argv, codexGrammar, func(p piece) []string {
		if p.behind || !p.has(codexSandbox) {
			return argv[p.at:p.end]
		}
		notes = append(notes, "the typed "+p.names[0]+" does not count, the pane runs at "+s.Posture.String())
		return p.without(argv, codexSandbox)
	})
	return rest, flags, notes
}

// codexTask is TaskWord for codex. Of a typed resume the first positional word
// names the conversation.
func codexTask(argv []string) (index int, ok bool) {
	pieces := parse(argv, codexGrammar)
	if _, found := codexCommand(argv, pieces, codexCommands...); found {
		return 0, false
	}
	if _, found := codexCommand(argv, pieces, "resume", "fork"); found {
		bare := codexWithoutResume(argv)
		if _, ok := lastPositional(parse(bare, codexGrammar)); !ok {
			return 0, false
		}
	}
	return lastPositional(pieces)
}
