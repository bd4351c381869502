package ptytest

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"atrium/internal/pty"
)

// Program names a behaviour that every port under test must be able to start.
// Each one prints "ready" before it does anything else.
type Program string

// The programs of the suite. All treat input as bytes, without echo.
const (
	Copy     Program = "copy"     // writes back what it reads
	Exit3    Program = "exit 3"   // says "bye" and ends with code 3
	Killed   Program = "killed"   // ends by SIGTERM that it sends itself
	Sizes    Program = "sizes"    // writes "COLSxROWS;" at once and at every resize
	Deaf     Program = "deaf"     // never reads
	Stubborn Program = "stubborn" // ignores hang-up and SIGTERM
	Held     Program = "held"     // says "bye", ends, and a grandchild keeps the terminal
)

// StartFunc starts a program on a terminal of the given size, or fails t.
type StartFunc func(t *testing.T, program Program, size pty.Size) pty.Pane

// patience is how long a condition may take before its test fails.
const patience = 30 * time.Second

// Suite holds a port to the contract of package pty.
func Suite(t *testing.T, start StartFunc) {
	cases := map[string]func(*testing.T, StartFunc){
		"output comes in order and ends":          testOutput,
		"input arrives":                           testInput,
		"a death by signal is named":              testKilled,
		"the size is right at birth and followed": testSizes,
		"a deaf pane makes nobody wait":           testDeaf,
		"a hang-up ends a willing pane":           testHangup,
		"close ends a stubborn pane":              testStubborn,
		"close ends a willing pane":               testClose,
		"an end is seen past a held terminal":     testHeld,
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) { test(t, start) })
	}
}

var usual = pty.Size{Cols: 80, Rows: 24}

func testOutput(t *testing.T, start StartFunc) {
	p := start(t, Exit3, usual)
	out := follow(p)
	out.await(t, "bye")
	out.awaitEnd(t)
	if exit := p.Wait(); exit != (pty.Exit{Code: 3}) {
		t.Errorf("ended with %+v, want code 3 by itself", exit)
	}
	if exit := p.Wait(); exit.Code != 3 {
		t.Errorf("asked again: %+v", exit)
	}
	if err := p.Close(); err != nil {
		t.Errorf("close after the end: %v", err)
	}
	if _, err := p.Write([]byte("x")); !errors.Is(err, pty.ErrEnded) {
		t.Errorf("write after the end: %v, want ErrEnded", err)
	}
}

func testInput(t *testing.T, start StartFunc) {
	p := start(t, Copy, usual)
	defer p.Close()
	out := follow(p)
	out.await(t, "ready")
	paste := strings.Repeat("0123456789abcdef", 100<<10/16)
	for _, text := range []string{"one;", "two;", paste, ";three"} {
		if n, err := p.Write([]byte(text)); n != len(text) || err != nil {
			t.Fatalf("write of %d bytes: %d, %v", len(text), n, err)
		}
	}
	out.await(t, "one;two;"+paste+";three") // R106
}

func testKilled(t *testing.T, start StartFunc) {
	p := start(t, Killed, usual)
	defer p.Close()
	if exit := p.Wait(); exit != (pty.Exit{Code: 143, Signal: "SIGTERM"}) {
		t.Errorf("ended with %+v, want SIGTERM, not by us", exit)
	}
}

func testSizes(t *testing.T, start StartFunc) {
	p := start(t, Sizes, pty.Size{Cols: 123, Rows: 45})
	defer p.Close()
	out := follow(p)
	out.await(t, "123x45;")
	if err := p.Resize(pty.Size{Cols: 61, Rows: 17}); err != nil {
		t.Fatal(err)
	}
	out.await(t, "61x17;")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Resize(usual); err != pty.ErrEnded {
		t.Errorf("resize after the end: %v, want ErrEnded", err)
	}
}

