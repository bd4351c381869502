//go:build unix

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"atrium/internal/agent"
	"atrium/internal/layout"
	"atrium/internal/policy"
	"atrium/internal/snapshot"
	"atrium/internal/store"
	"atrium/internal/terminaltest"
)

const conversation = "ee8aef7c-1d5e-4e1c-9a57-0123456789ab"

// claudeScript stands in for claude: it shows its words, one a line.
const claudeScript = `for word; do printf '{%s}\n' "$word"; done; echo "context $CONTEXT_MODE_DIR config $CLAUDE_CONFIG_DIR"; echo ready; exec cat`

// transcript makes a conversation that claude could resume.
func (r *rig) transcript(id string) {
	r.t.Helper()
	path := filepath.Join(r.home, ".claude", "projects", agent.TranscriptSlug(r.project), id+".jsonl")
	r.write(path, `{"type":"user","sessionId":"`+id+`"}`+"\n", 0o600)
}

// says is what a run wrote, without what moves the cursor.
func (s *terminal) says() string { return strings.ReplaceAll(string(s.Bytes()), "\r\n", "\n") }

// checks 49, 51 and 52: nothing changes before a person has said yes.
func TestRecoverChangesNothingUnasked(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.setenv("ATRIUM_YES", "1")
		path := r.plant(deadPid, time.Minute, image(r.pane("cat")))
		for name, c := range map[string]struct {
			typed string
			wait  string
		}{
			"no":         {"no\r", "not resumed, nothing was changed"},
			"unclear":    {"sure\rsure\rsure\r", "not resumed, nothing was changed"},
			"no input":   {"\x04", "not resumed, nothing was changed"},
			"interrupt":  {"\x03", "not resumed, nothing was changed"},
			"named file": {"N\r", "not resumed, nothing was changed"},
		} {
			before := r.files(r.state)
			args := []string{"recover"}
			if name == "named file" {
				args = append(args, "--snapshot", path)
			}
			s := r.start(args...)
			s.WaitText("[Y/n]")
			s.Send(c.typed)
			s.exits(0)
			if !strings.Contains(s.says(), c.wait) || !maps.Equal(r.files(r.state), before) {
				t.Errorf("%s: it said %q", name, s.says())
			}
		}
		before := r.files(r.state)
		for _, redirect := range []string{"< /dev/null", "> /dev/null", "| cat", "< /dev/null > /dev/null"} {
			s := r.startProgram(80, 24, "sh", "-c", `"$0" recover `+redirect+`; echo "status $?"`, r.atrium())
			s.exits(0)
			want := "status 1"
			if redirect == "| cat" {
				want = "status 0" // of cat
			}
			if !strings.Contains(s.says(), "needs a terminal") || !strings.Contains(s.says(), want) {
				t.Errorf("%s: it said %q", redirect, s.says())
			}
		}
		if !maps.Equal(r.files(r.state), before) {
			t.Error("the store changed")
		}
	})
}

// check 47: what runs elsewhere is not started a second time.
func TestConversationThatRunsElsewhere(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("claude", claudeScript)
		r.transcript(conversation)
		p := r.pane("claude")
		p.SessionID = ptr(conversation)
		path := r.plant(deadPid, time.Minute, image(p))
		a := r.start("recover")
		a.answer("y")
		a.WaitText("{--resume}\n{" + conversation + "}")
		r.awaitFor("the saved one is given up", func() bool { return r.stateOf(path) == store.Closed })

		b := r.start("recover")
		b.exits(0)
		if !strings.Contains(b.says(), "nothing saved in this project can be resumed") {
			t.Errorf("it said %q", b.says())
		}
		b = r.start("recover", "--snapshot", path)
		b.exits(1)
		if !strings.Contains(b.says(), "already run in another session") {
			t.Errorf("it said %q", b.says())
		}
		// check 56
		running := r.awaitSaved("is that of the first terminal", func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == a.Pid() })
		b = r.start("recover", "--snapshot", running.Path)
		b.exits(1)
		if want := fmt.Sprintf("still running (pid %d)", a.Pid()); !strings.Contains(b.says(), want) {
			t.Errorf("it said %q", b.says())
		}
		a.quit()
	})
}

