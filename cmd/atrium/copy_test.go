//go:build unix

package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atrium/internal/terminaltest"
)

// manyLines prints numbered lines and goes on with what follows.
const manyLines = `i=1; while [ $i -le 300 ]; do echo "line $i"; i=$((i+1)); done; `

// R101: what is printed while one reads does not move the view.
func TestCopyModeStaysWhileThePanePrints(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		more := r.fifo("more")
		r.script("prints", manyLines+`read go < `+more+`; while [ $i -le 700 ]; do echo "line $i"; i=$((i+1)); done; exec cat -vt`)
		s := r.start("prints")
		s.WaitText("line 300")
		s.press("[")
		s.WaitText("[0/278]")
		s.Send("g")
		p := s.WaitText("[278/278]")
		if !strings.HasPrefix(p.Line(0), "line 1 ") || p.Line(22) != "line 23" {
			t.Errorf("the top is\n%s", p.Text())
		}
		r.feed(more)
		p = s.WaitText("[678/678]")
		if !strings.HasPrefix(p.Line(0), "line 1 ") || p.Line(22) != "line 23" {
			t.Errorf("the view moved:\n%s", p.Text())
		}
		s.Send("q")
		s.WaitFor("the screen is shown", func(p *terminaltest.Picture) bool { return p.Line(21) == "line 700" })
		s.Send("typed")
		s.WaitText("typed")
		s.quit()
	})
}

// What is searched for and selected goes to the terminal, to the system's
// clipboard and, pasted, into a pane.
func TestCopyAndPasteOnATerminal(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		kept := filepath.Join(r.home, "clipboard")
		r.script("wl-copy", `cat > `+kept+`.new && mv `+kept+`.new `+kept)
		r.setenv("WAYLAND_DISPLAY", "wayland-0")
		r.script("prints", manyLines+`stty raw -echo; exec cat -vt`)
		r.script("bracketed", `stty raw -echo; printf '\033[?2004hup\r\n'; exec cat -vt`)
		s := r.start("prints")
		s.WaitText("line 300")
		s.press("[")
		s.Send("?LINE")
		s.WaitFor("the bar asks, and tells that nothing is found", func(p *terminaltest.Picture) bool {
			return strings.HasPrefix(p.Line(23), "no match ?LINE")
		})
		s.Send("\x15line 4[12]$")
		s.WaitFor("the match is shown", func(p *terminaltest.Picture) bool { return p.Contains("line 42") && p.Line(23) == "?line 4[12]$" })
		s.Send("\rVny")
		want := "line 41\nline 42"
		s.WaitBytes("the terminal's clipboard is set", func(raw []byte) bool {
			return strings.Contains(string(raw), "\x1b]52;c;"+base64.StdEncoding.EncodeToString([]byte(want))+"\x1b\\")
		})
		s.waitBar("copied 2 lines")
		r.awaitFor("the system's clipboard is set", func() bool {
			text, err := os.ReadFile(kept)
			return err == nil && string(text) == want
		})
		s.press("]")
		s.WaitText("line 41^Mline 42")
		s.press(":")
		s.enter("bracketed")
		s.WaitText("up")
		s.press("]")
		s.WaitText("^[[200~line 41^Mline 42^[[201~")
		s.quit()
	})
}

func TestClipboardThatFailsIsTold(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("wl-copy", "exit 3")
		r.setenv("WAYLAND_DISPLAY", "wayland-0")
		s := r.start().prompted()
		s.press("[")
		s.Send("Vy")
		s.waitBar(`the system's clipboard was not set: "wl-copy": exit status 3`)
		s.quit()
	})
}

