// Package terminaltest is an operator at a terminal, for tests: it runs a
// program on a real pty, shows what the program drew through the emulator of
// package vt, types, resizes, hangs up, and answers the questions that programs
// ask their terminal. It is test-only; the product may not import it, and it
// opens its pty without package pty, so that a fault there cannot hide here.
// Its callers are the tests that run a whole binary.
//
// Tests never sleep: they wait until a described condition holds on the
// screen, which is looked at again at every arrival of output.
package terminaltest

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"atrium/internal/vt"
)

// Options says what to run and on which terminal.
type Options struct {
	Argv []string
	Env  []string // whole environment; nil for TERM and PATH alone
	Dir  string   // "" for the test's own directory
	Cols int      // 0 for 80
	Rows int      // 0 for 24

	Colors vt.Colors // of the terminal, for programs that ask
}

// patience is how long a wait goes on before the test fails. It bounds broken
// runs and measures nothing, so it is long enough for the slowest machine.
const patience = 30 * time.Second

// Screen is one program on its terminal. All methods but Picture and Bytes
// belong to the test's goroutine, since they may end the test.
type Screen struct {
	t      testing.TB
	cmd    *exec.Cmd
	master *os.File
	path   string // of the program's side
	keys   *queue

	mu      sync.Mutex
	term    *vt.Terminal
	cols    int
	rows    int
	raw     []byte
	closed  bool          // no more output will come
	frozen  bool          // output is not read
	thawed  sync.Cond     // signalled when frozen ends
	changed chan struct{} // closed and replaced at every change above

	exited   chan struct{} // closed when the program has ended
	read     chan struct{} // closed when the reader has seen the end
	hangUp   sync.Once
	exitCode Exit
}

// Start runs the program of o as the leader of a session on a new terminal. At
// the end of the test the terminal is hung up and the program, if it still
// runs, is killed.
func Start(t testing.TB, o Options) *Screen {
	t.Helper()
	s := newScreen(t, o)
	master, path, err := startOnTerminal(s.cmd, s.cols, s.rows)
	if err != nil {
		t.Fatalf("start %q on a pty: %v", o.Argv, err)
	}
	s.master, s.path = master, path
	s.keys = newQueue(master)
	go s.follow()
	go s.reap()
	t.Cleanup(s.end)
	return s
}

func newScreen(t testing.TB, o Options) *Screen {
	cols, rows := orDefault(o.Cols, 80), orDefault(o.Rows, 24)
	cmd := exec.Command(o.Argv[0], o.Argv[1:]...)
	cmd.Dir = o.Dir
	cmd.Env = o.Env
	if cmd.Env == nil {
		cmd.Env = []string{"TERM=xterm-256color", "PATH=" + os.Getenv("PATH")}
	}
	s := &Screen{
		t:       t,
		cmd:     cmd,
		term:    vt.New(cols, rows, 0),
		cols:    cols,
		rows:    rows,
		changed: make(chan struct{}),
		exited:  make(chan struct{}),
		read:    make(chan struct{}),
	}
	s.thawed.L = &s.mu
	s.term.SetColors(o.Colors)
	return s
}

func orDefault(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// follow reads the program's output until its terminal has no writer left.
func (s *Screen) follow() {
	defer close(s.read)
	chunk := make([]byte, 64<<10)
	for {
		s.awaitThaw()
		n, err := s.master.Read(chunk)
		s.take(chunk[:n], err != nil)
		if err != nil {
			return
		}
	}
}

func (s *Screen) awaitThaw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.frozen {
		s.thawed.Wait()
	}
}

// Freeze stops reading what the program writes, as a terminal does under
// Ctrl+S or behind a broken connection. One read may still be under way.
func (s *Screen) Freeze() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frozen = true
}

// Thaw reads on.
func (s *Screen) Thaw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frozen = false
	s.thawed.Signal()
}

// take shows one chunk and answers the questions in it.
func (s *Screen) take(chunk []byte, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raw = append(s.raw, chunk...)
	s.term.Write(chunk)
	s.keys.push(s.term.TakeReplies())
	s.closed = last
	s.change()
}

// change wakes the waits; s.mu is held.
func (s *Screen) change() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Resize changes the terminal's size, as the operator's window would.
func (s *Screen) Resize(cols, rows int) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cols, s.rows = cols, rows
	s.term.Resize(cols, rows)
	if err := setSize(s.master, cols, rows); err != nil {
		s.t.Fatalf("resize the terminal to %dx%d: %v", cols, rows, err)
	}
	s.change()
}

// Send types text, byte for byte. It does not wait for the program to read it.
func (s *Screen) Send(text string) { s.keys.push([]byte(text)) }

// Pid is the process id of the program.
func (s *Screen) Pid() int { return s.cmd.Process.Pid }

// Kill sends the program a signal; a program that has ended gets none.
func (s *Screen) Kill(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil && err != os.ErrProcessDone {
		s.t.Fatalf("send %v to %q: %v", sig, s.cmd.Args, err)
	}
}

// HangUp closes the terminal, as a closed window or a lost connection does.
func (s *Screen) HangUp() {
	s.hangUp.Do(func() {
		s.keys.close()
		s.master.Close()
		s.Thaw()
	})
}

// Bytes returns everything that the program has written.
func (s *Screen) Bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]byte(nil), s.raw...)
}

// Exit is how a program ended: by a signal, or with a code.
type Exit struct {
	Code   int            // 0 to 255; -1 when a signal ended it
	Signal syscall.Signal // 0 when it ended by itself
}

func (e Exit) String() string {
	if e.Signal != 0 {
		return fmt.Sprintf("signal %q", e.Signal)
	}
	return fmt.Sprintf("code %d", e.Code)
}

func (s *Screen) reap() {
	s.cmd.Wait()
	s.exitCode = Exit{Code: s.cmd.ProcessState.ExitCode()}
	if status, ok := s.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		s.exitCode.Signal = status.Signal()
	}
	close(s.exited)
}

// Wait waits for the end of the program and of its output, so that Bytes is
// complete afterwards. Output that a surviving child may still write is not
// waited for.
func (s *Screen) Wait() Exit {
	s.t.Helper()
	select {
	case <-s.exited:
	case <-time.After(patience):
		s.fail("the program ends", "it still runs")
	}
	select {
	case <-s.read:
	case <-time.After(time.Second): // a child holds the terminal open
	}
	return s.exitCode
}

// end leaves nothing of the test behind.
func (s *Screen) end() {
	s.HangUp()
	<-s.read
	s.cmd.Process.Kill()
	<-s.exited
}
