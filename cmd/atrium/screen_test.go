//go:build unix

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atrium/internal/layout"
	"atrium/internal/store"
	"atrium/internal/terminaltest"
)

// sizedScript is a command that shows its pid and logs its size, at the start
// and whenever it is told that it changed, into the folder that it is given.
const sizedScript = `log="$1/$$"; trap 'stty size >> "$log"' WINCH; stty size >> "$log"; echo "#$$#"; while :; do read line; done`

// sizes is what the panes of a test were told.
type sizes struct {
	r     *rig
	dir   string
	drawn map[string]string // at the last look
}

func (r *rig) logSizes() *sizes {
	r.t.Helper()
	r.script("sized", sizedScript)
	return &sizes{r: r, dir: r.mkdir(filepath.Join(r.home, "sizes"))}
}

// of is what the program with that pid was told, in order.
func (s *sizes) of(pid string) []string {
	text, err := os.ReadFile(filepath.Join(s.dir, pid))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// last is the size that the program with that pid has, "rows cols".
func (s *sizes) last(pid string) string {
	all := s.of(pid)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// pidIn is the pid that a sized pane shows.
func pidIn(text string) string {
	_, rest, _ := strings.Cut(text, "#")
	pid, _, _ := strings.Cut(rest, "#")
	return pid
}

// drawn are the sizes of the panes on the screen by their pids, as they are
// drawn; nil unless each shows its pid.
func drawn(p *terminaltest.Picture) map[string]string {
	all := map[string]string{}
	areas := boxes(p)
	if len(areas) == 0 {
		all[pidIn(p.Text())] = fmt.Sprintf("%d %d", p.Rows-1, p.Cols)
	}
	for _, box := range areas {
		all[pidIn(inside(p, box))] = fmt.Sprintf("%d %d", box.H-2, box.W-2)
	}
	if _, unseen := all[""]; unseen {
		return nil
	}
	return all
}

// areTold waits until so many panes are drawn, otherwise than at the last look,
// and each was told the size in which it is, none twice in a row: one signal
// for a change, none without.
func (s *sizes) areTold(screen *terminal, panes int) {
	s.r.t.Helper()
	s.r.awaitFor(fmt.Sprintf("%d panes are told the size in which they are drawn", panes), func() bool {
		all := drawn(screen.Picture())
		if len(all) != panes || maps.Equal(all, s.drawn) || !s.match(all) {
			return false
		}
		s.drawn = all
		return true
	})
	for pid := range s.drawn {
		told := s.of(pid)
		for i := 1; i < len(told); i++ {
			if told[i] == told[i-1] {
				s.r.t.Errorf("pid %s was told %q", pid, told)
			}
		}
	}
}

// match tells whether the panes have the sizes in which they are drawn.
func (s *sizes) match(drawn map[string]string) bool {
	for pid, size := range drawn {
		if s.last(pid) != size {
			return false
		}
	}
	return true
}

// R092: whatever changes the geometry tells every program in it.
func TestEveryChangeOfGeometryIsTold(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		told := r.logSizes()
		s := r.start("sized", told.dir)
		told.areTold(s, 1)
		s.press("%")
		told.areTold(s, 2)
		s.press(`"`)
		told.areTold(s, 3)
		s.press("L")
		told.areTold(s, 3)
		s.press("K")
		told.areTold(s, 3)
		s.press("z")
		told.areTold(s, 1)
		s.press("z")
		told.areTold(s, 3)
		s.press("c")
		told.areTold(s, 1)
		s.Resize(101, 33)
		told.areTold(s, 1)
		s.press("p")
		told.areTold(s, 3)
		s.press("x")
		told.areTold(s, 2)
		s.press("h", "x")
		told.areTold(s, 1)
		s.press("%")
		told.areTold(s, 2)
		r.awaitPanes(3)
		s.crash()

		s = r.startAt(90, 20)
		s.answer("y")
		told.areTold(s, 2)
		for pid := range drawn(s.Picture()) {
			if all := told.of(pid); len(all) != 1 {
				t.Errorf("a resumed pane was told %q", all)
			}
		}
		s.press("n")
		told.areTold(s, 1)
		s.quit()
	})
}

