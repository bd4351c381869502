package main

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"atrium/internal/layout"
	"atrium/internal/recovery"
	"atrium/internal/snapshot"
	"atrium/internal/terminaltest"
)

// prefix is the key before a command key.
const prefix = "\x01"

// session is what the demo compares: the tiles of both windows, the bar, and
// what the agent and its operator said.
type session struct {
	shells, agent []layout.Rect
	bar           string
	talk          []string
}

// play runs the demo, tells out about it, and writes the pictures into docs.
func play(t testing.TB, out io.Writer, docs string) {
	s := newScratch(t)
	tell := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }

	tell("A session: three shells in window 1, an agent and two shells in window 2.")
	first := s.start("--trust", "accept")
	before := session{shells: openShells(first)}
	openAgent(first)
	shown := first.WaitFor("window 2 is complete and at rest", func(p *terminaltest.Picture) bool {
		return len(rectangles(p)) == 3 && p.Contains("sum.go") && p.Contains("2:claude*") && calm(p)
	})
	before.agent, before.bar, before.talk = rectangles(shown), bar(shown), talk(shown)
	s.write(docs, "atrium.svg", drawn(shown, "atrium"))
	tell("%s", framed(shown))
	image := s.saved("the snapshot holds both windows as they are shown", func(image snapshot.Snapshot) bool {
		return holds(image, shown, before)
	})

	tell("Killed, as a crash would.")
	first.Kill(syscall.SIGKILL)
	first.Wait()
	s.gone(image)

	tell("Started again in the same directory:")
	second := s.start()
	notice := second.WaitText(strings.TrimSpace(recovery.Question))
	tell("%s", framed(notice))
	settle(notice, `saved \w+ ago`, "saved 7m ago")
	settle(notice, *image.Panes[3].SessionID, "ee8aef7c-5d0b-4c1e-9f43-0c6a4f5b7d21")
	notice.Rows = notice.Cursor.Y + 1 // below the question the terminal is empty
	s.write(docs, "resume.svg", drawn(notice, "atrium, after a crash"))

	tell("Enter.")
	second.Send("\r")
	shown = second.WaitFor("everything is back and at rest", func(p *terminaltest.Picture) bool {
		return len(rectangles(p)) == 3 && p.Contains("remembers 4 messages") &&
			strings.Count(p.Text(), prompt) == 2 && p.Contains("for help") && calm(p)
	})
	after := session{agent: rectangles(shown), bar: bar(shown), talk: talk(shown)}
	tell("%s", framed(shown))
	second.Send(prefix + "1")
	after.shells = rectangles(showsShells(second, 3))

	if !reflect.DeepEqual(before, after) {
		t.Fatalf("the session came back different:\nbefore %+v\nafter  %+v", before, after)
	}
	tell("Both windows have their panes at the same places, cell for cell, and the agent")
	tell("remembers what was said. What the shells had printed is gone, as after any crash.")
	second.Send(prefix + "q")
	if exit := second.Wait(); exit.Code != 0 {
		t.Fatalf("quitting ended with %v", exit)
	}
}

// openShells makes window 1 and returns its tiles.
func openShells(s *terminaltest.Screen) []layout.Rect {
	s.WaitText(strings.TrimSpace(prompt))
	s.Send(prefix + "%")
	showsShells(s, 2)
	s.Send(strings.Repeat(prefix+"H", 6))
	waitWidth(s, 38)
	s.Send(prefix + `"`)
	return rectangles(showsShells(s, 3))
}

// openAgent makes window 2 and gives the agent the focus.
func openAgent(s *terminaltest.Screen) {
	s.Send(prefix + ":" + "claude --model opus\r")
	s.WaitText("a new conversation")
	s.Send(prefix + "%")
	showsShells(s, 1)
	s.Send(prefix + "h" + strings.Repeat(prefix+"L", 4))
	waitWidth(s, 58)
	s.Send("why does the forecast fail at midnight?\r")
	waitAnswers(s, 1)
	s.Send("add a test and fix it\r")
	waitAnswers(s, 2)
	s.Send(prefix + "lcat mean.go\r")
	s.WaitText("return sum")
	s.Send(prefix + `"`)
	showsShells(s, 3)
	s.Send("ls\r" + prefix + "h")
}

// showsShells waits until so many shells show a prompt.
func showsShells(s *terminaltest.Screen, n int) *terminaltest.Picture {
	return s.WaitFor(fmt.Sprintf("%d prompts are shown", n), func(p *terminaltest.Picture) bool {
		return strings.Count(p.Text(), prompt) == n
	})
}

func waitWidth(s *terminaltest.Screen, cols int) {
	s.WaitFor(fmt.Sprintf("the first pane is %d cells wide", cols), func(p *terminaltest.Picture) bool {
		tiles := rectangles(p)
		return len(tiles) > 0 && tiles[0].W == cols
	})
}

func waitAnswers(s *terminaltest.Screen, n int) {
	s.WaitFor(fmt.Sprintf("the agent has answered %d times", n), func(p *terminaltest.Picture) bool {
		return strings.Count(p.Text(), "●") == n
	})
}

// talk is the lines of the agent's tile, the first on screen, below its head.
func talk(p *terminaltest.Picture) []string {
	r := rectangles(p)[0]
	var lines []string
	for y := r.Y + 5; y < r.Y+r.H-1; y++ {
		lines = append(lines, strings.TrimSpace(string([]rune(p.Line(y) + strings.Repeat(" ", p.Cols))[r.X+1:r.X+r.W-1])))
	}
	return lines
}

// bar is the windows on the bar of p, without the marks of what was printed.
func bar(p *terminaltest.Picture) string {
	return strings.NewReplacer("+", "", "-", "").Replace(p.Line(p.Rows - 1))
}

// holds tells whether image has the windows and the focus of the session that p
// shows.
func holds(image snapshot.Snapshot, p *terminaltest.Picture, s session) bool {
	if len(image.Windows) != 2 || image.Active != 1 || image.Windows[1].Focus != image.Panes[3].ID {
		return false
	}
	for i, want := range [][]layout.Rect{s.shells, s.agent} {
		tree, err := layout.Parse(image.Windows[i].Tree)
		if err != nil || !slices.Equal(placed(tree, p.Cols, p.Rows), want) {
			return false
		}
	}
	return true
}

// framed is the text of p, a margin before each line.
func framed(p *terminaltest.Picture) string {
	return "\n    " + strings.Join(p.Lines(), "\n    ") + "\n"
}
