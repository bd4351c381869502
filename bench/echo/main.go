// Command echo is what the bench hosts in panes: a program that writes back
// every byte it reads, as it is, and does nothing else. Its terminal is raw, so
// that no line discipline answers in its place. When it is up it draws "ready",
// and calls at the socket that BENCH_READY names, if somebody listens. It ends with its input.
package main

import (
	"fmt"
	"net"
	"os"

	"golang.org/x/term"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "echo:", err)
		os.Exit(1)
	}
}

func run() error {
	before, err := term.MakeRaw(int(os.Stdin.Fd()))
	if err != nil {
		return err
	}
	defer term.Restore(int(os.Stdin.Fd()), before)
	if _, err := os.Stdout.WriteString("ready\r\n"); err != nil {
		return err
	}
	if conn, err := net.Dial("unix", os.Getenv("BENCH_READY")); err == nil {
		conn.Close()
	}
	return repeat()
}

// repeat writes back one read at a time, with no buffer that could hold a key.
func repeat() error {
	buffer := make([]byte, 4096)
	for {
		n, err := os.Stdin.Read(buffer)
		if err != nil {
			return nil // the terminal is gone
		}
		if _, err := os.Stdout.Write(buffer[:n]); err != nil {
			return nil
		}
	}
}
