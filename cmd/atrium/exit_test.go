//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"atrium/internal/proc"
	"atrium/internal/store"
	"atrium/internal/terminaltest"
)

// modesScript is a command that leaves on what a program can switch on, and
// ends on Enter.
const modesScript = `printf '\033[?1000h\033[?1002h\033[?1003h\033[?1006h\033[?1015h\033[?1004h\033[?2004h\033[?2031h\033[?1h\033='
printf '\033[?1049h\033[>7u\033[=15u\033[>4;2m\033[?25l\033[3 q\033[5;10r\033[?6h\033[?7l\033(0\033[7;31mup\033]2;title\007\033]8;;http://x\033\\'
read end; exit 0`

// shellScript runs its words as a shell does, tells how they ended and whether
// the line discipline is as before, and then shows what is typed.
const shellScript = `before=$(stty -g); "$@"; code=$?
[ "$(stty -g)" = "$before" ] && echo "line discipline kept"
stty raw -echo; printf 'status %s\r\n' "$code"; exec cat -vt`

// under starts atrium in a shell, which outlives it. The shell is named, since a
// file that was just written cannot be started while another test forks.
func (r *rig) under(args ...string) *terminal {
	r.t.Helper()
	shell := r.script("shell", shellScript)
	return r.startProgram(80, 24, append([]string{"sh", shell, r.atrium()}, args...)...)
}

// atriumPid is the process id of the only atrium that runs.
func (r *rig) atriumPid() int {
	r.t.Helper()
	for _, p := range r.processes() {
		if p.Name == "atrium" {
			return p.Pid
		}
	}
	r.t.Fatal("no atrium runs")
	return 0
}

// restored waits for the shell's word and checks that the terminal is as a
// program finds it: R094, check 150.
func (s *terminal) restored(code int) {
	t := s.rig.t
	t.Helper()
	p := s.WaitText(fmt.Sprintf("line discipline kept\nstatus %d", code))
	m := p.Modes
	if m.Mouse != 0 || m.MouseForm != 0 || m.Scheme || m.Kitty != 0 || m.OtherKeys != 0 || m.Focus || m.BracketedPaste || m.AppCursor || m.AppKeypad || m.AltScreen || m.Sync {
		t.Errorf("modes left: %+v", m)
	}
	if !p.Cursor.Visible || p.Cursor.Shape != 0 {
		t.Errorf("cursor left: %+v", p.Cursor)
	}
	raw := string(s.Bytes())
	for _, on := range []string{"\x1b[?1003h", "\x1b[>7u", "\x1b[=15u", "\x1b[>4;2m", "\x1b[5;10r", "\x1b[?6h"} {
		if strings.Contains(raw, on) {
			t.Errorf("%q of the pane reached the terminal", on)
		}
	}
	_, last, _ := strings.Cut(raw, "\x1b[?1049l")
	for _, off := range []string{"\x1b[<u", "\x1b[=0u", "\x1b[>4;0m", "\x1b[?1000l", "\x1b[?1004l", "\x1b[?2004l", "\x1b[?2031l", "\x1b[?1l", "\x1b[?25h"} {
		if !strings.Contains(last, off) {
			t.Errorf("the end lacks %q: %q", off, last)
		}
	}
	s.Send("\x01\x03")
	s.WaitText("^A^C")
}

// Every way to the end gives the terminal back, and leaves nothing running.
func TestTerminalIsRestored(t *testing.T) {
	for name, c := range map[string]struct {
		planted string
		end     func(r *rig, s *terminal)
		code    int
		says    string
		closed  bool // the session is over on purpose
	}{
		"quit":                {end: func(_ *rig, s *terminal) { s.press("q") }, closed: true},
		"last pane ends":      {end: func(_ *rig, s *terminal) { s.Send("\r") }, closed: true},
		"last pane is killed": {end: func(_ *rig, s *terminal) { s.press("x") }, closed: true},
		"SIGTERM":             {end: signalled(syscall.SIGTERM), says: "ended by a termination signal; it can be resumed"},
		"SIGHUP":              {end: signalled(syscall.SIGHUP), says: "ended by a termination signal; it can be resumed"},
		"SIGINT":              {end: signalled(syscall.SIGINT), says: "ended by a termination signal; it can be resumed"},
		"panic in the core": {planted: "core", end: func(_ *rig, s *terminal) { s.press(`"`) }, code: 1,
			says: "internal error: planted in the core"},
		"panic in the front": {planted: "front", end: func(_ *rig, s *terminal) { s.press("c") }, code: 1,
			says: "internal error of the display: planted in the front"},
	} {
		t.Run(name, func(t *testing.T) {
			eachWire(t, func(t *testing.T, r *rig) {
				r.setenv(panicVariable, c.planted)
				r.script("modes", modesScript)
				s := r.under("modes")
				s.WaitText("┤⎻") // "up" in line drawing
				s.press("m")
				s.WaitFor("the pane's modes are set on the terminal", func(p *terminaltest.Picture) bool {
					return p.Modes.BracketedPaste && p.Modes.Focus && p.Modes.AppCursor && p.Modes.Mouse != 0 && p.Modes.Kitty != 0 && p.Modes.Scheme
				})
				r.awaitPanes(1)
				c.end(r, s)
				s.WaitText(fmt.Sprintf("status %d", c.code))
				if !strings.Contains(string(s.Bytes()), c.says) {
					t.Errorf("it said %q", tail(s.Bytes()))
				}
				e := r.newest()
				if state := e.State; (state == store.Closed) != c.closed || len(e.Snapshot.Panes) != 1 {
					t.Errorf("the session is %v with %d panes", state, len(e.Snapshot.Panes))
				}
				s.restored(c.code)
			})
		})
	}
}

