//go:build unix

package main

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"atrium/internal/keys"
	"atrium/internal/layout"
	"atrium/internal/store"
	"atrium/internal/terminaltest"
)

// raw is a command that shows the bytes it gets from its second line on.
const rawScript = `stty raw -echo; printf 'up %s\r\n' "$*"; exec cat -vt`

// argvScript is a command that shows its words and stays.
const argvScript = `for word; do printf '<%s>\n' "$word"; done; echo shown; exec cat`

func TestNewWindows(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("show", argvScript)
		s := r.start("show", "two words", "-n2")
		s.WaitText("<two words>\n<-n2>\nshown")
		s.waitBar("| 1:show* |")
		s.press("c")
		s.waitBar("| 1:show- | 2:show* |")
		s.WaitText("<two words>\n<-n2>\nshown")
		s.press("!")
		s.waitBar("| 1:show- | 2:show- | 3:sh* |")
		s.prompted()
		s.press(":")
		s.WaitFor("the prompt stands on the last row", func(p *terminaltest.Picture) bool {
			return bar(p) == ":" && p.Cursor.Y == p.Rows-1 && p.Cursor.X == 1
		})
		s.Send(`show "a  b" '"c d"' e"f g"h ''` + "\r")
		s.waitBar("| 3:sh- | 4:show* |")
		s.WaitText("<a  b>\n<\"c d\">\n<ef gh>\n<>\nshown")
		e := r.awaitPanes(4)
		if argv := e.Snapshot.Panes[3].Argv; !slices.Equal(argv, []string{"show", "a  b", `"c d"`, "ef gh", ""}) {
			t.Errorf("recorded %q", argv)
		}
		s.quit()
	})
}

func TestPromptEdits(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("show", argvScript)
		r.script("raw", rawScript)
		s := r.start("raw")
		s.WaitText("up")
		for _, cancel := range []string{"\x1b", "\x03"} {
			s.press(":")
			s.Send("show no")
			s.waitBar(":show no")
			s.Send(cancel)
			s.waitBar("| 1:raw* |")
		}
		s.press(":")
		s.Send("show nö\x7f\x7fyes\x7f")
		s.waitBar(":show ye")
		s.Send("\r")
		s.waitBar("2:show*")
		s.WaitText("<ye>\nshown")
		s.press(":")
		s.waitBar(":")
		s.Send("\r") // an empty line is no command
		s.waitBar("| 1:raw- | 2:show* |")
		s.press("p")
		s.waitBar("1:raw*")
		s.Send("end")
		if p := s.WaitText("end"); p.Line(1) != "end" {
			t.Errorf("the pane got %q", p.Line(1))
		}
		s.quit()
	})
}

// The keys that come with Ctrl+A : in one read are the prompt's, as are those
// behind it; the pane gets what follows the Enter.
func TestKeysInTheSameReadBelongToThePrompt(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("raw", rawScript)
		s := r.start("raw", "first")
		s.WaitText("up first")
		s.Send("before\x01:raw second\r")
		s.waitBar("2:raw*")
		s.WaitText("up second")
		s.Send("behind")
		if p := s.WaitText("behind"); p.Line(1) != "behind" {
			t.Errorf("the second pane got %q", p.Line(1))
		}
		s.press("1")
		if p := s.WaitText("up first"); p.Line(1) != "before" {
			t.Errorf("the first pane got %q", p.Line(1))
		}
		s.quit()
	})
}

func TestWindowsCycleAndAreChosen(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start().prompted()
		s.press("c")
		s.waitBar("| 1:sh- | 2:sh* |")
		s.prompted().press("c")
		s.waitBar("| 1:sh- | 2:sh- | 3:sh* |")
		s.prompted()
		for _, step := range []struct{ key, want string }{
			{"n", "1:sh* | 2:sh- | 3:sh-"},
			{"n", "1:sh- | 2:sh* | 3:sh-"},
			{"p", "1:sh* | 2:sh- | 3:sh-"},
			{"p", "1:sh- | 2:sh- | 3:sh*"},
			{"2", "1:sh- | 2:sh* | 3:sh-"},
			{"1", "1:sh* | 2:sh- | 3:sh-"},
		} {
			s.press(step.key)
			s.waitBar(step.want)
		}
		s.press("9")
		s.waitBar("no window 9")
		s.quit()
	})
}

