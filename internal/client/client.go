// Package client is the relay between an operator's terminal and a session: it
// carries bytes to a display and its frames back, commands to the core and its
// Views back, and keeps the pace. It knows what neither side means. Its clock
// is what separates a lone Escape from a sequence, and frames from each other.
// cmd/atrium runs it.
package client

import (
	"bytes"
	"errors"
	"runtime"
	"time"

	"atrium/internal/display"
	"atrium/internal/front"
)

// Tty is the operator's terminal; term.Terminal is one.
type Tty interface {
	Read(p []byte) (int, error)
	Offer(frame []byte) bool
	Idle() bool
	Drained() <-chan struct{}
	Resized() <-chan struct{}
	Size() (cols, rows int)
	Restore()
}

// Core is the session as a front sees it. Send must not wait for the front.
type Core interface {
	Send(front.Command)
	Views() <-chan front.View
}

// ErrNoCore tells that the session went away without saying that it ended.
var ErrNoCore = errors.New("the session is gone")

// frameTime is the least time between two frames: 120 a second.
const frameTime = time.Second / 120

// Run shows core on tty until the session ends, which is no error, or until
// one of them is gone. Whatever happens, a panic included, the terminal is
// restored.
func Run(tty Tty, core Core, setup display.Setup) error {
	defer tty.Restore()
	r := &relay{
		tty:     tty,
		core:    core,
		began:   time.Now(),
		display: display.New(setup),
		key:     stopped(),
		beat:    stopped(),
	}
	in := startReading(tty)
	defer close(in.done)
	r.resize()
	err := r.loop(in)
	r.settle(in)
	return err
}

// relay is one run.
type relay struct {
	tty     Tty
	core    Core
	display *display.Display
	began   time.Time
	cols    int
	rows    int
	asked   bool // Ready was sent and its View has not come yet
	behind  bool // a frame was discarded; nothing is drawn until the terminal caught up
	last    time.Time
	key     *time.Timer // an unfinished sequence has waited long enough
	beat    *time.Timer // the animation moves on
	beating bool
}

func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

func (r *relay) loop(in reading) error {
	for {
		r.ready()
		select {
		case p := <-in.bytes:
			r.input(p)
		case err := <-in.failed:
			return err
		case v, ok := <-r.core.Views():
			if !ok {
				return ErrNoCore
			}
			if v.Ended {
				return nil
			}
			r.view(v)
		case <-r.tty.Resized():
			r.resize()
		case <-r.tty.Drained():
			r.drained()
		case <-r.key.C:
			r.send(r.display.Release())
			r.draw()
		case <-r.beat.C:
			r.beating = false
			r.display.Beat()
			r.draw()
		}
	}
}

// ready asks for the next View once the terminal has taken the last frame, for
// when its time is over, so that a flood costs frames and a slow terminal nothing.
func (r *relay) ready() {
	if r.asked || r.behind || !r.tty.Idle() {
		return
	}
	r.asked = true
	r.core.Send(front.Ready{In: max(0, frameTime-time.Since(r.last))})
}

func (r *relay) input(p []byte) {
	r.send(r.display.Input(p))
	r.key.Stop()
	if wait := r.display.Unfinished(); wait > 0 {
		r.key.Reset(wait)
	}
	r.draw()
}

func (r *relay) view(v front.View) {
	r.asked = false
	r.last = time.Now()
	r.display.View(v)
	r.draw()
}

// animate keeps the beat while something is starting.
func (r *relay) animate() {
	if wait := r.display.Beating(); wait > 0 && !r.beating {
		r.beating = true
		r.beat.Reset(wait)
	}
}

// resize draws only when the size is the same, as after a stop of the process:
// otherwise what there is was laid out for another, and a View follows.
func (r *relay) resize() {
	cols, rows := r.tty.Size()
	r.send(r.display.Resize(cols, rows))
	if cols == r.cols && rows == r.rows {
		r.draw()
	}
	r.cols, r.rows = cols, rows
}

func (r *relay) drained() {
	if r.behind {
		r.behind = false
		r.draw()
	}
}

func (r *relay) draw() {
	if r.behind {
		return
	}
	frame := r.display.Frame()
	if len(frame) > 0 && !r.tty.Offer(frame) {
		r.behind = true
		r.display.Repaint()
	}
	r.animate()
}

func (r *relay) send(commands []front.Command) {
	for _, c := range commands {
		r.core.Send(c)
	}
}

// reading is the goroutine that waits for the operator.
type reading struct {
	bytes  chan []byte
	failed chan error
	done   chan struct{} // closed when nobody takes bytes any more
}

// readSize is how much is read at once; a large paste comes in such parts.
const readSize = 64 << 10

func startReading(tty Tty) reading {
	in := reading{make(chan []byte), make(chan error, 1), make(chan struct{})}
	go in.run(tty)
	return in
}

func (in reading) run(tty Tty) {
	p := make([]byte, readSize)
	for {
		n, err := tty.Read(p)
		if err != nil {
			in.failed <- err
			return
		}
		select {
		case in.bytes <- bytes.Clone(p[:n]):
			runtime.Gosched() // the key goes first, and only then the look for another
		case <-in.done:
			return
		}
	}
}
