package recovery

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"atrium/internal/agent"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/snapshot"
)

// checks 61 and 64: the ceiling of a resume, and whose it is said to be.
func TestCeiling(t *testing.T) {
	for name, c := range map[string]struct {
		recorded, typed *policy.Posture
		outer           Nesting
		want            policy.Posture
		decided, marked bool
	}{
		"recorded":           {recorded: ptr(policy.Automode), want: policy.Automode, decided: true, marked: true},
		"typed wins":         {recorded: ptr(policy.Automode), typed: ptr(policy.Plan), want: policy.Plan, decided: true},
		"typed may raise":    {recorded: ptr(policy.Plan), typed: ptr(policy.Skip), want: policy.Skip, decided: true},
		"typed default":      {recorded: ptr(policy.Skip), typed: ptr(policy.Default), want: policy.Default, decided: true},
		"nobody chose":       {want: policy.Default},
		"capped":             {recorded: ptr(policy.Skip), outer: Nesting{Found: true, Posture: ptr(policy.Accept)}, want: policy.Accept, decided: true, marked: true},
		"typed, capped":      {typed: ptr(policy.Skip), outer: Nesting{Found: true, Posture: ptr(policy.Plan)}, want: policy.Plan, decided: true},
		"outer unreadable":   {recorded: ptr(policy.Skip), outer: Nesting{Found: true}, want: policy.Plan, decided: true, marked: true},
		"outer is higher":    {recorded: ptr(policy.Plan), outer: Nesting{Found: true, Posture: ptr(policy.Skip)}, want: policy.Plan, decided: true, marked: true},
		"nested, not chosen": {outer: Nesting{Found: true, Posture: ptr(policy.Skip)}, want: policy.Default, decided: true},
		"unknown":            {recorded: ptr(policy.Skip), outer: Nesting{Unknown: true}, want: policy.Skip, decided: true, marked: true},
	} {
		s, x := session(snapshot.Pane{Argv: []string{"claude"}}), facts()
		s.Policy.Trust, x.Nesting = c.recorded, c.outer
		d := Build(s, Flags{Trust: c.typed}, x)
		if d.Plan.Ceiling != c.want || d.Plan.Decided != c.decided || d.ConfirmSkip != (c.want == policy.Skip) {
			t.Errorf("%s: ceiling %s, decided %v, confirm %v", name, d.Plan.Ceiling, d.Plan.Decided, d.ConfirmSkip)
		}
		if recorded := d.Plan.Policy.Trust; (recorded != nil) != c.decided || recorded != nil && *recorded != c.want {
			t.Errorf("%s: records %v", name, recorded)
		}
		if got := strings.Contains(d.Notice(), "trust "+c.want.String()+" (from the snapshot)"); got != c.marked {
			t.Errorf("%s: marked %v in %q", name, got, d.Notice())
		}
	}
}

// check 64, R030: a pane's mode can only lower it.
func TestModes(t *testing.T) {
	s := session(
		snapshot.Pane{Argv: []string{"claude"}, Mode: ptr(policy.Skip)},
		snapshot.Pane{Argv: []string{"claude"}, Mode: ptr(policy.Default)},
		snapshot.Pane{Argv: []string{"claude"}})
	s.Policy.Trust = ptr(policy.Accept)
	notice := Build(s, Flags{}, facts()).Notice()
	for _, want := range []string{"1] claude\n      mode accept", "2] claude\n      mode default", "3] claude\n      mode accept"} {
		if !strings.Contains(notice, want) {
			t.Errorf("no %q in\n%s", want, notice)
		}
	}
	if strings.Contains(notice, "skip") {
		t.Errorf("the recorded mode is shown:\n%s", notice)
	}
}

