package agent

import (
	"slices"
	"strings"

	"atrium/internal/policy"
)

// claudeGrammar is every flag of claude 2.1.197 and 2.1.332, from their help
// and, where the help hides one, from the program itself.
var claudeGrammar = grammar{flags: map[string]arity{
	"--add-dir":                            many,
	"--advisor":                            one,
	"--agent":                              one,
	"--agent-color":                        one,
	"--agent-id":                           one,
	"--agent-name":                         one,
	"--agent-type":                         one,
	"--agents":                             one,
	"--allow-dangerously-skip-permissions": none,
	"--allowed-tools":                      many,
	"--allowedTools":                       many,
	"--append-subagent-system-prompt":      one,
	"--append-subagent-system-prompt-file": one,
	"--append-system-prompt":               one,
	"--append-system-prompt-file":          one,
	"--autocompact":                        one,
	"--ax-screen-reader":                   none,
	"--background":                         none,
	"--bare":                               none,
	"--betas":                              many,
	"--bg":                                 none,
	"--brief":                              none,
	"--channels":                           many,
	"--chrome":                             none,
	"--cloud":                              optional,
	"--continue":                           none,
	"-c":                                   none,
	"--cowork":                             none,
	"--dangerously-load-development-channels": many,
	"--dangerously-skip-permissions":          none,
	"--debug":                                 optional,
	"-d":                                      optional,
	"--debug-file":                            one,
	"--debug-to-stderr":                       none,
	"-d2e":                                    none,
	"--desktop":                               none,
	"--disable-slash-commands":                none,
	"--disallowed-tools":                      many,
	"--disallowedTools":                       many,
	"--effort":                                one,
	"--enable-auth-status":                    none,
	"--enable-auto-mode":                      none,
	"--environment":                           one,
	"--exclude-dynamic-system-prompt-sections": none,
	"--fallback-model":                         one,
	"--file":                                   many,
	"--fork-session":                           none,
	"--forward-subagent-text":                  none,
	"--from-pr":                                optional,
	"--help":                                   none,
	"-h":                                       none,
	"--ide":                                    none,
	"--include-hook-events":                    none,
	"--include-partial-messages":               none,
	"--inherit-permission-mode":                one,
	"--init":                                   none,
	"--init-only":                              none,
	"--input-format":                           one,
	"--json-schema":                            one,
	"--maintenance":                            none,
	"--managed-settings":                       one,
	"--max-budget-usd":                         one,
	"--max-thinking-tokens":                    one,
	"--max-turns":                              one,
	"--mcp-config":                             many,
	"--model":                                  one,
	"--name":                                   one,
	"-n":                                       one,
	"--no-chrome":                              none,
	"--no-session-persistence":                 none,
	"--output-format":                          one,
	"--permission-mode":                        one,
	"--permission-prompt-tool":                 one,
	"--permission-prompts":                     one,
	"--plan-mode-instructions":                 one,
	"--plan-mode-required":                     none,
	"--plugin-dir":                             one,
	"--plugin-dir-no-mcp":                      one,
	"--plugin-url":                             one,
	"--prefill":                                one,
	"--print":                                  none,
	"-p":                                       none,
	"--prompt-suggestions":                     optional,
	"--rc":                                     optional,
	"--remote":                                 optional,
	"--remote-control":                         optional,
	"--remote-control-session-name-prefix":     one,
	"--replay-user-messages":                   none,
	"--reply-on-resume":                        none,
	"--restricted":                             none,
	"--resume":                                 optional,
	"-r":                                       optional,
	"--resume-drops-turn":                      one,
	"--resume-session-at":                      one,
	"--rewind-files":                           one,
	"--safe-mode":                              none,
	"--sdk-url":                                one,
	"--session-id":                             one,
	"--setting-sources":                        one,
	"--settings":                               one,
	"--strict-mcp-config":                      none,
	"--system-prompt":                          one,
	"--system-prompt-file":                     one,
	"--system-prompt-snapshot":                 one,
	"--task-budget":                            one,
	"--teammate-mode":                          one,
	"--team-name":                              one,
	"--teleport":                               optional,
	"--thinking":                               one,
	"--thinking-display":                       one,
	"--tmux":                                   none,
	"--tools":                                  many,
	"--verbose":                                none,
	"--version":                                none,
	"-v":                                       none,
	"--workload":                               one,
	"--worktree":                               optional,
	"-w":                                       optional,
}}

