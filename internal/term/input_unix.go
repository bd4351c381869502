//go:build unix

package term

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"atrium/internal/nowait"
)

var errCancelled = errors.New("reading was cancelled")

// input reads a terminal and can be cancelled while it waits, which a plain
// read cannot: that one would still take a key that belongs to the shell.
type input struct {
	own    *os.File // nil where the terminal cannot be opened once more
	take   func([]byte) (int, error)
	fd     int
	stop   [2]int // a pipe; a byte in it cancels
	closed sync.Once
}

func newInput(f *os.File) (*input, error) {
	i := &input{own: openAgain(f), fd: int(f.Fd())}
	if i.own != nil {
		i.take = nowait.Reader(i.own)
	}
	if err := unix.Pipe(i.stop[:]); err != nil {
		return nil, err
	}
	unix.CloseOnExec(i.stop[0])
	unix.CloseOnExec(i.stop[1])
	if max(i.fd, i.stop[0]) >= unix.FD_SETSIZE {
		i.close()
		return nil, errors.New("too many open files to read the terminal")
	}
	return i, nil
}

// read waits for bytes; 0 bytes without an error, or io.EOF, is the end of the
// terminal.
func (i *input) read(p []byte) (int, error) {
	if i.own != nil {
		return i.readOwn(p)
	}
	for {
		if err := i.wait(); err != nil {
			return 0, err
		}
		n, err := unix.Read(i.fd, p)
		if err == unix.EINTR || err == unix.EAGAIN {
			continue
		}
		return max(0, n), err
	}
}

// readOwn waits as a goroutine and not as a thread, whose waking up would be a
// good part of the time that a key takes.
func (i *input) readOwn(p []byte) (int, error) {
	n, err := i.take(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return 0, errCancelled
	}
	return n, err
}

// wait waits until there is something to read. It uses select, which unlike
// poll knows terminals on every unix.
func (i *input) wait() error {
	for {
		var set unix.FdSet
		set.Set(i.fd)
		set.Set(i.stop[0])
		_, err := unix.Select(max(i.fd, i.stop[0])+1, &set, nil, nil, nil)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return err
		case set.IsSet(i.stop[0]):
			return errCancelled
		default:
			return nil
		}
	}
}

// cancel ends the read that waits and every later one. After close it does
// nothing: the pipe's number may be another file's by then.
func (i *input) cancel() {
	i.closed.Do(func() {
		if i.own != nil {
			_ = i.own.SetReadDeadline(time.Unix(1, 0))
		}
		_, _ = unix.Write(i.stop[1], []byte{0})
	})
}

// close frees what the input opened. It must not run beside a read.
func (i *input) close() {
	i.closed.Do(func() {})
	if i.own != nil {
		_ = i.own.Close()
	}
	_ = unix.Close(i.stop[0])
	_ = unix.Close(i.stop[1])
}
