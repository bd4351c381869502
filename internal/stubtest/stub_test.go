package stubtest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"atrium/internal/stubtest"
	"atrium/internal/terminaltest"
)

const id = "11111111-2222-4333-8444-555555555555"

// place is where stubs of one test live.
type place struct {
	t              *testing.T
	stub           string
	home, dir, log string
}

func newPlace(t *testing.T, name string) place {
	t.Helper()
	return place{t: t, stub: stubtest.Build(t, name), home: t.TempDir(), dir: t.TempDir(), log: t.TempDir()}
}

func (p place) start(env []string, args ...string) *terminaltest.Screen {
	p.t.Helper()
	return terminaltest.Start(p.t, terminaltest.Options{
		Argv: append([]string{p.stub}, args...),
		Env:  append([]string{"HOME=" + p.home, "STUB_LOG=" + p.log}, env...),
		Dir:  p.dir,
		Cols: 120,
	})
}

// transcripts lists the conversations of the home by id.
func (p place) transcripts() []string {
	p.t.Helper()
	paths, err := filepath.Glob(filepath.Join(p.home, ".claude", "projects", "*", "*.jsonl"))
	if err != nil {
		p.t.Fatal(err)
	}
	for i, path := range paths {
		paths[i] = strings.TrimSuffix(filepath.Base(path), ".jsonl")
	}
	return paths
}

func TestStubIsThereAfterItsFirstPromptAndResumes(t *testing.T) {
	p := newPlace(t, "claude")
	s := p.start(nil, "--session-id", id)
	s.WaitText("session " + id + ", 0 earlier messages")
	if got := p.transcripts(); len(got) != 0 {
		t.Errorf("before a prompt: %q", got)
	}
	s.Send("hello\r")
	s.WaitText(`heard "hello", 2 messages`)
	s.Send("/exit\r")
	if exit := s.Wait(); exit.Code != 0 || !strings.Contains(string(s.Bytes()), "claude --resume "+id) {
		t.Errorf("ended with %v, saying %q", exit, s.Bytes())
	}
	if got := p.transcripts(); !slices.Equal(got, []string{id}) {
		t.Errorf("after a prompt: %q", got)
	}
	p.start(nil, "--resume", id).WaitText("session " + id + ", 2 earlier messages")
	p.start(nil, "-c").WaitText("session " + id + ", 2 earlier messages")
}

func TestStubRefusesAsTheRealOneDoes(t *testing.T) {
	p := newPlace(t, "claude")
	s := p.start(nil, "--session-id", id, "a prompt")
	s.WaitText(`heard "a prompt"`)
	for _, c := range []struct{ args, want string }{
		{"--resume " + strings.Replace(id, "1", "9", 1), "No conversation found with session ID: 9"},
		{"--session-id " + id, "Session ID " + id + " is already in use."},
		{"--resume", "needs a value"},
	} {
		refused := p.start(nil, strings.Fields(c.args)...)
		if exit := refused.Wait(); exit.Code != 1 || !strings.Contains(string(refused.Bytes()), c.want) {
			t.Errorf("%s: %v, %q", c.args, exit, refused.Bytes())
		}
	}
}

// A prompt behind a greedy flag is lost, as with the real program.
func TestStubSwallowsPromptsBehindGreedyFlags(t *testing.T) {
	p := newPlace(t, "claude")
	s := p.start(nil, "--disallowedTools", "Bash(git push *)", "the prompt")
	s.WaitText("0 earlier messages")
	if s.Picture().Contains("heard") {
		t.Error("the prompt was heard")
	}
	p.start(nil, "--disallowedTools", "Bash(git push *)", "--", "the prompt").WaitText(`heard "the prompt"`)
}

func TestStubFollowsClearInItsRecord(t *testing.T) {
	p := newPlace(t, "claude")
	s := p.start(nil, "--session-id", id)
	s.WaitText(id)
	record := filepath.Join(p.home, ".claude", "sessions", fmt.Sprint(s.Pid(), ".json"))
	before, err := os.ReadFile(record)
	if err != nil || !strings.Contains(string(before), id) {
		t.Fatalf("record %s: %v", before, err)
	}
	s.Send("/clear\r")
	s.WaitFor("a new id is shown", func(p *terminaltest.Picture) bool {
		return strings.HasPrefix(p.Line(2), "session ")
	})
	after, err := os.ReadFile(record)
	if now := p.transcripts(); err != nil || len(now) != 1 || !strings.Contains(string(after), now[0]) || now[0] == id {
		t.Errorf("record %s, transcripts %q: %v", after, now, err)
	}
	s.Kill(syscall.SIGTERM)
	if exit := s.Wait(); exit.Code != 143 {
		t.Errorf("ended with %v", exit)
	}
	if _, err := os.Stat(record); !os.IsNotExist(err) {
		t.Errorf("the record stayed: %v", err)
	}
}

func TestStubTellsHowItWasStarted(t *testing.T) {
	p := newPlace(t, "codex")
	s := p.start([]string{"EXTRA=here"}, "--model", "x y", "hello")
	s.WaitText("stub codex")
	s.Send("\x1b[200~raw\x1b[201~\r")
	s.WaitText("heard \"\\x1b[200~raw\\x1b[201~\"")
	starts := stubtest.Starts(t, p.log)
	if len(starts) != 1 {
		t.Fatalf("%d starts", len(starts))
	}
	got := starts[0]
	extra, found := got.Lookup("EXTRA")
	if got.Pid != s.Pid() || !slices.Equal(got.Argv, []string{p.stub, "--model", "x y", "hello"}) || got.Cwd != p.dir ||
		extra != "here" || !found || got.Started.IsZero() || string(got.Stdin) != "\x1b[200~raw\x1b[201~\r" {
		t.Errorf("start %+v, typed %q", got, got.Stdin)
	}
	if _, found := got.Lookup("NEVER"); found {
		t.Error("a variable that was not given was found")
	}
}

func TestStubAndHangups(t *testing.T) {
	p := newPlace(t, "claude")
	s := p.start(nil)
	s.WaitText("earlier messages")
	s.HangUp()
	if exit := s.Wait(); exit.Code != 129 {
		t.Errorf("ended with %v", exit)
	}
	s = p.start([]string{"STUB_IGNORE_HUP=1"})
	s.WaitText("earlier messages")
	s.Kill(syscall.SIGHUP)
	s.Send("still here\r")
	s.WaitText(`heard "still here"`)
}

func TestStubStartsAsSlowlyAsAsked(t *testing.T) {
	p := newPlace(t, "claude")
	s := p.start([]string{"STUB_SLEEP_START=1h"}, "--resume", id)
	s.Kill(syscall.SIGKILL)
	s.Wait()
	if got := string(s.Bytes()); got != "" {
		t.Errorf("said %q although it slept", got)
	}
	p.start([]string{"STUB_SLEEP_START=1ms", "STUB_BURN=1ms"}).WaitText("earlier messages")
}
