package session

import (
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"atrium/internal/front"
	"atrium/internal/plan"
	"atrium/internal/snapshot"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// machine is a Host without a machine. What a test does not set answers at
// once and well.
type machine struct {
	onStart   func(Start, *program) // before the start is decided
	onExamine func()
	onLocate  func()
	onSave    func(snapshot.Snapshot) Saved
	trap      atomic.Pointer[string] // the method that panics next, once

	mu       sync.Mutex
	programs []*program // in no order: starts overtake each other
	saves    []snapshot.Snapshot
	saving   int // writes under way
	beside   int // writes that were begun beside another
	groups   []int
}

// spring panics when the trap is set for that method.
func (m *machine) spring(method string) {
	if set := m.trap.Load(); set != nil && *set == method {
		m.trap.Store(nil)
		panic("boom")
	}
}

func (m *machine) Start(e Start) (Process, Started) {
	m.spring("Start")
	m.mu.Lock()
	p := newProgram(m, len(m.programs)+100, e)
	m.programs = append(m.programs, p)
	m.mu.Unlock()
	if m.onStart != nil {
		m.onStart(e, p)
	}
	if p.refused != nil {
		return nil, Started{Err: p.refused}
	}
	return p, Started{Pid: p.pid, Dir: e.Dir}
}

func (m *machine) Examine(e Examine) Examined {
	m.spring("Examine")
	if m.onExamine != nil {
		m.onExamine()
	}
	return Examined{Pane: e.Pane, Dir: true}
}

func (m *machine) Locate(Locate) Located {
	m.spring("Locate")
	if m.onLocate != nil {
		m.onLocate()
	}
	return Located{}
}

func (m *machine) Save(image snapshot.Snapshot) (saved Saved) {
	m.spring("Save")
	m.mu.Lock()
	m.beside += m.saving
	m.saving++
	m.mu.Unlock()
	if m.onSave != nil {
		saved = m.onSave(image)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.saving--
	m.saves = append(m.saves, image)
	return saved
}

func (m *machine) saveCount() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.saves)
}

func (m *machine) Copy(Copy) Copied { return Copied{} }

func (m *machine) Look() {}

func (m *machine) Groups(pids []int) {
	m.spring("Groups")
	m.mu.Lock()
	defer m.mu.Unlock()
	m.groups = pids
}

// program is a Process that does what a test tells it.
type program struct {
	*machine
	pid      int
	start    Start
	refused  error // instead of a process
	onWrite  func([]byte)
	onResize func() error

	out    chan []byte // printed and not yet read
	gone   chan struct{}
	once   sync.Once
	exit   Exit
	closed chan struct{}
	shut   sync.Once

	mu    sync.Mutex
	wrote []byte
	sizes []Size
}

func newProgram(m *machine, pid int, start Start) *program {
	return &program{
		machine: m, pid: pid, start: start, out: make(chan []byte, 256),
		gone: make(chan struct{}), closed: make(chan struct{}),
	}
}

func (p *program) print(text string) { p.out <- []byte(text) }

func (p *program) end(exit Exit) {
	p.once.Do(func() { p.exit = exit; close(p.gone) })
}

func (p *program) Read(b []byte) (int, error) {
	p.spring("Read")
	select {
	case text := <-p.out:
		return copy(b, text), nil
	case <-p.gone:
	}
	select {
	case text := <-p.out:
		return copy(b, text), nil
	default:
		return 0, io.EOF
	}
}

func (p *program) Write(b []byte) (int, error) {
	p.spring("Write")
	if p.onWrite != nil {
		p.onWrite(b)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrote = append(p.wrote, b...)
	return len(b), nil
}

func (p *program) Resize(size Size) error {
	p.spring("Resize")
	p.mu.Lock()
	p.sizes = append(p.sizes, size)
	p.mu.Unlock()
	if p.onResize != nil {
		return p.onResize()
	}
	return nil
}

func (p *program) Wait() Exit {
	p.spring("Wait")
	<-p.gone
	return p.exit
}

func (p *program) Close() error {
	p.spring("Close")
	p.end(Exit{Code: 143})
	p.shut.Do(func() { close(p.closed) })
	return nil
}

func (p *program) isClosed() bool {
	select {
	case <-p.closed:
		return true
	default:
		return false
	}
}

func (p *program) got() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.wrote)
}

