package session

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"atrium/internal/copymode"
	"atrium/internal/front"
	"atrium/internal/vt"
)

// page is one pane of 80 by 5 that printed lines numbered from 1, and the front
// that looks at it.
func page(t *testing.T, lines int) *rig {
	t.Helper()
	r := newRig(t, Config{Cols: 80, Rows: 6}, []string{"bash"})
	r.up()
	r.saves()
	r.print(0, numbered(1, lines))
	r.look()
	of[Write](r)
	return r
}

func numbered(from, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\r\nline %d", from+i)
	}
	return b.String()
}

// glass is what a front shows of pane 0: it keeps the rows of all views.
type glass struct {
	rows []string
	tile front.Tile
	view front.View
}

func (g *glass) see(v front.View) {
	for _, tile := range v.Tiles {
		if tile.Pane != 0 {
			continue
		}
		for len(g.rows) < tile.RowCount {
			g.rows = append(g.rows, "")
		}
		g.rows = g.rows[:tile.RowCount]
		for _, row := range tile.Rows {
			g.rows[row.Y] = row.Row.Text()
		}
		g.tile = tile
	}
	g.view = v
}

// refresh lets the front look again, with everything or with what changed.
func (g *glass) refresh(r *rig) {
	r.t.Helper()
	if v := r.look(); v != nil {
		g.see(*v)
	}
	r.unready()
}

func newGlass(r *rig) *glass {
	r.t.Helper()
	g := &glass{}
	r.unready()
	r.do(front.Refresh{})
	g.refresh(r)
	return g
}

func (g *glass) text() string { return strings.Join(g.rows, "|") }

// keys types into the focused pane.
func (r *rig) keys(keys string) []Effect {
	r.t.Helper()
	return r.do(front.Input{Bytes: []byte(keys)})
}

// wrote is what panes got since the last call.
func (r *rig) wrote() string {
	var all []byte
	for _, w := range of[Write](r) {
		all = append(all, w.Bytes...)
	}
	return string(all)
}

func TestOutputDoesNotMoveTheReader(t *testing.T) { // R101
	r := page(t, 50)
	g := newGlass(r)
	if g.text() != "line 46|line 47|line 48|line 49|line 50" || g.tile.Mark != "" {
		t.Fatalf("%s %s", g.text(), g.tile.Mark)
	}
	r.do(front.CopyMode{})
	r.keys("20k")
	g.refresh(r)
	want := "line 30|line 31|line 32|line 33|line 34"
	if g.text() != want || g.tile.Mark != "[16/46]" || g.tile.Cursor.Y != 0 || g.tile.Modes != (vt.Modes{BracketedPaste: true}) {
		t.Fatalf("%s %s %+v", g.text(), g.tile.Mark, g.tile)
	}
	for i := range 10 {
		r.print(0, numbered(51+4*i, 4)+"\x1b[?1h\x1b[?1000h")
		g.refresh(r)
		if g.text() != want || g.tile.Modes.Mouse != 0 || len(g.tile.Rows) > 0 {
			t.Fatalf("after %d lines %s, %d rows sent", 4*i, g.text(), len(g.tile.Rows))
		}
	}
	if g.tile.Mark != "[56/86]" {
		t.Errorf("mark %s", g.tile.Mark)
	}
	r.keys("q")
	g.refresh(r)
	if g.text() != "line 86|line 87|line 88|line 89|line 90" || g.tile.Mark != "" || g.tile.Modes.Mouse != 1000 {
		t.Errorf("afterwards %s %+v", g.text(), g.tile)
	}
	if got := r.wrote(); got != "" {
		t.Errorf("the pane got %q", got)
	}
}

