package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/vt"
)

// look is what a front that is ready gets: nil without news.
func (r *rig) look() *front.View {
	r.t.Helper()
	r.do(front.Ready{})
	views := of[Show](r)
	switch len(views) {
	case 0:
		return nil
	case 1:
		return &views[0].View
	}
	r.t.Fatalf("%d views for one Ready", len(views))
	return nil
}

// A front that just showed something says when it can take more: what comes
// before that is one View then, and what comes after quiet goes out at once.
func TestViewsKeepThePace(t *testing.T) {
	const pace = time.Second / 120
	r := newRig(t, Config{}, []string{"claude"})
	r.up()
	r.look()
	r.do(front.Ready{In: pace})
	for range 3 {
		r.pass(pace / 4)
		r.print(0, "a")
	}
	if got := of[Show](r); len(got) > 0 {
		t.Errorf("%d Views too soon", len(got))
	}
	r.pass(pace)
	if got := of[Show](r); len(got) != 1 {
		t.Errorf("%d Views when it was time", len(got))
	}
	r.do(front.Ready{In: pace})
	r.pass(pace)
	if r.print(0, "b"); len(of[Show](r)) != 1 {
		t.Error("what was printed after quiet waits")
	}
}

// What a key brings about is shown at once, also while others print, but no
// more than once a key.
func TestEchoDoesNotWaitForThePace(t *testing.T) {
	const pace = time.Second / 120
	r := newRig(t, Config{}, []string{"claude"}, []string{"claude"})
	r.up()
	r.look()
	r.do(front.Ready{In: pace})
	r.do(front.Input{Bytes: []byte("x")})
	if r.print(1, "flood"); len(of[Show](r)) != 0 {
		t.Error("another pane is shown too soon")
	}
	if r.print(0, "x"); len(of[Show](r)) != 1 {
		t.Error("the echo waits")
	}
	r.do(front.Ready{In: pace})
	if r.print(0, "flood"); len(of[Show](r)) != 0 {
		t.Error("what came after the echo is shown too soon")
	}
}

// unready takes back that the front is ready, which it stays without news.
func (r *rig) unready() { r.s.view.ready = false }

// twoWindows is a session of panes 0 and 1, and of pane 2 in a second window.
func twoWindows(t *testing.T) *rig {
	t.Helper()
	second := plan.Window{Tree: "2", Focus: 2, Launches: []plan.Launch{{Pane: 2, Argv: []string{"sh"}}}}
	r := newRig(t, Config{Plan: plan.Plan{Windows: []plan.Window{windowOf([]string{"bash"}, []string{"zsh"}), second}}})
	r.up()
	r.saves()
	r.look()
	return r
}

func kinds(signals []vt.Signal) string {
	var all []string
	for _, s := range signals {
		all = append(all, fmt.Sprintf("%d%s", s.Kind, s.Text))
	}
	return strings.Join(all, " ")
}

func TestBellOfAPaneOutOfSightIsPassedOnOncePerView(t *testing.T) { // R138
	r := twoWindows(t)
	for range 100 {
		r.print(2, "\a")
	}
	view := r.look()
	if view == nil || len(view.Signals) != 1 || view.Signals[0].Kind != vt.SignalBell {
		t.Fatalf("signals %v", view)
	}
	r.print(2, "\a")
	if view = r.look(); view == nil || len(view.Signals) != 1 {
		t.Errorf("the next bell: %v", view)
	}
	if view = r.look(); view != nil {
		t.Errorf("a view without news: %v", view.Signals)
	}
}

