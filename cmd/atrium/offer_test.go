//go:build unix

package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"atrium/internal/layout"
	"atrium/internal/policy"
	"atrium/internal/proc"
	"atrium/internal/snapshot"
	"atrium/internal/store"
)

// image is a saved session of the panes, in one window.
func image(panes ...snapshot.Pane) snapshot.Snapshot {
	var ids []layout.PaneID
	for i := range panes {
		panes[i].ID = layout.PaneID(i)
		ids = append(ids, panes[i].ID)
	}
	s := snapshot.Snapshot{Panes: panes, Policy: &policy.Policy{MaxDepth: policy.DefaultMaxDepth}}
	if len(panes) > 0 {
		s.Windows = []snapshot.Window{{Tree: layout.Balanced(ids).String()}}
	}
	return s
}

// pane is a saved pane that was started in the project.
func (r *rig) pane(argv ...string) snapshot.Pane {
	return snapshot.Pane{Argv: argv, Cwd: &r.project, CanSpawn: true}
}

func ptr[T any](v T) *T { return &v }

// state is what has become of the saved session at path.
func (r *rig) stateOf(path string) store.State {
	r.t.Helper()
	for _, e := range r.saved().Sessions {
		if e.Path == path {
			return e.State
		}
	}
	r.t.Fatalf("%q is not listed", path)
	return 0
}

// Whatever is answered, what happened to the saved session is what was said:
// R075, checks 52 and 54.
func TestAnswersToTheOffer(t *testing.T) {
	type outcome int
	const (
		resumed outcome = iota
		fresh           // a new session starts
		over            // the launch ends
	)
	for name, c := range map[string]struct {
		typed  string
		want   outcome
		closed bool // the saved session is not offered again
		says   string
	}{
		"enter":      {typed: "\r", want: resumed, closed: true},
		"y":          {typed: "y\r", want: resumed, closed: true},
		"yes":        {typed: "Yes \r", want: resumed, closed: true},
		"second try": {typed: "what\ry\r", want: resumed, closed: true},
		"n":          {typed: "n\r", want: fresh, closed: true, says: "not resumed; it is kept"},
		"no":         {typed: " NO \r", want: fresh, closed: true, says: "not resumed; it is kept"},
		"unclear":    {typed: "sure\rsure\rsure\r", want: fresh, closed: true, says: "not resumed; it is kept"},
		"Ctrl+D":     {typed: "\x04", want: fresh, says: "nothing was resumed"},
		"Ctrl+C":     {typed: "\x03", want: over, says: "nothing was resumed"},
		"paste":      {typed: "y\nls\n", want: resumed, closed: true},
		"pasted no":  {typed: "n\nls\nexit\n", want: fresh, closed: true},
	} {
		t.Run(name, func(t *testing.T) {
			eachWire(t, func(t *testing.T, r *rig) {
				r.script("raw", rawScript)
				saved := r.plant(deadPid, time.Minute, image(r.pane("raw", "kept")))
				s := r.start("raw", "new")
				if p := s.WaitText("[Y/n]"); !p.Contains("did not exit cleanly (saved 1m ago)") {
					t.Errorf("offered as\n%s", p.Text())
				}
				s.Send(c.typed)
				switch c.want {
				case resumed:
					s.WaitText("up kept")
				case fresh:
					s.WaitText("up new")
				case over:
					s.exits(0)
				}
				if !strings.Contains(string(s.Bytes()), c.says) {
					t.Errorf("it said %q", tail(s.Bytes()))
				}
				if c.want != over {
					r.awaitFor("its own session is saved", func() bool { return len(r.saved().Sessions) == 2 })
					s.Send("end")
					if p := s.WaitText("end"); p.Line(1) != "end" {
						t.Errorf("typed into the pane: %q", p.Line(1))
					}
					s.quit()
				}
				want := store.Crashed
				if c.closed {
					want = store.Closed
				}
				r.awaitFor("the saved session is as the answer makes it", func() bool { return r.stateOf(saved) == want })
				if c.want == fresh && c.closed { // check 54
					s = r.start("raw", "again")
					s.WaitText("up again")
					s.quit()
				}
			})
		})
	}
}

