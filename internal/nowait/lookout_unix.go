//go:build unix

package nowait

import (
	"os"
	"syscall"
)

// Lookout makes the runtime ask the kernel what has arrived. By itself it does
// so when nothing else can run, and else every 10 ms: a key would wait for that
// long behind panes that print without a pause. It belongs to one goroutine.
type Lookout struct {
	in, out *os.File // a pipe
	conn    syscall.RawConn
}

// NewLookout is one that looks; on an error it does nothing.
func NewLookout() (*Lookout, error) {
	in, out, err := os.Pipe()
	if err != nil {
		return &Lookout{}, err
	}
	conn, err := in.SyscallConn()
	return &Lookout{in, out, conn}, err
}

// Look returns once the runtime has asked. It sends itself a byte and waits to
// be told that it is there.
func (l *Lookout) Look() {
	if l.conn == nil {
		return
	}
	var sent bool
	var one [1]byte
	_ = l.conn.Read(func(fd uintptr) (told bool) {
		if !sent {
			n, err := l.out.Write(one[:])
			sent = true
			return err != nil || n == 0
		}
		_, _ = read(fd, one[:])
		return true
	})
}

// Close frees what NewLookout took.
func (l *Lookout) Close() {
	if l.in != nil {
		_ = l.in.Close()
		_ = l.out.Close()
	}
}
