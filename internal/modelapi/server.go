// Package modelapi is a loopback stand-in for the Anthropic model service, so
// that real agent programs hold conversations in tests without a network, a
// key or a bill. It is test-only: it may not be imported by the product, and it
// may not reach beyond 127.0.0.1. Its callers are the tests that host a real
// agent and the demonstration.
//
// The last words of the user choose the answer:
//
//	goslow   the answer begins only after Server.Slow
//	golong   sixty numbered lines, Server.Pause apart, come before the answer
//	dotool   a shell tool is called, if the agent offered one; "dotool: CMD",
//	         up to the end of the line, says which command
//	dofail   the service says that it is overloaded (HTTP 529)
//
// Any other words are answered with "REPLY users=<n>", n being how many
// messages of the user's own the conversation holds: what an agent forgot
// shows as a smaller number.
package modelapi

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Server is one stand-in on a free port of 127.0.0.1. Slow and Pause may be
// changed until the first request.
type Server struct {
	Slow  time.Duration // what goslow waits, 4 s from New
	Pause time.Duration // what golong waits after each line, 50 ms from New

	listener net.Listener
	http     *http.Server

	mu       sync.Mutex
	requests []Request
	arrived  chan struct{} // closed and replaced whenever a request is logged
}

// New starts a stand-in that serves until Close. It panics when the machine
// has no loopback port to give, as no test could go on.
func New() *Server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic("modelapi: listen on loopback: " + err.Error())
	}
	s := &Server{
		Slow:     4 * time.Second,
		Pause:    50 * time.Millisecond,
		listener: listener,
		arrived:  make(chan struct{}),
	}
	s.http = &http.Server{Handler: s}
	go s.http.Serve(listener)
	return s
}

// URL is the base address to give to an agent, without a trailing slash.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() }

// Close stops the stand-in and drops the answers under way.
func (s *Server) Close() { s.http.Close() }

// Requests returns what was asked so far, in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Await returns as soon as cond holds for the requests so far, or with the
// error of ctx.
func (s *Server) Await(ctx context.Context, cond func([]Request) bool) error {
	for {
		s.mu.Lock()
		requests, arrived := append([]Request(nil), s.requests...), s.arrived
		s.mu.Unlock()
		if cond(requests) {
			return nil
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Server) log(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	close(s.arrived)
	s.arrived = make(chan struct{})
}
