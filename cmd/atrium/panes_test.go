//go:build unix

package main

import (
	"strings"
	"testing"

	"atrium/internal/safetext"
	"atrium/internal/snapshot"
	"atrium/internal/terminaltest"
)

// R143: the only pane that fails at once is read after the session.
func TestOnlyPaneThatFails(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start("sh", "-c", "echo boom >&2; exit 3")
		s.exits(3)
		_, after, left := strings.Cut(string(s.Bytes()), "\x1b[?1049l")
		if !left || !strings.Contains(after, "boom") || !strings.Contains(after, "sh ended with status 3") {
			t.Errorf("after the screen was given back: %q", after)
		}
	})
}

// R143: among others it stays, with its status, until it is dismissed.
func TestPaneThatFailsStaysReadable(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("fails", `echo "boom in $#"; exit 3`)
		s := r.start().prompted()
		s.press("%", ":")
		s.enter("fails now")
		s.WaitText("boom in 1")
		p := s.WaitText("fails ended with status 3")
		if !p.Contains("Enter starts it again · x closes") {
			t.Errorf("no way on:\n%s", p.Text())
		}
		s.waitBar("2:fails!")
		r.awaitPanes(3)
		r.script("fails", `echo second try; exec cat`)
		s.Send("\x1b[200~x\r\x1b[201~y") // no key of the notice
		s.WaitRead()
		s.Send("\r")
		p = s.WaitText("second try")
		if p.Contains("ended with") {
			t.Errorf("the notice stays:\n%s", p.Text())
		}
		s.press(":")
		s.enter("sh -c 'exit 4'")
		s.WaitText("sh ended with status 4")
		s.Send("x")
		s.waitBar("2:fails*")
		s.press("3")
		s.waitBar("no window 3")
		s.quit()
	})
}

// A shell closes on any exit, another command on success.
func TestPanesCloseByThemselves(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start().prompted()
		s.press("c")
		s.waitBar("2:sh*")
		s.prompted()
		s.enter("exit 7")
		s.waitBar("| 1:sh* | Ctrl+A")
		end := r.fifo("end")
		s.press(":")
		s.enter("sh -c 'echo up; read line < " + end + "; exit 0'")
		s.WaitText("up")
		r.feed(end)
		s.waitBar("| 1:sh* | Ctrl+A")
		r.awaitPanes(1)
		s.enter("echo al''ive")
		s.WaitText("alive")
		s.quit()
	})
}

// A command that cannot be found is told, and costs nothing else.
func TestCommandThatIsNotThere(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start().prompted()
		s.press(":")
		s.enter("no-such-program")
		s.waitBar(`cannot start "no-such-program"`)
		s.waitBar("| 1:sh* |")
		s.enter("echo al''ive")
		s.WaitText("alive")
		s.quit()

		s = r.start("no-such-program", "x")
		s.exits(1)
		if !strings.Contains(string(s.Bytes()), `"no-such-program x"`) {
			t.Errorf("said %q", tail(s.Bytes()))
		}
	})
}

// R062, R100: titles, whatever they hold, reach the terminal clean, and a
// snapshot's other fields not at all.
func TestTitles(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("title", `printf '\033]2;'; printf "$1"; printf '\007set\r\n'; exec cat`)
		s := r.start("title", "plain name")
		s.WaitFor("the title is set", func(p *terminaltest.Picture) bool { return p.Title == "plain name" })
		before := r.awaitPanes(1).Snapshot.Panes[0]
		for _, hostile := range []string{"", `a\tb\"c`, `x\033[?1003hy`, `x\302\235y`, `\377\376`, strings.Repeat("long", 30_000)} {
			s.press(":")
			s.enter("title '" + hostile + "'")
			s.WaitText("set")
			p := s.WaitFor("the title is another", func(p *terminaltest.Picture) bool { return p.Title != "plain name" })
			if len([]rune(p.Title)) > 400 || p.Title != safetext.Defang(p.Title) && !strings.Contains(hostile, `"`) {
				t.Errorf("title %.500q", p.Title)
			}
			if p.Modes.Mouse != 0 {
				t.Errorf("the title %q switched the mouse on", hostile)
			}
			s.press("1")
			s.WaitFor("the title is that of the first pane", func(p *terminaltest.Picture) bool { return p.Title == "plain name" })
		}
		e := r.awaitPanes(7)
		if after := e.Snapshot.Panes[0]; *after.Cwd != *before.Cwd || after.Argv[1] != "plain name" {
			t.Errorf("recorded %+v", after)
		}
		s.quit()
	})
}

// Roles label tiles and bar, defanged, whatever their length.
func TestRoles(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("agentless", `echo up; exec cat`)
		lead, evil := "lead", "wörker\x1b[31m\u202e"
		r.plant(deadPid, 0, snapshot.Snapshot{
			Windows: []snapshot.Window{{Tree: "v(0,1)", Focus: 0}},
			Panes: []snapshot.Pane{
				{ID: 0, Argv: []string{"agentless"}, Cwd: &r.project, Role: &lead},
				{ID: 1, Argv: []string{"agentless"}, Cwd: &r.project, Role: &evil},
			},
		})
		s := r.start()
		s.WaitText("[lead] agentless")
		s.answer("y")
		s.waitBar("1:agentless:lead*")
		p := s.waitFocus(2, 0)
		want := []string{" 1:lead ", ` 2:wörker\u{1b}[31m\u{202e} `}
		for i, box := range boxes(p) {
			if got := strings.TrimRight(labelOf(p, box), "─"); got != want[i] {
				t.Errorf("label %q, want %q", got, want[i])
			}
		}
		s.press("l")
		s.waitBar(`1:agentless:wörker\u{1b}[31m\u{202e}*`)
		s.quit()
	})
}