// The marks tell active, idle, output behind the operator's back, and an end.
func TestMarksOnTheBar(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("later", `echo up; read line < "$1"; echo more; read line < "$2"; exit 3`)
		first, second := r.fifo("first"), r.fifo("second")
		s := r.start().prompted()
		s.press(":")
		s.enter("later " + first + " " + second)
		s.WaitText("up")
		s.press("1")
		s.waitBar("1:sh* | 2:later- |")
		r.feed(first)
		s.waitBar("1:sh* | 2:later+ |")
		s.press("2")
		s.waitBar("1:sh- | 2:later* |")
		s.press("1")
		s.waitBar("1:sh* | 2:later- |")
		r.feed(second)
		s.waitBar("1:sh* | 2:later! |")
		s.press("2")
		s.WaitText("later ended with status 3")
		s.waitBar("1:sh- | 2:later! |")
		s.quit()
	})
}

func TestSplitsAndFocus(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start().prompted()
		s.press("%")
		s.waitFocus(2, 1)
		s.press(`"`)
		s.waitFocus(3, 2)
		s.press("h")
		s.waitFocus(3, 0)
		s.press(`"`)
		p := s.waitFocus(4, 2)
		want := []layout.Rect{{W: 40, H: 11}, {X: 40, W: 40, H: 11}, {Y: 11, W: 40, H: 12}, {X: 40, Y: 11, W: 40, H: 12}}
		if got := boxes(p); !slices.Equal(got, want) {
			t.Errorf("boxes %v, want %v", got, want)
		}
		const topLeft, topRight, bottomLeft, bottomRight = 0, 1, 2, 3
		for _, step := range []struct {
			key  string
			want int
		}{
			{"k", topLeft}, {"l", topRight}, {"j", bottomRight}, {"h", bottomLeft},
			{"\x1b[A", topLeft}, {"\x1b[C", topRight}, {"\x1b[B", bottomRight}, {"\x1b[D", bottomLeft},
			{"\x1bOA", topLeft}, {"\x1bOC", topRight}, {"\x1bOB", bottomRight}, {"\x1bOD", bottomLeft},
		} {
			s.press(step.key)
			s.waitFocus(4, step.want)
		}
		s.press("h") // check 143: there is nothing on the left
		s.Send("here")
		p = s.WaitText("here")
		if got := focused(p); got != bottomLeft || !strings.Contains(inside(p, boxes(p)[bottomLeft]), "here") {
			t.Errorf("the focus went to %d", got)
		}
		s.quit()
	})
}

func TestBordersMove(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start("--grid", "2x2")
		s.waitFocus(4, 0)
		waitBox := func(index int, want layout.Rect) {
			t.Helper()
			s.WaitFor(fmt.Sprintf("box %d is %v", index, want), func(p *terminaltest.Picture) bool {
				all := boxes(p)
				return len(all) == 4 && all[index] == want
			})
		}
		waitBox(0, layout.Rect{W: 40, H: 11})
		s.press("L")
		waitBox(0, layout.Rect{W: 42, H: 11})
		s.press("H", "H")
		waitBox(0, layout.Rect{W: 38, H: 11})
		s.press("J")
		waitBox(0, layout.Rect{W: 38, H: 12})
		s.press("K", "K")
		waitBox(0, layout.Rect{W: 38, H: 10})
		s.press("L", "l", "H") // the same border from its other side
		waitBox(0, layout.Rect{W: 38, H: 10})
		waitBox(1, layout.Rect{X: 38, W: 42, H: 10})
		e := r.awaitSaved("has the moved border", func(e store.Entry) bool {
			return strings.Contains(e.Snapshot.Windows[0].Tree, "38:42")
		})
		if len(e.Snapshot.Panes) != 4 {
			t.Errorf("tree %s", e.Snapshot.Windows[0].Tree)
		}
		s.quit()
	})
}

