package agent

import (
	"testing"

	"atrium/internal/policy"
)

func TestCodexPostures(t *testing.T) {
	for posture, want := range map[policy.Posture]string{
		policy.Default:  "codex go",
		policy.Plan:     "codex go --sandbox read-only --ask-for-approval never",
		policy.Accept:   "codex go --ask-for-approval never --sandbox workspace-write",
		policy.Automode: "codex go --ask-for-approval never --sandbox workspace-write",
		policy.Skip:     "codex go --dangerously-bypass-approvals-and-sandbox",
	} {
		wantWords(t, Compose(Start{Argv: words("codex go"), Posture: posture, Decided: true}).Argv, words(want)...)
	}
}

// codex refuses a flag that it is given twice.
func TestCodexTypedPostureGivesWay(t *testing.T) {
	exec := Compose(Start{Argv: words("codex -s danger-full-access --yolo -- go"), Posture: policy.Plan})
	wantWords(t, exec.Argv, words("codex --sandbox read-only --ask-for-approval never -- go")...)
	wantWords(t, exec.Notes,
		"the typed -s does not count, the pane runs at plan", "the typed --yolo does not count, the pane runs at plan")
}

// A codex conversation brings back the sandbox it had, full access included.
func TestCodexResumeStatesItsPosture(t *testing.T) {
	start := Start{Argv: words("codex"), How: ByID, ID: "r1", IDOf: "codex", Decided: true}
	wantWords(t, Compose(start).Argv, words("codex resume r1 --ask-for-approval on-request --sandbox read-only")...)
	start.Decided = false
	wantWords(t, Compose(start).Argv, words("codex resume r1")...)
}

func TestCodexResumeReplacesTypedOne(t *testing.T) {
	for line, want := range map[string]string{
		"codex -m o3":                  "codex resume r1 -m o3",
		"codex resume u":               "codex resume r1",
		"codex -m o3 resume u hi":      "codex resume r1 -m o3 hi",
		"codex resume --last --all hi": "codex resume r1 hi",
		"codex fork u":                 "codex resume r1",
		"codex -i a.png resume u":      "codex resume r1 -i a.png resume u",
		"codex -- hi":                  "codex resume r1 -- hi",
	} {
		wantWords(t, Compose(Start{Argv: words(line), How: ByID, ID: "r1", IDOf: "codex"}).Argv, words(want)...)
	}
}

// check 77: a kickoff stays for codex; a task does not, where it goes on.
func TestCodexKickoffAndTask(t *testing.T) {
	start := Start{Argv: words("codex go"), How: ByID, ID: "r1", IDOf: "codex", Kickoff: true}
	wantWords(t, Compose(start).Argv, words("codex resume r1 go")...)
	start.Kickoff, start.Task = false, true
	wantWords(t, Compose(start).Argv, words("codex resume r1")...)
}

func TestCodexCommandIsLeftAlone(t *testing.T) {
	exec := Compose(Start{Argv: words("codex exec go"), Posture: policy.Plan})
	wantWords(t, exec.Argv, words("codex exec go")...)
	wantWords(t, exec.Notes, "codex exec is given no posture by atrium")
}

// The shared daemon of a newer codex would give every pane the environment, and
// with it the identity, of the first.
func TestCodexRunsWithoutDaemon(t *testing.T) {
	for version, want := range map[string]string{
		"codex-cli 0.171.0": "codex --no-daemon", "codex-cli 0.170.9": "codex", "": "codex",
	} {
		wantWords(t, Compose(Start{Argv: words("codex"), Version: version}).Argv, words(want)...)
	}
}

func TestResumeOfGeminiAndOpencodeReplacesTypedOnes(t *testing.T) {
	for _, c := range []struct{ line, owner, want string }{
		{"gemini -m x --resume latest", "gemini", "gemini --resume r1 -m x"},
		{"gemini --session-id u -i hi", "gemini", "gemini --resume r1 -i hi"},
		{"opencode -c --port 1", "opencode", "opencode -s r1 --port 1"},
		{"opencode --session=u --fork", "opencode", "opencode -s r1"},
	} {
		wantWords(t, Compose(Start{Argv: words(c.line), How: ByID, ID: "r1", IDOf: c.owner}).Argv, words(c.want)...)
	}
}

func TestGeminiRunsAsOneProcess(t *testing.T) {
	wantWords(t, Gemini.Env(), "GEMINI_CLI_NO_RELAUNCH=1")
	if Claude.Env() != nil || Shell.Env() != nil {
		t.Error("other products need nothing")
	}
}