func signalled(sig syscall.Signal) func(*rig, *terminal) {
	return func(r *rig, _ *terminal) { syscall.Kill(r.atriumPid(), sig) }
}

// R096: what a killed run left on, the next one switches off.
func TestNextRunCleansUp(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("modes", modesScript)
		again := r.script("again", `stty sane; exec shell "$@"`)
		shell := r.script("shell", shellScript)
		s := r.startProgram(80, 24, "sh", "-c", `"$@"; exec `+again+` atrium cat`, "sh", r.atrium(), "modes")
		s.WaitText("┤⎻")
		s.press("m")
		s.WaitFor("modes are on", func(p *terminaltest.Picture) bool {
			return p.Modes.Mouse != 0 && p.Modes.BracketedPaste && p.Modes.Kitty != 0
		})
		r.awaitPanes(1)
		syscall.Kill(r.atriumPid(), syscall.SIGKILL)
		s.answer("n")
		s.waitBar("1:cat*")
		s.press("q")
		_ = shell
		s.restored(0)
	})
}

// R073: the window is closed.
func TestTerminalHangsUp(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("stubborn", `trap '' HUP TERM; echo up; while :; do sleep 1; done`)
		s := r.start("-n", "2", "stubborn")
		s.WaitFor("both are up", func(p *terminaltest.Picture) bool { return strings.Count(p.Text(), "up") == 2 })
		r.awaitPanes(2)
		s.HangUp()
		s.exits(0)
		r.awaitFor("no pane runs", func() bool { return len(r.processes()) == 0 })
		if e := r.newest(); e.State != store.Crashed || len(e.Snapshot.Panes) != 2 {
			t.Errorf("the session is %v with %d panes", e.State, len(e.Snapshot.Panes))
		}
		if left := r.files(r.runtime); len(left) != 0 {
			t.Errorf("left in the runtime directory: %v", left)
		}
		s = r.start()
		s.answer("n")
		s.prompted()
		s.quit()
	})
}

// A terminal that reads nothing any more does not keep atrium from ending.
func TestEndWithATerminalThatDoesNotRead(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start("sh", "-c", "echo up; yes")
		s.WaitText("y")
		s.Freeze()
		s.Kill(syscall.SIGTERM)
		r.awaitFor("atrium is gone", func() bool { return len(r.processes()) == 0 })
		s.Thaw()
		s.exits(0)
	})
}

// R070: at a shutdown the system hangs up the panes before atrium is told.
func TestShutdownLeavesTheSessionOpen(t *testing.T) {
	paneless := func(r *rig) bool { return len(r.processes()) == 1 }
	for name, meanwhile := range map[string]func(r *rig, savedAt int64){
		"at once": func(*rig, int64) {},
		"when the panes are gone": func(r *rig, _ int64) {
			r.awaitFor("the panes are gone", func() bool { return paneless(r) })
		},
		"when that was saved": func(r *rig, savedAt int64) {
			r.awaitFor("the panes are gone", func() bool { return paneless(r) })
			r.awaitSaved("is written again", func(e store.Entry) bool { return *e.Snapshot.Meta.SavedAtMS > savedAt })
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachWire(t, func(t *testing.T, r *rig) {
				s := r.start("sh", "-c", "echo up; cat")
				s.WaitText("up")
				s.press("%", "c")
				s.waitBar("2:sh*")
				s.WaitText("up")
				savedAt := *r.awaitPanes(3).Snapshot.Meta.SavedAtMS
				for _, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM} {
					for _, p := range r.processes() {
						if p.Pid != s.Pid() {
							syscall.Kill(p.Pid, sig)
						}
					}
				}
				meanwhile(r, savedAt)
				s.Kill(syscall.SIGTERM)
				s.exits(0)
				e := r.newest()
				if e.State != store.Crashed || len(e.Snapshot.Panes) != 3 || len(e.Snapshot.Windows) != 2 {
					t.Errorf("the session is %v with %d panes", e.State, len(e.Snapshot.Panes))
				}
				s = r.start()
				s.WaitText("restoring 3 pane(s)")
				s.answer("n")
				s.prompted()
				s.quit()
			})
		})
	}
}