// R080: sizes that no terminal has, under the panes, the prompt and the help.
func TestAbsurdSizes(t *testing.T) {
	for name, over := range map[string]struct{ open, closing, shows string }{
		"panes":  {"", "", ""},
		"prompt": {"\x01:some command", "\x1b", ":some command"},
		"help":   {"\x01?", "\x1b", "closes this"},
	} {
		t.Run(name, func(t *testing.T) {
			eachWire(t, func(t *testing.T, r *rig) {
				told := r.logSizes()
				s := r.start("-n", "4", "sized", told.dir)
				told.areTold(s, 4)
				p := s.Picture()
				var pids []string
				for _, box := range boxes(p) {
					pids = append(pids, pidIn(inside(p, box)))
				}
				s.Send(over.open)
				s.WaitText(over.shows)
				for _, size := range []struct {
					cols, rows int
					want       string // of the first pane
				}{
					{1, 1, "1 1"}, {2, 1, "1 2"}, {1, 2, "1 1"}, {0, 0, "9 38"}, {1, 200, "99 1"},
					{0, 30, "14 1"}, {200, 3, "1 100"}, {1000, 1000, "497 498"}, {20, 6, "2 10"}, {1, 1, "1 1"},
				} {
					s.Resize(size.cols, size.rows)
					r.awaitFor(fmt.Sprintf("the first pane has %s in %dx%d", size.want, size.cols, size.rows), func() bool {
						return told.last(pids[0]) == size.want
					})
				}
				s.Resize(80, 24)
				s.WaitText(over.shows)
				s.Send(over.closing)
				s.waitBar("1:sized*")
				p = s.waitFocus(4, 0)
				for i, box := range boxes(p) {
					want := fmt.Sprintf("%d %d", box.H-2, box.W-2)
					r.awaitFor("a pane has its size again", func() bool { return told.last(pids[i]) == want })
				}
				s.quit()
			})
		})
	}
}

// The last of many sizes is the one that counts.
func TestBurstOfResizes(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		told := r.logSizes()
		s := r.start("-n", "2", "sized", told.dir)
		told.areTold(s, 2)
		for i := range 200 {
			s.Resize(40+i%60, 10+i%30)
		}
		s.Resize(77, 21)
		s.WaitFor("the boxes fit", func(p *terminaltest.Picture) bool {
			all := boxes(p)
			return len(all) == 2 && all[1] == layout.Rect{X: 38, W: 39, H: 20}
		})
		r.awaitFor("the panes have the last size", func() bool {
			all := drawn(s.Picture())
			return len(all) == 2 && told.match(all)
		})
		s.quit()
	})
}

// check 147: what lay over a program that never draws again leaves it whole.
func TestOverlayGivesBackWhatItCovered(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("once", `stty -echo; i=1; while [ $i -lt 23 ]; do echo "\033[4${i#?}m line $i of many words, many words, many words, many words"; i=$((i+1)); done; printf last; read never`)
		s := r.start("once")
		before := s.WaitText("last").Text()
		for _, over := range []struct{ open, shows, closing string }{
			{"\x01?", "closes this", "\x1b"},
			{"\x01:abc", ":abc", "\x1b"},
			{"\x01c", "2:once*", "\x01x"},
		} {
			s.Send(over.open)
			s.WaitText(over.shows)
			s.Send(over.closing)
			s.WaitFor("the screen is as before "+over.shows, func(p *terminaltest.Picture) bool { return p.Text() == before })
		}
		s.quit()
	})
}

// check 148: a terminal that does not read holds up nothing.
func TestTerminalThatDoesNotRead(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		flooded, typed := filepath.Join(r.home, "flooded"), filepath.Join(r.home, "typed")
		exists := func(path string) func() bool {
			return func() bool { _, err := os.Stat(path); return err == nil }
		}
		s := r.start().prompted()
		s.press("%")
		s.waitFocus(2, 1)
		s.Freeze()
		s.enter("yes abcdefgh | head -n 300000; touch " + flooded)
		s.press("h")
		s.enter("touch " + typed)
		r.awaitFor("the command in the other pane runs", exists(typed))
		r.awaitFor("the flood is over", exists(flooded))
		s.press("l")
		s.Thaw()
		s.WaitFor("the view is complete", func(p *terminaltest.Picture) bool {
			all := boxes(p)
			if len(all) != 2 {
				return false
			}
			lines := strings.Split(inside(p, all[1]), "\n")
			return len(lines) == 21 && strings.Count(strings.Join(lines, "\n"), "abcdefgh") == 20 && lines[20] == "ok>" &&
				strings.Contains(inside(p, all[0]), "typed")
		})
		s.waitFocus(2, 1)
		s.quit()
	})
}

// A program that opens a synchronized update and falls silent is shown.
func TestUpdateLeftOpen(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("opens", `echo up; read go; printf '\033[?2026hhalf done'; read never`)
		s := r.start("opens")
		s.WaitText("up")
		s.Send("\r")
		s.WaitText("half done")
		s.quit()
	})
}

