//go:build unix

package terminaltest

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// startOnTerminal starts cmd as the leader of a session whose terminal it
// returns the operator's side of, and the path of the other side.
//
// The descriptor that package pty hands out blocks in the kernel, where Close
// cannot interrupt a read; ours is a copy that waits in the runtime's poller.
func startOnTerminal(cmd *exec.Cmd, cols, rows int) (master *os.File, path string, err error) {
	blocking, slave, err := pty.Open()
	if err != nil {
		return nil, "", err
	}
	defer blocking.Close()
	defer slave.Close()
	if master, err = pollable(blocking); err != nil {
		return nil, "", err
	}
	if err = setSize(master, cols, rows); err == nil {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		err = cmd.Start()
	}
	if err != nil {
		master.Close()
		return nil, "", err
	}
	return master, slave.Name(), nil
}

func pollable(blocking *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(blocking.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), blocking.Name()), nil
}

// unread tells whether bytes that were typed are still to be read at path. A
// terminal in line mode has none before the line ends.
func unread(path string) (bool, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false, os.NewSyscallError("open", err)
	}
	defer unix.Close(fd)
	poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	if _, err := unix.Poll(poll, 0); err != nil && err != unix.EINTR {
		return false, os.NewSyscallError("poll", err)
	}
	return poll[0].Revents&unix.POLLIN != 0, nil
}

func setSize(terminal *os.File, cols, rows int) error {
	conn, err := terminal.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		failed = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(cols), Row: uint16(rows)})
	})
	if err != nil {
		return err
	}
	return failed
}
