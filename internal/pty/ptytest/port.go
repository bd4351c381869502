// Package ptytest is the twin of package pty without an operating system: a
// port whose panes run what a test tells them, and the suite that holds both
// ports to the same contract. Only tests use it.
package ptytest

import (
	"sync"

	"atrium/internal/pty"
)

// Port starts panes that are driven through their Child. The zero value is
// ready.
type Port struct {
	// Fail, if set, is asked before each start; its error is the start's.
	Fail func(pty.Command) error
	// Run, if set, is the program of every pane, on a goroutine of its own.
	Run func(*Child)

	mu       sync.Mutex
	children []*Child
}

// Start starts a pane.
func (p *Port) Start(c pty.Command) (pty.Pane, error) {
	if len(c.Argv) == 0 {
		return nil, pty.ErrNoCommand
	}
	if p.Fail != nil {
		if err := p.Fail(c); err != nil {
			return nil, err
		}
	}
	child := p.add(c)
	if p.Run != nil {
		go p.Run(child)
	}
	return &pane{child}, nil
}

// firstPid keeps the pids of fake panes away from those of any real process.
const firstPid = 1 << 30

func (p *Port) add(c pty.Command) *Child {
	p.mu.Lock()
	defer p.mu.Unlock()
	child := newChild(c, firstPid+len(p.children))
	p.children = append(p.children, child)
	return child
}

// Children lists the programs of all panes started so far, in order.
func (p *Port) Children() []*Child {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]*Child(nil), p.children...)
}
