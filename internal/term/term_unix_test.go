//go:build unix

package term

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// window is the other end of a terminal: it keeps what was written to it.
type window struct {
	master, tty *os.File
	mu          sync.Mutex
	changed     sync.Cond
	text        strings.Builder
}

func newWindow(t *testing.T) *window {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	w := &window{master: closable(t, master), tty: tty}
	w.changed.L = &w.mu
	t.Cleanup(func() { _ = w.master.Close(); _ = tty.Close() })
	go w.read()
	return w
}

// closable is f in a form whose Close also ends a Read that waits.
func closable(t *testing.T, f *os.File) *os.File {
	t.Helper()
	fd, err := unix.Dup(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	return os.NewFile(uintptr(fd), f.Name())
}

func (w *window) read() {
	var p [4096]byte
	for {
		n, err := w.master.Read(p[:])
		if err != nil {
			return
		}
		w.mu.Lock()
		w.text.Write(p[:n])
		w.changed.Broadcast()
		w.mu.Unlock()
	}
}

// await waits until what was written ends with end, and is all of it.
func (w *window) await(end string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !strings.HasSuffix(w.text.String(), end) {
		w.changed.Wait()
	}
	return w.text.String()
}

func (w *window) typed(t *testing.T, s string) {
	t.Helper()
	if _, err := w.master.WriteString(s); err != nil {
		t.Fatal(err)
	}
}

func (w *window) modes(t *testing.T) unix.Termios {
	t.Helper()
	m, err := unix.IoctlGetTermios(int(w.tty.Fd()), getTermios)
	if err != nil {
		t.Fatal(err)
	}
	return *m
}

func open(t *testing.T, w *window) *Terminal {
	t.Helper()
	term, err := Open(w.tty, w.tty)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(term.Restore)
	return term
}

func TestOpenAndRestore(t *testing.T) { // check 150, R094, R096
	w := newWindow(t)
	before := w.modes(t)
	term := open(t, w)
	w.await(enterScreen)
	if raw := w.modes(t); raw.Lflag&(unix.ICANON|unix.ECHO|unix.ISIG) != 0 {
		t.Error("the terminal is not raw")
	}
	left := "\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1004h\x1b[?1006h\x1b[?2004h\x1b[?1h\x1b[>7u\x1b[?25l\x1b[?2026h"
	term.Offer([]byte(left))
	w.await(left)
	term.Restore()
	term.Restore()
	text := w.await(leaveScreen)
	if n := strings.Count(text, "\x1b[?1049l"); n != 1 {
		t.Errorf("left the alternate screen %d times", n)
	}
	if w.modes(t) != before {
		t.Error("the line discipline is not as it was")
	}
	_, end, _ := strings.Cut(text, left)
	for _, off := range []string{
		"\x1b[?1000l", "\x1b[?1002l", "\x1b[?1003l", "\x1b[?1004l", "\x1b[?1006l", "\x1b[?1015l", "\x1b[?2004l",
		"\x1b[?1l", "\x1b>", "\x1b[?7h", "\x1b[r", "\x1b[<u", "\x1b[=0u", "\x1b[>4;0m", "\x1b[0 q", "\x1b[?25h", "\x1b[0m", "\x1b[?2026l",
	} {
		if !strings.Contains(end, off) {
			t.Errorf("the end lacks %q", off)
		}
	}
}

func TestRestoreEndsRead(t *testing.T) {
	w := newWindow(t)
	term := open(t, w)
	ended := make(chan error)
	go func() {
		_, err := term.Read(make([]byte, 10))
		ended <- err
	}()
	term.Restore()
	if err := <-ended; err != io.EOF {
		t.Errorf("Read gave %v", err)
	}
	w.typed(t, "x")
	if _, err := term.Read(make([]byte, 10)); err != io.EOF {
		t.Errorf("a Read after Restore gave %v: it takes the shell's keys", err)
	}
}

func TestRead(t *testing.T) {
	w := newWindow(t)
	term := open(t, w)
	w.await(enterScreen)
	w.typed(t, "\x01\x03\r")
	var got string
	for len(got) < 3 {
		var p [10]byte
		n, err := term.Read(p[:])
		if err != nil {
			t.Fatal(err)
		}
		got += string(p[:n])
	}
	if got != "\x01\x03\r" {
		t.Errorf("got %q", got)
	}
	_ = w.master.Close()
	if _, err := term.Read(make([]byte, 10)); !errors.Is(err, ErrLost) { // R073
		t.Errorf("a closed window gave %v", err)
	}
}

func TestSize(t *testing.T) { // R080
	w := newWindow(t)
	term := open(t, w)
	for _, c := range []struct{ cols, rows, wantCols, wantRows int }{
		{100, 30, 100, 30}, {0, 0, 80, 24}, {1, 1, 1, 1}, {0, 9, 1, 9}, {1000, 1000, 1000, 1000},
	} {
		size := &pty.Winsize{Cols: uint16(c.cols), Rows: uint16(c.rows)}
		if err := pty.Setsize(w.tty, size); err != nil {
			t.Fatal(err)
		}
		if cols, rows := term.Size(); cols != c.wantCols || rows != c.wantRows {
			t.Errorf("%dx%d: got %dx%d", c.cols, c.rows, cols, rows)
		}
	}
}

func TestSignals(t *testing.T) {
	w := newWindow(t)
	term := open(t, w)
	if err := unix.Kill(os.Getpid(), unix.SIGWINCH); err != nil {
		t.Fatal(err)
	}
	<-term.Resized()
	term.Offer([]byte("[screen]"))
	w.await("[screen]")
	if err := unix.Kill(os.Getpid(), unix.SIGCONT); err != nil {
		t.Fatal(err)
	}
	<-term.Resized()
	w.await("[screen]" + enterScreen)
}

func TestOpenRefusesWhatIsNoTerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if _, err := Open(null, null); err == nil {
		t.Error("took /dev/null for a terminal")
	}
	if _, err := Asking(null, null); err == nil {
		t.Error("asks /dev/null")
	}
	if IsTerminal(nil) {
		t.Error("no file is a terminal")
	}
}

