package main

import (
	"bytes"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// untilTyped prints until the first key; from then on it is echo. So the pane
// that is typed to is silent while all others print.
func untilTyped(print func(stopped *atomic.Bool)) error {
	ready()
	var stopped atomic.Bool
	done := make(chan struct{})
	go func() {
		print(&stopped)
		close(done)
	}()
	if _, err := os.Stdin.Read(make([]byte, 1)); err != nil {
		return nil
	}
	stopped.Store(true)
	<-done
	os.Stdout.WriteString("\x1b[m\x1b[2J\x1b[Hsilent\r\n")
	return repeat()
}

// printing prints a hundred coloured lines a second.
func printing(stopped *atomic.Bool) {
	tick := time.NewTicker(10 * time.Millisecond)
	for n := 0; !stopped.Load(); n++ {
		<-tick.C
		os.Stdout.Write(line(n))
	}
}

// flooding prints as fast as it can.
func flooding(stopped *atomic.Bool) {
	var text bytes.Buffer
	for n := range 500 {
		text.Write(line(n))
	}
	for !stopped.Load() {
		os.Stdout.Write(text.Bytes())
	}
}

// line is a line as agents log them.
func line(n int) []byte {
	return fmt.Appendf(nil, "\x1b[2m%07d\x1b[0m \x1b[3%dmtool\x1b[0m read internal/part/file%d.go \x1b[1m%d lines\x1b[0m\r\n",
		n, 1+n%6, n%97, n%1000)
}

// lines prints the lines that fill a scrollback, and waits.
func lines() error {
	for n := range 5000 {
		os.Stdout.Write(line(n))
	}
	ready()
	return repeat()
}