// A tile says that it starts until something visible is there.
func TestStartingPlaceholder(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		first, second := r.fifo("first"), r.fifo("second")
		seen := filepath.Join(r.home, "seen")
		r.script("slow", fmt.Sprintf(`read go < %s; printf '\033[2J\033[?25l \r\n\033]2;slow one\007'; touch %s; read go < %s; printf visible; read never`, first, seen, second))
		s := r.start("slow")
		s.WaitText("starting slow")
		r.feed(first)
		s.WaitFor("the title is there and still nothing to see", func(p *terminaltest.Picture) bool {
			return p.Title == "slow one" && p.Contains("starting slow")
		})
		r.feed(second)
		if p := s.WaitText("visible"); p.Contains("starting") {
			t.Errorf("the placeholder stays:\n%s", p.Text())
		}
		s.quit()
	})
}

// R084: joined characters stay whole, and leave nothing of them behind when
// they are overwritten.
func TestClusters(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		for name, c := range map[string]struct{ printed, whole, cut string }{
			"family":     {"👩\u200d👩\u200d👧\u200d👦", "<👩\u200d👩\u200d👧\u200d👦>", "< x>"},
			"flag":       {"🇬🇧", "<🇬🇧>", "< x>"},
			"rainbow":    {"🏳️\u200d⚧️", "<🏳️\u200d⚧️>", "< x>"},
			"accent":     {"e\u0301", "<e\u0301>", "<e\u0301x"},
			"ideograph":  {"漢", "<漢>", "< x>"},
			"joiner":     {"a\u200db", "<a\u200db>", ""},
			"zero width": {"a\u200bb", "<ab>", ""},
		} {
			r.write(filepath.Join(r.home, "bytes"), "<"+c.printed+">", 0o600)
			r.script("show", `stty -echo; cat "$HOME/bytes"; read go; printf '\r\033[2Cx'; read never`)
			s := r.start("show")
			whole := strings.ReplaceAll(c.whole, "\u200b", "")
			p := s.WaitFor(name+" is printed", func(p *terminaltest.Picture) bool { return strings.HasSuffix(p.Line(0), ">") })
			if got := p.Line(0); got != whole && strings.ReplaceAll(got, "\u200b", "") != whole {
				t.Errorf("%s: %q, want %q", name, got, whole)
			}
			s.Send("\r")
			p = s.WaitFor(name+" is overwritten", func(p *terminaltest.Picture) bool { return strings.Contains(p.Line(0), "x") })
			if got := p.Line(0); c.cut != "" && !strings.HasPrefix(got, c.cut) {
				t.Errorf("%s, overwritten: %q, want %q", name, got, c.cut)
			}
			if strings.ContainsRune(p.Text(), '\ufffd') {
				t.Errorf("%s left halves:\n%s", name, p.Text())
			}
			s.quit()
		}
	})
}

// R088: characters and sequences that come in pieces.
func TestCharactersInPieces(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("pieces", `stty -echo; printf 'up\r\n\350\252'; read go; printf '\236|'; read go; printf '\033'; read go; printf '[3'; read go; printf '1mred\033[0m|'; read go; `+
			`head -c 4095 /dev/zero | tr '\0' a; printf '😀'; read never`)
		s := r.start("pieces")
		s.WaitText("up")
		for _, text := range []string{"語|", "", "", "red|"} {
			s.Send("\r")
			s.WaitRead()
			s.WaitText(text)
		}
		s.Send("\r")
		p := s.WaitText("a😀")
		if strings.ContainsRune(p.Text(), '\ufffd') || strings.Contains(p.Text(), "[31m") || strings.Count(p.Text(), "a") < 1000 {
			t.Errorf("shown:\n%s", p.Text())
		}
		s.quit()
	})
}

// check 19: an idle session beats on disk, with a new time and nothing else, and
// writes nothing to the terminal.
func TestIdleSessionIsQuiet(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("stays", `echo up; exec cat`)
		s := r.start("stays")
		s.WaitText("up")
		without := func(e store.Entry) string {
			return strings.ReplaceAll(r.files(r.state)[e.Path], fmt.Sprint(*e.Snapshot.Meta.SavedAtMS), "T")
		}
		first := r.awaitPanes(1)
		s.WaitBytes("the terminal's answers are in and a frame is whole", func(raw []byte) bool {
			return strings.Contains(string(raw), "\x1b[?2031h") && strings.HasSuffix(string(raw), "\x1b[?2026l")
		})
		settled, before := len(s.Bytes()), without(first)
		beat := r.awaitSaved("is written again", func(e store.Entry) bool {
			return *e.Snapshot.Meta.SavedAtMS > *first.Snapshot.Meta.SavedAtMS
		})
		if after := without(beat); after != before {
			t.Errorf("a heartbeat changed\n%s\nto\n%s", before, after)
		}
		if late := s.Bytes()[settled:]; len(late) != 0 {
			t.Errorf("idle, it wrote %q", late)
		}
		s.quit()
	})
}
