package compose

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

// every is a terminal that can show everything a Frame holds.
var every = Caps{Depth: TrueColor, Underlines: true, Links: true}

// shown is what a terminal shows, as a Frame.
func shown(term *vt.Terminal) *Frame {
	cols, rows := term.Size()
	f := NewFrame(cols, rows)
	for y := range rows {
		f.copyRow(0, y, cols, term.Row(y))
	}
	f.Cursor = term.Cursor()
	return f
}

// difference tells the first cell in which two frames differ, "" for none.
func difference(got, want *Frame) string {
	if got.Cols != want.Cols || got.Rows != want.Rows {
		return fmt.Sprintf("%dx%d, want %dx%d", got.Cols, got.Rows, want.Cols, want.Rows)
	}
	for y, line := range want.Lines {
		for x := range line.Cells {
			if !same(&got.Lines[y], &line, x) {
				return fmt.Sprintf("row %d, column %d: %+v %+v, want %+v %+v", y, x,
					got.Lines[y].Cells[x], got.Lines[y].Extras[x], line.Cells[x], line.Extras[x])
			}
		}
	}
	a, b := got.Cursor, want.Cursor
	if a.Visible != b.Visible || b.Visible && a != b {
		return fmt.Sprintf("cursor %+v, want %+v", a, b)
	}
	return ""
}

var texts = []struct {
	text  string
	width uint8
}{
	{" ", 1}, {" ", 1}, {" ", 1}, {"a", 1}, {"b", 1}, {"─", 1}, {"é", 1}, {"e\u0301", 1},
	{"中", 2}, {"界", 2}, {"한", 2}, {"👩‍👩‍👧‍👦", 2}, {"🇬🇧", 2}, {"😀", 2}, {"❤️", 2},
}

func randomColor() *rapid.Generator[vt.Color] {
	return rapid.Custom(func(t *rapid.T) vt.Color {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return vt.Palette(rapid.Byte().Draw(t, "index"))
		case 1:
			return vt.RGB(rapid.Byte().Draw(t, "r"), rapid.Byte().Draw(t, "g"), rapid.Byte().Draw(t, "b"))
		case 2:
			return vt.Palette(rapid.Uint8Max(15).Draw(t, "ansi"))
		default:
			return vt.DefaultColor
		}
	})
}

// randomStyle is the part of a cell that its text does not decide.
func randomStyle(t *rapid.T) (vt.Cell, vt.Extra) {
	if rapid.Bool().Draw(t, "plain") {
		return vt.Cell{}, vt.Extra{}
	}
	c := vt.Cell{Fg: randomColor().Draw(t, "fg"), Bg: randomColor().Draw(t, "bg")}
	c.Attr = vt.Attr(rapid.Uint16Max(255).Draw(t, "attr")).WithUnderline(rapid.Uint8Max(5).Draw(t, "underline"))
	var e vt.Extra
	if rapid.IntRange(0, 3).Draw(t, "extra") == 0 {
		e.Underline = randomColor().Draw(t, "under")
		e.Link = rapid.SampledFrom([]string{"", "https://example.org/a", "file:///tmp/x"}).Draw(t, "link")
		if e.Link != "" {
			e.LinkID = rapid.SampledFrom([]string{"", "7"}).Draw(t, "id")
		}
	}
	return c, e
}

func randomRow(t *rapid.T, cols int) vt.Row {
	row := vt.Row{Cells: make([]vt.Cell, cols), Extras: map[int]vt.Extra{}}
	for x := 0; x < cols; {
		style, extra := randomStyle(t)
		for run := rapid.IntRange(1, 12).Draw(t, "run"); run > 0 && x < cols; run-- {
			text := rapid.SampledFrom(texts).Draw(t, "text")
			if x+int(text.width) > cols {
				text = texts[0]
			}
			x += fillIn(&row, x, style, extra, text.text, text.width)
		}
	}
	return row
}

func fillIn(row *vt.Row, x int, c vt.Cell, e vt.Extra, text string, width uint8) int {
	runes := []rune(text)
	c.Rune, c.Width = runes[0], width
	if len(runes) > 1 {
		e.Cluster = text
	}
	if e != (vt.Extra{}) {
		c.Extra, row.Extras[x] = true, e
	}
	row.Cells[x] = c
	if width == 2 {
		row.Cells[x+1] = vt.Cell{Fg: c.Fg, Bg: c.Bg, Attr: c.Attr}
	}
	return int(width)
}

// randomFrame is a frame of one borderless pane, all its rows random or many
// of them those of another frame.
func randomFrame(t *rapid.T, cols, rows int, like *Frame) *Frame {
	f := NewFrame(cols, rows)
	for y := range rows {
		if like != nil && rapid.Bool().Draw(t, "like") {
			f.copyRow(0, y, cols, like.Lines[y])
			patch(t, f, y)
			continue
		}
		f.copyRow(0, y, cols, randomRow(t, cols))
	}
	f.Cursor = vt.Cursor{
		X: rapid.IntRange(0, cols-1).Draw(t, "x"), Y: rapid.IntRange(0, rows-1).Draw(t, "y"),
		Visible: rapid.Bool().Draw(t, "visible"), Shape: rapid.Uint8Max(6).Draw(t, "shape"),
	}
	return f
}

