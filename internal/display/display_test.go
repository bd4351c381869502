package display

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"atrium/internal/compose"
	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/vt"
)

var allCaps = compose.Caps{Depth: compose.TrueColor, Underlines: true, Links: true}

// bench is a Display in front of an emulated terminal.
type bench struct {
	*Display
	t     *testing.T
	outer *vt.Terminal
}

func newBench(t *testing.T, cols, rows int) *bench {
	b := &bench{Display: New(Setup{Caps: allCaps}), t: t, outer: vt.New(cols, rows, 0)}
	b.Resize(cols, rows)
	return b
}

// show takes a View and writes its frame.
func (b *bench) show(v front.View) {
	b.View(v)
	b.draw()
}

func (b *bench) draw() string {
	frame := b.Frame()
	_, _ = b.outer.Write(frame)
	return string(frame)
}

// keys types, draws, and returns what was asked of the core.
func (b *bench) keys(s string) []front.Command {
	commands := b.Input([]byte(s))
	b.draw()
	return commands
}

func (b *bench) sees(text string) {
	b.t.Helper()
	if !strings.Contains(b.outer.Text(), text) {
		b.t.Errorf("the screen lacks %q:\n%s", text, b.outer.Text())
	}
}

func (b *bench) lacks(text string) {
	b.t.Helper()
	if strings.Contains(b.outer.Text(), text) {
		b.t.Errorf("the screen shows %q:\n%s", text, b.outer.Text())
	}
}

func row(s string) vt.Row {
	var r vt.Row
	for _, c := range s {
		r.Cells = append(r.Cells, vt.Cell{Rune: c, Width: 1})
	}
	return r
}

// pane is a tile with these rows in its grid.
func pane(ref int, at layout.Rect, bordered bool, rows ...string) front.Tile {
	inner := layout.Inner(at, bordered)
	t := front.Tile{
		Pane: front.PaneRef(ref), Index: ref, Name: fmt.Sprintf("pane%d", ref),
		Rect: at, Inner: inner, Bordered: bordered, State: front.Running,
		Cols: inner.W, RowCount: inner.H,
		Cursor: vt.Cursor{Visible: true},
	}
	for y, s := range rows {
		t.Rows = append(t.Rows, front.RowUpdate{Y: y, Row: row(s)})
	}
	return t
}

// two is a 40x10 View of two panes side by side; the first has the focus.
func two() front.View {
	left := pane(1, layout.Rect{W: 20, H: 9}, true, "left text", "second row")
	right := pane(2, layout.Rect{X: 20, W: 20, H: 9}, true, "right text")
	left.Focused = true
	return front.View{
		Cols: 40, Rows: 10, Full: true,
		Windows: []front.Window{{Name: "sh", Mark: '*'}},
		Tiles:   []front.Tile{left, right},
	}
}

func one(rows ...string) front.View {
	t := pane(1, layout.Rect{W: 40, H: 9}, false, rows...)
	t.Focused = true
	return front.View{Cols: 40, Rows: 10, Full: true, Windows: []front.Window{{Name: "sh", Mark: '*'}}, Tiles: []front.Tile{t}}
}

func TestFrames(t *testing.T) {
	b := newBench(t, 40, 10)
	if got := b.draw(); got != "" {
		t.Errorf("wrote %q before there was anything to show", got)
	}
	b.show(two())
	b.sees("left text")
	b.sees("right text")
	b.sees("1:sh*")
	b.sees(b.hint)
	if got := b.draw(); got != "" {
		t.Errorf("nothing changed, but wrote %q", got)
	}
	next := two()
	next.Full = false
	next.Tiles[0].Rows = []front.RowUpdate{{Y: 1, Row: row("other row")}}
	next.Tiles[1].Rows = nil
	b.View(next)
	frame := b.draw()
	b.sees("left text")
	b.sees("other row")
	b.lacks("second row")
	if !strings.HasPrefix(frame, "\x1b[?2026h") || !strings.HasSuffix(frame, "\x1b[?2026l") {
		t.Errorf("the frame is not one update: %q", frame)
	}
	if len(frame) > 80 {
		t.Errorf("one row changed and %d bytes were written", len(frame))
	}
	b.Repaint()
	b.outer = vt.New(40, 10, 0)
	b.draw()
	b.sees("left text")
	b.sees("other row")
}

