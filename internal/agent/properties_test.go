package agent

import (
	"slices"
	"testing"

	"atrium/internal/policy"

	"pgregory.net/rapid"
)

const someID = "8d5cc8ac-0a93-4f6e-9a57-2d35c0b6f5a1"

func drawStart(t *rapid.T) Start {
	return Start{
		Argv:        drawArgv(t),
		Posture:     policy.Posture(rapid.IntRange(0, 4).Draw(t, "posture")),
		Decided:     true,
		SessionDeny: []string{"git push"},
		Norms:       rapid.SampledFrom([]string{"", "work here", "--settings"}).Draw(t, "norms"),
		NewID:       someID,
		How:         Conversation(rapid.IntRange(0, 4).Draw(t, "how")),
		ID:          "recorded-id", TranscriptPath: "/t/recorded-id.jsonl",
		Task: rapid.Bool().Draw(t, "task"),
	}
}

// Whatever a file holds, and whatever a newer claude makes of flags that are in
// no table: the guards that atrium adds are read as guards, and the last word.
func TestComposedGuardsAreHeeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, version := drawStart(t), drawVersion(t)
		s.Posture = rapid.SampledFrom([]policy.Posture{policy.Default, policy.Plan, policy.Automode}).Draw(t, "mode")
		s.Argv, _ = StripGoverned(s.Argv, Claude, Snapshot)
		typed, composed := readAsClaude(s.Argv, version), readAsClaude(Compose(s).Argv, version)
		if typed.failed || composed.failed {
			return // it says so and exits, with atrium as without
		}
		if composed.options["--dangerously-skip-permissions"] != nil {
			t.Fatalf("%q skips permissions", Compose(s).Argv)
		}
		denied := composed.options["--disallowedTools"]
		for _, rule := range policy.DenyRules(s.SessionDeny, nil) {
			if !slices.Contains(denied, rule) {
				t.Fatalf("%q lost the rule %s: %q", s.Argv, rule, Compose(s).Argv)
			}
		}
		modes := composed.options["--permission-mode"]
		want := map[policy.Posture]string{policy.Default: "default", policy.Plan: "plan", policy.Automode: "auto"}[s.Posture]
		if modes[len(modes)-1] != want {
			t.Fatalf("%q runs at %q", s.Argv, modes)
		}
	})
}

// A prompt stays a prompt, and every value with its flag.
func TestComposeKeepsWhatWordsMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStart(t)
		s.Task, s.Posture, s.Decided = false, policy.Default, false
		before := readAsClaude(s.Argv, claudeGrammar.flags)
		if before.failed {
			return
		}
		argv := Compose(s).Argv
		after := readAsClaude(argv, claudeGrammar.flags)
		if !slices.Equal(before.positionals, after.positionals) {
			t.Fatalf("prompts %q became %q in %q", before.positionals, after.positionals, argv)
		}
		for name, values := range before.options {
			switch name {
			case "--append-system-prompt", "--disallowedTools", "--resume", "--continue", "--session-id", "--fork-session":
				continue
			}
			if !slices.Equal(values, after.options[name]) {
				t.Fatalf("%s was %q, is %q in %q", name, values, after.options[name], argv)
			}
		}
	})
}

// A fresh start without instructions adds one run of words and touches nothing.
func TestFreshComposeOnlyInserts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStart(t)
		s.Norms, s.How = "", Fresh
		argv := Compose(s).Argv
		added := len(argv) - len(s.Argv)
		for at := 1; at <= len(s.Argv); at++ {
			if slices.Equal(slices.Delete(slices.Clone(argv), at, at+added), s.Argv) {
				return
			}
		}
		t.Fatalf("%q became %q", s.Argv, argv)
	})
}

// One system prompt reaches claude, with every part in it.
func TestOneSystemPrompt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStart(t)
		s.Norms = "work here"
		composed := readAsClaude(Compose(s).Argv, claudeGrammar.flags)
		if prompts := composed.options["--append-system-prompt"]; !composed.failed && len(prompts) != 1 {
			t.Fatalf("system prompts %q from %q", prompts, s.Argv)
		}
	})
}

// R032: claude never gets a second id.
func TestNoSecondID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStart(t)
		owned := UserOwnsSession(s.Argv, Claude)
		composed := readAsClaude(Compose(s).Argv, claudeGrammar.flags)
		typed := readAsClaude(s.Argv, claudeGrammar.flags)
		if composed.failed || typed.failed {
			return
		}
		choices := len(composed.options["--session-id"]) + len(composed.options["--resume"]) + len(composed.options["--continue"])
		mine := len(typed.options["--session-id"]) + len(typed.options["--resume"]) + len(typed.options["--continue"])
		if owned != (mine > 0) {
			t.Fatalf("user owns %q: %v", s.Argv, owned)
		}
		if s.How == Fresh && owned && choices != mine || (s.How != Fresh || !owned) && choices != 1 {
			t.Fatalf("%q got %q", s.Argv, Compose(s).Argv)
		}
	})
}

