package client

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"atrium/internal/compose"
	"atrium/internal/display"
	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/term"
	"atrium/internal/vt"
)

var _ Tty = (*term.Terminal)(nil)

// fakeTty is a terminal whose output is read back through an emulator.
type fakeTty struct {
	mu       sync.Mutex
	typed    chan []byte
	lost     chan error
	resized  chan struct{}
	drained  chan struct{}
	screen   *vt.Terminal
	cols     int
	rows     int
	frames   int
	busy     bool // it has not taken the last frame yet
	refuses  bool // it is too far behind
	restored int
}

func newTty(cols, rows int) *fakeTty {
	return &fakeTty{
		typed: make(chan []byte), lost: make(chan error), resized: make(chan struct{}, 1), drained: make(chan struct{}, 1),
		screen: vt.New(cols, rows, 0), cols: cols, rows: rows,
	}
}

func (f *fakeTty) Read(p []byte) (int, error) {
	select {
	case b := <-f.typed:
		return copy(p, b), nil
	case err := <-f.lost:
		return 0, err
	}
}

func (f *fakeTty) Offer(frame []byte) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses {
		return false
	}
	f.frames++
	_, _ = f.screen.Write(frame)
	return true
}

func (f *fakeTty) Idle() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.busy && !f.refuses
}

func (f *fakeTty) Drained() <-chan struct{} { return f.drained }
func (f *fakeTty) Resized() <-chan struct{} { return f.resized }
func (f *fakeTty) Restore()                 { f.change(func() { f.restored++ }) }

func (f *fakeTty) Size() (cols, rows int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cols, f.rows
}

// change changes what the terminal does.
func (f *fakeTty) change(how func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	how()
}

func (f *fakeTty) shows(text string) bool { return strings.Contains(f.text(), text) }

func (f *fakeTty) text() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.screen.Text()
}

func (f *fakeTty) written() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.frames
}

func (f *fakeTty) ends() { f.lost <- io.EOF }

// fakeCore keeps what it was sent; a test sends its Views.
type fakeCore struct {
	mu    sync.Mutex
	got   []front.Command
	views chan front.View
}

func (c *fakeCore) Views() <-chan front.View { return c.views }

func (c *fakeCore) Send(cmd front.Command) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.got = append(c.got, cmd)
}

// take is what was sent since the last take.
func (c *fakeCore) take() []front.Command {
	c.mu.Lock()
	defer c.mu.Unlock()
	got := c.got
	c.got = nil
	return got
}

// count is how often want was sent since the last take.
func (c *fakeCore) count(want front.Command) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, got := range c.got {
		if reflect.DeepEqual(got, want) {
			n++
		}
	}
	return n
}

func view(text string) front.View {
	var r vt.Row
	for _, c := range text {
		r.Cells = append(r.Cells, vt.Cell{Rune: c, Width: 1})
	}
	at := layout.Rect{W: 20, H: 4}
	return front.View{
		Cols: 20, Rows: 5,
		Tiles: []front.Tile{{
			Pane: 1, Index: 1, Rect: at, Inner: at, Focused: true, State: front.Running, Cols: 20, RowCount: 4,
			Rows: []front.RowUpdate{{Y: 0, Row: r}},
		}},
	}
}

// run runs a client in a world with its own clock, where Wait means that
// nothing more happens before that clock moves on.
func run(t *testing.T, test func(tty *fakeTty, core *fakeCore, result <-chan error)) {
	synctest.Test(t, func(t *testing.T) {
		tty, core := newTty(20, 5), &fakeCore{views: make(chan front.View)}
		result := make(chan error, 1)
		go func() { result <- Run(tty, core, display.Setup{}) }()
		synctest.Wait()
		test(tty, core, result)
		if tty.restored == 0 {
			t.Error("the terminal was not restored")
		}
	})
}

// pass lets time pass on the clock of the bubble, which costs none.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// end ends the session and waits for the client.
func end(tty *fakeTty, core *fakeCore, result <-chan error) error {
	core.views <- front.View{Ended: true}
	err := <-result
	tty.ends()
	return err
}

func TestStart(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		want := []front.Command{front.Resize{Cols: 20, Rows: 5}, front.Ready{}}
		if got := core.take(); !reflect.DeepEqual(got, want) {
			t.Errorf("began with %#v", got)
		}
		core.views <- view("hello")
		synctest.Wait()
		if !tty.shows("hello") {
			t.Errorf("shows:\n%s", tty.text())
		}
		if err := end(tty, core, result); err != nil {
			t.Errorf("a session that ended gave %v", err)
		}
	})
}

func TestInput(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		core.take()
		tty.typed <- []byte("ls\x01c")
		synctest.Wait()
		want := []front.Command{front.Input{Bytes: []byte("ls")}, front.NewWindow{}}
		if got := core.take(); !reflect.DeepEqual(got, want) {
			t.Errorf("got %#v", got)
		}
		_ = end(tty, core, result)
	})
}

func TestLoneEscapeWithTheMouse(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		core.views <- view("")
		tty.typed <- []byte("\x01m")
		synctest.Wait()
		core.take()
		tty.typed <- []byte("\x1b")
		synctest.Wait()
		escape := front.Input{Bytes: []byte("\x1b")}
		if core.count(escape) != 0 {
			t.Error("an ESC that may begin a report was passed on at once")
		}
		pass(100 * time.Millisecond)
		if core.count(escape) != 1 {
			t.Errorf("the Escape key was lost: %#v", core.take())
		}
		_ = end(tty, core, result)
	})
}