func patch(t *rapid.T, f *Frame, y int) {
	at, n := rapid.IntRange(0, f.Cols-1).Draw(t, "at"), rapid.IntRange(0, 20).Draw(t, "n")
	st := plain
	if rapid.Bool().Draw(t, "styled") {
		st = barStyle
	}
	for range n {
		text := rapid.SampledFrom(texts).Draw(t, "text")
		at = f.write(at, y, f.Cols, text.text, st)
	}
}

func TestDiffShowsExactlyTheNewFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.IntRange(1, 40).Draw(t, "cols"), rapid.IntRange(1, 6).Draw(t, "rows")
		term := vt.New(cols, rows, 100)
		term.Write([]byte("\x1b[31;44m\x1b[2Jz")) // left over from before
		var old *Frame
		for range rapid.IntRange(1, 4).Draw(t, "frames") {
			new := randomFrame(t, cols, rows, old)
			bytes := Diff(old, new, every)
			term.Write(bytes)
			checkShown(t, term, new, bytes)
			old = new
		}
		if again := Diff(old, old, every); again != nil {
			t.Fatalf("nothing changed, and %q is written", again)
		}
	})
}

func checkShown(t interface{ Fatalf(string, ...any) }, term *vt.Terminal, want *Frame, bytes []byte) {
	if d := difference(shown(term), want); d != "" {
		t.Fatalf("%s\nafter %q", d, bytes)
	}
	if n := term.ScrollbackLen(); n > 0 {
		t.Fatalf("%d lines scrolled off the screen after %q", n, bytes)
	}
	if term.SyncOpen() {
		t.Fatalf("the update is left open after %q", bytes)
	}
	for y := range want.Rows {
		if term.Row(y).Wrapped {
			t.Fatalf("row %d wraps after %q", y, bytes)
		}
	}
}

func TestDiffLeavesTheDefaultRendition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		frame := randomFrame(t, 20, 3, nil)
		term := vt.New(20, 3, 0)
		term.Write(Diff(nil, frame, every))
		term.Write([]byte("\x1b[Hx"))
		if got := term.Row(0).Cells[0]; !reflect.DeepEqual(got, vt.Cell{Rune: 'x', Width: 1}) {
			t.Fatalf("the next character looks like %+v %+v", got, term.Row(0).Extras[0])
		}
	})
}

// R084: characters that a program set apart do not run together on the way.
func TestNeighboursStayApart(t *testing.T) {
	for _, pair := range [][2]string{{"\U0001F1EC", "\U0001F1E7"}, {"\u1112", "\u1161"}, {"a", "b"}} {
		var width [2]uint8
		for i, text := range pair {
			probe := vt.New(10, 1, 0)
			probe.Write([]byte(text))
			width[i] = probe.Row(0).Cells[0].Width
		}
		row := vt.Row{Cells: make([]vt.Cell, 10), Extras: map[int]vt.Extra{}}
		x := fillIn(&row, 0, vt.Cell{}, vt.Extra{}, pair[0], width[0])
		fillIn(&row, x, vt.Cell{}, vt.Extra{}, pair[1], width[1])
		f := NewFrame(10, 1)
		f.copyRow(0, 0, 10, row)
		term := vt.New(10, 1, 0)
		bytes := Diff(nil, f, every)
		term.Write(bytes)
		checkShown(t, term, f, bytes)
	}
}

// FuzzScreens draws whatever programs and the operator's size make of it.
func FuzzScreens(f *testing.F) {
	f.Add([]byte("\x1b[1;31mhi\x1b[m 中文 \x1b]8;;https://example.org\x1b\\link"), []byte("\x1b[2J🇬🇧x"), uint8(30), uint8(6))
	f.Add([]byte("\x1b[38;2;1;2;3;4:3mcurly"), []byte("\r\n\r\n\t👩‍👩‍👧‍👦"), uint8(3), uint8(2))
	f.Fuzz(func(t *testing.T, first, second []byte, cols, rows uint8) {
		pane := vt.New(20, 5, 0)
		s := &Screen{Cols: int(cols%60) + 1, Rows: int(rows%20) + 1, Tiles: []Tile{{
			Rect: layout.Rect{W: 22, H: 7}, Inner: layout.Rect{X: 1, Y: 1, W: 20, H: 5}, Bordered: true, Focused: true, Name: string(first),
		}}}
		s.Bar.Note = string(second)
		outer := vt.New(s.Cols, s.Rows, 10)
		var old *Frame
		for _, bytes := range [][]byte{first, second} {
			pane.Write(bytes)
			frame := NewFrame(1, 1)
			frame.Draw(withGrid(s, pane))
			out := Diff(old, frame, every)
			outer.Write(out)
			checkShown(t, outer, frame, out)
			old = frame
		}
	})
}

func withGrid(s *Screen, pane *vt.Terminal) *Screen {
	_, rows := pane.Size()
	t := &s.Tiles[0]
	t.Grid = nil
	for y := range rows {
		t.Grid = append(t.Grid, pane.Row(y).Clone())
	}
	t.Cursor = pane.Cursor()
	return s
}