// checks 58 and 59: where there is nothing to resume, that is said.
func TestNothingToRecover(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		empty := r.plant(deadPid, time.Minute, image())
		s := r.start("recover", "--snapshot", empty)
		s.exits(0)
		if !strings.Contains(s.says(), "no panes") {
			t.Errorf("it said %q", s.says())
		}
		os.Remove(empty)

		tmp := filepath.Join(filepath.Dir(r.home), "tmp")
		old := r.write(filepath.Join(tmp, fmt.Sprintf("atrium-session-%d.json", deadPid)), "{}", 0o600)
		r.write(filepath.Join(tmp, fmt.Sprintf("atrium-session-%d.json", os.Getpid())), "{}", 0o600)
		s = r.startAt(200, 24, "recover")
		s.exits(0)
		if !strings.Contains(s.says(), "atrium recover --snapshot "+old) || strings.Contains(s.says(), fmt.Sprint(os.Getpid(), ".json")) {
			t.Errorf("it said %q", s.says())
		}
	})
}

// checks 61, 62, 64, 66, 67, R053 and R064: what the notice shows is what runs.
func TestNoticeAndWhatRuns(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("claude", claudeScript)
		r.transcript(conversation)
		p := r.pane("claude", "--allowedTools", "Bash(*)", "--model", "opus", "--permission-mode", "x",
			"--dangerously-skip-permissions", "start from step one")
		p.SessionID, p.Kickoff, p.Mode, p.Role = ptr(conversation), true, ptr(policy.Skip), ptr("lead")
		p.Norms = ptr("Stay in this directory. " + strings.Repeat("x", 100))
		p.ContextEnv = [][2]string{{"CONTEXT_MODE_DIR", "/ctx/dir"}}
		saved := image(p)
		saved.Policy.Trust, saved.Policy.AllowCtl = ptr(policy.Accept), true
		r.plant(deadPid, time.Minute, saved)
		r.setenv("CLAUDE_CONFIG_DIR", filepath.Join(r.home, ".claude"))
		r.setenv("ATRIUM_SPAWN_LOG", filepath.Join(r.home, "starts"))

		s := r.startAt(200, 50, "recover")
		notice := s.WaitText("[Y/n]").Text()
		for _, want := range []string{
			"restoring 1 pane(s), trust accept (from the snapshot), ctl on (max depth 6)",
			"[lead] claude --model opus",
			"mode accept", "may spawn teammates",
			`norms "Stay in this directory.`, "(124 chars)", "CONTEXT_MODE_DIR=/ctx/dir",
			"ignored: --allowedTools, --permission-mode, --dangerously-skip-permissions (posture",
			"the environment is not part of a snapshot", "CLAUDE_CONFIG_DIR is " + r.home + "/.claude",
		} {
			if strings.Count(notice, want) != 1 {
				t.Errorf("the notice does not hold %q once:\n%s", want, notice)
			}
		}
		s.enter("y")
		shown := s.WaitText("ready").Text()
		for _, want := range []string{"{--resume}\n{" + conversation + "}", "{acceptEdits}", "context /ctx/dir config " + r.home + "/.claude"} {
			if !strings.Contains(shown, want) {
				t.Errorf("the command lacks %q:\n%s", want, shown)
			}
		}
		for _, not := range []string{"{--dangerously-skip-permissions}", "{x}", "{Bash(*)}", "start from step one"} {
			if strings.Contains(shown, not) {
				t.Errorf("the command has %q:\n%s", not, shown)
			}
		}
		e := r.awaitSaved("is that of this run", func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == s.Pid() })
		again := e.Snapshot.Panes[0]
		if !slices.Equal(again.Argv, p.Argv) || *again.SessionID != conversation || !again.Kickoff || *again.Mode != policy.Accept ||
			!e.Snapshot.Policy.AllowCtl || *e.Snapshot.Policy.Trust != policy.Accept {
			t.Errorf("recorded %+v under %+v", again, e.Snapshot.Policy)
		}
		s.quit()
	})
}