func TestFullViewForgetsOldRows(t *testing.T) {
	b := newBench(t, 40, 10)
	b.show(one("old", "older"))
	b.show(one("new"))
	b.lacks("older")
}

func TestPaneThatComesBackStartsBlank(t *testing.T) {
	b := newBench(t, 40, 10)
	b.show(two())
	v := two()
	v.Full = false
	v.Tiles = v.Tiles[:1]
	v.Tiles[0].Rows = nil
	b.show(v)
	b.sees("left text")
	b.lacks("right text")
	if len(b.mirrors) != 1 {
		t.Errorf("%d mirrors for one tile", len(b.mirrors))
	}
}

func TestCursorWaitsForAnOpenUpdate(t *testing.T) {
	b := newBench(t, 40, 10)
	v := one("text")
	v.Tiles[0].Cursor.X = 4
	b.show(v)
	v = one()
	v.Full = false
	v.Tiles[0].Cursor.X = 9
	v.Tiles[0].Modes.Sync = true
	b.show(v)
	if got := b.outer.Cursor().X; got != 4 {
		t.Errorf("the cursor ran to %d inside an open update", got)
	}
}

func TestCommands(t *testing.T) {
	for keys, want := range map[string][]front.Command{
		"abc\x1b[A":    {front.Input{Bytes: []byte("abc\x1b[A")}},
		"a\x01cb":      {front.Input{Bytes: []byte("a")}, front.NewWindow{}, front.Input{Bytes: []byte("b")}},
		"a\x01\x01b":   {front.Input{Bytes: []byte("a\x01b")}}, // check 144
		"\x01!":        {front.NewWindow{Argv: []string{}}},
		"\x01n\x01p":   {front.CycleWindow{By: 1}, front.CycleWindow{By: -1}},
		"\x019":        {front.SelectWindow{Index: 8}},
		"\x01\"\x01%":  {front.Split{Dir: layout.Stacked}, front.Split{Dir: layout.SideBySide}},
		"\x01h\x01l":   {front.MoveFocus{Side: layout.Left}, front.MoveFocus{Side: layout.Right}},
		"\x01j\x01k":   {front.MoveFocus{Side: layout.Down}, front.MoveFocus{Side: layout.Up}},
		"\x01\x1b[A":   {front.MoveFocus{Side: layout.Up}},
		"\x01H\x01L":   {front.Grow{Side: layout.Left, Cells: 2}, front.Grow{Side: layout.Right, Cells: 2}},
		"\x01J\x01K":   {front.Grow{Side: layout.Down, Cells: 1}, front.Grow{Side: layout.Up, Cells: 1}},
		"\x01z\x01x":   {front.Zoom{}, front.Kill{}},
		"\x01[q\x01]":  {front.CopyMode{}, front.Input{Bytes: []byte("q")}, front.Paste{}},
		"\x01r":        {front.Refresh{}},
		"\x01q":        {front.Quit{}},
		"\x01?ls\x01q": {front.Quit{}},
		"\x01y":        nil,
		"\x01:a b\rx":  {front.NewWindow{Argv: []string{"a", "b"}}, front.Input{Bytes: []byte("x")}},
	} {
		b := newBench(t, 40, 10)
		b.show(two())
		if got := b.Input([]byte(keys)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %#v, want %#v", keys, got, want)
		}
	}
}

func TestEscapeIsNotDelayed(t *testing.T) { // check 146
	b := newBench(t, 40, 10)
	b.show(two())
	want := []front.Command{front.Input{Bytes: []byte{escape}}}
	if got := b.keys("\x1b"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v", got)
	}
	b.keys("\x01m")
	if got := b.keys("\x1b"); got != nil || b.Unfinished() != keyWait {
		t.Errorf("with the mouse on an Escape may be the start of a report: got %#v, waits %v", got, b.Unfinished())
	}
	if got := b.Release(); !reflect.DeepEqual(got, want) {
		t.Errorf("released %#v", got)
	}
}

