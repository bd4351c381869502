//go:build unix

package nowait

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pipe is a pipe whose ends are set not to wait.
func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	var fds [2]int
	if err := unix.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		if err := unix.SetNonblock(fd, true); err != nil {
			t.Fatal(err)
		}
	}
	r, w = os.NewFile(uintptr(fds[0]), "r"), os.NewFile(uintptr(fds[1]), "w")
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

func TestWriterWritesWhatFits(t *testing.T) {
	r, w := pipe(t)
	sent := bytes.Repeat([]byte("0123456789"), 1<<20)
	n := Writer(w)(sent)
	if n == 0 || n == len(sent) {
		t.Fatalf("a pipe took %d of %d bytes at once", n, len(sent))
	}
	if more := Writer(w)(sent[n:]); more != 0 {
		t.Errorf("a full pipe took %d more", more)
	}
	w.Close()
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, sent[:n]) {
		t.Errorf("%d bytes came, %v", len(got), err)
	}
	if n := Writer(w)(sent); n != 0 {
		t.Errorf("a closed pipe took %d", n)
	}
}

func TestReaderWaits(t *testing.T) {
	r, w := pipe(t)
	read, got := Reader(r), make(chan string)
	go func() {
		p := make([]byte, 10)
		n, err := read(p)
		got <- string(p[:n])
		_, err = read(p)
		got <- err.Error()
	}()
	Writer(w)([]byte("late"))
	if text := <-got; text != "late" {
		t.Errorf("read %q", text)
	}
	w.Close()
	if text := <-got; text != io.EOF.Error() {
		t.Errorf("ended with %q", text)
	}
}

func TestReaderKeepsDeadlines(t *testing.T) {
	r, _ := pipe(t)
	if err := r.SetReadDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := Reader(r)(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	r.Close()
	if _, err := Reader(r)(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestReaderTellsErrors(t *testing.T) {
	_, w := pipe(t)
	if _, err := Reader(w)(make([]byte, 1)); !errors.Is(err, unix.EBADF) {
		t.Errorf("got %v", err)
	}
}
