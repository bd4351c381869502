package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"atrium/internal/front"
	"atrium/internal/plan"
)

// benchState is a session of that many running panes, all painted, in one
// window. Its snapshot has just been written.
func benchState(b *testing.B, cols, rows, panes int) (*State, time.Time) {
	b.Helper()
	commands := make([][]string, panes)
	for i := range commands {
		commands[i] = []string{"claude", "--model", "opus", "-p", fmt.Sprint("task ", i)}
	}
	now := time.Unix(1000, 0)
	s := New(Config{
		Cols: cols, Rows: rows, Dir: "/home/someone/project", Scrollback: 10_000,
		NewID: func() string { return "00000000-0000-4000-8000-000000000000" },
		Plan:  plan.Plan{Windows: []plan.Window{windowOf(commands...)}},
	})
	s.Step(now, Begin{})
	for ref := range front.PaneRef(panes) {
		s.Step(now, Started{Pane: ref, Pid: 100 + int(ref)})
		s.Step(now, Output{Pane: ref, Bytes: []byte(coloured(rows))})
	}
	s.Step(now, Saved{})
	s.Step(now, Operator{Command: front.Ready{}})
	return s, now
}

// coloured is that many lines as agents and compilers print them.
func coloured(lines int) string {
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "\x1b[32m%4d\x1b[m \x1b[1;34minternal/session/view.go\x1b[m: some text of a line, \x1b[38;5;208mcoloured\x1b[m here and there\r\n", i)
	}
	return text.String()
}

// BenchmarkStepOutput is 64 KiB for one of eight panes as the loop takes them,
// with a front that asks for a View after each.
func BenchmarkStepOutput(b *testing.B) {
	s, now := benchState(b, 160, 40, 8)
	text := []byte(coloured(1000))[:64<<10]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for at := 0; at < len(text); at += readSize {
			now = now.Add(time.Millisecond)
			s.Step(now, Output{Pane: 3, Bytes: text[at:min(at+readSize, len(text))]})
			s.Step(now, Operator{Command: front.Ready{}})
		}
		s.Step(now, Saved{})
	}
}

// BenchmarkCapture100Panes is what a snapshot costs the loop: taking it, and
// finding out that nothing has changed.
func BenchmarkCapture100Panes(b *testing.B) {
	s, now := benchState(b, 400, 120, 100)
	b.ReportAllocs()
	for b.Loop() {
		now = now.Add(checkEvery)
		s.saving.touch()
		s.Step(now, Woken{})
		s.Step(now, Saved{})
	}
}

// BenchmarkPicture is a View of four panes that have all changed whole.
func BenchmarkPicture(b *testing.B) {
	s, _ := benchState(b, 160, 40, 4)
	b.ReportAllocs()
	for b.Loop() {
		s.view.full = true
		s.picture()
	}
}

// BenchmarkKey is a key on its way to the focused of eight panes.
func BenchmarkKey(b *testing.B) {
	s, now := benchState(b, 160, 40, 8)
	key := front.Input{Bytes: []byte("x")}
	b.ReportAllocs()
	for b.Loop() {
		s.Step(now, Operator{Command: key})
	}
}

// BenchmarkEcho is the echo of a key: a letter in the focused of eight panes,
// and the View that shows it.
func BenchmarkEcho(b *testing.B) {
	s, now := benchState(b, 160, 40, 8)
	letter := Output{Pane: 0, Bytes: []byte("x")}
	b.ReportAllocs()
	for b.Loop() {
		s.Step(now, letter)
		s.Step(now, Operator{Command: front.Ready{}})
	}
}