// checks 54 and 62: flags that are typed count, and skip asks once more.
func TestTypedFlagsOfARecover(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		path := r.plant(deadPid, time.Minute, image(r.pane("cat")))
		before := r.files(r.state)
		for _, refusal := range []string{"\r", "n\r", "\x04", "yy\r"} {
			s := r.start("recover", "--trust", "skip")
			s.answer("y")
			s.WaitText("[y/N]")
			s.Send(refusal)
			s.exits(0)
			if !strings.Contains(s.says(), "aborted, nothing was started") {
				t.Errorf("%q: it said %q", refusal, s.says())
			}
		}
		if !maps.Equal(r.files(r.state), before) {
			t.Error("the store changed")
		}
		s := r.start("recover", "--skip-permissions", "--allow-ctl", "--max-depth=0")
		if p := s.WaitText("[Y/n]"); !p.Contains("trust skip, ctl on (max depth unlimited)") {
			t.Errorf("the notice:\n%s", p.Text())
		}
		s.enter("y")
		s.WaitText("[y/N]")
		s.enter("YES")
		s.waitBar("1:cat*")
		r.awaitFor("the saved one is given up", func() bool { return r.stateOf(path) == store.Closed })
		got := r.newest().Snapshot.Policy
		if *got.Trust != policy.Skip || !got.AllowCtl || got.MaxDepth != policy.Unlimited {
			t.Errorf("recorded %+v", got)
		}
		s.quit()
	})
}

// check 68: a file of the first version says what it does not hold.
func TestFirstVersion(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		path := r.write(filepath.Join(r.home, "old.json"), `{"version":1,"layout":{"ids":[0,4],"focus":4},"panes":[`+
			`{"id":0,"role":null,"argv":["cat"],"cwd":null,"identity":null,"session_id":null,"worktree":null},`+
			`{"id":4,"role":"worker","argv":["cat"],"cwd":null,"identity":null,"session_id":null,"worktree":null}]}`, 0o600)
		s := r.startAt(200, 24, "recover", "--snapshot", path)
		p := s.WaitText("[Y/n]")
		for _, want := range []string{"NOT restored", "[pane 1] cat", "[worker] cat", "may spawn teammates", "cannot spawn", "ATRIUM_DENY"} {
			if !p.Contains(want) {
				t.Errorf("the notice lacks %q:\n%s", want, p.Text())
			}
		}
		before := r.files(r.home)[path]
		s.enter("y")
		s.waitFocus(2, 1)
		s.waitBar("1:cat:worker*")
		r.awaitPanes(2)
		s.quit()
		if r.files(r.home)[path] != before {
			t.Error("a file outside of the store was rewritten")
		}
	})
}

// check 69, R017: bus and board are counted, copied, or left out with a word.
func TestTeamStateOfAResume(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		path := r.plant(deadPid, time.Minute, image(r.pane("cat")))
		stem := strings.TrimSuffix(path, ".json")
		bus := r.write(stem+".bus.json", `{"next_seq":4,"events":[{"seq":1,"topic":"t","kind":"fyi","fields":{"msg":"a"}},`+
			`{"seq":2,"topic":"t","kind":"decision_needed","fields":{"q":"b"}},{"seq":3,"topic":"","kind":"fyi"}],"subs":{}}`, 0o600)
		board := r.write(stem+".board.json", `{"task": {"by":"lead","fie`, 0o600)
		s := r.startAt(200, 30)
		p := s.WaitText("[Y/n]")
		for _, want := range []string{"2 event(s), 1 open decision(s) and 0 board entry(ies)", "left out: " + filepath.Base(board)} {
			if !p.Contains(want) {
				t.Errorf("the notice lacks %q:\n%s", want, p.Text())
			}
		}
		s.enter("y")
		s.waitBar("1:cat*")
		e := r.awaitSaved("is that of this run", func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == s.Pid() })
		files := r.files(r.state)
		own := strings.TrimSuffix(e.Path, ".json")
		if files[own+".bus.json"] != files[bus] || files[own+".board.json"] != "" {
			t.Errorf("copied %v", slices.Sorted(maps.Keys(files)))
		}
		s.quit()
	})
}

