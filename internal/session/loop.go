package session

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"atrium/internal/front"
)

// Loop joins a State to its front and its host: it takes events one by one,
// steps, and hands the effects out. It is all the concurrency of the core.
type Loop struct {
	state    *State
	host     Host
	clock    Clock
	commands chan front.Command
	views    chan front.View
	events   chan Event
	stop     chan string
	crashed  chan error    // the first panic beside the loop
	done     chan struct{} // closed when nobody takes events any more
	running  map[front.PaneRef]*runner
	ending   sync.WaitGroup // what Run waits for
	wakeAt   time.Time
	alarm    <-chan time.Time
	unalarm  func()
	finish   *Finish
	now      time.Time // of the step that is under way
	printed  time.Time // the last time that a pane printed
	looked   time.Time // the last time that keys were looked for, or need not be
}

// eventBacklog is how many events may wait. Panes wait for theirs to be taken,
// so it is not what bounds memory.
const eventBacklog = 64

// NewLoop is a loop for cfg; Run runs it.
func NewLoop(cfg Config, host Host, clock Clock) *Loop {
	return &Loop{
		state: New(cfg), host: host, clock: clock,
		commands: make(chan front.Command, eventBacklog),
		views:    make(chan front.View, 1),
		events:   make(chan Event, eventBacklog),
		stop:     make(chan string, 1),
		crashed:  make(chan error, 1),
		done:     make(chan struct{}),
		running:  map[front.PaneRef]*runner{},
		unalarm:  func() {},
	}
}

// Send hands a command of the front to the session, and lets it go first. It is
// dropped when the session is over.
func (l *Loop) Send(c front.Command) {
	select {
	case l.commands <- c:
		runtime.Gosched()
	case <-l.done:
	}
}

// Views are what the front is to show. The channel is closed when the session
// is over and its processes are gone.
func (l *Loop) Views() <-chan front.View { return l.views }

// Stop ends the session for a reason that is nobody's decision: a termination
// signal, a lost terminal.
func (l *Loop) Stop(why string) {
	select {
	case l.stop <- why:
	default:
	}
}

// Run runs the session to its end: its processes are gone and its last
// snapshot is written when it returns. A panic, wherever in the session, ends
// it like any other fault, so that the terminal is restored and the snapshot
// stays open.
func (l *Loop) Run() Result {
	l.turns()
	close(l.done)
	l.unalarm()
	l.endAll()
	l.saveLast()
	l.farewell()
	return l.result()
}

// saveLast writes the last snapshot. No other write is under way any more:
// two would race for what stays on disk.
func (l *Loop) saveLast() {
	if l.finish.Last == nil {
		return
	}
	l.finishing(func() {
		if saved := l.host.Save(*l.finish.Last); saved.Err != nil {
			l.fault(fmt.Errorf("the last snapshot was not saved: %w", saved.Err))
		}
	})
	l.ending.Wait()
}

// result is how the session ended. What went wrong while it was ending is told
// too, but not instead of why it ended.
func (l *Loop) result() Result {
	result := l.finish.Result
	select {
	case err := <-l.crashed:
		if result.Err == nil {
			result.Err, result.Code = err, max(1, result.Code)
		}
	default:
	}
	return result
}

// farewell is the last View: the front gives the terminal back.
func (l *Loop) farewell() {
	select {
	case <-l.views: // one that nobody took is of no use any more
	default:
	}
	l.views <- front.View{Ended: true}
	close(l.views)
}

// turns steps until a Finish.
func (l *Loop) turns() {
	defer func() {
		if r := recover(); r != nil {
			l.finish = &Finish{Result: crash(r)}
		}
	}()
	l.step(Begin{})
	for l.finish == nil {
		l.turn()
	}
}

func crash(r any) Result {
	return Result{Code: 1, Why: "an internal error", Err: fmt.Errorf("internal error: %v\n%s", r, debug.Stack())}
}

// turn takes one event. Commands go first: keys must not wait behind a flood.
func (l *Loop) turn() {
	select {
	case c := <-l.commands:
		l.step(Operator{Command: c})
		return
	default:
	}
	select {
	case c := <-l.commands:
		l.step(Operator{Command: c})
	case e := <-l.events:
		l.take(e)
	case <-l.alarm:
		l.alarm, l.wakeAt = nil, time.Time{}
		l.step(Woken{})
	case why := <-l.stop:
		l.step(Stopped{Why: why})
	case err := <-l.crashed:
		l.finish = &Finish{Result: Result{Code: 1, Why: "an internal error", Err: err}}
	}
}