// An arrow key in two reads must not end the reading of a pane.
func TestEscapeWaitsWhileAPaneIsRead(t *testing.T) {
	b := newBench(t, 40, 10)
	v := two()
	v.Tiles[0].Mark = "[0/9]"
	b.show(v)
	if got := b.keys("\x1b"); got != nil || b.Unfinished() == 0 {
		t.Errorf("got %#v", got)
	}
	if got := b.keys("[A"); !reflect.DeepEqual(got, []front.Command{front.Input{Bytes: []byte("\x1b[A")}}) {
		t.Errorf("got %#v", got)
	}
	b.keys("\x1b")
	if got := b.Release(); !reflect.DeepEqual(got, []front.Command{front.Input{Bytes: []byte("\x1b")}}) {
		t.Errorf("got %#v", got)
	}
}

func TestHelp(t *testing.T) {
	for _, closing := range []string{"\x1b", "q", "?", "\x01?", "\x03"} {
		b := newBench(t, 60, 24)
		v := two()
		b.show(v)
		b.keys("\x01?")
		b.sees("zoom the pane")
		b.sees("closes this")
		b.lacks("left text")
		if got := b.keys("ls\r"[:2] + "\x1b[A"); got != nil {
			t.Errorf("keys under the help went to %#v", got)
		}
		b.sees("zoom the pane")
		if got := b.keys(closing); got != nil {
			t.Errorf("%q: the closing key went to %#v", closing, got)
		}
		b.lacks("zoom the pane")
		b.sees("left text") // check 147: nothing was asked of the pane
		if got := b.keys("a"); len(got) != 1 {
			t.Errorf("%q: keys are still lost: %#v", closing, got)
		}
	}
}

// An answer to what was just typed is not hidden by what the session said before.
func TestTypedMistakeIsToldFirst(t *testing.T) {
	b := newBench(t, 80, 24)
	v := two()
	v.Note = "no window 77"
	b.show(v)
	b.keys("\x01@abc\r")
	b.sees("a window has a number from 1 on · no window 77")
}

// On a low terminal all of the help can be read.
func TestHelpScrolls(t *testing.T) {
	b := newBench(t, 60, 12)
	b.show(two())
	b.keys("\x01?")
	b.sees("j and k scroll")
	b.lacks("closes this")
	for range 60 {
		b.keys("j")
	}
	b.sees("Esc, q or ? closes this")
	b.keys("\x1b[5~")
	b.lacks("closes this")
	for range 60 {
		b.keys("\x1b[A")
	}
	b.sees("new window")
	b.keys("q")
	b.sees("left text")
}