func ask(t *testing.T, w *window, answers ...string) (lines []string, err error) {
	t.Helper()
	q, err := Asking(w.tty, w.tty)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Done()
	for _, a := range answers {
		go func() {
			w.await("? ")
			_, _ = w.master.WriteString(a)
		}()
		line, err := q.Ask(context.Background(), "sure? ")
		if err != nil {
			return lines, err
		}
		lines = append(lines, line)
		if rest := len(q.rest); rest > 0 {
			break
		}
	}
	return lines, nil
}

func TestAsk(t *testing.T) { // R075
	for _, c := range []struct {
		typed string
		line  string
		err   error
	}{
		{"\r", "", nil},
		{"y\r", "y", nil},
		{"yx\x7f\n", "y", nil},
		{"\x04", "", io.EOF},
		{"\x03", "", ErrInterrupted},
		{"ye\x03", "", ErrInterrupted},
		{"y\x04\x04", "", io.EOF},
		{"\x1c", "", ErrInterrupted},
	} {
		w := newWindow(t)
		before := w.modes(t)
		lines, err := ask(t, w, c.typed)
		if err != c.err || err == nil && lines[0] != c.line {
			t.Errorf("%q: got %q, %v", c.typed, lines, err)
		}
		if w.modes(t) != before {
			t.Errorf("%q: the line discipline is not as it was", c.typed)
		}
	}
}

// unread tells that a program that starts now would find something typed.
func unread(t *testing.T, tty *os.File) bool {
	t.Helper()
	raw, err := startRaw(tty, tty)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.stop()
	var set unix.FdSet
	set.Set(int(tty.Fd()))
	n, err := unix.Select(int(tty.Fd())+1, &set, nil, nil, &unix.Timeval{})
	if err != nil {
		t.Fatal(err)
	}
	return n > 0
}

func TestLeftoverTypingDoesNotReachThePane(t *testing.T) { // R075
	w := newWindow(t)
	lines, err := ask(t, w, "y\nls\n")
	if err != nil || lines[0] != "y" {
		t.Fatalf("got %q, %v", lines, err)
	}
	if unread(t, w.tty) {
		t.Error("something is left for a pane")
	}
}

func TestTypingAheadIsNoAnswer(t *testing.T) {
	w := newWindow(t)
	w.typed(t, "y\n")
	w.await("y\r\n") // its echo: the terminal has it
	lines, err := ask(t, w, "n\n")
	if err != nil || lines[0] != "n" {
		t.Errorf("got %q, %v", lines, err)
	}
}

func TestAskIsCancelled(t *testing.T) {
	w := newWindow(t)
	q, err := Asking(w.tty, w.tty)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Done()
	ctx, cancel := context.WithCancelCause(context.Background())
	gone := errors.New("told to end")
	go func() {
		w.await("sure? ")
		cancel(gone)
	}()
	if _, err := q.Ask(ctx, "sure? "); err != gone {
		t.Errorf("got %v", err)
	}
}

func TestAskOnALostTerminal(t *testing.T) { // R075: terminal closed while asked
	w := newWindow(t)
	q, err := Asking(w.tty, w.tty)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Done()
	go func() {
		w.await("sure? ")
		_ = w.master.Close()
	}()
	if line, err := q.Ask(context.Background(), "sure? "); err != ErrLost {
		t.Errorf("a lost terminal answered %q, %v", line, err)
	}
}
