package compose

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"atrium/internal/vt"
)

const (
	begin = "\x1b[?2026h"
	end   = "\x1b[?2026l"
)

// painted is a frame of 20x4 with the strings written at their places.
func painted(marks ...mark) *Frame {
	f := NewFrame(20, 4)
	f.Cursor = vt.Cursor{Visible: true}
	for _, m := range marks {
		f.write(m.x, m.y, f.Cols, m.text, m.st)
	}
	return f
}

type mark struct {
	x, y int
	text string
	st   style
}

func TestDiffIsShort(t *testing.T) {
	bold := plain.in(red).bold()
	for _, c := range []struct {
		name     string
		old, new *Frame
		want     string
	}{
		{"nothing", painted(), painted(), ""},
		{"one key", painted(mark{0, 1, "$ l", plain}), painted(mark{0, 1, "$ ls", plain}), "\x1b[?25l\x1b[2;4Hs\x1b[H\x1b[?25h"},
		{"a gap", painted(), painted(mark{0, 0, "a   b", plain}), "\x1b[?25l\x1b[Ha\x1b[3Cb\r\x1b[?25h"},
		{"next line", painted(), painted(mark{0, 0, "a", plain}, mark{0, 1, "b", plain}), "\x1b[?25l\x1b[Ha\r\nb\x1b[H\x1b[?25h"},
		{"cleared", painted(mark{2, 2, "word", bold}), painted(), "\x1b[?25l\x1b[3;3H\x1b[K\x1b[H\x1b[?25h"},
		{"cleared inside", painted(mark{0, 2, "123456789012345|", plain}), painted(mark{15, 2, "|", plain}),
			"\x1b[?25l\x1b[3H\x1b[15X\x1b[H\x1b[?25h"},
		{"a blank between coloured words", painted(), painted(mark{0, 0, "ab cd", bold}),
			"\x1b[?25l\x1b[H\x1b[1;31mab\x1b[Ccd\x1b[m\r\x1b[?25h"},
		{"words of one colour over others", painted(mark{0, 0, "vwxyz", plain}), painted(mark{0, 0, "ab cd", bold}),
			"\x1b[?25l\x1b[H\x1b[1;31mab cd\x1b[m\r\x1b[?25h"},
		{"a cluster, after which no column is certain", painted(), painted(mark{0, 0, "🇬🇧b", plain}),
			"\x1b[?25l\x1b[H🇬🇧\x1b[3Gb\r\x1b[?25h"},
		{"last column", painted(), painted(mark{19, 3, "x", plain}), "\x1b[?25l\x1b[?7l\x1b[4;20Hx\x1b[?7h\x1b[H\x1b[?25h"},
	} {
		want := c.want
		if want != "" {
			want = begin + want + end
		}
		if got := string(Diff(c.old, c.new, every)); got != want {
			t.Errorf("%s: got %q, want %q", c.name, got, want)
		}
	}
}

func TestAppendDiffKeepsWhatIsThere(t *testing.T) {
	old, new := painted(), painted(mark{0, 0, "x", plain})
	if got := AppendDiff([]byte("before"), old, new, every); !bytes.HasPrefix(got, []byte("before"+begin)) {
		t.Errorf("got %q", got)
	}
	if got := AppendDiff([]byte("before"), new, new, every); string(got) != "before" {
		t.Errorf("nothing changed, and there is %q", got)
	}
}

func TestCursorAlone(t *testing.T) {
	at := func(c vt.Cursor) *Frame { f := NewFrame(20, 4); f.Cursor = c; return f }
	for _, c := range []struct {
		name     string
		old, new vt.Cursor
		want     string
	}{
		{"moved", vt.Cursor{Visible: true}, vt.Cursor{X: 3, Y: 1, Visible: true}, "\x1b[2;4H"},
		{"hidden", vt.Cursor{Visible: true}, vt.Cursor{}, "\x1b[?25l"},
		{"shown", vt.Cursor{}, vt.Cursor{X: 0, Y: 2, Visible: true}, "\x1b[3H\x1b[?25h"},
		{"shape", vt.Cursor{Visible: true}, vt.Cursor{Visible: true, Shape: 6}, "\x1b[6 q"},
	} {
		if got := string(Diff(at(c.old), at(c.new), every)); got != begin+c.want+end {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := Diff(at(vt.Cursor{X: 1}), at(vt.Cursor{X: 2}), every); got != nil {
		t.Errorf("a hidden cursor moved, and %q is written", got)
	}
}

func TestOtherSizeIsDrawnWhole(t *testing.T) {
	got := string(Diff(painted(), NewFrame(10, 4), every))
	if !strings.Contains(got, "\x1b[2J") {
		t.Errorf("got %q", got)
	}
}

// TestLesserTerminals compares what a terminal of few abilities shows with the
// frame that has nothing else.
func TestLesserTerminals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		caps := Caps{Depth: Depth(rapid.IntRange(0, 3).Draw(t, "depth")), Underlines: rapid.Bool().Draw(t, "underlines"), Links: rapid.Bool().Draw(t, "links")}
		first := randomFrame(t, 30, 3, nil)
		second := randomFrame(t, 30, 3, first)
		term := vt.New(30, 3, 0)
		for _, step := range [][2]*Frame{{nil, first}, {first, second}} {
			out := Diff(step[0], step[1], caps)
			term.Write(out)
			checkShown(t, term, lesser(step[1], caps), out)
		}
	})
}

