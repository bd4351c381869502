package policy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestParsePostureKnowsEveryKeyword(t *testing.T) {
	for word, want := range map[string]Posture{
		"default": Default, "off": Default, "ask": Default, "manual": Default,
		"plan": Plan, "Plan": Plan,
		"accept": Accept, "acceptedits": Accept, "acceptEdits": Accept, "edits": Accept,
		"automode": Automode, "auto": Automode,
		"skip": Skip, "bypass": Skip, "DANGEROUS": Skip,
	} {
		if got, ok := ParsePosture(word); got != want || !ok {
			t.Errorf("ParsePosture(%q) = %v, %v; want %v", word, got, ok, want)
		}
	}
}

// check 95: what is no keyword is the hosted command, or an error.
func TestParsePostureRefusesEverythingElse(t *testing.T) {
	for _, word := range []string{"", "claude", "nonsense", " plan", "plan ", "s\u212aip", "4", "acceptedit"} {
		if got, ok := ParsePosture(word); got != Default || ok {
			t.Errorf("ParsePosture(%q) = %v, %v", word, got, ok)
		}
	}
}

func TestPostureLabelReadsBack(t *testing.T) {
	for p := Default; p <= Skip; p++ {
		if got, ok := ParsePosture(p.String()); got != p || !ok {
			t.Errorf("%v reads back as %v, %v", p, got, ok)
		}
	}
	if got := Posture(200).String(); got != "default" {
		t.Errorf("a posture outside the ladder is called %q", got)
	}
}

// check 96
func TestCapBindsRequests(t *testing.T) {
	ask := func(p Posture) *Posture { return &p }
	for _, c := range []struct {
		request *Posture
		ceiling Posture
		want    Posture
		capped  bool
	}{
		{nil, Accept, Accept, false},
		{ask(Skip), Accept, Accept, true},
		{ask(Plan), Accept, Plan, false},
		{ask(Accept), Accept, Accept, false},
		{ask(Default), Skip, Default, false},
		{ask(Posture(9)), Skip, Default, false},
		{nil, Posture(9), Default, false},
		{ask(Plan), Posture(9), Default, true},
	} {
		if got, capped := Cap(c.request, c.ceiling); got != c.want || capped != c.capped {
			t.Errorf("Cap(%v, %v) = %v, %v; want %v, %v", c.request, c.ceiling, got, capped, c.want, c.capped)
		}
	}
	want := "mode skip is above the session's ceiling, capped to accept; posture is raised at launch, with --trust"
	if got := CapNote(Skip, Accept); got != want {
		t.Errorf("note is %q", got)
	}
}

func TestCapNeverExceedsCeiling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ceiling := Posture(rapid.Byte().Draw(t, "ceiling"))
		var request *Posture
		if rapid.Bool().Draw(t, "asks") {
			p := Posture(rapid.Byte().Draw(t, "request"))
			request = &p
		}
		got, _ := Cap(request, ceiling)
		if got > ceiling || got > Skip {
			t.Fatalf("Cap is %d under %d", got, ceiling)
		}
		if again, capped := Cap(&got, ceiling); again != got || capped {
			t.Fatalf("capping %v again gives %v, %v", got, again, capped)
		}
	})
}

// check 93
func TestDenyRules(t *testing.T) {
	got := DenyRules(
		[]string{"git push", " WebFetch ", "Bash(git push --force*)", "  ", ""},
		[]string{"git push", "rm -rf", "Bash(git push*)", "mcp__x", "Bash(", "A b"},
	)
	want := []string{
		"Bash(*CARGO_MAKEFLAGS*)", "PowerShell(*CARGO_MAKEFLAGS*)",
		"Bash(git push*)", "WebFetch", "Bash(git push --force*)", "Bash(rm -rf*)",
		"Bash(mcp__x*)", "Bash(Bash(*)", "Bash(A b*)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// check 94: a worker has no list of its own, the session's rules reach it still.
func TestDenyRulesReachWorkers(t *testing.T) {
	if got := DenyRules([]string{"git push"}, nil); !slices.Contains(got, "Bash(git push*)") {
		t.Errorf("a worker is denied %q only", got)
	}
}

func TestNormalizeDenyIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule, ok := NormalizeDeny(rapid.String().Draw(t, "entry"))
		if !ok {
			return
		}
		if again, ok := NormalizeDeny(rule); again != rule || !ok {
			t.Fatalf("%q becomes %q", rule, again)
		}
	})
}

func TestAcceptAllowlist(t *testing.T) {
	got := AcceptAllowlist([]string{"make", "", "go test"}, []string{" just ", "Bash(git fetch *)", "Bash"})
	if got[0] != "Bash(atrium ctl *)" {
		t.Errorf("it begins with %q", got[0])
	}
	tail := got[len(got)-4:]
	want := []string{"Bash(make *)", "Bash(just *)", "Bash(git fetch *)", "Bash(Bash *)"}
	if !slices.Equal(tail, want) {
		t.Errorf("extras become %q", tail)
	}
	for _, never := range []string{"Bash(atrium *)", "Bash(git push *)", "Bash(git reset --hard *)", "Bash(git clean *)", "Bash"} {
		if slices.Contains(got, never) {
			t.Errorf("%s is allowed unasked", never)
		}
	}
}

// check 27
func TestMergeListsNeverGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.SampledFrom([]string{"a", "b", "c"}))
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		once := MergeLists(a, b)
		if again := MergeLists(once, a, b, once); !slices.Equal(again, once) {
			t.Fatalf("%q grew to %q", once, again)
		}
		for _, s := range append(a, b...) {
			if !slices.Contains(once, s) {
				t.Fatalf("%q lost %q", once, s)
			}
		}
	})
}
