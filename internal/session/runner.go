package session

import (
	"runtime"

	"atrium/internal/front"
)

// runner is a pane's process as the loop sees it.
type runner struct {
	pane    front.PaneRef
	process Process       // set before started is closed; the loop reads it after Started
	started chan struct{} // closed when the start is decided, process set or not
	drained chan struct{} // closed when there is nothing left to read
	free    chan []byte   // buffers that the reader may fill
}

// chunk is Output with the buffer's way back.
type chunk struct {
	pane   front.PaneRef
	bytes  []byte
	runner *runner
}

func (chunk) isEvent() {}

const (
	readSize  = 16 << 10
	readAhead = 2 // buffers, so that reading and emulating overlap
)

func newRunner(pane front.PaneRef) *runner {
	return &runner{
		pane: pane, started: make(chan struct{}), drained: make(chan struct{}),
		free: make(chan []byte, readAhead),
	}
}

// run starts the command and follows it to its end.
func (l *Loop) run(r *runner, start Start) {
	started := l.start(r, start)
	l.post(started)
	process := r.process
	if process == nil {
		return
	}
	l.beside(func() { l.read(r) })
	exit := process.Wait()
	<-r.drained
	process.Close()
	l.post(Exited{Pane: r.pane, Exit: exit})
}

// start decides the start, also by a panic: whoever ends the pane waits for it.
func (l *Loop) start(r *runner, start Start) Started {
	defer close(r.started)
	process, started := l.host.Start(start)
	started.Pane, r.process = r.pane, process
	return started
}

// read hands what the pane prints to the loop. It waits while the loop has all
// its buffers, and with it the program that prints.
func (l *Loop) read(r *runner) {
	defer close(r.drained)
	for range readAhead {
		r.free <- make([]byte, readSize)
	}
	for {
		select {
		case buffer := <-r.free:
			n, err := r.process.Read(buffer[:readSize])
			if n > 0 {
				l.post(chunk{pane: r.pane, bytes: buffer[:n], runner: r})
				runtime.Gosched() // to show it goes first, and only then the look for more
			} else {
				r.free <- buffer
			}
			if err != nil {
				return
			}
		case <-l.done:
			return
		}
	}
}

// up notes that a start was decided.
func (l *Loop) up(e Started) {
	if e.Err != nil {
		delete(l.running, e.Pane)
	}
}

// end ends a pane's process, which may still be about to start.
func (l *Loop) end(ref front.PaneRef) {
	if r := l.running[ref]; r != nil {
		l.finishing(r.end)
	}
}

func (r *runner) end() {
	<-r.started
	if r.process != nil {
		r.process.Close()
	}
}

// endAll ends every process, all at the same time, and waits for that and for
// a write that is still under way.
func (l *Loop) endAll() {
	for _, r := range l.running {
		l.finishing(r.end)
	}
	l.ending.Wait()
}
