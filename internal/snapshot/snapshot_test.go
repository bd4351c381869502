package snapshot

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"atrium/internal/layout"
	"atrium/internal/policy"
)

// checkSnapshot is what every caller of Decode may rely on.
func checkSnapshot(t testing.TB, s Snapshot) {
	t.Helper()
	if len(s.Windows) == 0 || s.Active < 0 || s.Active >= len(s.Windows) {
		t.Fatalf("%d windows, active %d", len(s.Windows), s.Active)
	}
	if len(s.Panes) == 0 {
		return
	}
	next := 0
	for i, w := range s.Windows {
		tree, err := layout.Parse(w.Tree)
		if err != nil || tree.String() != w.Tree {
			t.Fatalf("window %d: tree %q: %v", i, w.Tree, err)
		}
		if !tree.Has(w.Focus) {
			t.Fatalf("window %d: focus %d is not in %q", i, w.Focus, w.Tree)
		}
		for _, id := range tree.Leaves() {
			if next >= len(s.Panes) || s.Panes[next].ID != id || s.Panes[next].Window != i {
				t.Fatalf("leaf %d of window %d is not pane number %d", id, i, next)
			}
			next++
		}
	}
	if next != len(s.Panes) {
		t.Fatalf("%d leaves for %d panes", next, len(s.Panes))
	}
}

// check 1
func TestEveryFieldComesBack(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors/full.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if want := fullSnapshot(); !reflect.DeepEqual(got, want) {
		t.Errorf("read\n%+v\nwant\n%+v", got, want)
	}
	if got := Encode(fullSnapshot()); !bytes.Equal(got, data) {
		t.Errorf("written\n%s\nwant\n%s", got, data)
	}
}

func ptr[T any](v T) *T { return &v }

func fullSnapshot() Snapshot {
	return Snapshot{
		Version: 2,
		Windows: []Window{
			{Name: "crew", Tree: "v[20:60](0,3)", Focus: 3, Zoomed: true},
			{Tree: "h(7,9)", Focus: 9},
		},
		Active: 1,
		Panes: []Pane{{
			ID: 0, Role: ptr("lead"), Cwd: ptr("/p/é"), Identity: ptr("work,home"),
			Argv:      []string{"claude", "--append-system-prompt", `Lead <them> & "decide"`, "--model", "opus", "go"},
			SessionID: ptr("ee8aef7c-1d5e-4e1c-9a57-0123456789ab"),
			Deny:      []string{"git push", "WebFetch"}, CanSpawn: true, Mode: ptr(policy.Automode), Kickoff: true,
			ContextEnv: [][2]string{{"CONTEXT_MODE_DIR", "/p/.atrium/ctx/crew"}, {"CONTEXT_MODE_SESSION_SUFFIX", "lead"}},
		}, {
			ID: 3, Role: ptr("builder"), Argv: []string{"/opt/claude2", "do it"},
			Cwd: ptr(`D:\projects\.atrium-worktrees\m1`), Worktree: ptr("/p/.atrium-worktrees/m1/piece"),
			SessionID: ptr("dee537d9-1d5e-4e1c-9a57-0123456789ab"),
			Depth:     2, ParentPane: ptr(layout.PaneID(0)), Mode: ptr(policy.Default), Task: true,
			Norms: ptr("Your current directory already is worktree piece.\nDo not cd."),
		}, {
			ID: 7, Window: 1, Argv: []string{"bash", "-l"}, Cwd: ptr("/p"), LiveCwd: ptr("/tmp"), CanSpawn: true,
		}, {
			ID: 9, Window: 1, Role: ptr("critic"), Argv: []string{"codex"}, Cwd: ptr("/p"),
			SessionID: ptr("0192c1f0-0000-7000-8000-000000000000"), Agent: ptr("codex"),
		}},
		Policy: &policy.Policy{
			Deny: []string{"git push", "rm -rf", "git push"}, ClaudeAliases: []string{"claude2", "cc.cmd"},
			BuildJobs: ptr(10), MemoryMB: ptr(32768), Trust: ptr(policy.Automode), AllowCtl: true, MaxDepth: 6,
			Topics: []string{"review", "build"},
		},
		Meta: Meta{Project: ptr("/p"), Pid: ptr(42), PidStart: ptr("981"), SavedAtMS: ptr(int64(1700000000000))},
	}
}

// check 14
func TestEncodeWritesNoEnvironmentButContext(t *testing.T) {
	s := fullSnapshot()
	s.Panes[0].ContextEnv = [][2]string{{"ATRIUM_TOKEN", "secret"}, {"CONTEXT_MODE_DIR", "a\x00b"}}
	if line := Encode(s); bytes.Contains(line, []byte("secret")) || bytes.Contains(line, []byte("CONTEXT_MODE_DIR")) {
		t.Errorf("written: %s", line)
	}
}

func TestFileIsBounded(t *testing.T) {
	if _, err := Decode(bytes.Repeat([]byte(" "), MaxSize+1)); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a file over the limit: %v", err)
	}
	if _, err := Decode([]byte(strings.Repeat("[", 1<<20))); err == nil {
		t.Error("a deep file was accepted")
	}
	s := Snapshot{Windows: []Window{{}}}
	for i := range layout.MaxPanes + 1 {
		s.Panes = append(s.Panes, Pane{ID: layout.PaneID(i)})
	}
	if _, err := Decode(Encode(s)); err == nil || !strings.Contains(err.Error(), "1025 panes") {
		t.Errorf("a file with too many panes: %v", err)
	}
}

// R023: whatever the bytes of a command line are, they come back.
func TestTextsKeepTheirBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
		argv := rapid.SliceOfN(rapid.Map(word, func(s string) string { return strings.ReplaceAll(s, "\x00", "") }), 0, 5).Draw(t, "argv")
		s := Snapshot{Windows: []Window{{Tree: "0"}}, Panes: []Pane{{Argv: argv}}}
		got, err := Decode(Encode(s))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(got.Panes[0].Argv, "\x00") != strings.Join(argv, "\x00") || len(got.Panes[0].Argv) != len(argv) {
			t.Fatalf("%q came back as %q", argv, got.Panes[0].Argv)
		}
	})
}

func FuzzDecode(f *testing.F) {
	files, _ := filepath.Glob("testdata/vectors/*.json")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Decode(data)
		if err != nil {
			if s.Panes != nil || s.Policy != nil {
				t.Fatalf("refused (%v) and yet read: %+v", err, s)
			}
			return
		}
		checkSnapshot(t, s)
		line := Encode(s)
		again, err := Decode(line)
		if err != nil {
			t.Fatalf("%v, reading back %s", err, line)
		}
		if len(again.Repairs) != 0 {
			t.Fatalf("repairs %q, reading back %s", again.Repairs, line)
		}
		if twice := Encode(again); !bytes.Equal(twice, line) {
			t.Fatalf("written\n%s\nthen\n%s", line, twice)
		}
	})
}