// check 54: declined is not forgotten: recover still brings it back.
func TestDeclinedSessionIsRecovered(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("raw", rawScript)
		r.plant(deadPid, time.Minute, image(r.pane("raw", "kept")))
		s := r.start()
		s.answer("n")
		s.prompted()
		s.Kill(syscall.SIGKILL)
		s.Wait()
		r.awaitFor("its panes are gone", func() bool { return len(r.processes()) == 0 })
		for _, e := range r.saved().Sessions {
			if e.Snapshot.Panes[0].Argv[0] != "raw" {
				os.Remove(e.Path)
			}
		}
		s = r.start("recover")
		s.answer("y")
		s.WaitText("up kept")
		s.quit()
	})
}

// R075: the terminal changes or goes while the question is open.
func TestOfferUnderAChangingTerminal(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		told := r.logSizes()
		r.plant(deadPid, time.Minute, image(r.pane("sized", told.dir), r.pane("sized", told.dir)))
		for _, end := range []func(s *terminal){
			func(s *terminal) { s.HangUp() },
			func(s *terminal) { s.Kill(syscall.SIGTERM) },
			func(s *terminal) { s.Kill(syscall.SIGHUP) },
		} {
			before := r.files(r.state)
			s := r.start()
			s.WaitText("[Y/n]")
			end(s)
			s.exits(0)
			if after := r.files(r.state); !maps.Equal(before, after) {
				t.Errorf("the store changed: %v", after)
			}
		}
		s := r.start()
		s.WaitText("[Y/n]")
		s.Resize(100, 30)
		s.Resize(93, 27)
		s.enter("y")
		told.areTold(s, 2)
		s.quit()
	})
}

// check 53: where nobody can be asked, or asking would be wrong, nothing is
// offered and nothing changes.
func TestNoOffer(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.plant(deadPid, time.Minute, image(r.pane("cat")))
		for name, env := range map[string][2]string{
			"switched off": {"ATRIUM_RESUME_OFFER", "0"},
			"in a pane":    {"ATRIUM_PANE", "3"},
			"in a session": {"ATRIUM_SESSION", proc.Self().String()},
		} {
			before := r.env
			r.setenv(env[0], env[1])
			s := r.start().prompted()
			if strings.Contains(string(s.Bytes()), "[Y/n]") {
				t.Errorf("%s: asked", name)
			}
			s.quit()
			r.env = before
		}
		s := r.startProgram(80, 24, "sh", "-c", `exec "$0" 2> "$HOME/stderr"`, r.atrium())
		s.prompted()
		s.quit()
		if said := r.files(r.home)[filepath.Join(r.home, "stderr")]; said != "" {
			t.Errorf("without a terminal for it, it said %q", said)
		}
	})
}

// checks 45 and 46: which of the saved sessions is offered, and which one a
// bare recover takes.
func TestWhichSessionIsChosen(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		named := func(role string) snapshot.Pane {
			p := r.pane("cat")
			p.Role = &role
			return p
		}
		running := image(named("running"))
		running.Meta.PidStart = ptr(proc.Self().Start)
		r.plant(os.Getpid(), 0, running)
		closed := image(named("closed"))
		closed.Meta.Clean = true
		r.plant(deadPid, time.Minute, closed)
		r.plant(deadPid+1, 2*time.Minute, image(named("crashed")))
		r.plant(deadPid+2, 3*time.Minute, image(named("older")))
		planted := r.plant(deadPid+3, 0, image(named("planted")))
		text := regexp.MustCompile(`"meta":\{[^}]*\}`).ReplaceAllString(r.files(r.state)[planted], `"meta":{}`)
		r.write(planted, text, 0o600)

		s := r.start()
		if p := s.WaitText("[Y/n]"); !p.Contains("[crashed] cat") {
			t.Errorf("offered:\n%s", p.Text())
		}
		s.Send("\x03")
		s.exits(0)
		s = r.start("recover")
		if p := s.WaitText("[Y/n]"); !p.Contains("[closed] cat") {
			t.Errorf("recovers:\n%s", p.Text())
		}
		s.enter("n")
		s.exits(0)
		if !strings.Contains(string(s.Bytes()), "not resumed") {
			t.Errorf("it said %q", tail(s.Bytes()))
		}
	})
}