// gate holds whoever waits at it until it is opened. Its channel is made by its
// first user, who is in the bubble: waiting there counts as standing still.
type gate struct {
	once sync.Once
	ch   chan struct{}
}

func (g *gate) channel() chan struct{} {
	g.once.Do(func() { g.ch = make(chan struct{}) })
	return g.ch
}

func (g *gate) wait() { <-g.channel() }
func (g *gate) open() { close(g.channel()) }

// bubbleClock is the clock of a synctest bubble.
type bubbleClock struct{ alarms *atomic.Int64 }

func (bubbleClock) Now() time.Time { return time.Now() }

func (c bubbleClock) Alarm(d time.Duration) (<-chan time.Time, func()) {
	c.alarms.Add(1)
	timer := time.NewTimer(d)
	return timer.C, func() { timer.Stop() }
}

// loopRig runs a Loop on a machine, in a bubble: settle waits until nothing
// moves any more, and time passes when a test sleeps.
type loopRig struct {
	*testing.T
	*machine
	loop   *Loop
	alarms atomic.Int64
	result chan Result
}

// inBubble runs test with a session of the commands side by side. What is left
// running when the test ends fails it.
func inBubble(t *testing.T, m *machine, cfg Config, test func(r *loopRig), argvs ...[]string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := &loopRig{T: t, machine: m, result: make(chan Result, 1)}
		if len(cfg.Plan.Windows) == 0 {
			cfg.Plan.Windows = []plan.Window{windowOf(argvs...)}
		}
		cfg.Plan.Default = plan.Launch{Argv: []string{"bash"}}
		cfg.Cols, cfg.Rows, cfg.Dir, cfg.Scrollback = 80, 24, "/p", 100
		if cfg.NewID == nil {
			cfg.NewID = func() string { return "" }
		}
		r.loop = NewLoop(cfg, m, bubbleClock{&r.alarms})
		go func() { r.result <- r.loop.Run() }()
		r.settle()
		test(r)
	})
}

// settle waits until everybody waits.
func (r *loopRig) settle() { synctest.Wait() }

// pane is the program that was started last in a pane.
func (r *loopRig) pane(ref front.PaneRef) *program {
	r.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range slices.Backward(r.programs) {
		if p.start.Pane == ref {
			return p
		}
	}
	r.Fatalf("nothing was started in pane %d", ref)
	return nil
}

func (r *loopRig) send(commands ...front.Command) {
	for _, c := range commands {
		r.loop.Send(c)
	}
	r.settle()
}

// view is what the front gets when it asks, nil for nothing.
func (r *loopRig) view() *front.View {
	r.send(front.Ready{})
	select {
	case v := <-r.loop.Views():
		return &v
	default:
		return nil
	}
}

// over tells whether Run has returned, and what.
func (r *loopRig) over() (Result, bool) {
	r.settle()
	select {
	case result := <-r.result:
		return result, true
	default:
		return Result{}, false
	}
}

// ended is the result of a session that must be over, of which nothing is left:
// every process is ended and the front has been told.
func (r *loopRig) ended() Result {
	r.Helper()
	result, over := r.over()
	if !over {
		r.Fatal("the session runs on")
	}
	r.checkGone()
	return result
}

func (r *loopRig) checkGone() {
	r.Helper()
	for _, p := range r.programs {
		if p.refused == nil && !p.isClosed() {
			r.Errorf("process %d was not closed", p.pid)
		}
	}
	var last front.View
	for v := range r.loop.Views() {
		last = v
	}
	if !last.Ended {
		r.Errorf("the last view does not tell the end: %+v", last)
	}
	if r.beside != 0 {
		r.Errorf("%d saves beside another", r.beside)
	}
}

func (r *loopRig) quit() Result {
	r.Helper()
	r.send(front.Quit{})
	return r.ended()
}

// screen is the text of all rows of a View.
func screen(v *front.View) string {
	var lines []string
	if v != nil {
		for _, tile := range v.Tiles {
			for _, row := range tile.Rows {
				lines = append(lines, row.Row.Text())
			}
		}
	}
	return strings.Join(lines, "\n")
}
