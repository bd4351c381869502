package agent

import (
	"slices"
	"strings"
	"testing"

	"atrium/internal/policy"
)

// contract is what one product promises: how it starts afresh and how it
// resumes a conversation of its own.
type contract struct {
	command string
	fresh   string // at the default posture that nobody decided
	resumed string // with ID r1; "" if the product cannot
}

var contracts = []contract{
	{"claude", "claude " + builtin + " --session-id " + someID, "claude " + builtin + " --resume r1"},
	{"codex", "codex", "codex resume r1"},
	{"gemini", "gemini", "gemini --resume r1"},
	{"opencode", "opencode", "opencode -s r1"},
	{"aider", "aider", ""},
	{"cursor-agent", "cursor-agent", ""},
	{"bash", "bash", ""},
	{"vim", "vim", ""},
}

const builtin = "--disallowedTools Bash(*CARGO_MAKEFLAGS*) PowerShell(*CARGO_MAKEFLAGS*)"

func eachProduct(t *testing.T, check func(*testing.T, contract)) {
	for _, c := range contracts {
		t.Run(c.command, func(t *testing.T) { check(t, c) })
	}
}

func TestContractFreshStart(t *testing.T) {
	eachProduct(t, func(t *testing.T, c contract) {
		exec := Compose(Start{Argv: words(c.command), NewID: someID})
		wantWords(t, exec.Argv, words(c.fresh)...)
		if exec.Program != c.command || exec.Resumed || exec.Notes != nil {
			t.Errorf("%+v", exec)
		}
		if bound := exec.SessionID != ""; bound != (c.command == "claude") {
			t.Errorf("bound to %q", exec.SessionID)
		}
	})
}

func TestContractResumeOfOwnID(t *testing.T) {
	eachProduct(t, func(t *testing.T, c contract) {
		owner := strings.TrimPrefix(c.command, "claude")
		exec := Compose(Start{Argv: words(c.command), NewID: someID, How: ByID, ID: "r1", IDOf: owner})
		if c.resumed == "" {
			wantWords(t, exec.Argv, words(c.fresh)...)
			return
		}
		wantWords(t, exec.Argv, words(c.resumed)...)
		if !exec.Resumed || exec.SessionID != "r1" {
			t.Errorf("%+v", exec)
		}
	})
}

// R067, check 76: no product resumes what is another's.
func TestContractNoForeignResume(t *testing.T) {
	eachProduct(t, func(t *testing.T, c contract) {
		for _, owner := range []string{"", "claude", "codex", "gemini", "opencode", "aider", "shell", "nonsense"} {
			if owner == c.command || owner == "" && c.command == "claude" {
				continue
			}
			exec := Compose(Start{Argv: words(c.command), NewID: someID, How: ByID, ID: "r1", IDOf: owner})
			if exec.Resumed || slices.Contains(exec.Argv, "r1") {
				t.Errorf("an id of %q gives %q", owner, exec.Argv)
			}
		}
	})
}

// An id comes from a file, and becomes a word of argv.
func TestContractIDIsNeverAFlag(t *testing.T) {
	eachProduct(t, func(t *testing.T, c contract) {
		owner := strings.TrimPrefix(c.command, "claude")
		for _, id := range []string{"--dangerously-skip-permissions", "-x", "", "a b", "a\x00b", "../../x", "_", "é"} {
			for how := Fresh; how <= ByPath+1; how++ {
				exec := Compose(Start{Argv: words(c.command), NewID: someID, How: how, ID: id, IDOf: owner, TranscriptPath: id})
				wantWords(t, exec.Argv, words(c.fresh)...)
			}
		}
	})
}

// check 78
func TestContractEmptyArgv(t *testing.T) {
	if exec := Compose(Start{How: ByID, ID: "r1", Kickoff: true, Task: true}); exec.Argv != nil || exec.Resumed {
		t.Errorf("%+v", exec)
	}
}

// R023: an argument is one argument.
func TestContractArgumentsStayWhole(t *testing.T) {
	eachProduct(t, func(t *testing.T, c contract) {
		exec := Compose(Start{Argv: []string{c.command, "a file  with two spaces.txt", "-n2", "date; uptime", ""}})
		for _, word := range []string{"a file  with two spaces.txt", "-n2", "date; uptime", ""} {
			if !slices.Contains(exec.Argv, word) {
				t.Errorf("%q is missing in %q", word, exec.Argv)
			}
		}
	})
}

// What of the session's policy cannot be applied is said for every agent.
func TestContractSaysWhatDoesNotBind(t *testing.T) {
	eachProduct(t, func(t *testing.T, c contract) {
		exec := Compose(Start{
			Argv: words(c.command), Decided: true, Posture: policy.Plan,
			SessionDeny: []string{"git push"}, Norms: "stay here",
		})
		notes := strings.Join(exec.Notes, "\n")
		product := Identify(words(c.command), nil)
		unbound := product.IsAgent() && product != Claude
		if got := strings.Contains(notes, "deny rules do not bind "+c.command); got != unbound {
			t.Errorf("deny rules: %q", notes)
		}
		if got := strings.Contains(notes, "worktree instructions"); got != unbound {
			t.Errorf("instructions: %q", notes)
		}
		if got := strings.Contains(notes, "takes no posture"); got != (unbound && product != Codex) {
			t.Errorf("posture: %q", notes)
		}
	})
}

// R055: five agents, five conversations.
func TestContractEachPaneItsOwnID(t *testing.T) {
	for _, id := range []string{"a1", "b2", "c3", "d4", "e5"} {
		exec := Compose(Start{Argv: words("claude"), How: ByID, ID: id})
		if exec.SessionID != id || exec.Argv[len(exec.Argv)-1] != id {
			t.Errorf("%+v", exec)
		}
	}
}