// stint is how long panes may print without a pause before keys are looked for.
const stint = time.Millisecond

// lookUp looks for keys that have arrived while panes print without a pause.
func (l *Loop) lookUp() {
	paused := l.now.Sub(l.printed) > stint
	l.printed = l.now
	switch {
	case paused:
		l.looked = l.now
	case l.now.Sub(l.looked) > stint:
		l.looked = l.now
		l.host.Look()
	}
}

func (l *Loop) step(e Event) {
	l.now = l.clock.Now()
	for _, effect := range l.state.Step(l.now, e) {
		l.carryOut(effect)
	}
	l.setAlarm()
}

// take is one event of a pane or a port. Output lends its bytes for the step.
func (l *Loop) take(e Event) {
	switch e := e.(type) {
	case chunk:
		l.step(Output{Pane: e.pane, Bytes: e.bytes})
		e.runner.free <- e.bytes
		l.lookUp()
	case Started:
		l.up(e)
		l.step(e)
	case Exited:
		delete(l.running, e.Pane)
		l.step(e)
	default:
		l.step(e)
	}
}

// setAlarm asks to be woken when the state wants to be. An alarm that comes too
// early stays: every key moves the time on, and waking once for nothing costs
// less than a timer for each.
func (l *Loop) setAlarm() {
	wake := l.state.NextWake()
	if wake.Equal(l.wakeAt) || !l.wakeAt.IsZero() && l.wakeAt.Before(wake) {
		return
	}
	l.unalarm()
	l.unalarm, l.alarm, l.wakeAt = func() {}, nil, wake
	if !wake.IsZero() {
		l.alarm, l.unalarm = l.clock.Alarm(wake.Sub(l.clock.Now()))
	}
}

func (l *Loop) carryOut(effect Effect) {
	switch e := effect.(type) {
	case Start:
		r := newRunner(e.Pane)
		l.running[e.Pane] = r
		l.beside(func() { l.run(r, e) })
	case Write:
		l.withProcess(e.Pane, "keys", func(p Process) error { _, err := p.Write(e.Bytes); return err })
	case SetSize:
		l.withProcess(e.Pane, "resize", func(p Process) error { return p.Resize(e.Size) })
	case End:
		l.end(e.Pane)
	case Examine:
		l.beside(func() { l.post(l.host.Examine(e)) })
	case Locate:
		l.beside(func() { l.post(l.host.Locate(e)) })
	case Save:
		l.finishing(func() { l.post(l.host.Save(e.Snapshot)) })
	case Copy:
		l.finishing(func() { l.post(l.host.Copy(e)) })
	case Groups:
		l.host.Groups(e.Pids)
	case Show:
		l.show(e.View)
	case Finish:
		l.finish = &e
	}
}

// show never waits: a front that asks for more than it takes gets everything
// anew when it asks again.
func (l *Loop) show(v front.View) {
	select {
	case l.views <- v:
	default:
		l.state.missed(v)
	}
}

func (l *Loop) withProcess(ref front.PaneRef, what string, do func(Process) error) {
	r := l.running[ref]
	if r == nil || r.process == nil {
		return
	}
	if err := do(r.process); err != nil {
		failed := Failed{Pane: ref, What: what, Err: err}
		l.beside(func() { l.post(failed) })
	}
}

// beside runs work beside the loop. Run does not wait for it: nothing hangs on
// an answer that a dead file system never gives.
func (l *Loop) beside(work func()) {
	go func() {
		defer l.guard()
		work()
	}()
}

// finishing runs work beside the loop that must be done before Run returns: a
// write to the disk, the end of a process.
func (l *Loop) finishing(work func()) {
	l.ending.Add(1)
	go func() {
		defer l.ending.Done()
		defer l.guard()
		work()
	}()
}

// guard makes a panic beside the loop the session's.
func (l *Loop) guard() {
	if r := recover(); r != nil {
		l.fault(crash(r).Err)
	}
}

// fault ends the session. The first one counts.
func (l *Loop) fault(err error) {
	select {
	case l.crashed <- err:
	default:
	}
}

// post hands an event to the loop, or to nobody when it is over.
func (l *Loop) post(e Event) {
	select {
	case l.events <- e:
	case <-l.done:
	}
}