func TestZoomAndKill(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start().prompted()
		s.press("%")
		s.waitFocus(2, 1)
		s.press("z")
		s.WaitFor("the pane has the whole area", func(p *terminaltest.Picture) bool {
			return len(boxes(p)) == 0 && p.Line(0) == "ok>"
		})
		s.enter("stty size")
		s.WaitText("23 80")
		s.press("h") // moving the focus ends the zoom
		s.waitFocus(2, 0)
		s.press("z", "z")
		s.waitFocus(2, 0)
		s.press("z", "x") // the zoomed one goes, the other has all
		s.WaitFor("the other pane has the whole area", func(p *terminaltest.Picture) bool {
			return len(boxes(p)) == 0 && p.Contains("23 80")
		})
		r.awaitPanes(1)
		s.press("z") // one pane has nothing to zoom
		s.enter("echo st''ill")
		s.WaitText("still")
		s.quit()
	})
}

// checks 144, 146 and the literal prefix: what a pane gets of the keys.
func TestKeysReachThePaneAsTheyAre(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("raw", rawScript)
		s := r.start("raw")
		s.WaitText("up")
		got := ""
		send := func(shown string, reads ...string) {
			t.Helper()
			for _, read := range reads {
				s.Send(read)
				s.WaitRead()
			}
			got += shown
			s.WaitFor(fmt.Sprintf("the pane got %q", got), func(p *terminaltest.Picture) bool { return p.Line(1) == got })
		}
		send("^A", "\x01\x01")
		send("^A", "\x01", "\x01")
		send("^[", "\x1b") // check 146: at once, though more could follow
		send("^[[A", "\x1b[A")
		send("^[OP", "\x1bOP")
		send("M-CM-6", "\xc3", "\xb6")
		send("^M^I^C^D^Z^?", "\r\t\x03\x04\x1a\x7f")
		send("x", "\x01Q\x01w\x01\x1b[Zx") // unknown: prefix and key are swallowed
		send("x", "\x01", "\x1b[Z", "x")
		s.quit()
	})
}

func TestPrefixAndKeyInTwoReads(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.start().prompted()
		s.Send("\x01")
		s.WaitRead()
		s.Send("%")
		s.waitFocus(2, 1)
		s.Send("\x01")
		s.WaitRead()
		s.Send("\x1b")
		s.WaitRead()
		s.Send("[D")
		s.WaitFor("the arrow is obeyed or its rest typed", func(p *terminaltest.Picture) bool {
			return focused(p) == 0 || p.Contains("[D")
		})
		s.quit()
	})
}

func TestHelp(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("raw", rawScript)
		s := r.start("raw")
		s.WaitText("up")
		for _, closing := range []string{"\x1b", "q", "?", "\x01?"} {
			s.press("?")
			p := s.WaitText("closes this")
			for _, b := range keys.Usual().Rows() {
				if !p.Contains(b.Text) {
					t.Errorf("the help lacks %q", b.Text)
				}
			}
			s.Send("zzz")
			s.WaitRead()
			s.Send(closing)
			s.WaitFor("the help is gone", func(p *terminaltest.Picture) bool {
				return !p.Contains("closes this") && p.Line(0) == "up"
			})
		}
		s.Send("end")
		if p := s.WaitText("end"); p.Line(1) != "end" {
			t.Errorf("the pane got %q", p.Line(1))
		}
		s.press("?")
		s.WaitText("closes this")
		s.quit() // also from inside
	})
}

