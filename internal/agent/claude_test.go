package agent

import (
	"strings"
	"testing"

	"atrium/internal/policy"
)

// R030: each posture, and a default one where it was decided.
func TestClaudePostures(t *testing.T) {
	for _, c := range []struct {
		posture policy.Posture
		decided bool
		want    string
	}{
		{policy.Default, false, ""},
		{policy.Default, true, "--permission-mode default "},
		{policy.Plan, true, "--permission-mode plan "},
		{policy.Automode, true, "--permission-mode auto "},
		{policy.Skip, true, "--dangerously-skip-permissions "},
	} {
		for _, how := range []Conversation{Fresh, ByID} {
			exec := Compose(Start{Argv: words("claude go"), Posture: c.posture, Decided: c.decided, How: how, ID: "r1"})
			if got := strings.Join(exec.Argv, " "); !strings.HasPrefix(got, "claude go "+c.want+builtin) {
				t.Errorf("%v: %q", c.posture, got)
			}
		}
	}
	exec := Compose(Start{Argv: words("claude"), Posture: policy.Accept, AllowExtra: []string{"make"}})
	wantWords(t, exec.Argv[:4], "claude", "--permission-mode", "acceptEdits", "--allowedTools")
	if got := strings.Join(exec.Argv, "|"); !strings.Contains(got, "|Bash(make *)|--disallowedTools|") {
		t.Errorf("%q", got)
	}
}

// check 88: the order of what is added, and one system prompt in it.
func TestClaudeAdditionsInOrder(t *testing.T) {
	exec := Compose(Start{
		Argv:    []string{"claude", "--append-system-prompt", "be kind", "--model", "opus", "--append-system-prompt=be brief", "go"},
		Posture: policy.Plan, Norms: "stay here", Directive: "use ctl",
		SessionDeny: []string{"git push"}, OwnDeny: []string{"WebFetch"}, NewID: someID,
	})
	wantWords(t, exec.Argv, "claude", "--model", "opus", "go",
		"--permission-mode", "plan",
		"--disallowedTools", "Bash(*CARGO_MAKEFLAGS*)", "PowerShell(*CARGO_MAKEFLAGS*)", "Bash(git push*)", "WebFetch",
		"--append-system-prompt", "be kind\n\nbe brief\n\nstay here\n\nuse ctl",
		"--session-id", someID)
	if exec.SessionID != someID {
		t.Errorf("bound to %q", exec.SessionID)
	}
}

func TestClaudePromptStaysWithoutInstructions(t *testing.T) {
	exec := Compose(Start{Argv: []string{"claude", "--append-system-prompt", "be kind", "go"}})
	wantWords(t, exec.Argv[:4], "claude", "--append-system-prompt", "be kind", "go")
}

func TestClaudePromptFileExcludesInstructions(t *testing.T) {
	exec := Compose(Start{Argv: words("claude --append-system-prompt-file f"), Norms: "stay here"})
	if strings.Contains(strings.Join(exec.Argv, " "), "--append-system-prompt ") || len(exec.Notes) != 1 {
		t.Errorf("%+v", exec)
	}
}

// What is added stands in front of -- and of flags that would swallow it.
func TestClaudeAdditionsAreNotSwallowed(t *testing.T) {
	for line, want := range map[string]string{
		"claude fix":                  "claude fix GUARDS",
		"claude -- fix":               "claude GUARDS -- fix",
		"claude --add-dir /a":         "claude --add-dir /a GUARDS",
		"claude --model":              "claude GUARDS --model",
		"claude --new":                "claude GUARDS --new",
		"claude --new --newer":        "claude GUARDS --new --newer",
		"claude --new -- fix":         "claude GUARDS --new -- fix",
		"claude --new word":           "claude --new word GUARDS",
		"claude --new --model":        "claude GUARDS --new --model",
		"claude --debug":              "claude --debug GUARDS",
		"claude --model -- fix":       "claude --model -- fix GUARDS",
		"claude --new --add-dir -- x": "claude GUARDS --new --add-dir -- x",
	} {
		exec := Compose(Start{Argv: words(line)})
		wantWords(t, exec.Argv, words(strings.Replace(want, "GUARDS", builtin, 1))...)
	}
}

// check 89, R032: the user's own session is left alone, at a start and at a
// recovery that knows no id.
func TestClaudeUserOwnsSession(t *testing.T) {
	for _, line := range []string{
		"claude --resume u", "claude -r u", "claude --resume=u", "claude -c", "claude --continue", "claude --session-id=u",
		"claude --session-id u", "claude -p -r u hi", "claude -pc hi", "claude -ru", "claude -pr u", "claude --from-pr 3",
	} {
		if !UserOwnsSession(words(line), Claude) {
			t.Errorf("%q is not seen as the user's", line)
		}
		if UserOwnsSession(words(line), Shell) {
			t.Errorf("%q is a session for a shell", line)
		}
		exec := Compose(Start{Argv: words(line), NewID: someID})
		wantWords(t, exec.Argv, words(line+" "+builtin)...)
		if exec.SessionID != "" {
			t.Errorf("%q is bound to %q", line, exec.SessionID)
		}
	}
	for _, line := range []string{"claude", "claude -- -c", "claude --model -c", "claude --name --resume", "claude --resumed x", "claude fix -p"} {
		if UserOwnsSession(words(line), Claude) {
			t.Errorf("%q is seen as the user's", line)
		}
	}
}

