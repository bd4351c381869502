package agent

import (
	"slices"
	"strings"
	"testing"
)

// check 66, R028
func TestStripGovernedTakesExactlyItsOwn(t *testing.T) {
	for _, c := range []struct{ argv, rest, names []string }{
		{
			[]string{"claude", "--allowedTools", "Bash(*)", "--permission-mode", "x", "--dangerously-skip-permissions"},
			[]string{"claude"}, []string{"--allowedTools", "--permission-mode", "--dangerously-skip-permissions"},
		},
		{
			words("claude --dangerously-skip-permissions refactor --model sonnet"),
			words("claude refactor --model sonnet"), []string{"--dangerously-skip-permissions"},
		},
		{
			[]string{"claude", "--allowedTools", "Bash(git:*)", "Edit", "--", "fix it"},
			[]string{"claude", "--", "fix it"}, []string{"--allowedTools"},
		},
		{
			[]string{"claude", "--append-system-prompt", "never use --dangerously-skip-permissions", "hello"},
			[]string{"claude", "--append-system-prompt", "never use --dangerously-skip-permissions", "hello"}, nil,
		},
		{
			words("claude --permission-mode=plan --allowed-tools=Bash go --permission-mode auto"),
			words("claude go"), []string{"--permission-mode", "--allowed-tools"},
		},
		{
			words("claude -- --dangerously-skip-permissions"), words("claude -- --dangerously-skip-permissions"), nil,
		},
		{ // claude takes the -- for the model's name
			words("claude --model -- --dangerously-skip-permissions"), words("claude --model --"),
			[]string{"--dangerously-skip-permissions"},
		},
		{ // a flag that is in no table may take the -- too
			words("claude --new -- --settings {} fix"), words("claude --new -- fix"), []string{"--settings"},
		},
		{ // claude looks for settings among values as well
			words("claude --append-system-prompt --settings {} hi"), words("claude {} hi"), []string{"--settings"},
		},
		{ // what a removed flag kept apart stays apart
			words("claude --add-dir /a --dangerously-skip-permissions refactor"), words("claude refactor --add-dir /a"),
			[]string{"--dangerously-skip-permissions"},
		},
		{
			words("claude --settings s --setting-sources user --mcp-config a b --plugin-dir p --plugin-url u --tools Bash --permission-prompt-tool t"),
			words("claude"), words("--settings --setting-sources --mcp-config --plugin-dir --plugin-url --tools --permission-prompt-tool"),
		},
		{
			words("claude --dangerously-anything-new x --disallowedTools Edit"),
			words("claude --disallowedTools Edit"), []string{"--dangerously-anything-new"},
		},
		{
			words("claude --permission-mode"), words("claude"), []string{"--permission-mode"},
		},
		{words("claude"), words("claude"), nil},
	} {
		rest, names := StripGoverned(c.argv, Claude, Snapshot)
		wantWords(t, rest, c.rest...)
		wantWords(t, names, c.names...)
	}
}

func TestStripGovernedOfOtherProducts(t *testing.T) {
	for _, c := range []struct {
		product           Product
		line, rest, names string
	}{
		{Codex, "codex --yolo -s danger-full-access -a never fix", "codex fix", "--yolo -s -a"},
		{Codex, "codex -m o3 -c model_reasoning_effort=high -c sandbox_mode=x", "codex -m o3 -c model_reasoning_effort=high", "-c sandbox_mode"},
		{Codex, "codex -csandbox_mode=x --config=approval_policy=never go", "codex go", "-c sandbox_mode --config approval_policy"},
		{Codex, "codex -- --yolo", "codex -- --yolo", ""},
		{Gemini, "gemini --yolo -m x --approval-mode auto_edit hi", "gemini -m x hi", "--yolo --approval-mode"},
		{Opencode, "opencode --auto run", "opencode run", "--auto"},
		{Other, "teamclaude run -- --model opus --dangerously-skip-permissions", "teamclaude run -- --model opus", "--dangerously-skip-permissions"},
		{Other, "npx claude --allowedTools A B --permission-mode auto fix", "npx claude fix", "--allowedTools --permission-mode"},
		{Shell, "bash -l", "bash -l", ""},
		{Other, "make --auto --yolo", "make --auto --yolo", ""},
	} {
		rest, names := StripGoverned(words(c.line), c.product, Snapshot)
		wantWords(t, rest, words(c.rest)...)
		if got := strings.Join(names, " "); got != c.names {
			t.Errorf("%q names %q, want %q", c.line, got, c.names)
		}
	}
}