// R013: after a reboot the recorded pid is another program's.
func TestRecordedPidIsAnotherProgram(t *testing.T) {
	for name, start := range map[string]*string{"recorded start": ptr("12345"), "no start": nil} {
		t.Run(name, func(t *testing.T) {
			eachWire(t, func(t *testing.T, r *rig) {
				other := r.startProgram(80, 24, "sh", "-c", "trap 'echo signalled' HUP TERM INT USR1; echo up; while :; do read line; done")
				other.WaitText("up")
				saved := image(r.pane("cat"))
				saved.Meta.PidStart = start
				path := r.plant(other.Pid(), 10*time.Minute, saved)
				s := r.startAt(200, 24)
				p := s.WaitText("[Y/n]")
				if hung := strings.Contains(p.Text(), "it may be hung"); hung != (start == nil) {
					t.Errorf("warned of a hung one: %v\n%s", hung, p.Text())
				}
				s.enter("y")
				s.waitBar("1:cat*")
				r.awaitFor("the saved session is given up", func() bool { return r.stateOf(path) == store.Closed })
				s.quit()
				other.enter("x")
				other.WaitRead()
				if other.Picture().Contains("signalled") || !alivePid(other.Pid()) {
					t.Error("the other program was touched")
				}
			})
		})
	}
}

func alivePid(pid int) bool { running, known := proc.Running(pid); return running || !known }

// R015: a session that is asleep is not taken for dead, and goes on.
func TestSuspendedSession(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		a := r.start().prompted()
		asleep := r.awaitPanes(1)
		a.Kill(syscall.SIGSTOP)
		old := *asleep.Snapshot.Meta.SavedAtMS - 90_000
		text := strings.ReplaceAll(r.files(r.state)[asleep.Path], strconv.FormatInt(*asleep.Snapshot.Meta.SavedAtMS, 10), strconv.FormatInt(old, 10))
		r.write(asleep.Path, text, 0o600)
		if state := r.stateOf(asleep.Path); state != store.Suspended {
			t.Fatalf("it counts as %v", state)
		}

		b := r.start().prompted() // no offer
		b.quit()
		b = r.startAt(200, 24, "recover", "--snapshot", asleep.Path)
		if p := b.WaitText("[Y/n]"); !p.Contains("may be hung or suspended") {
			t.Errorf("warned as\n%s", p.Text())
		}
		b.enter("n")
		b.exits(0)

		a.Kill(syscall.SIGCONT)
		a.enter("echo aw''ake")
		a.WaitText("awake")
		a.press("%")
		a.waitFocus(2, 1)
		r.awaitFor("its file is fresh again", func() bool {
			return len(r.saved().Sessions) > 0 && r.stateOf(asleep.Path) == store.Running
		})
		a.quit()
	})
}

// After a yes the words of the launch are not lost without a word.
func TestResumeSaysWhatItDoesNotStart(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.plant(deadPid, 0, image(r.pane("cat")))
		s := r.start("--trust", "plan", "top", "-b")
		p := s.WaitText("[Y/n]")
		if !p.Contains("trust plan") || p.Contains("trust plan (from the snapshot)") {
			t.Errorf("the typed trust is shown as\n%s", p.Text())
		}
		s.enter("y")
		s.waitBar("1:cat*")
		if !strings.Contains(string(s.Bytes()), `["top" "-b"] was not started`) {
			t.Errorf("it said %q", s.Bytes())
		}
		e := r.awaitSaved("is that of this run", func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == s.Pid() })
		if got := e.Snapshot.Policy.Trust; got == nil || *got != policy.Plan {
			t.Errorf("recorded trust %v", got)
		}
		s.quit()
	})
}