func TestOutputBehindTheScreenIsNewsOnce(t *testing.T) {
	r := twoWindows(t)
	r.print(2, "a")
	if view := r.look(); view == nil || view.Windows[1].Mark != '+' {
		t.Fatalf("%+v", view)
	}
	for range 50 {
		r.print(2, "more\r\n")
	}
	r.pass(activeTime)
	if view := r.look(); view != nil {
		t.Errorf("what nobody sees makes a view: %+v", view.Windows)
	}
	r.do(front.SelectWindow{Index: 1})
	if view := r.look(); view == nil || view.Windows[1].Mark != '*' || len(view.Tiles[0].Rows) != 23 {
		t.Errorf("%+v", view)
	}
	r.do(front.SelectWindow{Index: 0})
	if view := r.look(); view == nil || view.Windows[1].Mark != '-' {
		t.Errorf("%+v", view)
	}
}

func TestOutputBehindAZoomedPaneIsNoNews(t *testing.T) {
	r := twoWindows(t)
	r.do(front.Zoom{})
	r.look()
	r.print(1, "hidden")
	if view := r.look(); view != nil {
		t.Errorf("%+v", view.Tiles)
	}
	r.do(front.Zoom{})
	view := r.look()
	if view == nil || len(view.Tiles) != 2 || !strings.Contains(view.Tiles[1].Rows[0].Row.Text(), "hidden") {
		t.Errorf("%+v", view)
	}
}

// All that a View held which the front did not get is in the next one.
func TestMissedViewIsMadeUpFor(t *testing.T) {
	r := twoWindows(t)
	r.print(0, "lost\a\x1b]9;first\a")
	view := r.look()
	r.print(0, "\r\n\a\x1b]9;second\a")
	r.s.missed(*view)
	view = r.look()
	if view == nil || !view.Full || !strings.Contains(view.Tiles[0].Rows[0].Row.Text(), "lost") {
		t.Fatalf("%+v", view)
	}
	if got := kinds(view.Signals); got != "49;first 1 49;second" {
		t.Errorf("signals %q", got)
	}
}

func TestSignalsThatWaitAreBoundedAndTheNewestCounts(t *testing.T) {
	var v viewer
	for i := range 10 * maxSignals {
		v.pass(vt.Signal{Kind: vt.SignalNotify, Text: fmt.Sprint(i)})
	}
	if len(v.signals) != maxSignals {
		t.Fatalf("%d signals wait", len(v.signals))
	}
	v = viewer{}
	v.pass(vt.Signal{Kind: vt.SignalClipboard, Text: "old"})
	v.pass(vt.Signal{Kind: vt.SignalBell})
	v.pass(vt.Signal{Kind: vt.SignalClipboard, Text: "new"})
	if got := kinds(v.signals); got != "1 3new" {
		t.Errorf("%q", got)
	}
}

// While a program holds an update open neither its rows nor its cursor move.
func TestOpenUpdateIsNotShown(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"}, []string{"b"})
	r.up()
	r.print(0, "one")
	r.look()
	r.print(0, "\x1b[?2026h\x1b[10;20Htwo")
	r.print(1, "news elsewhere")
	view := r.look()
	if view == nil || len(view.Tiles[0].Rows) != 0 || view.Tiles[0].Cursor.X != 3 {
		t.Fatalf("%+v", view)
	}
	r.print(0, "\x1b[?2026l")
	view = r.look()
	if view == nil || len(view.Tiles[0].Rows) != 1 || view.Tiles[0].Cursor.Y != 9 {
		t.Errorf("%+v", view)
	}
}

// A program that begins the next update right after the last is seen all the
// same: the last complete one is shown, and nothing of the open one.
func TestUpdatesWithoutAPauseAreShown(t *testing.T) {
	const begin, end = "\x1b[?2026h", "\x1b[?2026l"
	r := newRig(t, Config{}, []string{"a"})
	r.up()
	r.print(0, "zero"+begin)
	r.print(0, end)
	r.look()
	shows := func(want string) {
		t.Helper()
		view := r.look()
		if view == nil {
			t.Fatalf("nothing is shown, want %q", want)
		}
		got := ""
		for _, row := range view.Tiles[0].Rows {
			if text := row.Row.Text(); text != "" {
				got += fmt.Sprintf("%d:%s ", row.Y, text)
			}
		}
		if got += fmt.Sprint(view.Tiles[0].Cursor.X); got != want {
			t.Errorf("shows %q, want %q", got, want)
		}
	}
	r.print(0, begin+"\x1b[Hone"+end+begin+"\x1b[Htw")
	shows("0:oneo 3")
	r.print(0, "o\x1b[2Hmore"+end+begin+"\x1b[H\x1b[2Jgone")
	r.print(0, "\x1b[3Hlast"+end+begin+"\x1b[5Hopen")
	shows("0:twoo 1:more 4")
	r.print(0, end)
	shows("0:gone 2:last 4:open 4")
}

