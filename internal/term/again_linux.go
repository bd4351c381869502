package term

import (
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// openAgain is the terminal f in an open file of its own that never waits in
// the kernel, or nil. The shell and all that it started share f's: made not to
// wait, it would be so for all of them, and after the end of this process too.
func openAgain(f *os.File) *os.File {
	path := "/proc/self/fd/" + strconv.Itoa(int(f.Fd()))
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	again := os.NewFile(uintptr(fd), f.Name())
	if again.SetDeadline(time.Time{}) != nil {
		_ = again.Close()
		return nil
	}
	return again
}
