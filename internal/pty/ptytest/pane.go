package ptytest

import (
	"io"

	"atrium/internal/pty"
)

// pane is the session's side of a Child.
type pane struct{ *Child }

func (p *pane) Pid() int { return p.Child.Pid }

func (p *pane) Read(b []byte) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.output) == 0 && !p.ended && !p.closed {
		p.changed.Wait()
	}
	if len(p.output) == 0 || p.closed {
		return 0, io.EOF
	}
	n = copy(b, p.output)
	p.output = p.output[n:]
	p.changed.Broadcast()
	return n, nil
}

func (p *pane) Write(b []byte) (n int, err error) {
	p.change(func() {
		switch {
		case p.ended || p.closed:
			err = pty.ErrEnded
		case len(p.input)+len(b) > pty.Backlog:
			err = pty.ErrFull
		default:
			n = len(b)
			p.input = append(p.input, b...)
			p.history = append(p.history, b...)
		}
	})
	return n, err
}

func (p *pane) Resize(size pty.Size) (err error) {
	p.change(func() {
		if p.closed {
			err = pty.ErrEnded
			return
		}
		p.sizes = append(p.sizes, size)
	})
	return err
}

func (p *pane) Hangup() error {
	p.change(func() { p.asked = true; p.hungUp++ })
	if !p.ignores() {
		p.Die("SIGHUP", 1)
	}
	return nil
}

func (p *pane) ignores() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stubborn
}

// Foreground is the program itself, as if it were a shell without a job.
func (p *pane) Foreground() (pgid int, known bool) { return p.Child.Pid, true }

func (p *pane) Wait() pty.Exit {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.ended {
		p.changed.Wait()
	}
	return p.exit
}

func (p *pane) Close() (err error) {
	p.change(func() { p.asked = true })
	switch {
	case p.survives():
		err = pty.ErrSurvived
	case p.ignores():
		p.Die("SIGKILL", 9)
	default:
		p.Die("SIGTERM", 15)
	}
	p.change(func() { p.closed = true })
	return err
}

func (p *pane) survives() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.immortal && !p.ended
}