// R017: what is not a bus is left out as the notice says, whatever it parses as.
func TestBoardInThePlaceOfTheBus(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		path := r.plant(deadPid, time.Minute, image(r.pane("cat")))
		bus := r.write(strings.TrimSuffix(path, ".json")+".bus.json", `{"task": {"by":"lead","fields":{"a":"b"}}}`, 0o600)
		s := r.startAt(200, 30)
		if p := s.WaitText("[Y/n]"); !p.Contains("left out: " + filepath.Base(bus)) {
			t.Errorf("the notice does not leave the bus out:\n%s", p.Text())
		}
		s.enter("y")
		e := r.awaitSaved("is that of this run", func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == s.Pid() })
		if got := r.files(r.state)[strings.TrimSuffix(e.Path, ".json")+".bus.json"]; got != "" {
			t.Errorf("copied %q", got)
		}
		s.quit()
	})
}

// check 71: a pane that cannot start ends the resume as a whole, and loses
// nothing.
func TestResumeThatCannotStart(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("stays", `echo up; exec cat`)
		second := r.pane("no-such-program", "with words")
		second.Role = ptr("builder")
		path := r.plant(deadPid, time.Minute, image(r.pane("stays"), second, r.pane("stays")))
		s := r.startAt(200, 24, "recover")
		s.answer("y")
		s.exits(1)
		for _, want := range []string{"builder", "no-such-program with words", r.project, "not found"} {
			if !strings.Contains(s.says(), want) {
				t.Errorf("it does not say %q: %q", want, tail(s.Bytes()))
			}
		}
		r.awaitFor("no pane runs", func() bool { return len(r.processes()) == 0 })
		r.script("no-such-program", `echo "now it is"; exec cat`)
		s = r.start("recover")
		s.answer("y")
		s.waitFocus(3, 0)
		s.WaitText("now it is")
		r.awaitFor("the saved one is given up", func() bool { return r.stateOf(path) == store.Closed })
		s.quit()
	})
}

// R036: what cannot be looked at is not missing.
func TestTranscriptsThatCannotBeRead(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("claude", claudeScript)
		r.mkdir(filepath.Join(r.home, ".claude"))
		if err := os.Symlink(filepath.Join(r.home, "nowhere"), filepath.Join(r.home, ".claude", "projects")); err != nil {
			t.Fatal(err)
		}
		p := r.pane("claude", "do it")
		p.SessionID, p.Task = ptr(conversation), true
		r.plant(deadPid, time.Minute, image(p))
		s := r.startAt(120, 30)
		s.answer("y")
		s.WaitText("{--resume}\n{" + conversation + "}")
		e := r.awaitSaved("is that of this run", func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == s.Pid() })
		if got := e.Snapshot.Panes[0]; got.SessionID == nil || *got.SessionID != conversation {
			t.Errorf("recorded %+v", got)
		}
		s.quit()
	})
}