func testDeaf(t *testing.T, start StartFunc) {
	p := start(t, Deaf, usual)
	defer p.Close()
	follow(p).await(t, "ready")
	piece := bytes.Repeat([]byte("x"), pty.Backlog/4)
	for range 8 { // the system's own buffers take a little
		n, err := p.Write(piece)
		if errors.Is(err, pty.ErrFull) && n == 0 {
			return
		}
		if n != len(piece) || err != nil {
			t.Fatalf("write: %d, %v; want all or ErrFull", n, err)
		}
	}
	t.Error("twice the backlog was taken without ErrFull")
}

func testHangup(t *testing.T, start StartFunc) {
	p := start(t, Copy, usual)
	defer p.Close()
	follow(p).await(t, "ready")
	if err := p.Hangup(); err != nil {
		t.Fatal(err)
	}
	if exit := p.Wait(); exit.Signal != "SIGHUP" || !exit.ByUs {
		t.Errorf("ended with %+v, want SIGHUP by us", exit)
	}
}

func testStubborn(t *testing.T, start StartFunc) {
	p := start(t, Stubborn, usual)
	out := follow(p)
	out.await(t, "ready")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if exit := p.Wait(); exit.Signal != "SIGKILL" || !exit.ByUs {
		t.Errorf("ended with %+v, want SIGKILL by us", exit)
	}
	out.awaitEnd(t)
	if err := p.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
}

func testClose(t *testing.T, start StartFunc) {
	p := start(t, Copy, usual)
	out := follow(p)
	out.await(t, "ready")
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if exit := p.Wait(); exit.Signal != "SIGTERM" || !exit.ByUs {
		t.Errorf("ended with %+v, want SIGTERM by us", exit)
	}
	out.awaitEnd(t)
	if _, err := p.Write([]byte("x")); !errors.Is(err, pty.ErrEnded) {
		t.Errorf("write after close: %v, want ErrEnded", err)
	}
}

func testHeld(t *testing.T, start StartFunc) {
	p := start(t, Held, usual)
	out := follow(p)
	if exit := p.Wait(); exit.Code != 0 || exit.ByUs {
		t.Errorf("ended with %+v, want 0 by itself", exit) // R163
	}
	out.await(t, "bye")
	out.awaitEnd(t)
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// output collects what a pane says.
type output struct {
	mu      sync.Mutex
	text    []byte
	changed chan struct{} // holds one token after a change
	ended   chan struct{}
}

func follow(p pty.Pane) *output {
	o := &output{changed: make(chan struct{}, 1), ended: make(chan struct{})}
	go func() {
		defer close(o.ended)
		buf := make([]byte, 4096)
		for {
			n, err := p.Read(buf)
			o.add(buf[:n])
			if err != nil {
				if err != io.EOF {
					o.add([]byte("read failed: " + err.Error()))
				}
				return
			}
		}
	}()
	return o
}

func (o *output) add(b []byte) {
	o.mu.Lock()
	o.text = append(o.text, b...)
	o.mu.Unlock()
	select {
	case o.changed <- struct{}{}:
	default:
	}
}

func (o *output) has(text string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return bytes.Contains(o.text, []byte(text))
}

func (o *output) await(t *testing.T, text string) {
	t.Helper()
	late := time.After(patience)
	ended := o.ended
	for !o.has(text) {
		select {
		case <-o.changed:
		case <-ended:
			ended = nil
			if !o.has(text) {
				t.Fatalf("the pane ended without saying %.40q; it said %.200q", text, o.text)
			}
		case <-late:
			t.Fatalf("the pane did not say %.40q; it said %.200q (%d bytes)", text, o.text, len(o.text))
		}
	}
}

func (o *output) awaitEnd(t *testing.T) {
	t.Helper()
	select {
	case <-o.ended:
	case <-time.After(patience):
		t.Fatal("the pane's output did not end")
	}
	if o.has("read failed:") {
		t.Fatalf("the output did not end with io.EOF: %q", o.text)
	}
}
