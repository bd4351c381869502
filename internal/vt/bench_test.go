package vt

import (
	"bytes"
	"fmt"
	"testing"
)

// colouredLog is n bytes of log lines as build tools and agents print them.
func colouredLog(n int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "\x1b[2m2026-03-0%d 12:%02d:%02d\x1b[0m \x1b[32mINFO\x1b[0m ", i%9+1, i/60%60, i%60)
		fmt.Fprintf(&b, "\x1b[1;34minternal/vt/print.go:%d\x1b[0m compiled package in \x1b[38;5;208m%dms\x1b[0m with no warnings\r\n", i%500, i%97)
	}
	return b.Bytes()
}

func BenchmarkFeedColouredLog(b *testing.B) {
	log := colouredLog(4 << 20)
	for _, size := range [][2]int{{80, 24}, {160, 40}, {240, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			feedAgain(b, New(size[0], size[1], 5000), log)
		})
	}
}

func BenchmarkFeedRecordings(b *testing.B) {
	var all []byte
	for _, data := range recordings(b) {
		all = append(all, data...)
	}
	feedAgain(b, New(120, 35, 5000), all)
}

// The echo of one key, on a screen that is looked at after each.
func BenchmarkFeedLetter(b *testing.B) {
	term, letter := New(120, 35, 5000), []byte("x")
	b.ReportAllocs()
	for b.Loop() {
		term.Write(letter)
		term.Row(term.Cursor().Y)
	}
}

// A terminal whose scrollback is full needs no more memory for text, renditions
// and scrolling, and none for the echo of a key.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	log := colouredLog(256 << 10)
	term := New(160, 40, 500)
	for range 3 {
		term.Write(log)
	}
	if n := testing.AllocsPerRun(10, func() { term.Write(log) }); n > 0 {
		t.Errorf("%v allocations for each %d bytes", n, len(log))
	}
	letter := []byte("x")
	if n := testing.AllocsPerRun(1000, func() { term.Write(letter) }); n > 0 {
		t.Errorf("%v allocations for a letter", n)
	}
}

// feedAgain feeds data over and over in the 64 KiB a read of a pty can bring,
// when the scrollback is full.
func feedAgain(b *testing.B, term *Terminal, data []byte) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	feed := func() {
		for rest := data; len(rest) > 0; {
			n := min(len(rest), 64<<10)
			term.Write(rest[:n])
			rest = rest[n:]
		}
		term.TakeReplies()
		term.TakeSignals()
	}
	for range 4 {
		feed()
	}
	for b.Loop() {
		feed()
	}
}
