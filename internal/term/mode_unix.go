//go:build unix

package term

import (
	"os"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// rawMode is the line discipline that Open replaced.
type rawMode struct {
	fd    int
	saved *term.State
}

func startRaw(in, _ *os.File) (*rawMode, error) {
	fd := int(in.Fd())
	saved, err := term.MakeRaw(fd)
	if err != nil {
		return nil, err
	}
	return &rawMode{fd: fd, saved: saved}, nil
}

// again makes the terminal raw once more, after a shell had it. A failure
// leaves it as the shell did, which the operator sees and can stop.
func (m *rawMode) again() { _, _ = term.MakeRaw(m.fd) }

// stop puts back what was. A failure means that the terminal is gone.
func (m *rawMode) stop() { _ = term.Restore(m.fd, m.saved) }

// lineMode is the line discipline that a Question replaced.
type lineMode struct {
	fd    int
	saved unix.Termios
}

// startLine gives whole lines with echo, and Ctrl+C and Ctrl+\ as characters
// that end the line: as signals they could end the process in the middle.
func startLine(in, _ *os.File) (*lineMode, error) {
	fd := int(in.Fd())
	saved, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil, err
	}
	line := *saved
	line.Iflag |= unix.ICRNL
	line.Iflag &^= unix.INLCR | unix.IGNCR
	line.Oflag |= unix.OPOST | unix.ONLCR
	line.Lflag |= unix.ICANON | unix.ECHO | unix.ECHOE | unix.ECHOK | unix.IEXTEN
	line.Lflag &^= unix.ISIG
	line.Cc[unix.VEOL] = ctrlC
	line.Cc[unix.VEOL2] = ctrlBackslash
	if err := unix.IoctlSetTermios(fd, setTermios, &line); err != nil {
		return nil, err
	}
	return &lineMode{fd: fd, saved: *saved}, nil
}

func (m *lineMode) stop() { _ = unix.IoctlSetTermios(m.fd, setTermios, &m.saved) }
