package term

import (
	"os"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TIOCGETA
	setTermios = unix.TIOCSETA
)

// The argument of TIOCFLUSH: FREAD and FWRITE of <sys/file.h>.
const (
	flushRead  = 1
	flushWrite = 2
)

// discardInput throws away what was typed and not read yet.
func discardInput(in *os.File) {
	_ = unix.IoctlSetPointerInt(int(in.Fd()), unix.TIOCFLUSH, flushRead)
}

// discardOutput throws away what was written and not taken yet.
func discardOutput(out *os.File) {
	_ = unix.IoctlSetPointerInt(int(out.Fd()), unix.TIOCFLUSH, flushWrite)
}
