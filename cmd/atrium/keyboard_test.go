//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"atrium/internal/layout"
	"atrium/internal/terminaltest"
	"atrium/internal/vt"
)

// asksScript is a command that asks its terminal for something, and shows the
// bytes it gets from its second line on.
const asksScript = `stty raw -echo; printf '%b' "$1"; shift; printf 'up %s\r\n' "$*"; exec cat -vt`

// modifierKeys are the reports of Shift and Ctrl alone, which go to whoever has
// the keyboard.
var modifierKeys = regexp.MustCompile(`\^\[\[5744[0-9;:]+u`)

// kittyIs waits until the operator's terminal has these flags of the kitty
// keyboard protocol.
func (s *terminal) kittyIs(flags uint8) {
	s.rig.t.Helper()
	s.WaitFor(fmt.Sprintf("the terminal has the key flags %d", flags), func(p *terminaltest.Picture) bool { return p.Modes.Kitty == flags })
}

// R102: what each pane gets of a key is in the form it asked for.
func TestEachPaneGetsItsKeys(t *testing.T) {
	const shiftEnter, shiftEnterOfXterm = "\x1b[13;2u", "\x1b[27;2;13~"
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("asks", asksScript)
		s := r.start("asks", `\033[>1u`)
		s.WaitText("up")
		s.kittyIs(5)
		got := ""
		send := func(keys, shown string) {
			t.Helper()
			s.Send(keys)
			got += shown
			s.WaitFor(fmt.Sprintf("the pane got %q", got), func(p *terminaltest.Picture) bool { return p.Line(1) == got })
		}
		window := func(command string, flags uint8) {
			t.Helper()
			s.Send("\x1b[97;5u:" + command + "\r")
			s.WaitText("up " + command[strings.LastIndexByte(command, ' ')+1:])
			s.kittyIs(flags)
			got = ""
		}
		send(shiftEnter, "^[[13;2u")
		send(shiftEnterOfXterm, "^[[13;2u")
		send("\r", "^M")
		send("\x1b[13;5u", "^[[13;5u")
		send("\x1b[120:88;6u", "^[[120;6u")
		send("\x1b[120;3u", "^[[120;3u")
		send("\x1b[1;5A\x1b[15;2~", "^[[1;5A^[[15;2~")
		window(`asks "\033[>4;2m" xterm`, 5)
		send(shiftEnter, "^[[27;2;13~")
		send(shiftEnterOfXterm, "^[[27;2;13~")
		send("\x1b[97;5u\x1b[97;5u", "^[[27;5;97~") // the prefix twice
		window(`asks "" nothing`, 0)
		send(shiftEnter, "^M")
		send(shiftEnterOfXterm, "^M")
		send("\x1b[120;3u\x1b[120;6u\x1b[27u", "^[x^X^[")
		send("plain \t\x7f\x03", "plain ^I^?^C")
		s.press("1")
		s.kittyIs(5)
		s.press("n", "x")
		s.kittyIs(0)
		s.quit()
	})
}

// The prefix is the prefix however the terminal tells of it, and nothing of it
// reaches a pane.
func TestPrefixInEveryForm(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("asks", asksScript)
		s := r.start("asks", `\033[>27u`)
		s.WaitText("up")
		s.kittyIs(31)
		s.Send("\x1b[57442;5u\x1b[97;5u\x1b[97;5:2u\x1b[97;5:3u\x1b[57442;1:3u" + "\x1b[57441;2u\x1b[53:37;2;37u\x1b[53:37;2:3u\x1b[57441;1:3u")
		s.waitFocus(2, 1)
		s.WaitFor("both are up", func(p *terminaltest.Picture) bool { return strings.Count(p.Text(), "up") == 2 })
		s.kittyIs(31)
		s.Send("\x1b[97;5u\x1b[1;1:1D\x1b[1;1:3D")
		s.waitFocus(2, 0)
		s.Send("\x1b[120;;120u\x1b[120;1:3u")
		p := s.WaitText("120;1:3u")
		for i, want := range []string{"up^[[120;;120u^[[120;1:3u", "up"} {
			got := modifierKeys.ReplaceAllString(strings.ReplaceAll(inside(p, boxes(p)[i]), "\n", ""), "")
			if strings.ReplaceAll(got, " ", "") != want {
				t.Errorf("pane %d got %q", i, got)
			}
		}
		s.Send("\x1b[97;5u\x1b[58:58;2;58u" + "\x1b[108;;108u\x1b[108;1:3u\x1b[115;;115u")
		s.waitBar(":ls")
		s.Send("\x1b[27u")
		s.waitBar("1:asks*")
		s.Send("\x1b[27;5;97~q")
		s.exits(0)
	})
}

