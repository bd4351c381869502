package pty

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/conpty"
	"golang.org/x/sys/windows"
)

// Start runs the command on a pseudo console, inside a job that the kernel ends
// together with this process.
func (local) Start(c Command) (Pane, error) {
	if len(c.Argv) == 0 {
		return nil, ErrNoCommand
	}
	name := strings.TrimPrefix(c.Argv[0], "-")
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("cannot start %q: %w", name, ErrNotFound)
	}
	cols, rows := c.Size.clamp()
	console, err := conpty.New(int(cols), int(rows), 0)
	if err != nil {
		return nil, fmt.Errorf("cannot open a terminal for %q: %w", name, err)
	}
	p, err := launch(console, path, c)
	if err != nil {
		console.Close()
		return nil, fmt.Errorf("cannot start %q: %w", name, err)
	}
	return p, nil
}

func launch(console *conpty.ConPty, path string, c Command) (Pane, error) {
	job, err := newJob()
	if err != nil {
		return nil, err
	}
	attr := &syscall.ProcAttr{Dir: c.Dir, Env: append([]string{}, c.Env...)}
	pid, handle, err := console.Spawn(path, c.Argv, attr)
	if err != nil {
		windows.CloseHandle(job)
		return nil, err
	}
	process := windows.Handle(handle)
	if err := windows.AssignProcessToJobObject(job, process); err != nil {
		_ = windows.TerminateProcess(process, 1)
		windows.CloseHandle(process)
		windows.CloseHandle(job)
		return nil, err
	}
	return newPane(console, pid, process, job), nil
}