func TestUpdateLeftOpenIsClosed(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"})
	r.up()
	r.print(0, "x")
	r.look()
	r.print(0, "\x1b[?2026hstuck")
	r.look()
	r.pass(syncTime)
	r.unready()
	if view := r.look(); view == nil || !strings.Contains(view.Tiles[0].Rows[0].Row.Text(), "stuck") {
		t.Errorf("%+v", view)
	}
}

func TestFocusEventsReachBothPanes(t *testing.T) {
	r := twoWindows(t)
	for pane := range front.PaneRef(3) {
		r.print(pane, "\x1b[?1004h")
	}
	of[Write](r)
	told := func(what, want string) {
		t.Helper()
		var got []string
		for _, w := range of[Write](r) {
			got = append(got, fmt.Sprintf("%d%s", w.Pane, w.Bytes[len(w.Bytes)-1:]))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %q, want %q", what, text, want)
		}
	}
	r.do(front.MoveFocus{Side: layout.Right})
	told("move", "0O 1I")
	r.do(front.MoveFocus{Side: layout.Right})
	told("move to nowhere", "")
	r.do(front.CycleWindow{By: 1})
	told("next window", "1O 2I")
	r.do(front.CycleWindow{By: 2})
	told("the same window", "")
	r.step(Exited{Pane: 2})
	told("its last pane exits", "1I")
	r.do(front.Kill{})
	told("kill", "0I")
}

func TestClosingAZoomedPaneEndsTheZoom(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"}, []string{"b"}, []string{"c"})
	r.up()
	r.do(front.Zoom{})
	r.step(Exited{Pane: 1})
	if tiles := r.s.picture().Tiles; len(tiles) != 1 || tiles[0].Pane != 0 {
		t.Fatalf("another pane's end changes what is zoomed: %+v", tiles)
	}
	r.do(front.Split{Dir: layout.Stacked})
	r.up()
	r.do(front.Zoom{})
	r.do(front.Kill{})
	if tiles := r.s.picture().Tiles; len(tiles) != 2 {
		t.Errorf("%d panes are drawn after the zoomed one was closed", len(tiles))
	}
}

func TestActiveWindowAfterAnotherIsGone(t *testing.T) {
	for active := range 4 {
		for gone := range 4 {
			r := newRig(t, Config{}, []string{"w0"})
			for i := 1; i < 4; i++ {
				r.do(front.NewWindow{Argv: []string{fmt.Sprint("w", i)}})
			}
			r.up()
			r.do(front.SelectWindow{Index: active})
			r.step(Exited{Pane: front.PaneRef(gone)})
			want := []string{"w0", "w1", "w2", "w3"}[active]
			if active == gone {
				want = []string{"w1", "w2", "w3", "w2"}[active]
			}
			if got := r.s.focused().launch.Argv[0]; got != want {
				t.Errorf("window %d gone, %d active: then %s, want %s", gone, active, got, want)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	r := twoWindows(t)
	r.step(Exited{Pane: 1, Exit: Exit{Code: 129, Signal: "SIGHUP"}})
	if mark := r.s.picture().Windows[0].Mark; mark != '*' {
		t.Errorf("an ended pane beside the focused one marks the window %q", mark)
	}
	r.do(front.MoveFocus{Side: layout.Right})
	if mark := r.s.picture().Windows[0].Mark; mark != '!' {
		t.Errorf("an ended pane in focus marks the window %q", mark)
	}
}
