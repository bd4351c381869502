package terminaltest

import (
	"fmt"
	"time"
)

// WaitFor waits until cond holds for what the terminal shows, and returns that
// picture. A program that goes away first fails the test at once. desc names
// the condition in the failure, which shows the screen.
func (s *Screen) WaitFor(desc string, cond func(*Picture) bool) *Picture {
	s.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		picture, closed, changed := s.look()
		switch {
		case cond(picture):
			return picture
		case closed:
			s.fail(desc, "the program's terminal closed")
		}
		select {
		case <-changed:
		case <-late.C:
			s.fail(desc, "it did not come within "+patience.String())
		}
	}
}

// WaitText waits until some line shows text.
func (s *Screen) WaitText(text string) *Picture {
	s.t.Helper()
	return s.WaitFor(fmt.Sprintf("the screen shows %q", text), func(p *Picture) bool { return p.Contains(text) })
}

// WaitBytes waits until cond holds for everything that was written, for what no
// screen shows: a mode that was set, a frame that was sent.
func (s *Screen) WaitBytes(desc string, cond func(raw []byte) bool) {
	s.t.Helper()
	s.WaitFor(desc, func(*Picture) bool { return cond(s.Bytes()) })
}

// WaitRead waits until the program has read all that was typed, so that what is
// typed next comes to it in another read.
func (s *Screen) WaitRead() {
	s.t.Helper()
	var failed error
	read := await(func() bool {
		if !s.keys.empty() {
			return false
		}
		waiting, err := unread(s.path)
		failed = err
		return err != nil || !waiting
	})
	switch {
	case failed != nil:
		s.fail("the program reads what was typed", failed.Error())
	case !read:
		s.fail("the program reads what was typed", "it did not within "+patience.String())
	}
}

// await polls a condition whose change nothing tells of.
func await(holds func() bool) bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if holds() {
			return true
		}
	}
	return false
}

func (s *Screen) look() (picture *Picture, closed bool, changed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.picture(), s.closed, s.changed
}

// tailLength is how much of the raw output a failure shows.
const tailLength = 400

// fail ends the test with all that is known: the condition, the screen, how the
// program ended, and the last bytes as they came.
func (s *Screen) fail(desc, why string) {
	s.t.Helper()
	picture := s.Picture()
	raw := s.Bytes()
	s.t.Fatalf("waited until %s: %s\n%q is %s\ncursor at column %d, row %d\n%slast bytes %q",
		desc, why, s.cmd.Args, s.state(), picture.Cursor.X, picture.Cursor.Y, picture.frame(),
		raw[max(0, len(raw)-tailLength):])
}

func (s *Screen) state() string {
	select {
	case <-s.exited:
		return "over, " + s.exitCode.String()
	default:
		return "running"
	}
}