// checks 27, 28, 62, 85: what the resumed session runs under and records.
func TestAppliedPolicy(t *testing.T) {
	s := crew()
	s.Policy.Topics, s.Policy.ClaudeAliases, s.Policy.AllowCtl = []string{}, []string{"cc"}, false
	x := facts()
	x.Deny, x.Aliases = []string{"curl", "b"}, []string{"cc", "claude2"}
	d := Build(s, Flags{AllowCtl: true, MaxDepth: ptr(int64(3))}, x)
	want := policy.Policy{
		Deny: []string{"curl", "b", "a", "c", "d", "e"}, ClaudeAliases: []string{"cc", "claude2"},
		BuildJobs: ptr(10), MemoryMB: ptr(32768), Trust: ptr(policy.Automode), AllowCtl: true, MaxDepth: 3, Topics: []string{},
	}
	if !reflect.DeepEqual(d.Plan.Policy, want) {
		t.Fatalf("applied %+v, want %+v", d.Plan.Policy, want)
	}
	s.Policy = &d.Plan.Policy
	if again := Build(s, Flags{}, x).Plan.Policy; !reflect.DeepEqual(again, want) {
		t.Errorf("the next generation applies %+v", again)
	}
}

func launches(d Decision) []plan.Launch {
	var all []plan.Launch
	for _, w := range d.Plan.Windows {
		all = append(all, w.Launches...)
	}
	return all
}

// checks 73 to 78, 84; R028, R032: the words that are executed, built-in rules
// left out, and the flags that are ignored.
func TestResumedCommand(t *testing.T) {
	words := func(s string) []string { return strings.Split(s, "|") }
	for name, c := range map[string]struct {
		pane    snapshot.Pane
		argv    string
		want    string
		ignored string
	}{
		"claude":                  {argv: "claude", pane: snapshot.Pane{SessionID: ptr("X")}, want: "claude|--resume|X"},
		"session flags":           {argv: "claude|--session-id|Y|-c|--model|opus|--resume=Z|-r|W", pane: snapshot.Pane{SessionID: ptr("X")}, want: "claude|--model|opus|--resume|X"},
		"no id":                   {argv: "claude|--continue", want: "claude|--continue"},
		"shell":                   {argv: "bash|-l", pane: snapshot.Pane{SessionID: ptr("X")}, want: "bash|-l"},
		"shell command":           {argv: "sh|-c|echo -r x", pane: snapshot.Pane{SessionID: ptr("X")}, want: "sh|-c|echo -r x"},
		"kickoff":                 {argv: "claude|--model|opus|go on", pane: snapshot.Pane{SessionID: ptr("X"), Kickoff: true}, want: "claude|--model|opus|--resume|X"},
		"kickoff, no id":          {argv: "claude|go on", pane: snapshot.Pane{Kickoff: true}, want: "claude|go on"},
		"kickoff, codex":          {argv: "codex|go on", pane: snapshot.Pane{SessionID: ptr("X"), Kickoff: true}, want: "codex|go on"},
		"no kickoff":              {argv: "claude|go on", pane: snapshot.Pane{SessionID: ptr("X")}, want: "claude|go on|--resume|X"},
		"kickoff behind a strip":  {argv: "claude|--model|opus|--allowedTools|Edit|go", pane: snapshot.Pane{SessionID: ptr("X"), Kickoff: true}, want: "claude|--model|opus|--resume|X", ignored: "--allowedTools"},
		"task":                    {argv: "claude|do it|--model|opus", pane: snapshot.Pane{SessionID: ptr("X"), Task: true}, want: "claude|--model|opus|--resume|X"},
		"task, no id":             {argv: "claude|do it", pane: snapshot.Pane{Task: true}, want: "claude|do it"},
		"empty":                   {argv: "", pane: snapshot.Pane{SessionID: ptr("X")}, want: ""},
		"alias":                   {argv: "/usr/bin/claude2.cmd|-c", pane: snapshot.Pane{SessionID: ptr("X")}, want: "/usr/bin/claude2.cmd|--resume|X"},
		"governed":                {argv: "claude|--permission-mode|x|--dangerously-skip-permissions|hi", want: "claude|hi", ignored: "--permission-mode|--dangerously-skip-permissions"},
		"governed, with a shell":  {argv: "teamclaude|run|--dangerously-skip-permissions", want: "teamclaude|run", ignored: "--dangerously-skip-permissions"},
		"an id that is a flag":    {argv: "claude", pane: snapshot.Pane{SessionID: ptr("--dangerously-skip-permissions")}, want: "claude"},
		"an id that is a path":    {argv: "claude", pane: snapshot.Pane{SessionID: ptr("../x.jsonl")}, want: "claude"},
		"codex by its own id":     {argv: "codex|go", pane: snapshot.Pane{SessionID: ptr("X"), Agent: ptr("codex"), Task: true}, want: "codex|resume|X"},
		"an id of another agent":  {argv: "claude", pane: snapshot.Pane{SessionID: ptr("X"), Agent: ptr("codex")}, want: "claude"},
		"words as they were":      {argv: "show|a file  with two spaces.txt|-n2|date; uptime", want: "show|a file  with two spaces.txt|-n2|date; uptime"}, // R023
		"text in a prompt's flag": {argv: "claude|--append-system-prompt|never --dangerously-skip-permissions|hello", want: "claude|--append-system-prompt|never --dangerously-skip-permissions|hello"},
	} {
		c.pane.Argv = []string{}
		if c.argv != "" {
			c.pane.Argv = words(c.argv)
		}
		s := session(c.pane)
		s.Policy.ClaudeAliases = []string{"claude2"}
		d := Build(s, Flags{}, facts())
		one := decidePanes(s, d.Plan, facts())[0]
		if got := strings.Join(one.exec.Argv, "|"); got != c.want {
			t.Errorf("%s: runs %q, want %q", name, got, c.want)
		}
		if got := strings.Join(one.ignored, "|"); got != c.ignored {
			t.Errorf("%s: ignores %q, want %q", name, got, c.ignored)
		}
		if l := launches(d)[0]; !slices.Equal(l.Argv, c.pane.Argv) || !l.Recorded || l.Kickoff != c.pane.Kickoff {
			t.Errorf("%s: records %q", name, l.Argv)
		}
	}
}

