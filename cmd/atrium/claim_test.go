//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atrium/internal/snapshot"
	"atrium/internal/store"
	"atrium/internal/terminaltest"
)

// conversationPane is a claude pane whose conversation is there.
func (r *rig) conversationPane() snapshot.Pane {
	r.t.Helper()
	r.script("claude", claudeScript)
	r.transcript(conversation)
	p := r.pane("claude")
	p.SessionID = ptr(conversation)
	return p
}

// resumed is how often an agent was started to resume the conversation.
func resumed(p *terminaltest.Picture) int { return strings.Count(p.Text(), "{--resume}") }

// check 47: two terminals that show the question for one session and are
// answered at the same moment start its agents once.
func TestTwoAnswersToOneSession(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.plant(deadPid, time.Minute, image(r.conversationPane()))
		a, b := r.start("recover"), r.start("recover")
		a.WaitText("[Y/n]")
		b.WaitText("[Y/n]")
		a.Send("\r")
		b.Send("\r")
		const said = "resumed in another session meanwhile"
		won := a
		r.awaitFor("one of them is told that it came too late", func() bool {
			if strings.Contains(a.says(), said) {
				won = b
			}
			return strings.Contains(a.says(), said) || strings.Contains(b.says(), said)
		})
		won.WaitText("{--resume}")
		if n := resumed(a.Picture()) + resumed(b.Picture()); n != 1 {
			t.Errorf("resumed %d times", n)
		}
		won.quit()
	})
}

// check 47: a conversation that goes on in another project's session runs, and
// so does one inside a pane, which keeps no session that could tell.
func TestResumedWhereNoListTells(t *testing.T) {
	t.Run("in another project", func(t *testing.T) {
		eachWire(t, func(t *testing.T, r *rig) {
			path := r.plant(deadPid, time.Minute, image(r.conversationPane()))
			home := r.project
			r.project = r.mkdir(filepath.Join(r.home, "other"))
			a := r.start("recover", "--snapshot", path)
			a.answer("y")
			a.WaitText("{--resume}")
			r.project = home
			r.refusesTheSecond("recover", "--snapshot", path)
			a.quit()
		})
	})
	t.Run("inside a pane", func(t *testing.T) {
		eachWire(t, func(t *testing.T, r *rig) {
			path := r.plant(deadPid, time.Minute, image(r.conversationPane()))
			r.setenv("PATH", filepath.Dir(r.atrium())+":"+r.bin+":/usr/bin:/bin")
			r.setenv("ATRIUM_RESUME_OFFER", "0")
			a := r.start().prompted()
			a.enter("atrium recover --snapshot " + path)
			a.answer("y")
			a.WaitText("{--resume}")
			r.refusesTheSecond("recover", "--snapshot", path)
			a.press("\x01q")
			a.quit()
		})
	})
}

// refusesTheSecond starts a resume of what is resumed already.
func (r *rig) refusesTheSecond(args ...string) {
	r.t.Helper()
	b := r.start(args...)
	b.exits(1)
	if !strings.Contains(b.says(), "its agents already run in another session") {
		r.t.Errorf("it said %q", b.says())
	}
}

// check 56: whatever its file says, the processes of a session that runs are
// not ended as those of a dead one.
func TestFileOfARunningSessionIsMarkedClosed(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start("cat")
		e := r.awaitPanes(1)
		if err := r.store().MarkClosed(e.Path); err != nil {
			t.Fatal(err)
		}
		before := len(r.processes())
		b := r.start("recover", "--snapshot", e.Path)
		b.exits(1)
		if !strings.Contains(b.says(), "the session is still running") {
			t.Errorf("it said %q", b.says())
		}
		if after := len(r.processes()); after != before {
			t.Errorf("%d processes of the session, %d before", after, before)
		}
		s.quit()
	})
}

// A resume that died before it could mark what it resumed leaves two crashed
// sessions of one conversation. The older is the past of the newer.
func TestPastOfAResumeIsNotOffered(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		p := r.conversationPane()
		older := r.plant(deadPid, 2*time.Minute, image(p))
		newer := r.plant(deadPid+1, time.Minute, image(p))
		s := r.startAt(200, 24)
		s.answer("y")
		s.WaitText("{--resume}")
		r.awaitFor("the newer one is given up", func() bool { return r.stateOf(newer) == store.Closed })
		s.quit()
		if r.stateOf(older) != store.Crashed {
			t.Fatalf("the older one is %v", r.stateOf(older))
		}
		s = r.start().prompted()
		if strings.Contains(s.says(), "[Y/n]") {
			t.Errorf("it asked: %q", s.says())
		}
		s.quit()
	})
}

// A start whose output is no terminal cannot resume anything, so it asks
// nothing and ends nothing.
func TestNoOfferWithoutAScreen(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.plant(deadPid, time.Minute, image(r.conversationPane()))
		before := r.files(r.state)
		s := r.startProgram(80, 24, "/bin/sh", "-c", `"$0" | cat`, r.atrium())
		s.Wait()
		if strings.Contains(s.says(), "[Y/n]") || !strings.Contains(s.says(), "terminal") {
			t.Errorf("it said %q", s.says())
		}
		if after := r.files(r.state); len(after) != len(before) {
			t.Errorf("the store holds %d files, %d before", len(after), len(before))
		}
	})
}

// No escape sequence of a file reaches the terminal, in a hint neither.
func TestHintIsDefanged(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.plant(deadPid, time.Minute, image(r.pane("\x1b]0;EVIL\x07\x1b[31mred\u202e", "x")))
		s := r.start("recover")
		s.answer("y")
		s.exits(1)
		if says := s.says(); strings.Contains(says, "\x1b]0;EVIL") || strings.Contains(says, "\x1b[31mred") || strings.Contains(says, "\u202e") {
			t.Errorf("it said %q", says)
		}
		if !strings.Contains(s.says(), `command -v '\u{1b}]0;EVIL`) {
			t.Errorf("no hint: %q", s.says())
		}
	})
}