// The scrollback of the rig keeps 100 lines.
func TestEvictedLinesMoveTheReaderAsLittleAsCanBe(t *testing.T) {
	r := page(t, 50)
	g := newGlass(r)
	r.do(front.CopyMode{})
	r.keys("40k")
	r.print(0, numbered(51, 60))
	g.refresh(r)
	if g.text() != "line 10|line 11|line 12|line 13|line 14" {
		t.Errorf("%s", g.text())
	}
	r.print(0, numbered(111, 20))
	g.refresh(r)
	if g.text() != "line 26|line 27|line 28|line 29|line 30" || g.tile.Mark != "[100/100]" {
		t.Errorf("%s %s", g.text(), g.tile.Mark)
	}
	r.print(0, "\x1b[3J")
	g.refresh(r)
	if g.text() != "line 126|line 127|line 128|line 129|line 130" || g.tile.Mark != "[0/0]" {
		t.Errorf("%s %s", g.text(), g.tile.Mark)
	}
}

func TestResizeWhileReading(t *testing.T) {
	r := page(t, 50)
	g := newGlass(r)
	r.do(front.CopyMode{})
	r.keys("20k")
	for _, size := range []front.Resize{{Cols: 80, Rows: 4}, {Cols: 20, Rows: 9}, {Cols: 1, Rows: 2}, {Cols: 80, Rows: 40}} {
		r.do(size)
		g.refresh(r)
		if len(g.rows) != size.Rows-1 || g.tile.Cursor.Y >= len(g.rows) || g.tile.Cursor.X >= size.Cols {
			t.Errorf("at %+v: %d rows, cursor %+v", size, len(g.rows), g.tile.Cursor)
		}
		if size.Cols > 1 && size.Rows < 20 && g.rows[0] != "line 30" {
			t.Errorf("at %+v the view begins with %q", size, g.rows[0])
		}
	}
}

// Lines are broken anew for another width. The reader stays where it was in the
// text, with what it had selected.
func TestReaderStaysOnItsCharacter(t *testing.T) {
	r := newRig(t, Config{Cols: 80, Rows: 9}, []string{"bash"})
	r.s.cfg.Scrollback = 5000
	r.s.panes[0].term = r.s.emulator(r.s.panes[0].size)
	r.up()
	for i := range 60 {
		r.print(0, fmt.Sprintf("%s%02d end\r\n", strings.Repeat("long ", 1+i), i))
	}
	r.look()
	g := newGlass(r)
	r.do(front.CopyMode{})
	r.keys("?40 end\r")
	r.keys("vE")
	for _, size := range []front.Resize{{Cols: 33, Rows: 9}, {Cols: 120, Rows: 9}, {Cols: 7, Rows: 12}, {Cols: 200, Rows: 4}, {Cols: 80, Rows: 9}} {
		r.do(size)
		g.refresh(r)
		at := g.tile.Cursor
		if line := g.rows[at.Y]; at.X >= len(line) || line[at.X] != '0' {
			t.Errorf("at %+v: cursor in column %d of %q", size, at.X, line)
		}
	}
	r.keys("y")
	if r.s.copied.text != "40" {
		t.Errorf("copied %q", r.s.copied.text)
	}
}

func TestPaneEndsWhileItIsRead(t *testing.T) {
	r := newRig(t, Config{Cols: 80, Rows: 6}, []string{"claude"}, []string{"bash"})
	r.up()
	r.print(0, numbered(1, 50))
	r.do(front.CopyMode{})
	r.keys("10k")
	g := newGlass(r)
	before := g.text()
	r.step(Exited{Pane: 0, Exit: Exit{Code: 1}})
	g.refresh(r)
	if g.text() != before || len(g.tile.Message) > 0 || g.tile.State != front.Exited {
		t.Fatalf("the reader was disturbed: %s %+v", g.text(), g.tile)
	}
	r.keys("vllx") // x would close the pane
	r.keys("q")
	g.refresh(r)
	if len(g.tile.Message) == 0 || g.tile.Mark != "" {
		t.Errorf("afterwards %+v", g.tile)
	}
	r.do(front.CopyMode{}) // what it printed last can be read
	r.keys("gg")
	g.refresh(r)
	if g.rows[0] != "" || g.rows[1] != "line 1" {
		t.Errorf("%s", g.text())
	}
	r.keys("q\r") // and what follows is for the notice
	if len(of[Examine](r)) != 1 {
		t.Error("Enter started nothing")
	}
	r.do(front.CopyMode{})
	r.step(Examined{Pane: 0, Dir: true})
	r.up()
	if r.s.panes[0].reading != nil {
		t.Error("a pane that starts again is still read")
	}
	r.do(front.FocusPane{Pane: 1})
	r.do(front.CopyMode{})
	r.step(Exited{Pane: 1})
	if r.s.panes[1] != nil {
		t.Error("the shell did not close")
	}
}

