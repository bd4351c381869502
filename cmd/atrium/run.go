package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"atrium/internal/agenthome"
	"atrium/internal/client"
	"atrium/internal/nowait"
	"atrium/internal/plan"
	"atrium/internal/proc"
	"atrium/internal/pty"
	"atrium/internal/recovery"
	"atrium/internal/safetext"
	"atrium/internal/session"
	"atrium/internal/snapshot"
	"atrium/internal/store"
	"atrium/internal/term"
)

// startsAtOnce is how many panes of a resume may be starting at the same time.
const startsAtOnce = 4

// source is the saved session that a start brings back.
type source struct {
	path string // of its snapshot
	mine bool   // it lies in the project's store
}

// start runs a session of p on the operator's terminal, to its end. st is nil
// for one that keeps no snapshot; from is nil for one that brings nothing back.
func (a *app) start(st *store.Store, p plan.Plan, from *source, notes []string) int {
	h := &host{app: a, panes: pty.Local(), trust: &agenthome.TrustWriter{}, clipboard: clipboard{env: a.env}}
	h.lookout, _ = nowait.NewLookout() // without one, keys wait a little longer in a flood
	defer h.lookout.Close()
	if st != nil {
		place := st.Place(os.Getpid(), time.Now().UnixMilli())
		h.place = &place
		notes = append(notes, a.seed(st, place, from)...)
	}
	h.saved = func() string { return a.afterFirstSave(st, from) }
	var note string
	h.registry, note = a.openRegistry(p.Ceiling)
	notes = startNotes(append(notes, note))

	tty, err := term.Open(a.in, a.out)
	if err != nil {
		h.registry.close()
		return a.say.fail(&hinted{fmt.Errorf("cannot take the terminal: %w", err), "atrium, in a terminal"})
	}
	defer tty.Restore()
	cols, rows := tty.Size()
	loop := session.NewLoop(session.Config{
		Plan: p, Cols: cols, Rows: rows, Dir: p.Default.Cwd,
		Meta:  snapshot.Meta{PidStart: selfStart()},
		NewID: a.newID, TrustAllow: a.config.TrustAllow, Scrollback: a.scrollback(), CopyKeys: a.copyKeys(),
		StartsAtOnce: startsAtOnce, Resumed: from != nil, Volatile: st == nil,
		Note: joinNotes(notes...),
	}, h, clock{})
	result := a.play(tty, loop)
	for _, group := range sweep() {
		h.registry.survived(group)
	}
	if err := h.registry.close(); err != nil {
		a.say.note("crash registry: %v", err)
	}
	return a.report(result)
}

// play joins the terminal to the session and waits for both to end. Either may
// go first: a lost terminal, or a fault of the front, ends the session, which
// stays resumable.
func (a *app) play(tty *term.Terminal, loop *session.Loop) session.Result {
	shown := make(chan error, 1)
	go func() {
		err := a.show(tty, loop)
		if err != nil {
			loop.Stop(err.Error())
		}
		shown <- err
	}()
	unwatch := context.AfterFunc(a.ended, func() { loop.Stop("a termination signal") })
	defer unwatch()
	result := loop.Run()
	if err := <-shown; errors.Is(err, errFront) {
		result.Err = err
	}
	return result
}

// errFront is a fault in the front itself.
var errFront = errors.New("internal error of the display")

// show runs the front. A panic there has restored the terminal when it comes
// here, and must not keep the session from ending its processes.
func (a *app) show(tty *term.Terminal, loop *session.Loop) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v\n%s", errFront, r, debug.Stack())
		}
	}()
	return client.Run(tty, a.wire(loop), a.setup())
}

// report says how a session ended, where the operator would not know.
func (a *app) report(r session.Result) int {
	if r.Farewell != "" {
		a.say.raw(r.Farewell)
	}
	if r.Err != nil {
		a.say.fail(hintFor(r.Err))
		return max(1, r.Code)
	}
	if !r.Deliberate {
		a.say.note("the session ended by %s; it can be resumed", r.Why)
	}
	return r.Code
}

// hintFor adds where to look to a command that could not be started.
func hintFor(err error) error {
	var launch *session.LaunchError
	if errors.As(err, &launch) && errors.Is(err, pty.ErrNotFound) {
		return &hinted{err, "command -v " + safetext.Word(launch.Argv[0])}
	}
	return err
}

// seed copies bus and board of the resumed session before anything starts, so
// that no other process prunes them away meanwhile.
func (a *app) seed(st *store.Store, place store.Place, from *source) (notes []string) {
	if from == nil || !from.mine {
		return nil
	}
	notes, err := st.SeedSidecars(from.path, place, func(kind string, state []byte) error {
		return countTeam(&recovery.Sidecars{}, kind, state)
	})
	if err != nil {
		notes = append(notes, "bus and board were not copied: "+err.Error())
	}
	return notes
}

// afterFirstSave gives the resumed session up and prunes the store.
func (a *app) afterFirstSave(st *store.Store, from *source) (note string) {
	if from != nil && from.mine {
		if err := st.MarkResumed(from.path); err != nil {
			note = "the resumed session is still marked as open: " + err.Error()
		}
	}
	if _, err := st.Prune(time.Now(), alive); err != nil {
		note = joinNotes(note, "old sessions were not removed: "+err.Error())
	}
	return note
}

// alive is what proc tells of a recorded process.
func alive(pid int, start *string) store.Presence {
	running, known := proc.Running(pid)
	switch {
	case !known:
		return store.Unsure
	case !running:
		return store.Gone
	case start == nil:
		return store.Unsure
	}
	same, known := proc.Same(pid, *start)
	switch {
	case !known:
		return store.Unsure
	case same:
		return store.Present
	}
	return store.Gone
}

func selfStart() *string {
	if start := proc.Self().Start; start != "" {
		return &start
	}
	return nil
}

// newID is a fresh conversation id, "" when the system has no entropy.
func newID() string {
	id, err := uuid.NewRandom()
	if err != nil {
		return ""
	}
	return id.String()
}
