package term

import (
	"os"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETS
)

// discardInput throws away what was typed and not read yet.
func discardInput(in *os.File) {
	_ = unix.IoctlSetInt(int(in.Fd()), unix.TCFLSH, unix.TCIFLUSH)
}

// discardOutput throws away what was written and not taken yet.
func discardOutput(out *os.File) {
	_ = unix.IoctlSetInt(int(out.Fd()), unix.TCFLSH, unix.TCOFLUSH)
}
