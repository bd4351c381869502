//go:build unix

package nowait

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Writer gives a function that writes to f what f takes at once and tells how
// much that was. An error is left for the next write that may wait to meet
// again. It is nil where f does not let itself be written to so.
func Writer(f *os.File) func([]byte) int {
	conn, err := f.SyscallConn()
	if err != nil {
		return nil
	}
	return func(p []byte) (n int) {
		_ = conn.Write(func(fd uintptr) (done bool) {
			n, _ = write(fd, p)
			return true
		})
		return max(0, n)
	}
}

// Reader gives a function that reads f as f.Read does: the goroutine waits, and
// deadlines and Close end that.
func Reader(f *os.File) func([]byte) (int, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return f.Read
	}
	return func(p []byte) (n int, err error) {
		waited := conn.Read(func(fd uintptr) (done bool) {
			for n, err = read(fd, p); err == unix.EINTR; {
				n, err = read(fd, p)
			}
			return err != unix.EAGAIN
		})
		switch {
		case waited != nil:
			return f.Read(p) // which tells it in its own words
		case err != nil:
			return 0, &os.PathError{Op: "read", Path: f.Name(), Err: err}
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}
