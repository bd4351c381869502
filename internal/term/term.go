// Package term is the operator's terminal: raw mode and the way back, its
// size, its bytes in, frames out through a queue that nobody waits for, and
// questions before a session starts. It draws nothing and understands no key.
// client runs a session on a Terminal; cmd/atrium asks Questions.
package term

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// ErrLost tells that the terminal is gone: its window was closed, its
// connection broke.
var ErrLost = errors.New("the terminal is gone")

// IsTerminal tells whether f is a terminal.
func IsTerminal(f *os.File) bool { return f != nil && term.IsTerminal(int(f.Fd())) }

// Terminal is the operator's terminal while a session is on it, between Open
// and Restore. Its methods may be called from any goroutine.
type Terminal struct {
	in      *input
	out     *os.File
	raw     *rawMode
	writer  *writer
	resized chan struct{}
	unwatch func()
	restore sync.Once
}

// Open takes the terminal: raw mode, the alternate screen, and everything off
// that an earlier run may have left on. Both files must be the terminal.
func Open(in, out *os.File) (*Terminal, error) {
	if !IsTerminal(in) || !IsTerminal(out) {
		return nil, errors.New("stdin and stdout must be a terminal")
	}
	input, err := newInput(in)
	if err != nil {
		return nil, err
	}
	raw, err := startRaw(in, out)
	if err != nil {
		input.close()
		return nil, err
	}
	t := &Terminal{in: input, out: out, raw: raw, resized: make(chan struct{}, 1)}
	t.writer = newWriter(out, atOnce(out))
	t.writer.offer([]byte(enterScreen))
	t.unwatch = watchSize(t.Size, t.changed)
	return t, nil
}

// Read waits for bytes of the operator. It fails with ErrLost when the
// terminal is gone and with io.EOF after Restore.
func (t *Terminal) Read(p []byte) (int, error) {
	n, err := t.in.read(p)
	if n > 0 {
		return n, nil
	}
	if errors.Is(err, errCancelled) {
		return 0, io.EOF
	}
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrLost, err)
	}
	return 0, ErrLost
}

// Size is the terminal's size in cells, at least 1 by 1. One that does not
// know its size counts as 80 by 24.
func (t *Terminal) Size() (cols, rows int) {
	cols, rows, err := term.GetSize(int(t.out.Fd()))
	if err != nil || cols <= 0 && rows <= 0 {
		return 80, 24
	}
	return max(1, cols), max(1, rows)
}

// Resized has a value whenever the size may have changed or the screen must be
// drawn anew, as after a stop of the process. Several changes may be one value.
func (t *Terminal) Resized() <-chan struct{} { return t.resized }

// changed is called when the size may have changed, or when the process goes
// on after a stop, in which the shell had the terminal.
func (t *Terminal) changed(continued bool) {
	if continued {
		t.raw.again()
		t.writer.offer([]byte(enterScreen))
	}
	select {
	case t.resized <- struct{}{}:
	default:
	}
}

// Offer queues frame for the terminal and never waits. False means that the
// terminal is too far behind: the frame and all that was queued are discarded,
// and whoever draws must repaint whole once Drained tells that there is room.
func (t *Terminal) Offer(frame []byte) bool { return t.writer.offer(frame) }

// Idle tells that everything offered has been written.
func (t *Terminal) Idle() bool { return t.writer.idle() }

// Drained has a value whenever the queue has become empty.
func (t *Terminal) Drained() <-chan struct{} { return t.writer.drained }

// Restore gives the terminal back as it was: every mode off, the main screen,
// the line discipline of before. It waits for a terminal that does not read at
// most three seconds, ends Read, and does its work once.
func (t *Terminal) Restore() {
	t.restore.Do(func() {
		t.unwatch()
		t.in.cancel()
		if !t.writer.finish([]byte(leaveScreen), exitWait) {
			t.writer.giveUp()
			discardOutput(t.out)
			t.writer.await(lastWait)
		}
		t.raw.stop()
	})
}
