package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

// readiness counts the hosted programs that are up, by what they tell its
// socket: a terminal shows that only once it has been drawn.
type readiness struct {
	listener net.Listener
	stamps   chan time.Time
}

func (p place) readySocket() string { return filepath.Join(p.dir, "ready") }

func (p place) listen() (*readiness, error) {
	os.Remove(p.readySocket())
	listener, err := net.Listen("unix", p.readySocket())
	if err != nil {
		return nil, err
	}
	r := &readiness{listener, make(chan time.Time, 1024)}
	go r.accept()
	return r, nil
}

func (r *readiness) accept() {
	for {
		conn, err := r.listener.Accept()
		if err != nil {
			return
		}
		r.stamps <- time.Now()
		conn.Close()
	}
}

func (r *readiness) close() { r.listener.Close() }

// wait returns when the n-th program was up.
func (r *readiness) wait(n int) (at time.Time, err error) {
	late := time.After(patience)
	for i := range n {
		select {
		case at = <-r.stamps:
		case <-late:
			return at, fmt.Errorf("%d of %d programs were up within %v", i, n, patience)
		}
	}
	return at, nil
}
