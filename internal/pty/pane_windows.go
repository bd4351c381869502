package pty

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/conpty"
	"golang.org/x/sys/windows"
)

// killWait is how long an ended job's process may take to be gone.
const killWait = time.Second

// drainWait is how long the console is kept for Read after the process has
// ended: the platform has no other mark of the last byte.
const drainWait = 250 * time.Millisecond

// pane is a child of this process on a pseudo console.
type pane struct {
	console *conpty.ConPty
	pid     int
	process windows.Handle
	job     windows.Handle
	input   *input
	asked   atomic.Bool
	ended   chan struct{}
	exit    Exit
	close   func() error
}

func newPane(console *conpty.ConPty, pid int, process, job windows.Handle) *pane {
	p := &pane{
		console: console, pid: pid, process: process, job: job,
		input: newInput(nil), ended: make(chan struct{}),
	}
	p.close = sync.OnceValue(p.tearDown)
	go p.input.pump(console)
	go p.watch()
	return p
}

func (p *pane) watch() {
	p.exit = Exit{Code: -1}
	if event, _ := windows.WaitForSingleObject(p.process, windows.INFINITE); event == windows.WAIT_OBJECT_0 {
		var code uint32
		if windows.GetExitCodeProcess(p.process, &code) == nil {
			p.exit.Code = int(code)
		}
	}
	p.exit.ByUs = p.asked.Load()
	windows.CloseHandle(p.process)
	close(p.ended)
	p.input.close()
	time.Sleep(drainWait)
	_ = p.console.Close()
}

func (p *pane) Pid() int { return p.pid }

func (p *pane) Read(b []byte) (int, error) {
	n, err := p.console.Read(b)
	if err != nil || n == 0 {
		return n, io.EOF
	}
	return n, nil
}

func (p *pane) Write(b []byte) (int, error) { return p.input.put(b) }

func (p *pane) Resize(size Size) error {
	cols, rows := size.clamp()
	return p.orEnded(p.console.Resize(int(cols), int(rows)))
}

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

// Hangup ends the pane's processes: the platform has no softer way that
// reaches a console program from outside.
func (p *pane) Hangup() error {
	p.asked.Store(true)
	select {
	case <-p.ended:
		return nil
	default:
		return windows.TerminateJobObject(p.job, 1)
	}
}

// Foreground cannot be told on this platform.
func (p *pane) Foreground() (pgid int, known bool) { return 0, false }

func (p *pane) Wait() Exit {
	<-p.ended
	return p.exit
}

func (p *pane) Close() error { return p.close() }

func (p *pane) tearDown() error {
	p.asked.Store(true)
	_ = windows.TerminateJobObject(p.job, 1)
	_ = windows.CloseHandle(p.job)
	select {
	case <-p.ended:
		return nil
	case <-time.After(killWait):
		return ErrSurvived
	}
}
