//go:build unix

package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"atrium/internal/terminaltest"
)

// paste pastes text as a terminal does: between markers if it was told to mark.
func (s *terminal) paste(text string) {
	text = strings.ReplaceAll(text, "\n", "\r")
	if s.Picture().Modes.BracketedPaste {
		text = "\x1b[200~" + text + "\x1b[201~"
	}
	s.Send(text)
}

// R104: a paste is marked for a pane that wants it, whenever it says so.
func TestPasteIsMarkedForWhoAsked(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		on, off := r.fifo("on"), r.fifo("off")
		r.script("pastes", `stty raw -echo; (read go < `+on+`; printf '\033[?2004h'; read go < `+off+`; printf '\033[?2004l') & printf 'up\r\n'; exec cat -vt`)
		s := r.start("pastes")
		s.WaitText("up")
		marks := func(want bool) {
			s.WaitFor(fmt.Sprintf("the terminal marks pastes: %v", want), func(p *terminaltest.Picture) bool { return p.Modes.BracketedPaste == want })
		}
		s.paste("a\nb")
		s.WaitText("a^Mb")
		r.feed(on)
		marks(true)
		s.paste("c\nd")
		s.WaitText("a^Mb^[[200~c^Md^[[201~")
		r.feed(off)
		marks(false)
		s.paste("e\nf")
		s.WaitText("^[[201~e^Mf")
		r.awaitPanes(1)
		s.press("c") // the new one has not asked
		s.waitBar("2:pastes*")
		marks(false)
		s.press(":") // the prompt has
		marks(true)
		s.paste("echo x\ny")
		s.waitBar(":echo x y")
		s.Send("\x1b")
		marks(false)
		s.Kill(syscall.SIGKILL)
	})
}

// R106: a large paste arrives whole at a pane that reads slowly.
func TestLargePasteArrivesWhole(t *testing.T) {
	const pieces = 100
	var b strings.Builder
	for i := 0; b.Len() < pieces<<10; i++ {
		fmt.Fprintf(&b, "%d: \x01 öß 漢 \x1b[A;", i)
	}
	text := b.String()[:pieces<<10]
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("slow", fmt.Sprintf(`stty raw -echo; printf '\033[?2004hup\r\n'; n=0
while [ $n -lt %d ]; do dd bs=1024 count=1 iflag=fullblock 2>/dev/null; n=$((n+1)); done | sha256sum; dd bs=1 count=12 iflag=fullblock 2>/dev/null | cat -vt; exec cat`, pieces))
		s := r.start("slow")
		s.WaitFor("it is up and wants pastes marked", func(p *terminaltest.Picture) bool { return p.Contains("up") && p.Modes.BracketedPaste })
		marked := "\x1b[200~" + text + "\x1b[201~"
		s.Send(marked)
		got := marked[:pieces<<10]
		s.WaitText(fmt.Sprintf("%x", sha256.Sum256([]byte(got))))
		s.WaitText("^[[201") // the rest of it, its end wrapped
	})
}

// R108: what the terminal answers late, twice or in pieces is no typing.
func TestAnswersOfTheTerminalReachNoPane(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("raw", rawScript)
		s := r.start("raw")
		s.WaitText("up")
		for _, reads := range [][]string{
			{"\x1b[?61;4;6c\x1b[?61;4;6c"},
			{"\x1b[?61;", "4;6c"},
			{"\x1b]11;rgb:0000/0000/0000\x1b\\", "\x1b]11;rgb:00", "00/0000/0000\x07"},
			{"\x1b[?997;1n"}, {"\x1b[>0;276;0c"}, {"\x1bP>|term 1.0\x1b\\"}, {"\x1b[?2026;2$y"},
		} {
			for _, read := range reads {
				s.Send(read)
				s.WaitRead()
			}
		}
		s.Send("end")
		if p := s.WaitText("end"); p.Line(1) != "end" {
			t.Errorf("the pane got %q", p.Line(1))
		}
		s.quit()
	})
}

// R098: what the focused pane copies reaches the terminal whole; nobody gets to
// read the clipboard.
func TestClipboard(t *testing.T) {
	big := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("clipboard ", 10_000)))
	eachWire(t, func(t *testing.T, r *rig) {
		r.write(filepath.Join(r.home, "big"), big, 0o600)
		other := r.fifo("other")
		r.script("copies", `stty raw -echo
printf '\033]52;c;c2hvcnQ=\007short\r\n'; dd bs=1 count=1 2>/dev/null; printf '\033]52;c;'; cat "$HOME/big"; printf '\033\\'; printf '\033]52;c;?\007up\r\n'; exec cat -vt`)
		r.script("behind", `echo up; read go < `+other+`; printf '\033]52;c;YmVoaW5k\007'; echo copied; exec cat`)
		s := r.start("copies")
		s.WaitText("short")
		s.WaitBytes("the first is copied", func(raw []byte) bool { return strings.Contains(string(raw), "\x1b]52;c;c2hvcnQ=\x1b") })
		s.Send("!")
		s.WaitText("up")
		s.WaitBytes("all of the second is copied", func(raw []byte) bool {
			return strings.Contains(string(raw), "\x1b]52;c;"+big+"\x1b")
		})
		s.press(":")
		s.enter("behind")
		s.waitBar("2:behind*")
		s.WaitFor("only the new window tells that it is up", func(p *terminaltest.Picture) bool { return p.Contains("up") && !p.Contains("short") })
		s.press("1")
		s.waitBar("1:copies*")
		r.feed(other)
		s.waitBar("2:behind+")
		s.Send("end")
		p := s.WaitText("end")
		if p.Line(2) != "end" {
			t.Errorf("the pane got %q", p.Text())
		}
		if raw := string(s.Bytes()); strings.Contains(raw, "52;c;?") || strings.Contains(raw, "YmVoaW5k") {
			t.Error("a question, or what another pane copied, reached the terminal")
		}
		s.quit()
	})
}

