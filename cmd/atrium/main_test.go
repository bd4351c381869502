package main

import (
	"io"
	"log"
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"atrium/internal/client"
	"atrium/internal/front"
	"atrium/internal/session"
)

// The variables of the program under test. They are the tests' own: the program
// knows one wiring only, and has no faults on purpose.
const (
	wireVariable  = "ATRIUM_TEST_WIRE"  // how front and core are joined
	panicVariable = "ATRIUM_TEST_PANIC" // which of them panics when a second pane or window is asked for
)

// TestMain lets the test binary stand in for the program: under the name atrium
// on PATH it is the program, for scripts and for tests on a terminal alike.
func TestMain(m *testing.M) {
	testscript.Main(apart{m}, map[string]func(){"atrium": program})
}

// apart makes the program on PATH a file of its own. It is installed as a link
// to the test binary, and would take the test that starts it for a session
// around it.
type apart struct{ tests *testing.M }

func (a apart) Run() int {
	if err := unlink(); err != nil {
		log.Print("cannot install the program under test: ", err)
		return 1
	}
	return a.tests.Run()
}

// unlink replaces the link by a copy.
func unlink() error {
	path, err := exec.LookPath("atrium")
	if err != nil {
		return err
	}
	binary, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.WriteFile(path, binary, 0o755)
}

func program() {
	wire := direct
	if os.Getenv(wireVariable) == "loopback" {
		wire = loopback
	}
	a := newApp(wire)
	switch os.Getenv(panicVariable) {
	case "core":
		ids := 0
		a.newID = func() string {
			if ids++; ids > 1 {
				panic("planted in the core")
			}
			return newID()
		}
	case "front":
		a.wire = func(loop *session.Loop) client.Core { return fragile{wire(loop)} }
	}
	os.Exit(a.run())
}

// fragile is a core whose front panics when it asks for a window.
type fragile struct{ client.Core }

func (f fragile) Send(c front.Command) {
	if _, window := c.(front.NewWindow); window {
		panic("planted in the front")
	}
	f.Core.Send(c)
}

// loopback joins front and core by two byte streams, through which every
// message goes in serialised form, as it would between two processes.
func loopback(loop *session.Loop) client.Core {
	fromFront, toCore := io.Pipe()
	fromCore, toFront := io.Pipe()
	w := &wired{enc: front.NewEncoder(toCore), views: make(chan front.View, 1)}
	go func() {
		dec := front.NewDecoder(fromFront)
		for {
			c, err := dec.Command()
			if err != nil {
				panic(err)
			}
			loop.Send(c)
		}
	}()
	go func() {
		enc := front.NewEncoder(toFront)
		for v := range loop.Views() {
			if err := enc.View(v); err != nil {
				panic(err)
			}
		}
		toFront.Close()
	}()
	go func() {
		defer close(w.views)
		dec := front.NewDecoder(fromCore)
		for {
			v, err := dec.View()
			if err == io.EOF {
				return
			}
			if err != nil {
				panic(err)
			}
			w.views <- v
		}
	}()
	return w
}

// wired is the front's end of a loopback.
type wired struct {
	enc   front.Encoder
	views chan front.View
}

func (w *wired) Send(c front.Command) {
	if err := w.enc.Command(c); err != nil {
		panic(err)
	}
}

func (w *wired) Views() <-chan front.View { return w.views }
