//go:build unix

package term

import (
	"os"

	"golang.org/x/sys/unix"
)

// atOnce writes to the terminal what it takes without waiting. An error is left
// for the next write that may wait to meet again. It is nil where the terminal
// cannot be opened once more.
func atOnce(f *os.File) func([]byte) int {
	own := openAgain(f)
	if own == nil {
		return nil
	}
	conn, err := own.SyscallConn()
	if err != nil {
		return nil
	}
	return func(p []byte) (n int) {
		_ = conn.Write(func(fd uintptr) (done bool) {
			n, _ = unix.Write(int(fd), p)
			return true
		})
		return max(0, n)
	}
}