// claudeCommands are words that, as the first positional, start something else
// than a conversation. Only those that both known versions have: a word that a
// version does not have is a prompt there, and its agent must not go unguarded.
var claudeCommands = []string{
	"agents", "auth", "doctor", "install", "mcp", "plugin", "plugins", "setup-token", "update", "upgrade",
}

// claudeSession names the flags that choose a conversation.
var claudeSession = map[string]bool{
	"--session-id": true, "--resume": true, "-r": true, "--continue": true, "-c": true,
	"--from-pr": true, "--teleport": true,
}

// claudeResumed names the flags that a resume by id takes out: those that
// choose a conversation and those that say what to do with the chosen one,
// where --fork-session would leave it at once.
var claudeResumed = union(claudeSession, map[string]bool{
	"--fork-session": true, "--resume-session-at": true, "--resume-drops-turn": true,
	"--rewind-files": true, "--reply-on-resume": true,
})

var claudePrint = map[string]bool{"--print": true, "-p": true}

var (
	appendPrompt     = map[string]bool{"--append-system-prompt": true}
	appendPromptFile = map[string]bool{"--append-system-prompt-file": true}
)

// UserOwnsSession reports whether whoever typed argv chose the conversation.
// Atrium then adds no id, since claude refuses two. It is false for every
// product but claude, where -c is something else, and looks at nothing behind --.
func UserOwnsSession(argv []string, product Product) bool {
	return product == Claude && slices.ContainsFunc(parse(argv, claudeGrammar), func(p piece) bool {
		return !p.behind && p.has(claudeSession)
	})
}

// claudeCommand is the subcommand that argv starts, "" for a conversation.
func claudeCommand(argv []string, pieces []piece) string {
	for _, p := range pieces {
		switch {
		case p.kind == unknown:
			return ""
		case p.kind == positional && slices.Contains(claudeCommands, argv[p.at]):
			return argv[p.at]
		case p.kind == positional:
			return ""
		}
	}
	return ""
}

// composeClaude adds posture, deny rules, one system prompt and the
// conversation, in this order and all in one place.
func composeClaude(s Start) Exec {
	if command := claudeCommand(s.Argv, parse(s.Argv, claudeGrammar)); command != "" {
		return Exec{Argv: s.Argv, Notes: []string{
			"claude " + command + " is no conversation: posture, deny rules and id do not reach it"}}
	}
	typed, conversation, bound := claudeConversation(s)
	notes := overridden(typed, s)
	typed, prompt, refused := foldPrompt(typed, s.Norms, s.Directive)
	notes = append(notes, refused...)

	var added []string
	added = append(added, claudePosture(s)...)
	added = append(added, "--disallowedTools")
	added = append(added, policy.DenyRules(s.SessionDeny, s.OwnDeny)...)
	added = append(added, prompt...)
	added = append(added, promptSnapshot(s, prompt)...)
	added = append(added, conversation...)
	return Exec{Argv: insert(typed, claudeGrammar, added), SessionID: bound, Notes: notes}
}

// claudePosture passes a default posture explicitly where atrium decided it:
// without the flag a resume brings the transcript's own mode back, and a newer
// claude starts in auto mode.
func claudePosture(s Start) []string {
	switch s.Posture {
	case policy.Plan:
		return []string{"--permission-mode", "plan"}
	case policy.Accept:
		allow := policy.AcceptAllowlist(s.AllowExtra)
		return append([]string{"--permission-mode", "acceptEdits", "--allowedTools"}, allow...)
	case policy.Automode:
		return []string{"--permission-mode", "auto"}
	case policy.Skip:
		return []string{"--dangerously-skip-permissions"}
	}
	if s.Decided {
		return []string{"--permission-mode", "default"}
	}
	return nil
}