// mouse is a report of mode 1006 for a cell, counted from 0.
func mouse(code, x, y int, final byte) string {
	return fmt.Sprintf("\x1b[<%d;%d;%d%c", code, x+1, y+1, final)
}

func TestMouse(t *testing.T) {
	const wheelUp, left, drag = 64, 0, 32
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("raw", rawScript)
		r.script("asks", `stty raw -echo; printf '\033[?1000h\033[?1006hasks\r\n'; exec cat -vt`)
		s := r.start("raw")
		s.WaitText("up")
		s.press("%", ":")
		s.waitBar(":")
		s.Send("\x1b")
		s.waitFocus(2, 1)
		s.press("m")
		s.waitBar("mouse on")
		s.WaitFor("the terminal reports the mouse", func(p *terminaltest.Picture) bool {
			return p.Modes.Mouse == 1002 && p.Modes.MouseForm == 1006
		})

		s.Send(mouse(left, 5, 5, 'M') + mouse(left, 5, 5, 'm'))
		p := s.waitFocus(2, 0)
		if got := inside(p, boxes(p)[0]); got != "up" {
			t.Errorf("the click was typed: %q", got)
		}
		s.Send("one two\r\nthree")
		s.WaitText("three")
		s.Send(mouse(left, 5, 2, 'M') + mouse(left+drag, 30, 2, 'M') + mouse(left+drag, 70, 3, 'M') + mouse(left, 70, 3, 'm'))
		s.waitBar("copied")
		p = s.Picture()
		want := copied(inside(p, boxes(p)[0]), 4)
		s.WaitBytes(fmt.Sprintf("the clipboard gets %q", want), func(raw []byte) bool {
			return strings.Contains(string(raw), "\x1b]52;c;"+base64.StdEncoding.EncodeToString([]byte(want)))
		})

		s.Send(mouse(wheelUp, 5, 5, 'M') + "w")
		s.WaitText("w")
		if p := s.Picture(); strings.Contains(inside(p, boxes(p)[0]), "[<") {
			t.Errorf("the wheel was typed into a pane that did not ask:\n%s", p.Text())
		}
		s.Send("\x1b") // also with the mouse on, when nothing follows
		s.WaitText("w^[")
		s.press("m")
		s.WaitFor("the terminal is quiet", func(p *terminaltest.Picture) bool { return p.Modes.Mouse == 0 })
		s.quit()
	})
}

// copied is what a drag copies from the first row of a pane at column from and
// the second up to its end.
func copied(text string, from int) string {
	lines := strings.SplitN(text, "\n", 4)
	return lines[1][from:] + "\n" + lines[2]
}

// The wheel goes to the pane under it, in its own cells, focused or not.
func TestWheelGoesToThePaneThatAsked(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("asks", `stty raw -echo; printf '\033[?1000h\033[?1006hasks\r\n'; exec cat -vt`)
		s := r.start("-n", "2", "asks")
		s.WaitFor("both are up", func(p *terminaltest.Picture) bool { return strings.Count(p.Text(), "│asks ") == 2 && focused(p) == 0 })
		s.press("m")
		s.waitBar("mouse on")
		s.Send(mouse(64, 45, 7, 'M') + mouse(65, 45, 7, 'M'))
		p := s.WaitText("^[[<64;5;7M^[[<65;5;7M")
		if focused(p) != 0 {
			t.Error("the wheel moved the focus")
		}
		if got := inside(p, boxes(p)[0]); got != "asks" {
			t.Errorf("the focused pane got %q", got)
		}
		s.Send(mouse(64, 40, 7, 'M') + mouse(0, 45, 7, 'M')) // the border is no pane's; a press is not passed on
		p = s.waitFocus(2, 1)
		if strings.Contains(p.Text(), "<0;") || strings.Contains(p.Text(), "<64;0;") {
			t.Errorf("passed on:\n%s", p.Text())
		}
		s.quit()
	})
}
