package term

import (
	"bytes"
	"io"
	"sync"
	"time"
)

const (
	// backlog is how far the terminal may fall behind before its output is
	// discarded, in bytes.
	backlog = 256 << 10
	// exitWait is how long the end waits for a terminal that does not read.
	exitWait = 3 * time.Second
	// piece is how much is written at once, so that giving up need not wait
	// for the rest of a large frame.
	piece = 16 << 10
	// lastWait is how long it waits once more when the output that stood in
	// the way was discarded.
	lastWait = 250 * time.Millisecond
)

// writer is the queue in front of a terminal, written by its own goroutine.
type writer struct {
	// now writes what the terminal takes at once and tells how much that was;
	// nil where a write cannot be kept from waiting.
	now func([]byte) int

	mu      sync.Mutex
	wake    sync.Cond
	queue   []byte
	rest    []byte // of a frame that was written in part; it flies already
	flying  int    // bytes in the Write that runs now, or in rest
	behind  bool   // output was discarded and the rest is not written yet
	closing bool
	gaveUp  bool // what flies is cut off
	drained chan struct{}
	done    chan struct{}
}

func newWriter(out io.Writer, now func([]byte) int) *writer {
	w := &writer{now: now, drained: make(chan struct{}, 1), done: make(chan struct{})}
	w.wake.L = &w.mu
	go w.run(out)
	return w
}

// offer queues frame, or discards it and the queue; see Terminal.Offer. One
// frame of any size is taken when there is nothing before it, and written right
// here as far as that goes: another goroutine would take longer to wake up.
func (w *writer) offer(frame []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	pending := len(w.queue) + w.flying
	switch {
	case w.behind || w.closing:
		return false
	case pending > 0 && pending+len(frame) > backlog:
		w.behind = true
		w.queue = nil
		return false
	}
	if pending == 0 && w.now != nil {
		w.rest = bytes.Clone(frame[w.now(frame):])
		w.flying = len(w.rest)
	} else {
		w.queue = append(w.queue, frame...)
	}
	if w.flying+len(w.queue) > 0 {
		w.wake.Signal()
	}
	return true
}

// idle tells that nothing is queued or being written.
func (w *writer) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queue)+w.flying == 0 && !w.behind
}

// finish writes last instead of all that is queued, ends the writer, and tells
// whether that was done within limit.
func (w *writer) finish(last []byte, limit time.Duration) bool {
	w.mu.Lock()
	w.queue = last
	w.closing = true
	w.wake.Signal()
	w.mu.Unlock()
	return w.await(limit)
}

// giveUp cuts off what is being written, once the terminal takes bytes again,
// and ends the sequence it may have been in.
func (w *writer) giveUp() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.gaveUp = true
	if len(w.queue) > 0 {
		w.queue = append([]byte(cancelSequence), w.queue...)
	}
}

// await waits for the end of the writer.
func (w *writer) await(limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-w.done:
		return true
	case <-timer.C:
		return false
	}
}

// run writes until finish or until the terminal takes no more.
func (w *writer) run(out io.Writer) {
	defer close(w.done)
	for {
		chunk := w.next()
		if chunk == nil {
			return
		}
		if err := w.write(out, chunk); err != nil {
			w.fail()
			return
		}
		w.written()
	}
}

func (w *writer) write(out io.Writer, chunk []byte) error {
	for len(chunk) > 0 && !w.cutOff() {
		n, err := out.Write(chunk[:min(piece, len(chunk))])
		if err != nil {
			return err
		}
		chunk = chunk[n:]
	}
	return nil
}

// cutOff tells, once, that what is being written is to be cut off.
func (w *writer) cutOff() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	cut := w.gaveUp
	w.gaveUp = false
	return cut
}

// next waits for bytes to write; nil means that none will come.
func (w *writer) next() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.rest)+len(w.queue) == 0 && !w.closing {
		w.wake.Wait()
	}
	chunk := w.rest
	if w.rest = nil; len(chunk) == 0 {
		chunk, w.queue = w.queue, nil
	}
	w.flying = len(chunk)
	return chunk
}

func (w *writer) written() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flying = 0
	if len(w.queue) > 0 {
		return
	}
	w.behind = false
	select {
	case w.drained <- struct{}{}:
	default:
	}
}

// fail makes every later offer false. That the terminal is gone is Read's to
// tell: its end of the line breaks with this one.
func (w *writer) fail() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closing = true
	w.queue, w.rest = nil, nil
}