func TestPrompt(t *testing.T) {
	for keys, want := range map[string][]string{
		"make test":                   {"make", "test"},
		"  a   b  ":                   {"a", "b"},
		`sh -c "date; uptime"`:        {"sh", "-c", "date; uptime"}, // R023
		`"a file  with.txt" ''`:       {"a file  with.txt", ""},
		`a"b c"'d "e'`:                {`ab cd "e`},
		`C:\a\b "C:\dir x\"`:          {`C:\a\b`, `C:\dir x\`},
		`sh "open quote`:              {"sh", "open quote"},
		"lsx\x7f -l":                  {"ls", "-l"},
		"日本語\x7f":                     {"日本"},
		"wrong\x15right":              {"right"},
		"make wrong\x17right":         {"make", "right"},
		"a\x1b[A\x1bOBb\x0cc":         {"abc"},
		"\x1b[200~a\rb\x01q\x1b[201~": {"a", "b", "q"},
	} {
		b := newBench(t, 40, 10)
		b.show(two())
		b.keys("\x01:")
		if got := b.keys(keys); got != nil {
			t.Errorf("%q went to %#v before Enter", keys, got)
		}
		got := b.keys("\r")
		if !reflect.DeepEqual(got, []front.Command{front.NewWindow{Argv: want}}) {
			t.Errorf("%q: got %#v, want %q", keys, got, want)
		}
		b.sees(b.hint)
	}
}

func TestPromptIsShownAndCancelled(t *testing.T) {
	for _, cancel := range []string{"\x1b", "\x03", "\x15\r"} {
		b := newBench(t, 40, 10)
		b.show(two())
		b.keys("\x01:echo hello")
		b.sees(":echo hello")
		if c := b.outer.Cursor(); !c.Visible || c.Y != 9 || c.X != len(":echo hello") {
			t.Errorf("the cursor is at %+v", c)
		}
		if !b.outer.Modes().BracketedPaste {
			t.Error("a paste into the prompt would press Enter")
		}
		if got := b.keys(cancel); got != nil {
			t.Errorf("%q: got %#v", cancel, got)
		}
		b.lacks("echo hello")
		if got := b.keys("x"); len(got) != 1 {
			t.Errorf("%q: the prompt still takes keys", cancel)
		}
	}
}

func TestPromptTextIsWhole(t *testing.T) { // R088
	b := newBench(t, 40, 10)
	b.show(two())
	b.keys("\x01:caf\xc3")
	b.sees(":caf")
	b.lacks(`\x`)
	b.keys("\xa9")
	b.sees(":café")
}

func TestPaste(t *testing.T) { // R104
	const paste = "\x1b[200~a\x01\rb\x1b[201~"
	for _, c := range []struct {
		wants bool
		want  string
	}{{true, paste}, {false, "a\x01\rb"}} {
		b := newBench(t, 40, 10)
		v := two()
		v.Tiles[0].Modes.BracketedPaste = c.wants
		b.show(v)
		if got := b.outer.Modes().BracketedPaste; got != c.wants {
			t.Errorf("the terminal marks pastes: %t, the program wants it: %t", got, c.wants)
		}
		got := b.Input([]byte(paste))
		if !reflect.DeepEqual(got, []front.Command{front.Input{Bytes: []byte(c.want)}}) {
			t.Errorf("got %#v", got)
		}
	}
}

func TestModesFollowTheFocus(t *testing.T) {
	b := newBench(t, 40, 10)
	v := two()
	v.Tiles[1].Modes = vt.Modes{AppCursor: true, AppKeypad: true, BracketedPaste: true, Focus: true, Mouse: 1003}
	v.Tiles[1].Cursor = vt.Cursor{X: 3, Y: 2, Visible: true, Shape: 5}
	b.show(v)
	if got := b.outer.Modes(); got != (vt.Modes{}) {
		t.Errorf("modes of a pane without the focus: %+v", got)
	}
	v.Tiles[0].Focused, v.Tiles[1].Focused = false, true
	b.show(v)
	want := vt.Modes{AppCursor: true, AppKeypad: true, BracketedPaste: true, Focus: true}
	if got := b.outer.Modes(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if c := b.outer.Cursor(); c != (vt.Cursor{X: 24, Y: 3, Visible: true, Shape: 5}) {
		t.Errorf("cursor %+v", c)
	}
	b.keys("\x01m")
	want.Mouse, want.MouseForm = 1002, 1006
	if got := b.outer.Modes(); got != want {
		t.Errorf("with the mouse: %+v, want %+v", got, want)
	}
	b.sees("mouse on")
	b.keys("\x01m")
	b.show(two())
	if got := b.outer.Modes(); got != (vt.Modes{}) {
		t.Errorf("left on: %+v", got)
	}
}

func TestSignals(t *testing.T) { // R098, R100, R138
	large := strings.Repeat("QUJD", 30000)
	b := newBench(t, 40, 10)
	b.show(two())
	for _, c := range []struct {
		signal vt.Signal
		want   string
	}{
		{vt.Signal{Kind: vt.SignalBell}, "\a"},
		{vt.Signal{Kind: vt.SignalClipboard, Text: large}, "\x1b]52;c;" + large + "\x1b\\"},
		{vt.Signal{Kind: vt.SignalClipboard, Text: "?"}, ""},
		{vt.Signal{Kind: vt.SignalClipboard, Text: "QQ==\x1b[?1003h"}, ""},
		{vt.Signal{Kind: vt.SignalNotify, Text: "9;done"}, "\x1b]9;done\x1b\\"},
		{vt.Signal{Kind: vt.SignalNotify, Text: "777;notify;a;b"}, "\x1b]777;notify;a;b\x1b\\"},
		{vt.Signal{Kind: vt.SignalNotify, Text: "52;c;?"}, ""},
		{vt.Signal{Kind: vt.SignalNotify, Text: "9;a\ab"}, ""},
		{vt.Signal{Kind: vt.SignalProgress, Text: "9;4;1;50"}, "\x1b]9;4;1;50\x1b\\"},
		{vt.Signal{Kind: vt.SignalClear}, ""},
	} {
		v := two()
		v.Signals = []vt.Signal{c.signal}
		b.View(v)
		if got := b.draw(); got != c.want {
			t.Errorf("%+.60v: wrote %.60q", c.signal, got)
		}
		if got := b.draw(); got != "" {
			t.Errorf("%+.60v: repeated %.60q", c.signal, got)
		}
	}
}

func TestTitle(t *testing.T) { // R100
	b := newBench(t, 40, 10)
	v := two()
	v.Title = "a\x1b[?1003h\a\u009db" + strings.Repeat("x", 100000)
	b.View(v)
	frame := b.draw()
	if b.outer.Modes().Mouse != 0 || strings.Contains(frame, "\x1b[?1003h") {
		t.Error("a title changed a mode")
	}
	if got := b.outer.Title(); !strings.HasPrefix(got, "a") || len(got) > 300 {
		t.Errorf("title of %d bytes: %.40q", len(got), got)
	}
	v.Title = ""
	b.show(v)
	if got := b.outer.Title(); got != "" {
		t.Errorf("title %q stays", got)
	}
}

func TestAnySizeIsSurvived(t *testing.T) { // R080
	for _, open := range []string{"", "\x01?", "\x01:echo", "\x01m"} {
		b := newBench(t, 40, 10)
		b.show(two())
		b.keys(open)
		for _, size := range [][2]int{{0, 0}, {1, 1}, {2, 1}, {1, 200}, {3, 2}, {1000, 1000}, {40, 10}} {
			got := b.Resize(size[0], size[1])
			want := front.Resize{Cols: max(1, size[0]), Rows: max(1, size[1])}
			if !reflect.DeepEqual(got, []front.Command{want}) {
				t.Errorf("%v: got %#v", size, got)
			}
			b.outer = vt.New(want.Cols, want.Rows, 10)
			b.draw()
			if b.outer.ScrollbackLen() > 0 {
				t.Errorf("%v %q: the screen scrolled", size, open)
			}
		}
		b.keys("\x1b")
		b.show(two())
		b.sees("left text")
		b.sees("right text")
	}
}

func TestBeatEnds(t *testing.T) {
	b := newBench(t, 40, 10)
	v := two()
	v.Tiles[1].State = front.Starting
	v.Tiles[1].Rows = nil
	b.show(v)
	b.sees("starting pane2")
	beats := 0
	for b.Beating() > 0 && beats < 1000 {
		b.Beat()
		b.draw()
		beats++
	}
	if beats != maxBeats {
		t.Errorf("%d beats: a silent pane must not keep the session awake", beats)
	}
	b.show(v)
	if b.Beating() > 0 {
		t.Error("the same pane began anew")
	}
	v = two()
	b.show(v)
	b.lacks("starting")
}

// Whatever is done, the terminal shows what a Display that was never asked for
// a difference would have written whole.
func TestDifferencesAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newBench(t, 40, 10)
		b.show(two())
		steps := rapid.SliceOfN(rapid.SampledFrom([]string{
			"view", "\x01?", "\x01:", "\x1b", "ab", "\x01m", "\x1b[<0;3;3M", "\x1b[<32;9;4M", "\x1b[<0;9;4m", "focus", "one",
		}), 1, 20).Draw(rt, "steps")
		for _, s := range steps {
			switch s {
			case "view", "focus", "one":
				v := two()
				v.Tiles[0].Rows[0].Row = row(rapid.StringOfN(rapid.RuneFrom([]rune("abc ")), 0, 18, -1).Draw(rt, "row"))
				v.Tiles[0].Focused, v.Tiles[1].Focused = s != "focus", s == "focus"
				if s == "one" {
					v.Tiles = v.Tiles[:1]
				}
				b.show(v)
			default:
				b.keys(s)
			}
		}
		whole := vt.New(40, 10, 0)
		b.Repaint()
		_, _ = whole.Write(b.Frame())
		if !sameLook(whole, b.outer) || whole.Modes() != b.outer.Modes() {
			rt.Fatalf("after %q:\n%s\nwhole:\n%s\n%+v %+v\n%+v %+v", steps, b.outer.Text(), whole.Text(),
				b.outer.Modes(), whole.Modes(), b.outer.Cursor(), whole.Cursor())
		}
	})
}

