package main

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"golang.org/x/term"
)

// repaint paints its whole screen again and again, each time otherwise, with
// the number of the frame in it.
func repaint(next func()) error {
	ready()
	go func() {
		for n := 0; ; n++ {
			next()
			if _, err := os.Stdout.Write(frame(n)); err != nil {
				return
			}
		}
	}()
	return ends()
}

func paced() { time.Sleep(time.Second / 60) }

func racing() {}

// frame is a screen of coloured text in one synchronized update.
func frame(n int) []byte {
	cols, rows := dimensions()
	var out bytes.Buffer
	out.WriteString("\x1b[?2026h\x1b[H")
	fmt.Fprintf(&out, "\x1b[0mframe %d.\x1b[K", n)
	for y := 1; y < rows; y++ {
		fmt.Fprintf(&out, "\x1b[%d;1H\x1b[3%dm", y+1, (y+n)%8)
		for x := 0; x < cols; x++ {
			out.WriteByte(byte('a' + (x+y+n)%26))
		}
	}
	out.WriteString("\x1b[?2026l")
	return out.Bytes()
}

func dimensions() (cols, rows int) {
	cols, rows, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 80, 24
	}
	return cols, rows
}

// ends reads until the terminal is gone.
func ends() error {
	for {
		if _, err := os.Stdin.Read(make([]byte, 4096)); err != nil {
			return nil
		}
	}
}