// The first frame waits for no answer, and what comes late changes what there is
// to change.
func TestFirstFrameComesBeforeTheQuestions(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start().prompted()
		s.WaitBytes("the terminal is asked", func(raw []byte) bool { return strings.Contains(string(raw), "\x1b[?u") })
		before, _, _ := strings.Cut(string(s.Bytes()), "\x1b[?u")
		if !strings.Contains(before, "\x1b[?2026l") || !strings.Contains(before, "1:sh") {
			t.Errorf("asked before the first frame: %q", before)
		}
		s.enter("printf '\\033[38;2;1;2;3mcol''our\\033[m\\n'")
		s.WaitFor("the colour is shown as it is", func(p *terminaltest.Picture) bool {
			return slices.ContainsFunc(p.Grid, func(row vt.Row) bool {
				return strings.HasPrefix(row.Text(), "colour") && row.Cells[0].Fg == vt.RGB(1, 2, 3)
			})
		})
		s.quit()
		if raw := string(s.Bytes()); strings.Count(raw, "\x1b[?u") != 1 {
			t.Error("asked more than once")
		}
	})
	t.Run("a terminal that may not be asked", func(t *testing.T) {
		r := newRig(t)
		r.setenv("TERM", "dumb")
		s := r.start().prompted()
		s.quit()
		if raw := string(s.Bytes()); strings.Contains(raw, "\x1b[?u") || strings.Contains(raw, "]11;") {
			t.Errorf("asked: %q", raw)
		}
	})
}

// A program that asks for colours is told those of the operator's terminal,
// also when it asks before they are known.
func TestColorsOfTheTerminal(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("asks", asksScript)
		s := &terminal{rig: r, Screen: terminaltest.Start(t, terminaltest.Options{
			Argv: []string{r.atrium(), "asks", `\033]11;?\033\\\033]4;1;?\007\033[?996n\033[c`}, Env: r.env, Dir: r.project,
			Colors: vt.Colors{Background: vt.RGB(0xfa, 0xfb, 0xfc), ANSI: [16]vt.Color{1: vt.RGB(1, 2, 3)}},
		})}
		p := s.WaitText("62;22;52c")
		if got := p.Line(1) + p.Line(2); got != `^[]11;rgb:fafa/fbfb/fcfc^[\^[]4;1;rgb:0101/0202/0303^[\^[[?997;2n^[[?62;22;52c` {
			t.Errorf("told %q", got)
		}
		s.quit()
	})
}

// R094: a pane that wants every key told leaves nothing of it behind, whichever
// way the session goes, nor does a session inside a pane.
func TestNoKeyModeIsLeft(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("asks", asksScript)
		r.setenv("PATH", filepath.Dir(r.atrium())+":"+r.bin+":/usr/bin:/bin")
		s := r.startAt(120, 24).prompted()
		s.kittyIs(0)
		s.enter(`atrium asks '\033[>31u'`)
		s.WaitText("up")
		s.kittyIs(31)
		s.Send("\x1b[97;5u\x1b[97;5u\x1b[113;;113u") // the prefix for the inner one, and q
		s.kittyIs(0)
		s.WaitFor("the shell asks for a line", func(p *terminaltest.Picture) bool { return p.Line(1) == "ok>" })
		s.enter("echo ba''ck")
		s.WaitText("back")
		s.enter(`atrium asks '\033[>31u'`)
		s.WaitText("up")
		s.kittyIs(31)
		syscall.Kill(r.inner(s.Pid()), syscall.SIGTERM)
		s.kittyIs(0)
		s.WaitFor("the shell asks for a line", func(p *terminaltest.Picture) bool { return p.Contains("be resumed") && p.Line(p.Cursor.Y) == "ok>" })
		s.enter("echo a''live")
		s.WaitText("alive")
		s.quit()
	})
}

