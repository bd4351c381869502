package vt

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// history is the scrollback and then the screen, as text.
func history(term *Terminal) string {
	var lines []string
	for i := range term.ScrollbackLen() {
		lines = append(lines, term.ScrollbackRow(i).Text())
	}
	return strings.Join(lines, "|") + "#" + strings.ReplaceAll(screenOf(term), "\n", "|")
}

func TestScrollback(t *testing.T) {
	const four = "a\r\nb\r\nc\r\nd"
	cases := []struct{ name, input, want string }{
		{"line feed", four, "a#b|c|d"},
		{"bounded", four + "\r\ne\r\nf\r\ng\r\nh\r\ni", "c|d|e|f#g|h|i"},
		{"SU", "a\r\nb\r\nc\x1b[2S", "a|b#c"},
		{"region at the top", "a\r\nb\r\nc\x1b[1;2r\x1b[2H\nx", "a#b|x|c"},
		{"region below the top", "a\r\nb\r\nc\x1b[2;3r\x1b[3H\nx", "#a|c|x"},
		{"DL", "a\r\nb\r\nc\x1b[H\x1b[M", "#b|c"},
		{"alternate screen", "\x1b[?1049h" + four, "#b|c|d"},
		{"ED 2", four + "\x1b[2J", "a#"},
		{"ED 3", four + "\x1b[3J", "#b|c|d"},
		{"RIS", four + "\x1bc", "a#"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := New(6, 3, 4)
			feed(t, term, c.input)
			if got := history(term); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestScrollbackRowsKeepTheirCells(t *testing.T) {
	inputs := []string{
		"plain", "  \x1b[41m  \x1b[m", "\x1b[1;31mred\x1b[m and \x1b[38;2;1;2;3;48;5;200mmore",
		"語語\x1b[44m語", "e\u0301👩‍👩‍👧‍👦x", "\x1b]8;id=a;http://x/\x07link\x1b]8;;\x07 no",
		"\x1b[58;5;1;4mu", "a\x1b[20Gb", "", "0123456789012345678901234567890123456789z", "\x1b[44m\x1b[K",
	}
	for _, input := range inputs {
		term := fed(t, 40, 2, input)
		want := term.Row(0).Clone()
		feed(t, term, "\x1b[m\x1b[H\x1b[S")
		if got := term.ScrollbackRow(0); !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n got %+v\nwant %+v", input, got, want)
		}
	}
}

func TestResize(t *testing.T) {
	const four = "a\r\nb\r\nc\r\nd"
	cases := []struct {
		name, input string
		cols, rows  int
		want        string
		x, y        int
	}{
		{"lower, cursor at the foot", four, 6, 2, "a|b#c|d", 1, 1},
		{"lower, cursor at the head", four + "\x1b[H", 6, 2, "#a|b", 0, 0},
		{"lower, cursor between", four + "\x1b[3H", 6, 2, "a#b|c", 0, 1},
		{"higher", "a\r\nb", 6, 5, "#a|b", 1, 1},
		{"higher takes lines back", "0\r\n" + four, 6, 5, "#0|a|b|c|d", 1, 4},
		{"narrower", "abcdef", 3, 4, "#abc|def", 2, 1},
		{"narrower through a wide one", "ab語", 3, 4, "#ab|語", 2, 1},
		{"wider", "abcdef", 9, 4, "#abcdef", 6, 0},
		{"alternate, lower", "\x1b[?1049h" + four, 6, 2, "#c|d", 1, 1},
		{"below one", "abc", -1, 0, "a|b#c", 0, 0},
		{"same", four, 6, 4, "#a|b|c|d", 1, 3},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := fed(t, 6, 4, c.input)
			term.Resize(c.cols, c.rows)
			if err := check(term); err != nil {
				t.Fatal(err)
			}
			if got := history(term); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if got := term.Cursor(); got.X != c.x || got.Y != c.y {
				t.Errorf("cursor %d,%d, want %d,%d", got.X, got.Y, c.x, c.y)
			}
		})
	}
}

func TestResizeKeepsTheHiddenScreen(t *testing.T) {
	term := fed(t, 6, 4, "a\r\nb\r\nc\r\nd\x1b[?1049hX")
	term.Resize(8, 2)
	feed(t, term, "\x1b[?1049ly")
	if got := history(term); got != "a|b#c|dy" {
		t.Errorf("after shrinking: %q", got)
	}
	feed(t, term, "\x1b[?1049h")
	term.Resize(8, 4)
	feed(t, term, "\x1b[?1049l")
	if got := history(term); got != "#a|b|c|dy" {
		t.Errorf("after growing: %q", got)
	}
}

// What a smaller pane has no room for is above it, and comes back.
func TestResizeLosesNothing(t *testing.T) {
	term := fed(t, 6, 2, "abcdef\r\nx")
	term.Resize(3, 1)
	if got := history(term); got != "abc|def#x" {
		t.Errorf("%q", got)
	}
	term.Resize(6, 2)
	if got := history(term); got != "#abcdef|x" {
		t.Errorf("%q", got)
	}
}

// R080: any size, with output between.
func TestTinyAndHugeSizes(t *testing.T) {
	sizes := [][2]int{{0, 0}, {1, 1}, {2, 1}, {1, 200}, {1000, 1000}, {-5, 3}, {80, 24}}
	for _, from := range sizes {
		term := New(from[0], from[1], 50)
		for _, to := range sizes {
			feed(t, term, "語e\u0301👩‍👩‍👧‍👦abc\r\n\tx\x1b[2;5r\x1b[?6h\x1b[5;5Hy\x1b[3@\x1b[2P\x1b[L\x1b[M\x1b[J\x1b[1J\x1b7")
			term.Resize(to[0], to[1])
			feed(t, term, "\x1b8z\x1b[?1049h語\r\n\x1b[S")
			if cols, rows := term.Size(); cols != max(to[0], 1) || rows != max(to[1], 1) {
				t.Errorf("size %dx%d after %v", cols, rows, to)
			}
		}
		term.Resize(80, 24)
		feed(t, term, "\x1bcright again")
		if got := screenOf(term); got != "right again" {
			t.Errorf("from %v: %q", from, got)
		}
	}
}

// R090: an agent that clears and redraws for ever leaves memory flat.
func TestClearingForEverKeepsNothing(t *testing.T) {
	term := New(80, 24, 500)
	var frame strings.Builder
	frame.WriteString("\x1b[2J\x1b[3J\x1b[H")
	for i := range 200 {
		fmt.Fprintf(&frame, "\x1b[3%dmline %d\x1b[m\r\n", i%8, i)
	}
	for range 30 {
		feed(t, term, frame.String())
	}
	if n := term.ScrollbackLen(); n != 177 {
		t.Errorf("%d lines of scrollback", n)
	}
	if n := len(term.TakeSignals()); n != 1 {
		t.Errorf("%d signals", n)
	}
}
