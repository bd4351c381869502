package nowait

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

func read(fd uintptr, p []byte) (int, error) { return call(unix.SYS_READ, fd, p) }

func write(fd uintptr, p []byte) (int, error) { return call(unix.SYS_WRITE, fd, p) }

// call is a system call that does not wait, and so need not be announced.
func call(number, fd uintptr, p []byte) (int, error) {
	n, _, errno := unix.RawSyscall(number, fd, uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}