func TestKeysOfEmacs(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.write(filepath.Join(r.home, ".config/atrium/config.json"), `{"copy_keys": "emacs", "scrollback": 100}`, 0o600)
		r.script("prints", manyLines+`stty raw -echo; exec cat -vt`)
		s := r.start("prints")
		s.WaitText("line 300")
		s.press("[")
		s.Send("\x1b<")
		p := s.WaitText("[100/100]")
		if !strings.HasPrefix(p.Line(0), "line 179 ") {
			t.Errorf("the top is %q", p.Line(0))
		}
		s.Send("\x13250\r")
		s.WaitFor("the line is found", func(p *terminaltest.Picture) bool { return p.Contains("line 250") && !p.Contains("search:") })
		s.Send("\x00\x05\x1bw")
		s.waitBar("copied")
		s.press("]")
		s.WaitFor("the line's number is pasted", func(p *terminaltest.Picture) bool { return p.Line(22) == "250" })
		s.quit()
	})
}

// R110: the wheel scrolls a shell, sends arrows to a full-screen program, and
// is reported to one that follows the mouse.
func TestWheelScrolls(t *testing.T) {
	const up, down = 64, 65
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("prints", manyLines+`stty raw -echo; exec cat -vt`)
		r.script("full", `stty raw -echo; printf '\033[?1049h\033[Halternate\r\n'; exec cat -vt`)
		s := r.start("prints")
		s.WaitText("line 300")
		s.press("m")
		s.waitBar("mouse on")
		s.Send(mouse(up, 5, 5, 'M') + mouse(up, 5, 5, 'M'))
		p := s.WaitText("[6/278]")
		if !strings.HasPrefix(p.Line(0), "line 273 ") {
			t.Errorf("scrolled to %q", p.Line(0))
		}
		s.Send(mouse(down, 5, 5, 'M') + mouse(down, 5, 5, 'M'))
		s.WaitFor("the bottom leaves", func(p *terminaltest.Picture) bool { return !p.Contains("/278]") && p.Contains("line 300") })
		s.Send("typed")
		s.WaitText("typed")
		s.press(":")
		s.enter("full")
		s.WaitText("alternate")
		s.Send(mouse(up, 5, 5, 'M') + mouse(down, 5, 5, 'M'))
		s.WaitText("^[[A^[[A^[[A^[[B^[[B^[[B")
		s.quit()
	})
}

// A double click takes a word, a triple one the line, also where the margin
// broke it.
func TestClicksCopy(t *testing.T) {
	long := strings.Repeat("0123456789", 9)
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("prints", fmt.Sprintf(`stty raw -echo; printf 'see /usr/lib/x.go:12 there\r\n%s end\r\n'; exec cat -vt`, long))
		s := r.start("prints")
		s.WaitText("there")
		s.press("m")
		s.waitBar("mouse on")
		click := func(x, y int) string { return mouse(0, x, y, 'M') + mouse(0, x, y, 'm') }
		copied := func(text string) {
			t.Helper()
			s.WaitBytes(fmt.Sprintf("%q is copied", text), func(raw []byte) bool {
				return strings.Contains(string(raw), "]52;c;"+base64.StdEncoding.EncodeToString([]byte(text))+"\x1b")
			})
		}
		s.Send(click(8, 0) + click(8, 0))
		copied("/usr/lib/x.go:12")
		s.Send(click(3, 2) + click(3, 2) + click(3, 2))
		copied(long + " end")
		s.Send("typed")
		s.WaitText("typed")
		s.quit()
	})
}

// The pane that is read may end.
func TestPaneThatIsReadEnds(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		end := r.fifo("end")
		r.script("prints", manyLines+`read go < `+end+`; exit 3`)
		s := r.start().prompted()
		s.press(":")
		s.enter("prints")
		s.WaitText("line 300")
		s.press("[")
		s.Send("g")
		s.WaitText("[278/278]")
		r.feed(end)
		s.waitBar("2:prints!")
		if p := s.Picture(); !p.Contains("[278/278]") || p.Contains("ended with") {
			t.Errorf("the reader was disturbed:\n%s", p.Text())
		}
		s.Send("q")
		s.WaitText("prints ended with status 3")
		s.Send("x")
		s.waitBar("| 1:sh* |")
		s.quit()
	})
}