func TestCopyAndPaste(t *testing.T) {
	r := page(t, 50)
	r.do(front.Paste{})
	if v := r.look(); v == nil || v.Note != "nothing was copied yet" || r.wrote() != "" {
		t.Errorf("%+v", v)
	}
	r.do(front.CopyMode{})
	r.keys("kVk\rls\r") // what follows Enter is typed
	if got := r.wrote(); got != "ls\r" {
		t.Errorf("the pane got %q", got)
	}
	copies := of[Copy](r)
	if len(copies) != 1 || copies[0].Text != "line 48\nline 49" {
		t.Fatalf("%+v", copies)
	}
	v := r.look()
	want := base64.StdEncoding.EncodeToString([]byte("line 48\nline 49"))
	if v == nil || !strings.Contains(v.Note, "copied 2 lines") || kinds(v.Signals) != fmt.Sprintf("%d%s", vt.SignalClipboard, want) {
		t.Errorf("%+v", v)
	}
	r.do(front.Paste{})
	if got := r.wrote(); got != "line 48\rline 49" {
		t.Errorf("pasted %q", got)
	}
	r.print(0, "\x1b[?2004h")
	r.do(front.CopyMode{})
	r.do(front.Paste{})
	if got := r.wrote(); got != "\x1b[200~line 48\rline 49\x1b[201~" || r.s.panes[0].reading != nil {
		t.Errorf("pasted %q", got)
	}
}

// A paste must not answer the notice of a pane that ended.
func TestPasteIsNoAnswer(t *testing.T) {
	r := newRig(t, Config{Cols: 80, Rows: 6}, []string{"claude"}, []string{"bash"})
	r.up()
	r.print(0, "x")
	r.do(front.CopyMode{})
	r.keys("vy")
	r.step(Exited{Pane: 0, Exit: Exit{Code: 1}})
	r.do(front.Paste{})
	if r.s.panes[0] == nil || r.s.copied.text != "x" {
		t.Errorf("the paste of %q closed the pane", r.s.copied.text)
	}
}

