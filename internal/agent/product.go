// Package agent knows the programs that people run in panes: which product a
// command line is, which of its words are flags, values and prompts, which
// flags would reach past the session's policy, and what atrium adds so that a
// product runs at a posture, under deny rules and with a conversation that can
// be resumed. One file holds what is known of one product.
//
// It is pure: it reads no file, asks no process and starts nothing. What it
// cannot do for a product it says as a value. It imports policy only; fleet,
// recovery, session and the parts that read agents' own records call it.
//
// Facts about claude are those of 2.1.197 and 2.1.332, about codex those of
// 0.171.0, about gemini those of 0.61.0, about opencode those of 1.18.33.
package agent

import "strings"

// Product is a program that atrium knows. The zero value is any other program.
type Product uint8

// The products. Claude is also every alias of it.
const (
	Other Product = iota
	Shell
	Claude
	Codex
	Gemini
	Opencode
	Aider
	CursorAgent
)

var productNames = [...]string{
	Other:       "",
	Shell:       "shell",
	Claude:      "claude",
	Codex:       "codex",
	Gemini:      "gemini",
	Opencode:    "opencode",
	Aider:       "aider",
	CursorAgent: "cursor-agent",
}

// Name is the product's own command, "shell" for every shell and "" for Other.
// It is what a snapshot records beside an id that is not claude's.
func (p Product) Name() string {
	if int(p) >= len(productNames) {
		return ""
	}
	return productNames[p]
}

// IsAgent reports whether the product is a coding agent: its pane gets agent
// chrome and the identity's environment.
func (p Product) IsAgent() bool { return p >= Claude && p <= CursorAgent }

// Identify tells which product argv starts. Aliases are commands that are
// claude under another name, compared by their stems and as a list, never as a
// pattern: claude-monitor is not claude. They come from files too, so that none
// makes claude of what is known to be something else: its own flags would reach
// past the policy then.
func Identify(argv, aliases []string) Product {
	if len(argv) == 0 || argv[0] == "" {
		return Other
	}
	stem := Stem(argv[0])
	if isShellName(stem) {
		return Shell
	}
	if known := named(launcherName(argv[0], stem)); known != Other {
		return known
	}
	for _, alias := range aliases {
		if alias = strings.TrimSpace(alias); alias != "" && Stem(alias) == stem {
			return Claude
		}
	}
	return Other
}

// named is the agent of that name, Other for none.
func named(name string) Product {
	for p := Claude; p <= CursorAgent; p++ {
		if productNames[p] == name {
			return p
		}
	}
	return Other
}
