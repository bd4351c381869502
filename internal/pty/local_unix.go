//go:build unix

package pty

import (
	"fmt"
	"os"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// Start makes the command the leader of a session and a process group of its
// own, with the new terminal as the one that controls it.
func (local) Start(c Command) (Pane, error) {
	if len(c.Argv) == 0 {
		return nil, ErrNoCommand
	}
	if err := checkDir(c.Dir); err != nil {
		return nil, fmt.Errorf("cannot start %q: %w", c.Argv[0], err)
	}
	path, err := find(c)
	if err != nil {
		return nil, fmt.Errorf("cannot start %q: %w", c.Argv[0], err)
	}
	master, slave, err := open(c.Size)
	if err != nil {
		return nil, fmt.Errorf("cannot open a terminal for %q: %w", c.Argv[0], err)
	}
	defer slave.Close()
	process, err := os.StartProcess(path, c.Argv, attributes(c, slave))
	if err != nil {
		master.Close()
		return nil, fmt.Errorf("cannot start %q: %w", c.Argv[0], cause(err))
	}
	return newPane(master, process), nil
}

func attributes(c Command, slave *os.File) *os.ProcAttr {
	return &os.ProcAttr{
		Dir:   c.Dir,
		Env:   append([]string{}, c.Env...), // never nil, which would mean our own
		Files: []*os.File{slave, slave, slave},
		Sys:   &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
}

// open makes a terminal that has its size before anybody can ask for it.
func open(size Size) (master, slave *os.File, err error) {
	raw, slave, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer raw.Close()
	if master, err = pollable(raw); err == nil {
		if err = setSize(master, size); err == nil {
			// The slave is the child's standard input: it must wait there.
			err = unix.SetNonblock(int(slave.Fd()), false)
		}
	}
	if err != nil {
		if master != nil {
			master.Close()
		}
		slave.Close()
		return nil, nil, err
	}
	return master, slave, nil
}

// pollable copies a descriptor into one whose reads and writes park a goroutine
// instead of a thread, take deadlines and end with Close.
func pollable(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// setSize goes around os.File.Fd, which would make the descriptor wait.
func setSize(master *os.File, size Size) error {
	cols, rows := size.clamp()
	return control(master, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Col: cols, Row: rows})
	})
}

func control(f *os.File, do func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = do(int(fd)) }); err != nil {
		return err
	}
	return failed
}
