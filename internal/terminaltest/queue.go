package terminaltest

import (
	"io"
	"sync"
)

// queue writes in its own goroutine what is pushed, in order. A program that
// does not read its keys must not stop the test that types, nor the reader
// that answers the program's questions.
type queue struct {
	mu      sync.Mutex
	ready   sync.Cond
	waiting []byte
	flying  bool // a write is under way
	closed  bool
}

func newQueue(w io.Writer) *queue {
	q := &queue{}
	q.ready.L = &q.mu
	go q.drain(w)
	return q
}

func (q *queue) push(data []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, data...)
	q.ready.Signal()
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready.Signal()
}

func (q *queue) drain(w io.Writer) {
	for {
		data := q.next()
		if data == nil {
			return
		}
		if _, err := w.Write(data); err != nil {
			return
		}
	}
}

// next waits for bytes to write; nil means that none will come.
func (q *queue) next() []byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.flying = false
	for len(q.waiting) == 0 && !q.closed {
		q.ready.Wait()
	}
	if q.closed {
		return nil
	}
	data := q.waiting
	q.waiting = nil
	q.flying = true
	return data
}

// empty tells that everything pushed was written.
func (q *queue) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting) == 0 && !q.flying
}