// familyScript starts descendants of every kind and tells how many there are.
const familyScript = `cat "$1" & (cat "$1" &) ; setsid cat "$1" & (setsid sh -c 'trap "" HUP TERM; cat "$0"' "$1" &)
echo up; exec cat`

// check 151, R159: nothing that a pane started outlives the end.
func TestNoDescendantOutlivesTheEnd(t *testing.T) {
	for name, end := range map[string]func(r *rig, s *terminal){
		"quit":    func(_ *rig, s *terminal) { s.press("q") },
		"SIGHUP":  func(_ *rig, s *terminal) { s.Kill(syscall.SIGHUP) },
		"SIGTERM": func(_ *rig, s *terminal) { s.Kill(syscall.SIGTERM) },
		"last":    func(_ *rig, s *terminal) { s.press("x") },
		"hangup":  func(_ *rig, s *terminal) { s.HangUp() },
	} {
		t.Run(name, func(t *testing.T) {
			eachWire(t, func(t *testing.T, r *rig) {
				r.script("family", familyScript)
				fifo := r.fifo("never")
				s := r.start("family", fifo)
				s.WaitText("up")
				r.awaitFor("the whole family runs", func() bool { return len(r.processes()) >= 7 })
				r.awaitPanes(1)
				end(r, s)
				s.exits(0)
				r.awaitFor("the family is gone", func() bool { return len(r.processes()) == 0 })
			})
		})
	}
}

// R159: nor does it outlive the pane, when that is closed among others.
func TestNoDescendantOutlivesItsPane(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("family", familyScript)
		fifo := r.fifo("never")
		s := r.start().prompted()
		s.enter("cat " + fifo + " & echo dau''ghter")
		s.WaitText("daughter")
		s.press(":")
		s.enter("family " + fifo)
		s.WaitText("up")
		r.awaitFor("the whole family runs", func() bool { return len(r.processes()) >= 9 })
		s.press("x")
		s.waitBar("| 1:sh* | Ctrl+A")
		r.awaitFor("the family is gone, and only that", func() bool { return len(r.processes()) == 3 })
		s.quit()
	})
}

// R163, R166: a pane that will not end and cannot be talked to is closed, and
// the rest goes on.
func TestClosingAStubbornPane(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("stubborn", `trap '' HUP TERM; (trap '' HUP TERM; exec cat "$1") & echo "pid $$."; cat "$1"; cat "$1"`)
		fifo := r.fifo("never")
		s := r.start().prompted()
		s.press(":")
		s.enter("stubborn " + fifo)
		s.WaitText("pid ")
		r.awaitPanes(2)
		before := len(r.processes())
		for _, p := range r.processes() {
			if p.Name == "stubborn" {
				syscall.Kill(p.Pid, syscall.SIGSTOP)
			}
		}
		s.press("x")
		s.waitBar("| 1:sh* | Ctrl+A")
		s.enter("echo al''ive")
		s.WaitText("alive")
		r.awaitFor("the stubborn ones are gone", func() bool { return len(r.processes()) == 2 && before > 2 })
		r.awaitPanes(1)
		s.quit()
	})
}

// A session that ended leaves no registry, and a running one says what it may.
func TestRegistryComesAndGoes(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start("--trust", "plan")
		s.prompted()
		path := filepath.Join(r.runtime, "atrium", fmt.Sprintf("%d.pids", s.Pid()))
		r.awaitFor("the registry names policy and pane", func() bool {
			text, err := os.ReadFile(path)
			lines := strings.Split(strings.TrimSpace(string(text)), "\n")
			return err == nil && lines[0] == "policy=plan" && len(lines) == 2 && proc.Self().Pid != 0
		})
		s.quit()
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("the registry is still there: %v", err)
		}
	})
}
