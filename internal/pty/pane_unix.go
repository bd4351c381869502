//go:build unix

package pty

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"atrium/internal/nowait"
	"atrium/internal/proc"

	"golang.org/x/sys/unix"
)

// pane is a child of this process. Two goroutines serve it: one waits for its
// end, one writes its input.
type pane struct {
	master  *os.File
	read    func([]byte) (int, error) // of master
	process *os.Process
	leader  proc.ID // of the pane's process group and session
	input   *input
	asked   atomic.Bool   // Hangup or Close was called
	ended   chan struct{} // closed when exit is set
	woken   chan struct{} // closed when Read was told so
	exit    Exit
	tail    tail
	close   func() error
}

func newPane(master *os.File, process *os.Process) *pane {
	start, _ := proc.Start(process.Pid)
	p := &pane{
		master:  master,
		read:    nowait.Reader(master),
		process: process,
		leader:  proc.ID{Pid: process.Pid, Start: start},
		input:   newInput(nowait.Writer(master)),
		ended:   make(chan struct{}),
		woken:   make(chan struct{}),
		tail:    tail{patience: drainWait, bytes: drainBytes},
	}
	p.close = sync.OnceValue(p.tearDown)
	go p.input.pump(master)
	go p.watch()
	return p
}

// watch waits for the process and then wakes Read, since a grandchild may hold
// the terminal open for ever.
func (p *pane) watch() {
	state, err := p.process.Wait()
	p.exit = Exit{Code: -1, ByUs: p.asked.Load()}
	if err == nil {
		p.exit = exitOf(state.Sys().(syscall.WaitStatus), p.asked.Load())
	}
	close(p.ended)
	p.input.close()
	_ = p.master.SetReadDeadline(time.Unix(1, 0))
	close(p.woken)
}

func exitOf(status syscall.WaitStatus, byUs bool) Exit {
	if status.Signaled() {
		sig := status.Signal()
		return Exit{Code: 128 + int(sig), Signal: unix.SignalName(sig), ByUs: byUs}
	}
	return Exit{Code: status.ExitStatus(), ByUs: byUs}
}

func (p *pane) Pid() int { return p.leader.Pid }

func (p *pane) Write(b []byte) (int, error) { return p.input.put(b) }

func (p *pane) Resize(size Size) error { return p.orEnded(setSize(p.master, size)) }

// orEnded tells that the pane has ended, which is reason enough for any failure.
func (p *pane) orEnded(err error) error {
	if err == nil {
		return nil
	}
	select {
	case <-p.ended:
		return ErrEnded
	default:
		return err
	}
}

func (p *pane) Wait() Exit {
	<-p.ended
	return p.exit
}

func (p *pane) Close() error { return p.close() }

func (p *pane) Hangup() error {
	p.asked.Store(true)
	select {
	case <-p.ended:
		return nil
	default:
	}
	for _, sig := range []unix.Signal{unix.SIGHUP, unix.SIGCONT} {
		if err := unix.Kill(-p.leader.Pid, sig); err != nil && err != unix.ESRCH {
			return fmt.Errorf("hang up process group %d: %w", p.leader.Pid, err)
		}
	}
	return nil
}

func (p *pane) Foreground() (pgid int, known bool) {
	err := control(p.master, func(fd int) (err error) {
		pgid, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return pgid, err == nil && pgid > 0
}