// A resume of what was already resumed composes the same words.
func TestResumeIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStart(t)
		s.How = ByID
		once, _, _ := claudeConversation(s)
		s.Argv, s.Task = insert(once, claudeGrammar, []string{"--resume", s.ID}), false
		twice, flags, id := claudeConversation(s)
		if id != s.ID || !slices.Equal(insert(twice, claudeGrammar, flags), s.Argv) {
			t.Fatalf("%q became %q %q", s.Argv, twice, flags)
		}
	})
}

// Nothing governed survives in a saved command, whatever a newer claude makes of
// flags that are in no table.
func TestStripLeavesNothingGoverned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		argv, version := drawArgv(t), drawVersion(t)
		rest, names := StripGoverned(argv, Claude, Snapshot)
		got := readAsClaude(rest, version)
		if got.failed {
			return
		}
		for name := range got.options {
			_, permission := permissionFlags[name]
			if permission || claudeBypass[name] {
				t.Fatalf("%s survives in %q", name, rest)
			}
		}
		if found := eagerly(rest); found != nil {
			t.Fatalf("%q is read as settings in %q", found, rest)
		}
		if again, more := StripGoverned(rest, Claude, Snapshot); more != nil || !slices.Equal(again, rest) {
			t.Fatalf("%q still yields %q", rest, more)
		}
		if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) != len(names) {
			t.Fatalf("a name appears twice: %q", names)
		}
	})
}

// What is not governed keeps its meaning.
func TestStripKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		argv := drawArgv(t)
		before := readAsClaude(argv, claudeGrammar.flags)
		if before.failed || !knowsAll(argv) || oddValue(argv) {
			return
		}
		rest, _ := StripGoverned(argv, Claude, Snapshot)
		after := readAsClaude(rest, claudeGrammar.flags)
		if !slices.Equal(before.positionals, after.positionals) {
			t.Fatalf("prompts of %q became %q in %q", argv, after.positionals, rest)
		}
		for name, values := range before.options {
			if _, permission := permissionFlags[name]; permission || claudeBypass[name] {
				continue
			}
			if !slices.Equal(values, after.options[name]) {
				t.Fatalf("%s of %q became %q in %q", name, argv, after.options[name], rest)
			}
		}
	})
}

// oddValue reports a value that looks like a flag: stripping judges those of
// governed flags, and settings among any.
func oddValue(argv []string) bool {
	return slices.ContainsFunc(parse(argv, claudeGrammar), func(p piece) bool {
		return slices.ContainsFunc(argv[p.at+1:p.end], flagLike)
	})
}

func FuzzCompose(f *testing.F) {
	f.Add("claude\x00--model\x00--\x00--settings\x00x", uint8(3), "id")
	f.Add("codex\x00resume\x00--last\x00-s\x00read-only", uint8(3), "id")
	f.Add("gemini\x00-r\x00latest\x00hi", uint8(4), "-x")
	f.Fuzz(func(t *testing.T, joined string, how uint8, id string) {
		argv := splitNUL(joined)
		for _, owner := range []string{"", "codex", "gemini", "opencode"} {
			s := Start{Argv: argv, How: Conversation(how), ID: id, IDOf: owner, NewID: someID, Task: true, Kickoff: true,
				TranscriptPath: id, Norms: "n", Decided: true, Version: "2.1.332"}
			exec := Compose(s)
			if len(exec.Argv) == 0 || exec.Argv[0] != argv[0] {
				t.Fatalf("%q became %q", argv, exec.Argv)
			}
			if !slices.Equal(splitNUL(joined), argv) {
				t.Fatalf("the typed argv was written to: %q", argv)
			}
		}
		for _, product := range []Product{Other, Claude, Codex, Gemini, Opencode} {
			for _, source := range []Source{Snapshot, Roster} {
				rest, _ := StripGoverned(argv, product, source)
				if again, names := StripGoverned(rest, product, source); names != nil || !slices.Equal(again, rest) {
					t.Fatalf("stripping %q of %q again takes %q", rest, argv, names)
				}
			}
			if at, ok := TaskWord(argv, product); ok && (at < 1 || at >= len(argv)) {
				t.Fatalf("task of %q at %d", argv, at)
			}
		}
		if rest, _, err := Vet(argv, nil); err == nil && len(rest) == 0 {
			t.Fatalf("%q vetted to nothing", argv)
		}
		IsShell(argv)
	})
}
