package ptytest

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"atrium/internal/pty"
)

// programs are the suite's programs as scripts of the fake.
func programs(c *Child) {
	if Program(c.Command.Argv[0]) == Stubborn {
		c.Stubborn()
	}
	c.Print("ready")
	switch Program(c.Command.Argv[0]) {
	case Copy:
		buf := make([]byte, 1000)
		for n, err := c.Read(buf); err != io.EOF; n, err = c.Read(buf) {
			c.Print(string(buf[:n]))
		}
	case Exit3:
		c.Print("bye")
		c.Exit(3)
	case Killed:
		c.Die("SIGTERM", 15)
	case Sizes:
		for i := 0; !c.Closed(); i++ {
			c.Await(func() bool { return len(c.Sizes()) > i || c.Closed() })
			if sizes := c.Sizes(); len(sizes) > i {
				c.Print(fmt.Sprintf("%dx%d;", sizes[i].Cols, sizes[i].Rows))
			}
		}
	case Held:
		c.Print("bye")
		c.Exit(0)
	}
}

func TestFakeKeepsTheContract(t *testing.T) {
	Suite(t, func(t *testing.T, program Program, size pty.Size) pty.Pane {
		port := &Port{Run: programs}
		p, err := port.Start(pty.Command{Argv: []string{string(program)}, Size: size})
		if err != nil {
			t.Fatal(err)
		}
		return p
	})
}

func TestFaults(t *testing.T) {
	port := &Port{Fail: func(c pty.Command) error {
		if c.Argv[0] == "bad" {
			return pty.ErrNotFound
		}
		return nil
	}}
	if _, err := port.Start(pty.Command{Argv: []string{"bad"}}); !errors.Is(err, pty.ErrNotFound) {
		t.Errorf("start of bad: %v", err)
	}
	p, err := port.Start(pty.Command{Argv: []string{"good"}})
	if err != nil {
		t.Fatal(err)
	}
	children := port.Children()
	if len(children) != 1 || children[0].Command.Argv[0] != "good" {
		t.Fatalf("children %v", children)
	}
	children[0].Immortal()
	if err := p.Close(); !errors.Is(err, pty.ErrSurvived) {
		t.Errorf("close of an immortal: %v", err)
	}
}