// claudeConversation is the typed argv without what the resume replaces, the
// flags that choose the conversation, and the id that the pane is then bound to.
func claudeConversation(s Start) (typed, flags []string, bound string) {
	how := s.how()
	if how == Fresh && (s.NewID == "" || UserOwnsSession(s.Argv, Claude)) {
		return s.Argv, nil, ""
	}
	if how == Fresh {
		return s.Argv, []string{"--session-id", s.NewID}, s.NewID
	}
	typed = rewrite(s.Argv, claudeGrammar, func(p piece) []string {
		if p.behind {
			return s.Argv[p.at:p.end]
		}
		return p.without(s.Argv, claudeResumed)
	})
	switch how {
	case FreshNewID:
		return typed, []string{"--session-id", s.NewID}, s.NewID
	case FreshSameID:
		return typed, []string{"--session-id", s.ID}, s.ID
	case ByPath:
		return s.dropPrompt(typed, Claude), []string{"--resume", s.TranscriptPath}, s.ID
	}
	return s.dropPrompt(typed, Claude), []string{"--resume", s.ID}, s.ID
}

// foldPrompt takes every appended system prompt out of typed and joins it, in
// order, with the norms and the directive: the last flag wins in claude, so
// that exactly one may reach it. With nothing to join, typed stays as it is;
// so it does beside a prompt from a file, with which claude refuses another.
func foldPrompt(typed []string, norms, directive string) (rest, flags, notes []string) {
	ours := slices.DeleteFunc([]string{norms, directive}, func(part string) bool { return part == "" })
	if len(ours) == 0 {
		return typed, nil, nil
	}
	if slices.ContainsFunc(parse(typed, claudeGrammar), promptFromFile) {
		return typed, nil, []string{
			"claude is given no worktree instructions and no control directive, since --append-system-prompt-file excludes them"}
	}
	var parts []string
	rest = rewrite(typed, claudeGrammar, func(p piece) []string {
		if p.behind || p.open || !p.has(appendPrompt) {
			return typed[p.at:p.end]
		}
		parts = append(parts, p.value(typed))
		return nil
	})
	return rest, []string{"--append-system-prompt", strings.Join(append(parts, ours...), "\n\n")}, nil
}

func promptFromFile(p piece) bool { return !p.behind && p.has(appendPromptFile) }

// promptSnapshot lets a resumed conversation take a changed system prompt,
// which claude ignores from the version on that records the first one. An older
// one exits on the flag, so it is passed only where the version is known.
func promptSnapshot(s Start, prompt []string) []string {
	how := s.how()
	if prompt == nil || how != ByID && how != ByPath || !atLeast(s.Version, 2, 1, 332) {
		return nil
	}
	return []string{"--system-prompt-snapshot", "off"}
}

// overridden tells that a typed permission mode does not count, since the mode
// that atrium passes stands behind it.
func overridden(typed []string, s Start) []string {
	if claudePosture(s) == nil {
		return nil
	}
	for _, p := range parse(typed, claudeGrammar) {
		if p.has(map[string]bool{"--permission-mode": true}) {
			return []string{"the typed --permission-mode " + p.value(typed) +
				" does not count, the pane runs at " + s.Posture.String()}
		}
	}
	return nil
}

// claudeTask is TaskWord for claude.
func claudeTask(argv []string) (index int, ok bool) {
	pieces := parse(argv, claudeGrammar)
	if claudeCommand(argv, pieces) != "" || slices.ContainsFunc(pieces, printsOnly) {
		return 0, false
	}
	return lastPositional(pieces)
}

func printsOnly(p piece) bool { return !p.behind && p.has(claudePrint) }

func union(sets ...map[string]bool) map[string]bool {
	all := map[string]bool{}
	for _, set := range sets {
		for name := range set {
			all[name] = true
		}
	}
	return all
}