// What a starter makes of a launch is what the notice showed.
func TestWhatWasShownIsWhatRuns(t *testing.T) {
	s := session(snapshot.Pane{
		Argv: []string{"claude", "--allowedTools", "Edit", "--model", "opus", "go"}, SessionID: ptr(leadID), Kickoff: true,
	})
	d := Build(s, Flags{}, facts())
	start, ignored := request(launches(d)[0], nil)
	if exec := agent.Compose(start); strings.Contains(strings.Join(exec.Argv, " "), "go") || !exec.Resumed {
		t.Errorf("starts %q", exec.Argv)
	}
	if len(ignored) != 1 || !strings.Contains(d.Notice(), "ignored: --allowedTools (") {
		t.Errorf("ignores %q, but shows\n%s", ignored, d.Notice())
	}
}

// R034, R036: how a conversation is started.
func TestTranscripts(t *testing.T) {
	for transcript, want := range map[plan.Transcript]plan.Resume{
		plan.TranscriptUnknown: plan.ByID, plan.TranscriptPresent: plan.ByID,
		plan.TranscriptMissing: plan.FreshSameID, plan.TranscriptEmpty: plan.FreshNewID,
	} {
		s, x := session(snapshot.Pane{Argv: []string{"claude", "go"}, SessionID: ptr(leadID), Kickoff: true}), facts()
		x.Panes[0] = PaneFacts{Transcript: transcript}
		d := Build(s, Flags{}, x)
		l := launches(d)[0]
		if l.Resume != want || l.SessionID != leadID {
			t.Errorf("transcript %d: resume %d of %q", transcript, l.Resume, l.SessionID)
		}
		if kept := strings.Contains(d.Notice(), "claude go"); kept != (want != plan.ByID) { // R053
			t.Errorf("transcript %d: kickoff kept %v:\n%s", transcript, kept, d.Notice())
		}
	}
}