// checks 73, 75
func TestClaudeResume(t *testing.T) {
	for line, want := range map[string]string{
		"claude":                 "claude",
		"claude --continue":      "claude",
		"claude -c --model opus": "claude --model opus",
		"claude --session-id u --resume v -r w hi": "claude hi",
		"claude --session-id=u --resume=v hi":      "claude hi",
		"claude -pc hi":                            "claude -p hi",
		"claude -pru hi":                           "claude -p hi",
		"claude --resume u --fork-session":         "claude",
		"claude --add-dir /a -c hi":                "claude hi --add-dir /a",
		"claude --debug --continue hi":             "claude hi --debug",
		"claude --new -c -- -c":                    "claude GUARDS --new -- -c",
	} {
		exec := Compose(Start{Argv: words(line), How: ByID, ID: "r1", NewID: someID})
		if !strings.Contains(want, "GUARDS") {
			want += " GUARDS"
		}
		wantWords(t, exec.Argv, words(strings.Replace(want, "GUARDS", builtin+" --resume r1", 1))...)
	}
}

func TestClaudeOtherWaysToAConversation(t *testing.T) {
	start := Start{Argv: words("claude -c go"), ID: "r1", NewID: someID, TranscriptPath: "/t/r1.jsonl", Task: true, Kickoff: true}
	for how, want := range map[Conversation]struct{ line, id string }{
		FreshSameID: {"claude go " + builtin + " --session-id r1", "r1"},
		FreshNewID:  {"claude go " + builtin + " --session-id " + someID, someID},
		ByPath:      {"claude " + builtin + " --resume /t/r1.jsonl", "r1"},
		ByID:        {"claude " + builtin + " --resume r1", "r1"},
	} {
		start.How = how
		exec := Compose(start)
		wantWords(t, exec.Argv, words(want.line)...)
		if exec.SessionID != want.id || exec.Resumed != (how == ByID || how == ByPath) {
			t.Errorf("%d: %+v", how, exec)
		}
	}
}

// check 77: a kickoff is left out where the conversation goes on, and only there.
func TestClaudeKickoff(t *testing.T) {
	for _, c := range []struct {
		start Start
		want  string
	}{
		{Start{Kickoff: true, How: ByID, ID: "r1"}, "claude --model opus " + builtin + " --resume r1"},
		{Start{Kickoff: true}, "claude --model opus go " + builtin},
		{Start{Kickoff: true, How: ByID}, "claude --model opus go " + builtin},
		{Start{How: ByID, ID: "r1"}, "claude --model opus go " + builtin + " --resume r1"},
	} {
		c.start.Argv = words("claude --model opus go")
		wantWords(t, Compose(c.start).Argv, words(c.want)...)
	}
}

func TestClaudeTaskIsLeftOut(t *testing.T) {
	exec := Compose(Start{Argv: words("claude go --model opus"), Task: true, How: ByID, ID: "r1"})
	wantWords(t, exec.Argv, words("claude --model opus "+builtin+" --resume r1")...)
}

func TestTaskWord(t *testing.T) {
	for _, c := range []struct {
		line    string
		product Product
		want    int // 0 is none
	}{
		{"claude go", Claude, 1},
		{"claude --model opus go", Claude, 3},
		{"claude go --model opus", Claude, 1},
		{"claude -- -go", Claude, 2},
		{"claude --model opus", Claude, 0},
		{"claude --add-dir /a go", Claude, 0},
		{"claude --add-dir=/a go", Claude, 2},
		{"claude --new go", Claude, 0},
		{"claude --new=1 go", Claude, 2},
		{"claude -p go", Claude, 0},
		{"claude mcp list", Claude, 0},
		{"claude", Claude, 0},
		{"codex -m o3 go", Codex, 3},
		{"codex -i a.png go", Codex, 0},
		{"codex exec go", Codex, 0},
		{"codex resume u", Codex, 0},
		{"codex resume u go", Codex, 3},
		{"codex resume --last go", Codex, 3},
		{"codex resume", Codex, 0},
		{"gemini go", Gemini, 0},
		{"bash go", Shell, 0},
	} {
		at, ok := TaskWord(words(c.line), c.product)
		if at != c.want || ok != (c.want > 0) {
			t.Errorf("TaskWord(%q) = %d, %v", c.line, at, ok)
		}
	}
}

// A changed system prompt reaches a newer claude's resumed conversation only
// with a flag that an older one exits on.
func TestClaudePromptSnapshot(t *testing.T) {
	for _, c := range []struct {
		version string
		how     Conversation
		want    bool
	}{
		{"2.1.332 (Claude Code)", ByID, true}, {"2.1.332", Fresh, false}, {"2.1.197", ByID, false}, {"", ByID, false},
	} {
		exec := Compose(Start{Argv: words("claude"), Norms: "n", Version: c.version, How: c.how, ID: "r1"})
		if got := strings.Contains(strings.Join(exec.Argv, " "), "--system-prompt-snapshot off"); got != c.want {
			t.Errorf("%q: %q", c.version, exec.Argv)
		}
	}
}

func TestClaudeCommandIsLeftAlone(t *testing.T) {
	exec := Compose(Start{Argv: words("claude --verbose mcp list"), Posture: policy.Plan, NewID: someID})
	wantWords(t, exec.Argv, words("claude --verbose mcp list")...)
	if len(exec.Notes) != 1 || exec.SessionID != "" {
		t.Errorf("%+v", exec)
	}
}

func TestClaudeTypedModeIsNamed(t *testing.T) {
	exec := Compose(Start{Argv: words("claude --permission-mode acceptEdits"), Posture: policy.Plan})
	if got := strings.Join(exec.Notes, ""); got != "the typed --permission-mode acceptEdits does not count, the pane runs at plan" {
		t.Errorf("%q", got)
	}
}
