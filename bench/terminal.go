package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/creack/pty"

	"atrium/internal/vt"
)

// size is a terminal's, in cells.
type size struct{ cols, rows int }

// usual is the size of the terminal of almost every row.
var usual = size{160, 40}

// patience is how long a target may take for what is over in a moment.
const patience = 60 * time.Second

// questionBytes is how much output is searched for questions to the terminal.
// Programs ask at their start; reading on would slow the floods.
const questionBytes = 256 << 10

// terminal runs one target and stamps what it writes.
type terminal struct {
	cmd    *exec.Cmd
	master *os.File
	began  time.Time
	exited chan struct{}
	read   chan struct{} // closed when the output has ended
	screen *vt.Terminal  // answers questions

	mu      sync.Mutex
	watched func(*vt.Terminal) // is shown every change of the screen
	total   int64
	last    time.Time // arrival of the last bytes
	tail    []byte    // end of the output that a pattern may straddle
	words   []byte    // the last bytes, for a reason why it failed
	pattern []byte
	found   chan time.Time
}

// start runs cmd on a terminal of the usual size.
func start(cmd *exec.Cmd) (*terminal, error) { return startIn(cmd, usual) }

func startIn(cmd *exec.Cmd, in size) (*terminal, error) {
	t := &terminal{
		cmd:    cmd,
		exited: make(chan struct{}),
		read:   make(chan struct{}),
		screen: vt.New(in.cols, in.rows, 0),
		began:  time.Now(),
	}
	var err error
	if t.master, err = pty.StartWithSize(cmd, in.winsize()); err != nil {
		return nil, err
	}
	go t.follow()
	go func() {
		cmd.Wait()
		close(t.exited)
	}()
	return t, nil
}

func (t *terminal) follow() {
	defer close(t.read)
	chunk := make([]byte, 128<<10)
	for {
		n, err := t.master.Read(chunk)
		now := time.Now()
		t.take(now, chunk[:n])
		if err != nil {
			return
		}
	}
}

// take stamps one chunk; the pattern that somebody waits for is told first.
func (t *terminal) take(now time.Time, chunk []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pattern != nil {
		t.search(now, chunk)
	}
	if t.total < questionBytes || t.watched != nil {
		t.screen.Write(chunk)
		if replies := t.screen.TakeReplies(); len(replies) > 0 {
			t.master.Write(replies)
		}
	}
	if t.watched != nil {
		t.watched(t.screen)
	}
	t.total += int64(len(chunk))
	if len(chunk) > 0 {
		t.words = append(t.words[:0], chunk[max(0, len(chunk)-lastWordsLength):]...)
	}
	t.last = now
}

const lastWordsLength = 200

// lastWords is what the terminal showed last, on one line.
func (t *terminal) lastWords() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.words)
}

func (t *terminal) search(now time.Time, chunk []byte) {
	t.tail = append(t.tail, chunk...)
	if bytes.Contains(t.tail, t.pattern) {
		t.found <- now
		t.pattern, t.tail = nil, nil
		return
	}
	t.tail = t.tail[max(0, len(t.tail)-len(t.pattern)):]
}

// expect tells when text arrives, from now on. One text is expected at a time.
func (t *terminal) expect(text string) <-chan time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pattern, t.tail = []byte(text), nil
	t.found = make(chan time.Time, 1)
	return t.found
}

// wait returns the stamp of what was expected.
func (t *terminal) wait(what string, found <-chan time.Time) (time.Time, error) {
	select {
	case at := <-found:
		return at, nil
	case <-t.read:
	case <-time.After(patience):
		return time.Time{}, fmt.Errorf("no %s within %v", what, patience)
	}
	select {
	case at := <-found: // it came with the last output
		return at, nil
	default:
		return time.Time{}, fmt.Errorf("it ended before %s came: %q", what, t.lastWords())
	}
}

// end waits for the program to end by itself and returns when its last output
// had arrived.
func (t *terminal) end() (time.Time, error) {
	select {
	case <-t.exited:
	case <-time.After(patience):
		return time.Time{}, fmt.Errorf("no end within %v", patience)
	}
	<-t.read
	if !t.cmd.ProcessState.Success() {
		return time.Time{}, fmt.Errorf("%v: %q", t.cmd.ProcessState, t.lastWords())
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last, nil
}

// watch shows the screen to see after each change, until the end.
func (t *terminal) watch(see func(*vt.Terminal)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watched = see
}

// resize gives the terminal another size.
func (t *terminal) resize(to size) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.screen.Resize(to.cols, to.rows)
	return pty.Setsize(t.master, to.winsize())
}

func (s size) winsize() *pty.Winsize {
	return &pty.Winsize{Cols: uint16(s.cols), Rows: uint16(s.rows)}
}

func (t *terminal) written() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

// lastOutput is when the last bytes arrived.
func (t *terminal) lastOutput() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last
}

func (t *terminal) send(text string) error {
	_, err := t.master.WriteString(text)
	return err
}

// kill ends the program at once, as a crash would.
func (t *terminal) kill() {
	t.cmd.Process.Kill()
	<-t.exited
	t.master.Close()
}
