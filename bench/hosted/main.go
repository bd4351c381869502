// Command hosted is what the bench runs in panes: programs that each do one
// thing that a terminal program does, named by the first argument. All have the
// terminal raw, so that no line discipline answers in their place, draw "ready"
// when they are up, and call then at the socket that BENCH_READY names, if
// somebody listens. They end with their input.
package main

import (
	"fmt"
	"net"
	"os"

	"golang.org/x/term"
)

var programs = map[string]func() error{
	"echo":   echo,
	"print":  func() error { return untilTyped(printing) },
	"flood":  func() error { return untilTyped(flooding) },
	"lines":  lines,
	"paced":  func() error { return repaint(paced) },
	"racing": func() error { return repaint(racing) },
	"size":   size,
	"sink":   sink,
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "hosted:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 || programs[os.Args[1]] == nil {
		return fmt.Errorf("no such program: %q", os.Args[1:])
	}
	before, err := term.MakeRaw(int(os.Stdin.Fd()))
	if err != nil {
		return err
	}
	defer term.Restore(int(os.Stdin.Fd()), before)
	return programs[os.Args[1]]()
}

// ready tells that the program is up.
func ready() {
	os.Stdout.WriteString("ready\r\n")
	if conn, err := net.Dial("unix", os.Getenv("BENCH_READY")); err == nil {
		conn.Close()
	}
}
