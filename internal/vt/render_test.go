package vt

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// styleOf is the style of a cell in words.
func styleOf(r Row, x int) string {
	c := r.Cells[x]
	var words []string
	names := []string{"bold", "faint", "italic", "blink", "inverse", "hidden", "strike", "overline"}
	for i, name := range names {
		if c.Attr&(1<<i) != 0 {
			words = append(words, name)
		}
	}
	if u := c.Attr.UnderlineStyle(); u != 0 {
		words = append(words, fmt.Sprintf("underline%d", u))
	}
	words = append(words, colorWords("fg", c.Fg)...)
	words = append(words, colorWords("bg", c.Bg)...)
	words = append(words, colorWords("ul", r.Extras[x].Underline)...)
	return strings.Join(words, " ")
}

func colorWords(name string, c Color) []string {
	if i, ok := c.Palette(); ok {
		return []string{fmt.Sprintf("%s=%d", name, i)}
	}
	if r, g, b, ok := c.RGB(); ok {
		return []string{fmt.Sprintf("%s=#%02x%02x%02x", name, r, g, b)}
	}
	return nil
}

func TestRenditions(t *testing.T) {
	cases := []struct{ sgr, want string }{
		{"1", "bold"},
		{"1;2;3;5;7;8;9", "bold faint italic blink inverse hidden strike"},
		{"1;2;3;5;7;8;9;22;23;25;27;28;29", ""},
		{"1;31;0", ""},
		{"1;31;", ""},
		{"6", "blink"},
		{"4", "underline1"},
		{"21", "underline2"},
		{"4:3", "underline3"},
		{"4:0", ""},
		{"4;4:5;24", ""},
		{"4:9", ""},
		{"53", "overline"},
		{"53;55", ""},
		{"31;42", "fg=1 bg=2"},
		{"91;102", "fg=9 bg=10"},
		{"31;42;39;49", ""},
		{"38;5;208", "fg=208"},
		{"38;5;208;1", "bold fg=208"},
		{"38;5;256", ""},
		{"38;2;1;2;3;4", "underline1 fg=#010203"},
		{"48;2;255;0;9", "bg=#ff0009"},
		{"38:5:208", "fg=208"},
		{"38:2:1:2:3", "fg=#010203"},
		{"38:2::1:2:3", "fg=#010203"},
		{"38:2:7:1:2:3:9;1", "bold fg=#010203"},
		{"58:5:3;4", "underline1 ul=3"},
		{"58;2;1;2;3;4:3", "underline3 ul=#010203"},
		{"58;5;3;59;1", "bold"},
		{"38;5", ""},
		{"38;2;1;2", ""},
		{"38", ""},
		{"38;9;1", "bold"},
		{"31;99;120;1", "bold fg=1"},
		{"31:4:2;1", "bold"},
	}
	for _, c := range cases {
		term := fed(t, 5, 1, "\x1b["+c.sgr+"mx")
		if got := styleOf(term.Row(0), 0); got != c.want {
			t.Errorf("SGR %s: %q, want %q", c.sgr, got, c.want)
		}
	}
}

func TestErasedCellsTakeTheBackgroundAlone(t *testing.T) {
	for _, erase := range []string{"J", "1J", "2J", "K", "1K", "2K", "X", "P", "@", "L", "M", "S", "T"} {
		term := fed(t, 1, 1, "\x1b[1;7;31;44mx\x1b[H\x1b["+erase)
		if got := term.Row(0).Cells[0]; got != blank(Palette(4)) {
			t.Errorf("CSI %s leaves %+v", erase, got)
		}
	}
	term := fed(t, 2, 2, "\x1b[44m\n\n")
	if got := term.Row(1).Cells[0]; got != blank(Palette(4)) {
		t.Errorf("scrolling brings %+v", got)
	}
}

func TestHyperlinks(t *testing.T) {
	term := fed(t, 10, 1, "a\x1b]8;id=1:x=y;https://e.org/;\x1b\\bc\x1b]8;;\x1b\\d")
	want := map[int]Extra{1: {Link: "https://e.org/;", LinkID: "1"}, 2: {Link: "https://e.org/;", LinkID: "1"}}
	if got := term.Row(0).Extras; !reflect.DeepEqual(got, want) {
		t.Errorf("links %v, want %v", got, want)
	}
	feed(t, term, "\rxxxx")
	if got := term.Row(0).Extras; got != nil {
		t.Errorf("overwritten links leave %v", got)
	}
}

func TestHyperlinksThatAreNoText(t *testing.T) {
	for _, target := range []string{"a\x01b", "\xff", strings.Repeat("x", maxLink+1), strings.Repeat("x", keptString), "\u0085"} {
		term := fed(t, 10, 1, "\x1b]8;;"+target+"\x1b\\a")
		if got := term.Row(0).Extras; got != nil {
			t.Errorf("target %.20q gives %v", target, got)
		}
	}
}

func TestRowIsSharedAndCloneIsNot(t *testing.T) {
	term := fed(t, 4, 1, "e\u0301b")
	shared, cloned := term.Row(0), term.Row(0).Clone()
	feed(t, term, "\rxy")
	if got := shared.Cells[0].Rune; got != 'x' {
		t.Errorf("the shared row shows %q", got)
	}
	if got := cloned.Text(); got != "e\u0301b" {
		t.Errorf("the clone shows %q", got)
	}
}

func TestWrappedRows(t *testing.T) {
	term := fed(t, 3, 4, "abcdef\r\ng")
	for y, want := range []bool{true, false, false, false} {
		if got := term.Row(y).Wrapped; got != want {
			t.Errorf("row %d wrapped %v", y, got)
		}
	}
	feed(t, term, "\x1b[1;2H\x1b[K")
	if term.Row(0).Wrapped {
		t.Error("an erased line end still counts as wrapped")
	}
}

func TestPainted(t *testing.T) {
	cases := map[string]bool{
		"": false, "  \r\n\x1b[2J\x1b]0;t\x07": false, "\x1b(0\x1b(B": false,
		"x": true, "  .": true, "語": true, "\x1b(0q": true,
	}
	for input, want := range cases {
		if got := fed(t, 9, 2, input).Painted(); got != want {
			t.Errorf("%q painted %v", input, got)
		}
	}
}

func TestDirtyRows(t *testing.T) {
	term := New(4, 4, 10)
	if got := term.TakeDirty(nil); len(got) != 4 {
		t.Fatalf("a new terminal has dirty rows %v", got)
	}
	cases := []struct {
		input string
		want  []int
	}{
		{"", nil},
		{"a", []int{0}},
		{"\x1b[3Hx\x1b[Hy", []int{0, 2}},
		{"\x1b[1m\x1b[2;2H", nil},
		{"\x1b[2;2H\x1b[J", []int{1, 2, 3}},
		{"\x1b[2;3r\x1b[S", []int{1, 2}},
		{"\x1b[r\x1b[S", []int{0, 1, 2, 3}},
		{"\x1b[Ha", []int{0}},
		{"\u0301", []int{0}},
		{"\x1b[?1049h", []int{0, 1, 2, 3}},
	}
	for _, c := range cases {
		feed(t, term, c.input)
		if got := term.TakeDirty(nil); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: dirty %v, want %v", c.input, got, c.want)
		}
	}
	term.MarkAllDirty()
	if got := term.TakeDirty([]int{9}); !reflect.DeepEqual(got, []int{9, 0, 1, 2, 3}) {
		t.Errorf("after MarkAllDirty %v", got)
	}
}
