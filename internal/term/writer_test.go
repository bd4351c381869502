package term

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

// slow is a terminal that takes one write for each token.
type slow struct {
	tokens chan struct{}
	begun  chan struct{} // has a value for each write that waits
	mu     sync.Mutex
	got    bytes.Buffer
}

func newSlow() *slow {
	return &slow{tokens: make(chan struct{}), begun: make(chan struct{}, 1000)}
}

func (s *slow) Write(p []byte) (int, error) {
	s.begun <- struct{}{}
	<-s.tokens
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got.Write(p)
}

func (s *slow) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got.String()
}

func TestWriterDiscardsWhenTheTerminalIsBehind(t *testing.T) { // check 148
	out := newSlow()
	w := newWriter(out, nil)
	frame := []byte(strings.Repeat("x", 1000))
	if !w.offer(frame) {
		t.Fatal("the first frame was refused")
	}
	<-out.begun
	taken := 1
	for w.offer(frame) {
		taken++
	}
	if bytes := taken * len(frame); bytes > backlog || bytes < backlog-len(frame) {
		t.Errorf("took %d bytes before it discarded, want up to %d", bytes, backlog)
	}
	if w.idle() {
		t.Error("idle while behind")
	}
	out.tokens <- struct{}{}
	<-w.drained
	if got := len(out.text()); got != len(frame) {
		t.Errorf("%d bytes written, want only the frame in flight", got)
	}
	if !w.idle() || !w.offer([]byte("again")) {
		t.Error("takes nothing after it caught up")
	}
	close(out.tokens)
	if !w.finish([]byte("end"), exitWait) {
		t.Error("did not end")
	}
	if got := out.text(); !strings.HasSuffix(got, "end") {
		t.Errorf("ends with %q", got[len(got)-5:])
	}
}

func TestWriterTakesOneLargeFrame(t *testing.T) {
	out := newSlow()
	close(out.tokens)
	w := newWriter(out, nil)
	if !w.offer(make([]byte, 4*backlog)) {
		t.Error("a frame larger than the backlog was refused by an idle writer")
	}
	<-w.drained
	w.finish(nil, exitWait)
	if got := len(out.text()); got != 4*backlog {
		t.Errorf("%d bytes written", got)
	}
}

func TestWriterGivesUp(t *testing.T) {
	out := newSlow()
	w := newWriter(out, nil)
	w.offer(make([]byte, 3*piece))
	<-out.begun
	if w.finish([]byte("end"), time.Millisecond) {
		t.Fatal("ended although the terminal took nothing")
	}
	w.giveUp()
	close(out.tokens)
	if !w.await(exitWait) {
		t.Fatal("did not end once the terminal took bytes again")
	}
	if got, want := out.text(), string(make([]byte, piece))+cancelSequence+"end"; got != want {
		t.Errorf("wrote %d bytes, want the piece in flight and the end, %d", len(got), len(want))
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("gone") }

func TestWriterSurvivesALostTerminal(t *testing.T) {
	w := newWriter(broken{}, nil)
	w.offer([]byte("x"))
	<-w.done
	if w.offer([]byte("y")) {
		t.Error("took a frame for a lost terminal")
	}
	if !w.finish([]byte("end"), exitWait) {
		t.Error("waits for a lost terminal")
	}
}