// inner is the process id of the atrium inside the one with that pid.
func (r *rig) inner(outer int) int {
	r.t.Helper()
	for _, p := range r.processes() {
		if p.Name == "atrium" && p.Pid != outer {
			return p.Pid
		}
	}
	r.t.Fatal("no atrium runs inside")
	return 0
}

// The keys of the configuration are obeyed, and shown.
func TestKeysOfTheConfiguration(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("raw", rawScript)
		r.write(filepath.Join(r.home, ".config/atrium/config.json"),
			`{"keys": {"prefix": "Ctrl+B", "split_side": ["v", "Alt+v"], "quit": "Ctrl+Q", "help": "F1", "zoom": "é"}}`, 0o600)
		s := r.start("raw")
		s.WaitText("up")
		s.waitBar("Ctrl+B F1 for help")
		s.Send("\x01%\x02\x02\x02%")
		s.WaitText("^A%^B")
		s.Send("\x02\x1bOP")
		p := s.WaitText("Keys after Ctrl+B")
		for _, want := range []string{`" v `, "Ctrl+Q   quit", "F1       this help"} {
			if !p.Contains(want) {
				t.Errorf("the help lacks %q:\n%s", want, p.Text())
			}
		}
		s.Send("q\x02v")
		s.waitFocus(2, 1)
		s.Send("\x1b[98;5u\x1bv")
		s.waitFocus(3, 2)
		s.Send("\x02é")
		s.WaitFor("the pane is zoomed", func(p *terminaltest.Picture) bool { return len(boxes(p)) == 0 })
		s.Send("\x02\x11")
		s.exits(0)
	})
}

// A border goes with the pointer that holds it, and every pane is told its size.
func TestBorderIsDragged(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start("--grid", "1x2")
		s.waitFocus(2, 0)
		s.press("m")
		s.waitBar("mouse on")
		s.Send(mouse(0, 39, 5, 'M') + mouse(32, 45, 5, 'M') + mouse(32, 49, 9, 'M') + mouse(0, 49, 9, 'm'))
		s.WaitFor("the border is there", func(p *terminaltest.Picture) bool {
			all := boxes(p)
			return len(all) == 2 && all[0] == (layout.Rect{W: 50, H: 23}) && all[1] == (layout.Rect{X: 50, W: 30, H: 23})
		})
		s.enter("stty size")
		s.WaitText("21 48")
		s.Send(mouse(0, 50, 5, 'M') + mouse(32, 20, 5, 'M') + mouse(0, 20, 5, 'm'))
		p := s.WaitFor("the border is back", func(p *terminaltest.Picture) bool {
			all := boxes(p)
			return len(all) == 2 && all[0].W == 20
		})
		if strings.Contains(p.Text(), "copied") {
			t.Error("the drag of a border copied something")
		}
		s.waitFocus(2, 1)
		s.enter("stty size")
		s.WaitText("21 58")
		s.quit()
	})
}

// R108: a session that is over before the terminal has answered leaves no answer
// for the shell.
func TestNoAnswerIsLeftForTheShell(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("brief", `echo up`)
		s := r.under("brief")
		s.WaitText("status 0")
		s.Send("end")
		if p := s.WaitText("end"); p.Line(p.Cursor.Y) != "end" {
			t.Errorf("the shell got %q", p.Line(p.Cursor.Y))
		}
	})
}
