//go:build unix

package pty

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// What Read still takes after the process has ended. The last words of the
// process are in the terminal by then; these bounds only matter when another
// process holds the terminal and goes on writing.
const (
	drainWait  = 250 * time.Millisecond // waiting, all reads together
	drainBytes = 1 << 20
)

// tail is how much more may be read of an ended pane.
type tail struct {
	patience time.Duration
	bytes    int
}

func (p *pane) Read(b []byte) (int, error) {
	select {
	case <-p.woken:
		return p.drain(b)
	default:
	}
	n, err := p.read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		<-p.woken // so that the deadline drain sets is the last one
		return p.drain(b)
	}
	return n, endOf(err)
}

// drain reads what an ended process left behind.
func (p *pane) drain(b []byte) (int, error) {
	if p.tail.bytes <= 0 {
		return 0, io.EOF
	}
	began := time.Now()
	if err := p.master.SetReadDeadline(began.Add(p.tail.patience)); err != nil {
		return 0, io.EOF
	}
	n, err := p.master.Read(b)
	p.tail.patience -= time.Since(began)
	p.tail.bytes -= n
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, io.EOF
	}
	return n, endOf(err)
}

// endOf folds the ways in which a terminal says that nobody is left: EIO on
// Linux, and the pane being closed under a reader.
func endOf(err error) error {
	if errors.Is(err, unix.EIO) || errors.Is(err, os.ErrClosed) {
		return io.EOF
	}
	return err
}
