package pty

import (
	"io"
	"sync"
)

// input is what waits to be written to a pane. It exists because a pane may
// stop reading at any time and nobody who types may ever wait for it.
type input struct {
	// now writes what the pane takes at once and tells how much that was; nil
	// where a write cannot be kept from waiting.
	now func([]byte) int

	mu      sync.Mutex
	arrived sync.Cond
	waiting []byte
	taken   int // bytes that are being written right now
	closed  bool
}

func newInput(now func([]byte) int) *input {
	in := &input{now: now}
	in.arrived.L = &in.mu
	return in
}

// put takes all of p or nothing: half a paste would leave its end mark out. A
// key that nothing waits before is written right here, since handing it to
// another goroutine takes longer than all else that happens to it.
func (in *input) put(p []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.closed {
		return 0, ErrEnded
	}
	if in.taken+len(in.waiting)+len(p) > Backlog {
		return 0, ErrFull
	}
	written := 0
	if in.now != nil && in.taken+len(in.waiting) == 0 {
		written = in.now(p)
	}
	if written < len(p) {
		in.waiting = append(in.waiting, p[written:]...)
		in.arrived.Signal()
	}
	return len(p), nil
}

// close drops what waits and ends pump.
func (in *input) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed, in.waiting = true, nil
	in.arrived.Signal()
}

// pump writes to w what is put, until close or the first failed write.
func (in *input) pump(w io.Writer) {
	defer in.close()
	for {
		chunk := in.take()
		if chunk == nil {
			return
		}
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// take waits for input and takes all of it. It returns nil once closed.
func (in *input) take() []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.taken = 0
	for len(in.waiting) == 0 && !in.closed {
		in.arrived.Wait()
	}
	if in.closed {
		return nil
	}
	chunk := in.waiting
	in.waiting, in.taken = nil, len(chunk)
	return chunk
}
