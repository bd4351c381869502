package ptytest

import (
	"io"
	"sync"

	"atrium/internal/pty"
)

// Child is the program's side of a pane: what a test plays. Its methods may be
// called from any goroutine.
type Child struct {
	Command pty.Command
	Pid     int

	mu                 sync.Mutex
	changed            sync.Cond
	input              []byte // written to the pane, not yet read here
	history            []byte // everything ever written to the pane
	output             []byte // printed, not yet read from the pane
	sizes              []pty.Size
	exit               pty.Exit
	ended              bool
	closed             bool
	hungUp             int
	asked              bool
	stubborn, immortal bool
}

func newChild(c pty.Command, pid int) *Child {
	child := &Child{Command: c, Pid: pid, sizes: []pty.Size{c.Size}}
	child.changed.L = &child.mu
	return child
}

// change runs f with the child locked and wakes everybody who waits.
func (c *Child) change(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	c.changed.Broadcast()
}

// Print writes to the pane's terminal.
func (c *Child) Print(text string) {
	c.change(func() { c.output = append(c.output, text...) })
}

// Read reads what was written to the pane. It ends with io.EOF when the pane
// has ended or was closed.
func (c *Child) Read(b []byte) (n int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.input) == 0 && !c.ended && !c.closed {
		c.changed.Wait()
	}
	if len(c.input) == 0 {
		return 0, io.EOF
	}
	n = copy(b, c.input)
	c.input = c.input[n:]
	return n, nil
}

// Exit ends the program by itself.
func (c *Child) Exit(code int) { c.end(pty.Exit{Code: code}) }

// Die ends the program by a signal, which is named and numbered as the system
// does.
func (c *Child) Die(signal string, number int) {
	c.end(pty.Exit{Code: 128 + number, Signal: signal})
}

func (c *Child) end(exit pty.Exit) {
	c.change(func() {
		if !c.ended {
			exit.ByUs = c.asked
			c.ended, c.exit, c.input = true, exit, nil
		}
	})
}

// Stubborn makes the program ignore everything but being killed.
func (c *Child) Stubborn() { c.change(func() { c.stubborn = true }) }

// Immortal makes the program one that even a kill does not end, as one that
// hangs in the kernel.
func (c *Child) Immortal() { c.change(func() { c.stubborn, c.immortal = true, true }) }

// Sizes lists the sizes the terminal has had, the one at birth first.
func (c *Child) Sizes() []pty.Size {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]pty.Size(nil), c.sizes...)
}

// Written is everything that was ever written to the pane, read or not.
func (c *Child) Written() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.history)
}

// HungUp counts the hang-ups.
func (c *Child) HungUp() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hungUp
}

// Closed reports whether the pane's terminal was given back.
func (c *Child) Closed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// Await waits until something has changed for which ready holds. ready is
// called without the lock and may use every method of the child.
func (c *Child) Await(ready func() bool) {
	for {
		c.mu.Lock()
		seen := c.stamp()
		c.mu.Unlock()
		if ready() {
			return
		}
		c.mu.Lock()
		for c.stamp() == seen {
			c.changed.Wait()
		}
		c.mu.Unlock()
	}
}

// stamp differs whenever something a test can see has changed.
func (c *Child) stamp() [6]int {
	flags := 0
	for i, set := range []bool{c.ended, c.closed, c.asked, c.stubborn} {
		if set {
			flags |= 1 << i
		}
	}
	return [6]int{len(c.history), len(c.input), len(c.output), len(c.sizes), c.hungUp, flags}
}