// R038, R040, R041, R045, R050, R052: where a pane starts, and where it must not.
func TestPlaces(t *testing.T) {
	for name, c := range map[string]struct {
		pane  snapshot.Pane
		facts PaneFacts
		ends  []Survivor
		live  string
		held  string
	}{
		"its directory":        {pane: snapshot.Pane{Argv: []string{"claude"}, Cwd: ptr("/a"), LiveCwd: ptr("/b")}},
		"a shell's last":       {pane: snapshot.Pane{Argv: []string{"zsh"}, Cwd: ptr("/a"), LiveCwd: ptr("/b")}, live: "/b"},
		"a shell's first":      {pane: snapshot.Pane{Argv: []string{"zsh"}, Cwd: ptr("/a"), LiveCwd: ptr("/b")}, facts: PaneFacts{LiveDirGone: true}},
		"only the last":        {pane: snapshot.Pane{Argv: []string{"zsh"}, Cwd: ptr("/a"), LiveCwd: ptr("/b")}, facts: PaneFacts{DirGone: true}, live: "/b"},
		"both gone":            {pane: snapshot.Pane{Argv: []string{"zsh"}, Cwd: ptr("/a"), LiveCwd: ptr("/b")}, facts: PaneFacts{DirGone: true, LiveDirGone: true}, held: "its directory /a is gone"},
		"gone":                 {pane: snapshot.Pane{Argv: []string{"claude"}, Cwd: ptr("/a"), LiveCwd: ptr("/b")}, facts: PaneFacts{DirGone: true}, held: "its directory /a is gone"},
		"none recorded":        {pane: snapshot.Pane{Argv: []string{"claude"}}, facts: PaneFacts{DirGone: true}},
		"no program":           {pane: snapshot.Pane{Argv: []string{"/opt/x"}}, facts: PaneFacts{ProgramGone: true}, held: "its program /opt/x is gone"},
		"open elsewhere":       {pane: snapshot.Pane{Argv: []string{"claude"}, SessionID: ptr("X")}, facts: PaneFacts{LiveIn: 7}, held: "its conversation is open in another process (pid 7)"},
		"open in a survivor":   {pane: snapshot.Pane{Argv: []string{"claude"}, SessionID: ptr("X")}, facts: PaneFacts{LiveIn: 7}, ends: []Survivor{{Pid: 7}}},
		"open in another live": {pane: snapshot.Pane{Argv: []string{"claude"}, SessionID: ptr("X")}, facts: PaneFacts{LiveIn: 7}, ends: []Survivor{{Pid: 8}}, held: "its conversation is open in another process (pid 7)"},
	} {
		s, x := session(c.pane), facts()
		x.Panes[0], x.Survivors = c.facts, c.ends
		d := Build(s, Flags{}, x)
		l := launches(d)[0]
		if l.LiveCwd != c.live || strings.Join(l.Held, "|") != c.held || l.Cwd != text(c.pane.Cwd) {
			t.Errorf("%s: in %q, last %q, held %q", name, l.Cwd, l.LiveCwd, l.Held)
		}
		if c.held != "" && !strings.Contains(d.Notice(), "held, not started: "+c.held) {
			t.Errorf("%s: not said:\n%s", name, d.Notice())
		}
		if !reflect.DeepEqual(d.EndFirst, c.ends) {
			t.Errorf("%s: ends %v", name, d.EndFirst)
		}
	}
}

// check 79: rights and the place in the spawn tree come back, and a lost or
// circular parent never makes an operator.
func TestRightsAndParents(t *testing.T) {
	id := func(n int) *layout.PaneID { return ptr(layout.PaneID(n)) }
	s := session(
		snapshot.Pane{CanSpawn: true, Role: ptr("lead")},
		snapshot.Pane{Depth: 3, ParentPane: id(0), Deny: []string{"x"}},
		snapshot.Pane{Depth: 2, ParentPane: id(9)},
		snapshot.Pane{Depth: 0, ParentPane: id(9)},
		snapshot.Pane{Depth: 1, ParentPane: id(5)},
		snapshot.Pane{Depth: 1, ParentPane: id(4)},
		snapshot.Pane{Depth: 0, ParentPane: id(6)})
	got := launches(Build(s, Flags{}, facts()))
	want := []struct {
		parent *layout.PaneID
		depth  int64
		spawn  bool
	}{{nil, 0, true}, {id(0), 3, false}, {nil, 2, false}, {nil, 1, false}, {nil, 1, false}, {id(4), 1, false}, {nil, 1, false}}
	for i, w := range want {
		if l := got[i]; !reflect.DeepEqual(l.Parent, w.parent) || l.Depth != w.depth || l.CanSpawn != w.spawn {
			t.Errorf("pane %d: parent %v, depth %d, spawn %v", i, l.Parent, l.Depth, l.CanSpawn)
		}
	}
	if !slices.Equal(got[1].Deny, []string{"x"}) || got[0].Role != "lead" {
		t.Errorf("lead %+v, worker %+v", got[0], got[1])
	}
}

