package agent

import (
	"slices"
	"strings"
)

// scrubbedNames are variables of what atrium itself was started in, which
// would make a pane's program believe it runs there.
var scrubbedNames = []string{
	// An agent that finds these takes itself for another agent's child, and
	// keeps no transcript and no record.
	"CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_ENTRYPOINT",
	"CLAUDE_CODE_EXECPATH", "CLAUDE_EFFORT", "AI_AGENT", "CODEX_THREAD_ID", "CODEX_SESSION_ID",

	// A pane is shown by atrium, not by the terminal outside.
	"TMUX", "TMUX_PANE", "STY", "WINDOW", "ZELLIJ", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERM_SESSION_ID",
	"LC_TERMINAL", "LC_TERMINAL_VERSION", "WT_SESSION", "WT_PROFILE_ID", "VTE_VERSION", "WINDOWID",
	"COLUMNS", "LINES",

	// Of an outer atrium: its pane's token would let this pane's program speak for it.
	"ATRIUM_SESSION", "ATRIUM_CTL", "ATRIUM_PANE", "ATRIUM_PANE_MARK", "ATRIUM_TOKEN",
}

var scrubbedPrefixes = []string{
	"KITTY_", "WEZTERM_", "ITERM_", "KONSOLE_", "GHOSTTY_", "ALACRITTY_", "ZELLIJ_",
}

// Scrubbed reports whether a variable of atrium's own environment is kept from
// every pane. What atrium sets for the pane itself is added afterwards.
func Scrubbed(name string) bool {
	return slices.Contains(scrubbedNames, name) ||
		slices.ContainsFunc(scrubbedPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// Scrub is an environment, as NAME=value, without what is kept from panes.
func Scrub(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return Scrubbed(name)
	})
}