func TestOneTextGoesToTheSystemAtATime(t *testing.T) {
	r := page(t, 50)
	for _, keys := range []string{"kVy", "2kVy", "3kVy"} {
		r.do(front.CopyMode{})
		r.keys(keys)
	}
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "line 49" {
		t.Fatalf("%+v", got)
	}
	r.step(Copied{Err: fmt.Errorf("no display")})
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "line 47" {
		t.Fatalf("%+v", got)
	}
	if v := r.look(); !strings.Contains(v.Note, "the system's clipboard was not set: no display") {
		t.Errorf("note %q", v.Note)
	}
	r.step(Copied{})
	if got := of[Copy](r); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestLongTextIsNotSentToTheTerminal(t *testing.T) {
	r := newRig(t, Config{Cols: 300, Rows: 6}, []string{"bash"})
	r.s.cfg.Scrollback = 2000
	r.s.panes[0].term = r.s.emulator(r.s.panes[0].size)
	r.up()
	r.print(0, strings.Repeat(strings.Repeat("x", 290)+"\r\n", 1500))
	r.do(front.CopyMode{})
	r.keys("ggVGy")
	v := r.look()
	if len(v.Signals) != 0 || !strings.Contains(v.Note, "copied 1501 lines, too many for the terminal's clipboard") || len(of[Copy](r)) != 1 {
		t.Errorf("%d signals, note %q", len(v.Signals), v.Note)
	}
}

// The prompt of a search is told to the front while its pane has the focus.
func TestSearchIsOnTheBar(t *testing.T) {
	r := twoWindows(t)
	r.print(0, "needle\r\nhay")
	r.do(front.CopyMode{})
	r.keys("/ne")
	r.keys("\x1b[200~ed\x1b[201~")
	if v := r.look(); v.Ask != (front.Ask{Open: true, Label: "no match /", Text: "need"}) && v.Ask != (front.Ask{Open: true, Label: "/", Text: "need"}) {
		t.Errorf("%+v", v.Ask)
	}
	r.do(front.FocusPane{Pane: 1})
	if v := r.look(); v.Ask.Open {
		t.Errorf("%+v", v.Ask)
	}
	r.do(front.FocusPane{Pane: 0})
	r.keys("\r")
	if v := r.look(); v.Ask.Open || v.Tiles[0].Cursor.Y != 0 {
		t.Errorf("%+v", v.Ask)
	}
	if got := r.wrote(); got != "" {
		t.Errorf("the pane got %q", got)
	}
}

// A search that takes long goes on by itself, and nobody waits for it.
func TestLongSearch(t *testing.T) {
	r := newRig(t, Config{Cols: 80, Rows: 6}, []string{"bash"})
	r.s.cfg.Scrollback = 20_000
	r.s.panes[0].term = r.s.emulator(r.s.panes[0].size)
	r.up()
	r.print(0, "needle\r\n"+strings.Repeat("hay\r\n", 15_000))
	r.do(front.CopyMode{})
	r.keys("?needle\rVyq")
	for steps := 0; r.s.panes[0].reading != nil; steps++ {
		if steps > 50 || r.s.NextWake().After(r.now) {
			t.Fatalf("after %d steps it wakes at %v", steps, r.s.NextWake())
		}
		r.step(Woken{})
	}
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "needle" {
		t.Errorf("%+v", got)
	}
	if got := r.wrote(); got != "q" {
		t.Errorf("the pane got %q", got)
	}
}

func TestWheel(t *testing.T) { // R110
	r := page(t, 50)
	g := newGlass(r)
	wheel := func(lines int) { r.do(front.Wheel{Pane: 0, Lines: lines}); g.refresh(r) }
	wheel(3) // down at the bottom
	if g.tile.Mark != "" {
		t.Errorf("down enters copy mode: %s", g.tile.Mark)
	}
	wheel(-3)
	if g.tile.Mark != "[3/46]" || g.rows[0] != "line 43" {
		t.Errorf("up: %s %s", g.tile.Mark, g.text())
	}
	wheel(-1 << 30)
	wheel(98)
	wheel(3)
	if g.tile.Mark != "" || g.rows[0] != "line 46" || r.s.panes[0].reading != nil {
		t.Errorf("at the bottom: %s %s", g.tile.Mark, g.text())
	}
	wheel(-3)
	r.keys("k") // a reader who types stays
	wheel(99)
	if g.tile.Mark != "[0/46]" {
		t.Errorf("left by the wheel: %s", g.text())
	}
	r.keys("q")
	r.print(0, "\x1b[?1049h")
	wheel(-3)
	wheel(3)
	r.print(0, "\x1b[?1h")
	wheel(-2)
	if got := r.wrote(); got != "\x1b[A\x1b[A\x1b[A\x1b[B\x1b[B\x1b[B\x1bOA\x1bOA" {
		t.Errorf("the full-screen program got %q", got)
	}
	r.print(0, "\x1b[?1000h")
	wheel(-3)
	r.do(front.Wheel{Pane: 7, Lines: -3})
	if got := r.wrote(); got != "" || r.s.panes[0].reading != nil {
		t.Errorf("the program with mouse got %q", got)
	}
}

func TestWheelWithoutScrollbackDoesNothing(t *testing.T) {
	r := page(t, 2)
	r.do(front.Wheel{Pane: 0, Lines: -3})
	if r.s.panes[0].reading != nil {
		t.Error("there is nothing to read")
	}
}

func (r *rig) button(do front.Pointing, x, y int) {
	r.t.Helper()
	r.do(front.Point{Pane: 0, X: x, Y: y, Do: do})
}

func (r *rig) click(x, y int) {
	r.t.Helper()
	r.button(front.Press, x, y)
	r.button(front.Release, x, y)
}

func TestDragCopies(t *testing.T) {
	r := page(t, 50)
	g := newGlass(r)
	r.button(front.Press, 5, 1)
	if g.refresh(r); g.tile.Mark != "" {
		t.Error("a press alone enters copy mode")
	}
	r.button(front.Drag, 6, 2)
	if g.refresh(r); g.tile.Mark == "" || g.tile.Rows == nil {
		t.Errorf("nothing is seen of the drag: %+v", g.tile)
	}
	r.button(front.Drag, 3, 2)
	r.button(front.Release, 3, 2)
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "47\nline" {
		t.Errorf("%+v", got)
	}
	if g.refresh(r); g.tile.Mark != "" || g.text() != "line 46|line 47|line 48|line 49|line 50" {
		t.Errorf("it stays: %s", g.text())
	}
	r.button(front.Drag, 3, 2)
	r.button(front.Release, 3, 2)
	if r.s.panes[0].reading != nil || len(of[Copy](r)) > 0 {
		t.Error("a drag without a press selects")
	}
	// Past the edge it scrolls, and joins what is out of sight.
	r.button(front.Press, 0, 0)
	for range 3 {
		r.button(front.Drag, 0, -1)
	}
	r.button(front.Release, 0, -1)
	r.step(Copied{})
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "line 43\nline 44\nline 45\nl" {
		t.Errorf("%+v", got)
	}
}

func TestDragWhileReadingStays(t *testing.T) {
	r := page(t, 50)
	r.do(front.CopyMode{})
	r.keys("20k")
	r.button(front.Press, 0, 0)
	r.button(front.Drag, 3, 0)
	r.button(front.Release, 3, 0)
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "line" || r.s.panes[0].reading == nil {
		t.Errorf("%+v", got)
	}
	g := newGlass(r)
	if g.rows[0] != "line 30" {
		t.Errorf("%s", g.text())
	}
}

func TestClicks(t *testing.T) {
	r := page(t, 50)
	r.click(6, 1)
	r.click(6, 1)
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "47" {
		t.Fatalf("double: %+v", got)
	}
	r.step(Copied{})
	if r.s.panes[0].reading == nil {
		t.Error("nothing is seen of what was selected")
	}
	r.pass(clickTime / 2)
	r.click(6, 1)
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "line 47" {
		t.Fatalf("triple: %+v", got)
	}
	r.step(Copied{})
	r.pass(clickTime)
	if r.s.panes[0].reading != nil {
		t.Error("it stays selected")
	}
	r.click(6, 1)
	r.pass(clickTime)
	r.click(6, 1)
	r.click(7, 1)
	if got := of[Copy](r); len(got) != 0 {
		t.Errorf("two clicks: %+v", got)
	}
	r.click(7, 1)
	r.keys("ls") // keys do not wait until the selection goes
	if got := r.wrote(); got != "ls" || r.s.panes[0].reading != nil {
		t.Errorf("the pane got %q", got)
	}
}

func TestEmacsKeys(t *testing.T) {
	r := newRig(t, Config{Cols: 80, Rows: 6, CopyKeys: copymode.Emacs}, []string{"bash"})
	r.up()
	r.print(0, "one two")
	r.do(front.CopyMode{})
	r.keys("\x1bb\x00\x1bf\x1bw")
	if got := of[Copy](r); len(got) != 1 || got[0].Text != "two" {
		t.Errorf("%+v", got)
	}
}