func TestStripGovernedOfNothing(t *testing.T) {
	if rest, names := StripGoverned(nil, Claude, Snapshot); len(rest) != 0 || names != nil {
		t.Errorf("%q, %q", rest, names)
	}
}

func TestVet(t *testing.T) {
	for _, c := range []struct{ line, rest, stripped, refusal string }{
		{"claude --model opus --effort high fix", "claude --model opus --effort high fix", "", ""},
		{"claude -c", "claude -c", "", ""},
		{"claude --resume=abc", "claude --resume=abc", "", ""},
		{"claude --dangerously-skip-permissions --permission-mode x fix", "claude fix", "--dangerously-skip-permissions --permission-mode", ""},
		{"claude fix -- --settings", "claude fix -- --settings", "", ""},
		{"claude --settings x", "", "", `flag "--settings" is not allowed here`},
		{"claude --mcp-config=x", "", "", `flag "--mcp-config" is not allowed here`},
		{"claude --model --settings", "", "", `flag "--settings" is not allowed here`},
		{"claude --model -- --settings", "", "", `"--" is not allowed here`},
		{"claude --add-dir /", "", "", "allowed are --model --effort --continue -c --resume -r"},
		{"claude mcp list", "", "", "no posture"},
		{"claude2 --add-dir /", "", "", "not allowed"},
		{"codex -m o3 fix", "codex -m o3 fix", "", ""},
		{"codex --permission-mode x fix", "codex fix", "--permission-mode", ""},
		{"codex --yolo", "", "", `flag "--yolo" is not allowed here; allowed are --model -m`},
		{"codex -c sandbox_mode=x", "", "", "not allowed"},
		{"gemini", "", "", "gemini cannot be started this way"},
		{"aider x", "", "", "no posture"},
		{"cursor-agent", "", "", "no posture"},
		{"opencode", "", "", "no posture"},
		{"make -j4 --allowedTools a", "make -j4", "--allowedTools", ""},
		{"", "", "", "no command"},
	} {
		rest, stripped, err := Vet(words(c.line), []string{"claude2"})
		switch {
		case (err != nil) != (c.refusal != ""):
			t.Errorf("Vet(%q) is %v", c.line, err)
		case err != nil && !strings.Contains(err.Error(), c.refusal):
			t.Errorf("Vet(%q) says %q", c.line, err)
		}
		wantWords(t, rest, words(c.rest)...)
		wantWords(t, stripped, words(c.stripped)...)
	}
}

// What lets any agent act unasked is never taken from a file, and named.
func TestForeignPermissionsOfASnapshot(t *testing.T) {
	for _, c := range []struct{ typed, rest, names string }{
		{"cursor-agent --force -f --yolo --approve-mcps --model x", "cursor-agent --model x", "--force -f --yolo --approve-mcps"},
		{"aider --yes-always --model x", "aider --model x", "--yes-always"},
		{"aider --yes-alw --y file", "aider file", "--yes-alw --y"},
		{"codex --profile loose --add-dir / --enable f hi", "codex hi", "--profile --add-dir --enable"},
		{"codex -p loose", "codex", "-p"},
	} {
		argv := strings.Fields(c.typed)
		rest, names := StripGoverned(argv, Identify(argv, nil), Snapshot)
		if strings.Join(rest, " ") != c.rest || strings.Join(names, " ") != c.names {
			t.Errorf("%q: %q, ignored %q", c.typed, rest, names)
		}
	}
}

// An alias from a file makes no claude of another agent or of a shell.
func TestAliasRenamesNothingKnown(t *testing.T) {
	aliases := []string{"codex", "gemini", "bash", "cc"}
	for command, want := range map[string]Product{
		"codex": Codex, "/opt/gemini": Gemini, "bash": Shell, "cc": Claude, "claude": Claude, "vim": Other,
	} {
		if got := Identify([]string{command}, aliases); got != want {
			t.Errorf("%s is %v, want %v", command, got, want)
		}
	}
}

// A saved command may be as long as the system lets one be.
func BenchmarkStripLongCommand(b *testing.B) {
	argv := append([]string{"codex"}, slices.Repeat([]string{"-i", "x", "-s", "y", "z"}, 40_000)...)
	for b.Loop() {
		StripGoverned(argv, Codex, Snapshot)
	}
}