// R052: an agent that outlived its session ends before another one writes the
// same conversation.
func TestSurvivorEndsFirst(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		writer := filepath.Join(r.home, "writer")
		r.script("agent-ish", `trap '' HUP TERM; echo $$ > "`+writer+`"; echo up; while :; do sleep 0.1; done`)
		s := r.start("agent-ish")
		s.WaitText("up")
		r.awaitPanes(1)
		s.Kill(syscall.SIGKILL)
		s.Wait()
		survivor := strings.TrimSpace(r.files(r.home)[writer])
		pid, err := strconv.Atoi(survivor)
		if err != nil || !alivePid(pid) {
			t.Fatalf("%q does not live on: %v", survivor, err)
		}
		s = r.startAt(200, 24)
		if p := s.WaitText("[Y/n]"); !p.Contains("ended first: ") || !p.Contains(survivor+" (agent-ish)") {
			t.Errorf("the notice:\n%s", p.Text())
		}
		s.enter("y")
		s.WaitText("up")
		if alivePid(pid) {
			t.Error("both run")
		}
		s.quit()
	})
}

// R057: dozens of agents start a few at a time, under keys that answer at once.
func TestManyPanesArePaced(t *testing.T) {
	const many = 40
	eachWire(t, func(t *testing.T, r *rig) {
		starts, open := r.mkdir(filepath.Join(r.home, "starts")), filepath.Join(r.home, "open")
		r.script("slow", `: > "`+starts+`/$$"; until [ -e "`+open+`" ]; do sleep 0.05; done; echo up; exec cat`)
		started := func() int { return len(r.files(starts)) }
		var panes []snapshot.Pane
		for range many {
			panes = append(panes, r.pane("slow"))
		}
		r.plant(deadPid, time.Minute, image(panes...))

		s := r.startAt(200, 60)
		s.answer("y")
		s.WaitText("waits for its turn")
		if n := started(); n > 2*startsAtOnce {
			t.Errorf("%d started at once", n)
		}
		s.press("?")
		s.WaitText("closes this")
		s.Send("\x1b")
		s.press("z")
		s.WaitFor("the zoom is drawn while panes wait", func(p *terminaltest.Picture) bool { return len(boxes(p)) == 0 })
		if n := started(); n == many {
			t.Fatal("all have started before the keys were pressed")
		}
		s.press("z", "q") // in the middle
		s.exits(0)
		r.awaitFor("no pane runs", func() bool { return len(r.processes()) == 0 })
		s = r.startAt(200, 60, "recover")
		s.answer("y")
		if !strings.Contains(s.says(), fmt.Sprintf("restoring %d pane(s)", many)) {
			t.Errorf("after a quit in the middle it says %q", s.says())
		}
		s.WaitText("waits for its turn")
		r.write(open, "", 0o600)
		s.WaitFor("all are up", func(p *terminaltest.Picture) bool { return strings.Count(p.Text(), "│up ") == many })
		s.quit()
	})
}

// Every window comes back as it was: check 25, R059.
func TestResumeKeepsWindows(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.startAt(137, 41).prompted()
		s.press("%", "L", "L", "L", `"`, "K", "%", "h", "k", "c")
		s.waitBar("2:sh*")
		s.press(`"`, "z", "p")
		s.WaitFor("four panes are drawn", func(p *terminaltest.Picture) bool { return len(boxes(p)) == 4 })
		before := boxes(s.Picture())
		at := focused(s.Picture())
		r.awaitSaved("has both windows as they are", func(e store.Entry) bool {
			return len(e.Snapshot.Windows) == 2 && e.Snapshot.Windows[1].Zoomed && e.Snapshot.Active == 0 && len(e.Snapshot.Panes) == 6
		})
		s.crash()
		s = r.startAt(137, 41)
		s.answer("y")
		p := s.waitFocus(4, at)
		if got := boxes(p); !slices.Equal(got, before) {
			t.Errorf("boxes %v, were %v", got, before)
		}
		s.press("n")
		s.WaitFor("the other window is zoomed", func(p *terminaltest.Picture) bool { return len(boxes(p)) == 0 && strings.Contains(bar(p), "2:sh*") })
		s.press("z")
		s.WaitFor("it has two panes", func(p *terminaltest.Picture) bool {
			all := boxes(p)
			return len(all) == 2 && all[0] == layout.Rect{W: 137, H: 20}
		})
		s.quit()
	})
}