// lesser is f as a terminal of those caps can show it.
func lesser(f *Frame, caps Caps) *Frame {
	out := NewFrame(f.Cols, f.Rows)
	out.Cursor = f.Cursor
	for y, line := range f.Lines {
		row := vt.Row{Cells: make([]vt.Cell, f.Cols), Extras: map[int]vt.Extra{}}
		for x, c := range line.Cells {
			e := line.Extras[x]
			c.Fg, c.Bg, e.Underline = caps.Depth.reduce(c.Fg), caps.Depth.reduce(c.Bg), caps.Depth.reduce(e.Underline)
			if !caps.Underlines {
				e.Underline = vt.DefaultColor
				c.Attr = c.Attr.WithUnderline(min(1, c.Attr.UnderlineStyle()))
			}
			if !caps.Links {
				e.Link, e.LinkID = "", ""
			}
			c.Extra, row.Cells[x], row.Extras[x] = e != vt.Extra{}, c, e
			row.Cells[x].Extra = c.Extra
		}
		out.copyRow(0, y, f.Cols, row)
	}
	return out
}

func TestMonochromeWritesNoColour(t *testing.T) {
	f := NewFrame(1, 1)
	f.Draw(team(80, 16))
	colour := regexp.MustCompile(`\x1b\[(?:[0-9:]*;)*(?:[349][0-7]|10[0-7]|[345]8[;:][0-9;:]*)(?:;[0-9:]*)*m`)
	if found := colour.FindString(string(Diff(nil, f, Caps{Links: true}))); found != "" {
		t.Errorf("%q is a colour", found)
	}
	if colour.Find(Diff(nil, f, Caps{Depth: Colors16})) == nil {
		t.Error("the sixteen colours are not found where they must be")
	}
}

func TestReduceTakesTheNearest(t *testing.T) {
	for _, c := range []struct {
		depth    Depth
		in, want vt.Color
	}{
		{TrueColor, vt.RGB(1, 2, 3), vt.RGB(1, 2, 3)},
		{Colors256, vt.RGB(255, 0, 0), vt.Palette(196)},
		{Colors256, vt.RGB(95, 135, 175), vt.Palette(67)},
		{Colors256, vt.RGB(8, 8, 8), vt.Palette(232)},
		{Colors256, vt.RGB(129, 128, 127), vt.Palette(244)},
		{Colors256, vt.Palette(200), vt.Palette(200)},
		{Colors16, vt.RGB(250, 10, 10), vt.Palette(9)},
		{Colors16, vt.Palette(196), vt.Palette(9)},
		{Colors16, vt.Palette(3), vt.Palette(3)},
		{Monochrome, vt.Palette(3), vt.DefaultColor},
		{Monochrome, vt.RGB(1, 2, 3), vt.DefaultColor},
		{Colors16, vt.DefaultColor, vt.DefaultColor},
	} {
		if got := c.depth.reduce(c.in); got != c.want {
			t.Errorf("depth %d: %x becomes %x, want %x", c.depth, c.in, got, c.want)
		}
	}
}

// TestNearestAgainstTheWholePalette tries all 240 colours that are not the
// user's own, where the product computes the step of the cube.
func TestNearestAgainstTheWholePalette(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, g, b := rapid.Byte().Draw(t, "r"), rapid.Byte().Draw(t, "g"), rapid.Byte().Draw(t, "b")
		got, want := nearest256(r, g, b), nearest(r, g, b, 16, 255)
		if distance(r, g, b, got) != distance(r, g, b, want) {
			t.Fatalf("%d,%d,%d becomes %d, nearer is %d", r, g, b, got, want)
		}
	})
}