// check 25, R059: every window comes back as it was.
func TestWindows(t *testing.T) {
	data, err := os.ReadFile("../snapshot/testdata/vectors/full.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := snapshot.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	p := Build(s, Flags{}, facts()).Plan
	if p.Active != 1 || len(p.Windows) != 2 {
		t.Fatalf("%d windows, active %d", len(p.Windows), p.Active)
	}
	first := p.Windows[0]
	if first.Name != "crew" || first.Tree != "v[20:60](0,3)" || first.Focus != 3 || !first.Zoomed || len(first.Launches) != 2 {
		t.Errorf("window %+v", first)
	}
	if second := p.Windows[1]; len(second.Launches) != 2 || second.Launches[0].Pane != 7 || second.Launches[0].LiveCwd != "/tmp" {
		t.Errorf("window %+v", second)
	}
}

// checks 47, 56, 58
func TestRefusals(t *testing.T) {
	some := session(snapshot.Pane{Argv: []string{"claude"}})
	none := session()
	none.Windows = []snapshot.Window{{}}
	for name, c := range map[string]struct {
		s    snapshot.Snapshot
		x    Facts
		want []Refusal
	}{
		"crashed": {s: some},
		"hung":    {s: some, x: Facts{PidRuns: true}},
		"running": {s: some, x: Facts{Running: true, PidRuns: true}, want: []Refusal{{Text: "the session is still running (pid 42)", Code: 1}}},
		"superseded": {s: some, x: Facts{Superseded: true}, want: []Refusal{
			{Text: "its agents already run in another session", Hint: "atrium recover --list", Code: 1}}},
		"no panes": {s: none, want: []Refusal{{Text: "the snapshot has no panes, there is nothing to restore"}}},
	} {
		if got := Build(c.s, Flags{}, c.x).Refusals; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// check 52
func TestParseAnswer(t *testing.T) {
	for line, want := range map[string]Answer{
		"": Yes, "\n": Yes, "y": Yes, "Y\n": Yes, "Yes\r\n": Yes, " yes ": Yes,
		" no ": No, "N": No, "NO\n": No, "n\r\n": No,
		"sure": Unclear, "yes please": Unclear, "ye": Unclear, "nope": Unclear, "\x1b[A": Unclear, "\x00": Unclear,
	} {
		if got := ParseAnswer(line); got != want {
			t.Errorf("%q is %d, want %d", line, got, want)
		}
	}
}

func TestOffer(t *testing.T) {
	const now = 1_700_000_000_000
	for ms, want := range map[int64]string{
		0: "0s", 42_999: "42s", 60_000: "1m", 7 * 60_000: "7m", 3_599_999: "59m", 3 * 3_600_000: "3h", 2 * 86_400_000: "2d",
		-60_000: "0s", -600_000: "?",
	} {
		if got := Age(ptr(now-ms), now); got != want {
			t.Errorf("saved %d ms ago: %q, want %q", ms, got, want)
		}
	}
	if got := Offer(ptr(int64(now-240_000)), now); got != "atrium: the last session in this project did not exit cleanly (saved 4m ago)." {
		t.Errorf("offer %q", got)
	}
	if got := Age(nil, now); got != "?" {
		t.Errorf("nothing recorded: %q", got)
	}
}

// FuzzBuild resumes whatever a file can say, under each kind of facts.
func FuzzBuild(f *testing.F) {
	files, _ := filepath.Glob("../snapshot/testdata/vectors/*.json")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint8(len(data)))
	}
	for _, build := range notices {
		s, _, _ := build()
		f.Add(snapshot.Encode(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		s, err := snapshot.Decode(data)
		if err != nil {
			return
		}
		x := facts()
		x.Nesting = Nesting{Found: kind&1 != 0, Posture: ptr(policy.Plan)}
		for _, p := range s.Panes {
			x.Panes[p.ID] = PaneFacts{DirGone: kind&2 != 0, Transcript: plan.Transcript(kind >> 2 & 3), LiveIn: int(kind >> 7)}
		}
		d := Build(s, Flags{}, x)
		checkHarmless(t, d.Notice())
		checkPlan(t, s, d)
	})
}

// checkPlan is what no file may bring about.
func checkPlan(t *testing.T, s snapshot.Snapshot, d Decision) {
	t.Helper()
	all := launches(d)
	if len(all) != len(s.Panes) {
		t.Fatalf("%d launches for %d panes", len(all), len(s.Panes))
	}
	resumed := map[string]bool{}
	for i, l := range all {
		if !slices.Equal(l.Argv, s.Panes[i].Argv) || !l.Recorded {
			t.Fatalf("pane %d is recorded as %q", i, l.Argv)
		}
		if l.Parent == nil && l.Depth == 0 && s.Panes[i].ParentPane != nil {
			t.Fatalf("pane %d became an operator", i)
		}
		start, _ := request(l, d.Plan.Policy.ClaudeAliases)
		exec := agent.Compose(start)
		if exec.Resumed && l.Held == nil && resumed[exec.SessionID] {
			t.Fatalf("two panes resume %q", exec.SessionID)
		}
		resumed[exec.SessionID] = true
		if agent.Identify(l.Argv, d.Plan.Policy.ClaudeAliases) == agent.Claude && relaxed(exec.Argv) {
			t.Fatalf("pane %d runs %q", i, exec.Argv)
		}
	}
}

// relaxed looks for permission flags the stupid way, in front of a --, as a
// flag of its own and not as the value of the flag before it.
func relaxed(argv []string) bool {
	for i, word := range argv {
		if word == "--" {
			return false
		}
		name, _, _ := strings.Cut(word, "=")
		flagged := slices.Contains([]string{"--dangerously-skip-permissions", "--permission-mode", "--allowedTools"}, name)
		if flagged && (i == 0 || !strings.HasPrefix(argv[i-1], "-")) {
			return true
		}
	}
	return false
}

func TestGoldensHaveATest(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.golden")
	for _, file := range files {
		if _, ok := notices[strings.TrimSuffix(filepath.Base(file), ".golden")]; !ok {
			t.Errorf("%s belongs to no notice", file)
		}
	}
	if len(files) != len(notices) {
		t.Errorf("%d golden files for %d notices", len(files), len(notices))
	}
}

// Several generations record the same commands, byte for byte.
func TestGenerationsAreIdentical(t *testing.T) {
	data, err := os.ReadFile("../snapshot/testdata/vectors/full.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := snapshot.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	d := Build(s, Flags{}, facts())
	for i, l := range launches(d) {
		s.Panes[i].Argv, s.Panes[i].Deny, s.Panes[i].Kickoff = l.Argv, l.Deny, l.Kickoff
		s.Panes[i].Mode, s.Panes[i].Depth = l.Mode, l.Depth
	}
	s.Policy = &d.Plan.Policy
	s.Policy.Deny = []string{"git push", "rm -rf", "git push"} // the file's own duplicate, merged by the resume
	if got := snapshot.Encode(s); !bytes.Equal(got, data) {
		t.Errorf("the next generation is\n%s\nafter\n%s", got, data)
	}
}

// request converts one into the other by number.
func TestResumeAndConversationAgree(t *testing.T) {
	for resume, conversation := range map[plan.Resume]agent.Conversation{
		plan.Fresh: agent.Fresh, plan.FreshSameID: agent.FreshSameID, plan.FreshNewID: agent.FreshNewID,
		plan.ByID: agent.ByID, plan.ByPath: agent.ByPath,
	} {
		if agent.Conversation(resume) != conversation {
			t.Errorf("plan %d is agent %d", resume, conversation)
		}
	}
}