// R138: a pane that is not seen is heard, once.
func TestPaneBehindIsHeard(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		call := r.fifo("call")
		r.script("calls", `echo up; read go < `+call+`; printf '\a\033]9;needs you\007\033]777;notify;title;text\033\\'; echo called; exec cat`)
		s := r.start().prompted()
		s.press(":")
		s.enter("calls")
		s.WaitText("up")
		s.press("1")
		s.waitBar("1:sh*")
		before := strings.Count(string(s.Bytes()), "\a")
		r.feed(call)
		s.WaitBytes("the notices arrive", func(raw []byte) bool {
			return strings.Contains(string(raw), "\x1b]9;needs you") && strings.Contains(string(raw), "\x1b]777;notify;title;text")
		})
		s.waitBar("2:calls+")
		s.press("r")
		s.press("2")
		s.WaitText("called")
		raw := string(s.Bytes())
		if rung := strings.Count(raw, "\a") - before; rung != 1 || strings.Count(raw, "needs you") != 1 {
			t.Errorf("the bell rang %d times, the notice came %d times", rung, strings.Count(raw, "needs you"))
		}
		s.quit()
	})
}

// After a stop the shell had the terminal: it is taken again, whole.
func TestStoppedAndContinued(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("modes", modesScript)
		s := r.under("modes")
		s.WaitFor("the pane's modes are set", func(p *terminaltest.Picture) bool { return p.Contains("┤⎻") && p.Modes.BracketedPaste })
		entered := strings.Count(string(s.Bytes()), "\x1b[?1049h")
		pid := r.atriumPid()
		syscall.Kill(pid, syscall.SIGSTOP)
		syscall.Kill(pid, syscall.SIGCONT)
		s.WaitBytes("the screen is entered again", func(raw []byte) bool { return strings.Count(string(raw), "\x1b[?1049h") > entered })
		s.WaitFor("all is there again", func(p *terminaltest.Picture) bool {
			return p.Contains("┤⎻") && p.Modes.BracketedPaste && p.Modes.AppCursor && strings.Contains(bar(p), "1:modes*")
		})
		s.press("q")
		s.restored(0)
	})
}

// The keys that arrange panes and windows.
func TestArrangingKeys(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("me", `echo "#$$#"; exec cat`)
		s := r.start("--grid", "1x3", "me")
		order := func(p *terminaltest.Picture) (pids []string) {
			for _, box := range boxes(p) {
				pids = append(pids, pidIn(inside(p, box)))
			}
			return pids
		}
		p := s.WaitFor("three panes show themselves", func(p *terminaltest.Picture) bool {
			return len(boxes(p)) == 3 && !slices.Contains(order(p), "")
		})
		first := order(p)
		waitOrder := func(key string, want ...string) {
			t.Helper()
			s.press(key)
			s.WaitFor(fmt.Sprintf("after %q the order is %v", key, want), func(p *terminaltest.Picture) bool { return slices.Equal(order(p), want) })
		}
		waitOrder("}", first[1], first[0], first[2])
		waitOrder("{", first...)
		waitOrder("\x0f", first[2], first[0], first[1])
		s.press("l")
		s.press(" ") // columns, which it has
		for range 3 {
			before := boxes(s.Picture())
			s.press(" ")
			p = s.WaitFor("the layout is another", func(p *terminaltest.Picture) bool {
				all := boxes(p)
				return len(all) == 3 && !slices.Equal(all, before)
			})
		}
		at := focused(p)
		s.press(";")
		p = s.WaitFor("the focus is elsewhere", func(p *terminaltest.Picture) bool { return len(boxes(p)) == 3 && focused(p) >= 0 && focused(p) != at })
		s.press(";")
		s.waitFocus(3, at)
		s.press(",")
		s.waitBar(":")
		s.Send("\x15the crew\r")
		s.waitBar("the crew")
		s.press("@")
		s.Send("\r") // to a window of its own
		s.waitBar("2:me*")
		s.press("\t")
		s.WaitFor("two panes are left behind", func(p *terminaltest.Picture) bool { return len(boxes(p)) == 2 })
		s.press("\t")
		s.WaitFor("the last window is back", func(p *terminaltest.Picture) bool { return len(boxes(p)) == 0 })
		e := r.awaitPanes(3)
		if len(e.Snapshot.Windows) == 2 && e.Snapshot.Windows[0].Name != "the crew" {
			t.Errorf("recorded windows %+v", e.Snapshot.Windows)
		}
		s.quit()
	})
}
