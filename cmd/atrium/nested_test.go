//go:build unix

package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atrium/internal/store"
	"atrium/internal/terminaltest"
)

// policies are the postures of the registries in the runtime directory, by file.
func (r *rig) policies() map[string]string {
	r.t.Helper()
	all := map[string]string{}
	for path, text := range r.files(filepath.Join(r.runtime, "atrium")) {
		if filepath.Ext(path) != ".pids" {
			continue // one that is being written
		}
		first, _, _ := strings.Cut(text, "\n")
		all[filepath.Base(path)] = strings.TrimPrefix(first, "policy=")
	}
	return all
}

// R077, checks 53, 99 and 101: a session inside a pane keeps to what the outer one
// allows, however it is started, keeps no snapshot and offers none.
func TestSessionInsideAPane(t *testing.T) {
	for name, command := range map[string]string{
		"plain":         `atrium --trust skip`,
		"no marks":      `env -i PATH="$PATH" TERM="$TERM" HOME="$HOME" XDG_RUNTIME_DIR="$XDG_RUNTIME_DIR" ATRIUM_STATE_DIR="$ATRIUM_STATE_DIR" SHELL=/bin/sh PS1="$PS1" ATRIUM_TEST_WIRE="$ATRIUM_TEST_WIRE" atrium --trust skip`,
		"own session":   `setsid -w atrium --trust skip`,
		"script":        `script -qc 'atrium --trust skip' /dev/null`,
		"other tmp":     `TMPDIR=$HOME/elsewhere atrium --trust skip`,
		"other runtime": `mkdir -m 700 "$HOME/run"; XDG_RUNTIME_DIR=$HOME/run atrium --trust skip`,
		"copied":        `mkdir "$HOME/b"; cp "$(command -v atrium)" "$HOME/b/atrium"; "$HOME/b/atrium" --trust skip`,
		"look-alike":    `cp /bin/sh "$HOME/atrium"; "$HOME/atrium" -c 'atrium --trust skip; :'`,
	} {
		t.Run(name, func(t *testing.T) {
			eachWire(t, func(t *testing.T, r *rig) {
				r.setenv("PATH", filepath.Dir(r.atrium())+":"+r.bin+":/usr/bin:/bin")
				planted := r.plant(deadPid, time.Minute, image(r.pane("cat")))
				r.setenv("ATRIUM_RESUME_OFFER", "0")
				s := r.startAt(120, 24, "--trust", "plan").prompted()
				outer := r.awaitSaved("is the outer one", func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == s.Pid() })
				r.setenv("ATRIUM_RESUME_OFFER", "1")

				s.enter("unset ATRIUM_RESUME_OFFER; " + command)
				p := s.WaitFor("a session is inside", func(p *terminaltest.Picture) bool { return strings.Count(p.Text(), " atrium | 1:") == 2 })
				if !p.Contains("this runs inside another atrium at plan: trust is plan instead of skip") {
					t.Errorf("not told:\n%s", p.Text())
				}
				if text := s.says(); strings.Contains(text, "[Y/n]") || strings.Contains(text, "[y/N]") {
					t.Errorf("it asked: %q", text)
				}
				s.enter("echo in''side")
				s.WaitText("inside")
				for file, posture := range r.policies() {
					if posture != "plan" {
						t.Errorf("%s allows %s", file, posture)
					}
				}
				s.press("\x01q") // the prefix, for the inner one, and q
				s.WaitFor("the inner one is gone", func(p *terminaltest.Picture) bool {
					return strings.Count(p.Text(), " atrium | 1:") == 1 && strings.Contains(p.Text(), "ok>")
				})
				all := r.saved()
				if len(all.Sessions) != 2 || r.stateOf(planted) != store.Crashed || r.stateOf(outer.Path) != store.Running {
					t.Errorf("saved: %+v", all.Sessions)
				}
				s.quit()
			})
		})
	}
}

// R077: recover inside a pane starts no more than it may, and leaves the store
// as it is.
func TestRecoverInsideAPane(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("stays", `echo up; exec cat`)
		r.setenv("PATH", filepath.Dir(r.atrium())+":"+r.bin+":/usr/bin:/bin")
		planted := r.plant(deadPid, time.Minute, image(r.pane("stays")))
		r.setenv("ATRIUM_RESUME_OFFER", "0")
		s := r.startAt(200, 40, "--trust", "plan").prompted()
		outer := r.awaitSaved("is the outer one", func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == s.Pid() })
		s.enter("atrium recover --trust skip")
		p := s.WaitText("[Y/n]")
		want := fmt.Sprintf("capped to plan, the policy of the atrium session around this one (pid %d)", s.Pid())
		if !p.Contains(want) || !p.Contains("trust plan") {
			t.Errorf("the notice lacks %q:\n%s", want, p.Text())
		}
		before := r.files(r.state)[planted]
		s.enter("y")
		s.WaitText("up")
		s.press("\x01q")
		s.WaitFor("the inner one is gone", func(p *terminaltest.Picture) bool { return strings.Count(p.Text(), " atrium | 1:") == 1 })
		after := r.files(r.state)
		if after[planted] != before || len(r.saved().Sessions) != 2 || r.stateOf(outer.Path) != store.Running {
			t.Errorf("the store holds %v", maps.Keys(after))
		}
		s.quit()
	})
}

// An outer session whose policy cannot be read counts as plan: hiding it must
// not lift the cap.
func TestOuterPolicyThatIsGone(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.setenv("PATH", filepath.Dir(r.atrium())+":"+r.bin+":/usr/bin:/bin")
		s := r.startAt(120, 24, "--trust", "accept").prompted()
		s.enter(`rm -r "$XDG_RUNTIME_DIR/atrium"; atrium --trust automode`)
		s.WaitText("trust is plan instead of automode")
		s.press("\x01q")
		s.WaitFor("the inner one is gone", func(p *terminaltest.Picture) bool { return strings.Count(p.Text(), " atrium | 1:") == 1 })
		s.press("q")
		s.exits(0)
	})
}