// sameLook tells that one cannot tell two terminals apart.
func sameLook(a, b *vt.Terminal) bool {
	_, rows := a.Size()
	for y := range rows {
		// Where a blank comes from is not to be seen.
		if !reflect.DeepEqual(visible(a.Row(y)), visible(b.Row(y))) {
			return false
		}
	}
	c, other := a.Cursor(), b.Cursor()
	return c.Visible == other.Visible && (!c.Visible || c == other)
}

func visible(r vt.Row) []vt.Cell {
	cells := r.Clone().Cells
	for i := range cells {
		if c := &cells[i]; c.Rune == 0 && c.Width == 1 || c.Rune == ' ' {
			*c = vt.Cell{Rune: ' ', Bg: c.Bg, Attr: c.Attr & vt.Inverse, Width: 1}
		}
	}
	return cells
}

func FuzzInput(f *testing.F) {
	f.Add([]byte("\x01?\x1b\x01:\"a b\" c\r\x01m\x1b[<0;3;3M\x1b[<32;9;9M\x1b[<0;9;9m\x1b[<64;2;2M"))
	f.Add([]byte("\x1b[200~\x01:\x1b[201~\x01:\xff\x7f\x7f\x17\x15\r"))
	f.Fuzz(func(t *testing.T, in []byte) {
		b := newBench(t, 40, 10)
		v := two()
		v.Tiles[1].Modes.Mouse = 1000
		b.show(v)
		for len(in) > 0 {
			n := min(len(in), 7)
			b.keys(string(in[:n]))
			in = in[n:]
		}
		b.Release()
		b.draw()
	})
}

func TestPromptsForANameAndAWindow(t *testing.T) {
	for typed, want := range map[string][]front.Command{
		"\x01,my work\r":  {front.RenameWindow{Name: "my work"}},
		"\x01,\r":         {front.RenameWindow{}},
		"\x01,x\x1b":      nil,
		"\x01@3\r":        {front.MovePane{Index: 2}},
		"\x01@\r":         {front.MovePane{Index: -1}},
		"\x01@zero\r":     nil,
		"\x01 \x01{\x01}": {front.NextLayout{}, front.Swap{By: -1}, front.Swap{By: 1}},
		"\x01\x0f\x01;":   {front.Rotate{}, front.LastPane{}},
		"\x01\t\x01:ls\r": {front.LastWindow{}, front.NewWindow{Argv: []string{"ls"}}},
	} {
		d := New(Setup{})
		got := d.Input([]byte(typed))
		got = append(got, d.Release()...)
		if !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%q asks %#v, want %#v", typed, got, want)
		}
	}
}
