package main

import (
	"errors"
	"fmt"
	"os"

	"atrium/internal/durable"
	"atrium/internal/policy"
	"atrium/internal/store"
)

// registry keeps the crash registry on its own goroutine, so that the session
// never waits for a disk. Only the newest set counts.
type registry struct {
	sets chan []int
	done chan struct{}
	left chan int // groups that survived
	err  error    // of the last write
}

// openRegistry keeps the registry of this process. Where there is no runtime
// directory, sessions that are started inside are capped to plan, since they
// find no policy; the note says so.
func (a *app) openRegistry(ceiling policy.Posture) (r *registry, note string) {
	r = &registry{sets: make(chan []int, 1), done: make(chan struct{}), left: make(chan int, maxSurvivors)}
	dir, err := store.RuntimeDir(durable.OS(), a.getenv)
	if err != nil {
		close(r.done)
		return r, "no crash registry: " + err.Error()
	}
	file := store.NewRegistry(durable.OS(), dir, os.Getpid())
	go r.keep(file, ceiling.String())
	r.set(nil)
	return r, ""
}

func (r *registry) set(groups []int) {
	for {
		select {
		case <-r.done:
			return
		case r.sets <- groups:
			return
		default:
		}
		select {
		case <-r.sets: // an older one that nobody wrote yet
		default:
		}
	}
}

// maxSurvivors is how many groups that would not end are remembered.
const maxSurvivors = 256

// survived notes a process group that could not be ended.
func (r *registry) survived(group int) {
	select {
	case r.left <- group:
	default:
	}
}

func (r *registry) keep(file store.Registry, label string) {
	defer close(r.done)
	for groups := range r.sets {
		r.err = file.Write(store.Panes{Policy: label, Groups: groups})
	}
	if left := r.survivors(); len(left) > 0 {
		err := file.Write(store.Panes{Policy: label, Groups: left})
		r.err = errors.Join(fmt.Errorf("still running after the end: process groups %v", left), err)
		return
	}
	if err := file.Remove(); r.err == nil {
		r.err = err
	}
}

func (r *registry) survivors() (groups []int) {
	for {
		select {
		case group := <-r.left:
			groups = append(groups, group)
		default:
			return groups
		}
	}
}

// close ends the registry: it goes with the session unless something of that
// survives. It is called when nothing sets it any more.
func (r *registry) close() error {
	close(r.sets)
	<-r.done
	return r.err
}