func TestFloodIsPaced(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		pass(time.Second)
		core.take()
		start := time.Now()
		core.views <- view("first")
		synctest.Wait()
		if !tty.shows("first") || time.Since(start) > 0 {
			t.Error("the first frame after quiet waited")
		}
		shown := 1
		for time.Since(start) < time.Second {
			pass(frameTime / 10)
			if asked := core.take(); len(asked) > 0 {
				pass(asked[0].(front.Ready).In)
				core.views <- view(strings.Repeat("x", 1+shown%10))
				shown++
			}
		}
		if shown < 100 || shown > 121 {
			t.Errorf("took %d Views in a second", shown)
		}
		_ = end(tty, core, result)
	})
}

func TestIdleAsksOnce(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		core.views <- view("x")
		pass(time.Second)
		core.take()
		frames := tty.written()
		pass(time.Hour)
		if got := core.take(); got != nil || tty.written() != frames {
			t.Errorf("an idle client sent %#v and wrote %d frames", got, tty.written()-frames)
		}
		_ = end(tty, core, result)
	})
}

func TestBusyTerminalIsNotAskedFor(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		core.take()
		tty.change(func() { tty.busy = true })
		core.views <- view("x")
		pass(time.Second)
		if core.count(front.Ready{}) != 0 {
			t.Error("asked for a View while the terminal has not taken the last")
		}
		tty.typed <- []byte("k") // keys do not wait for the terminal: check 148
		synctest.Wait()
		if core.count(front.Input{Bytes: []byte("k")}) != 1 {
			t.Error("a key waits for the terminal")
		}
		tty.change(func() { tty.busy = false })
		tty.drained <- struct{}{}
		synctest.Wait()
		if core.count(front.Ready{}) != 1 {
			t.Errorf("got %#v after it caught up", core.take())
		}
		_ = end(tty, core, result)
	})
}

func TestDiscardedFrameIsRepaintedWhole(t *testing.T) { // check 148
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		core.views <- view("first")
		synctest.Wait()
		tty.change(func() { tty.refuses = true })
		pass(time.Second)
		core.views <- view("second")
		pass(time.Second)
		tty.change(func() { tty.refuses, tty.screen = false, vt.New(20, 5, 0) })
		tty.drained <- struct{}{}
		synctest.Wait()
		if !tty.shows("second") || !tty.shows("atrium") {
			t.Errorf("shows:\n%s", tty.text())
		}
		_ = end(tty, core, result)
	})
}

func TestResize(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		core.views <- view("x")
		synctest.Wait()
		core.take()
		tty.change(func() { tty.cols, tty.rows = 30, 8 })
		tty.resized <- struct{}{}
		synctest.Wait()
		if core.count(front.Resize{Cols: 30, Rows: 8}) != 1 {
			t.Errorf("got %#v", core.take())
		}
		_ = end(tty, core, result)
	})
}

func TestSameSizeIsDrawnAnew(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		core.views <- view("hello")
		synctest.Wait()
		tty.change(func() { tty.screen = vt.New(20, 5, 0) })
		tty.resized <- struct{}{}
		synctest.Wait()
		if !tty.shows("hello") {
			t.Error("the screen stays as a shell left it")
		}
		_ = end(tty, core, result)
	})
}

func TestAnimationMovesByItself(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		v := view("")
		v.Tiles[0].State = front.Starting
		v.Tiles[0].Name = "sh"
		core.views <- v
		synctest.Wait()
		frames := tty.written()
		pass(time.Minute)
		if n := tty.written() - frames; n < 10 || n > 30 {
			t.Errorf("%d frames of a pane that prints nothing", n)
		}
		_ = end(tty, core, result)
	})
}

func TestLostTerminal(t *testing.T) { // R073
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		tty.lost <- term.ErrLost
		if err := <-result; !errors.Is(err, term.ErrLost) {
			t.Errorf("got %v", err)
		}
	})
}

func TestLostCore(t *testing.T) {
	run(t, func(tty *fakeTty, core *fakeCore, result <-chan error) {
		close(core.views)
		if err := <-result; err != ErrNoCore {
			t.Errorf("got %v", err)
		}
		tty.ends()
	})
}

// badCore panics in the middle of a run.
type badCore struct{}

func (badCore) Send(front.Command)       { panic("a bug") }
func (badCore) Views() <-chan front.View { return nil }

func TestPanicRestores(t *testing.T) { // R094
	tty := newTty(20, 5)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = Run(tty, badCore{}, display.Setup{})
	}()
	tty.ends()
	if tty.restored == 0 {
		t.Error("the terminal was not restored")
	}
}

func TestCaps(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want compose.Caps
	}{
		{map[string]string{"TERM": "xterm-256color"}, compose.Caps{Depth: compose.Colors256, Links: true}},
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, compose.Caps{Depth: compose.TrueColor, Underlines: true, Links: true}},
		{map[string]string{"TERM": "xterm-kitty"}, compose.Caps{Depth: compose.TrueColor, Underlines: true, Links: true}},
		{map[string]string{"WT_SESSION": "x"}, compose.Caps{Depth: compose.TrueColor, Underlines: true, Links: true}},
		{map[string]string{"TERM": "xterm"}, compose.Caps{Depth: compose.Colors16, Links: true}},
		{map[string]string{"TERM": "linux"}, compose.Caps{Depth: compose.Colors16}},
		{map[string]string{}, compose.Caps{Depth: compose.Colors16}},
		{map[string]string{"TERM": "xterm-kitty", "NO_COLOR": "1"}, compose.Caps{Depth: compose.Monochrome, Underlines: true, Links: true}},
		{map[string]string{"TERM": "xterm", "NO_COLOR": ""}, compose.Caps{Depth: compose.Colors16, Links: true}},
	} {
		if got := Caps(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: got %+v, want %+v", c.env, got, c.want)
		}
	}
}
