package copymode

import (
	"strings"
	"testing"

	"atrium/internal/vt"
)

func TestViCopies(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"ve\r", "one"}, {"vey", "one"}, {" ey", "one"}, {"w ey", "two"}, {"v$y", "one two-three  four"},
		{"$vby", "four"}, {"evby", "one"}, {"vjy", "one two-three  four\n"}, {"vjjy", "one two-three  four\n\n"},
		{"wvjjjy", "two-three  four\n\n  /usr/bin x_1 (y)\n日本"},
		{"Vy", "one two-three  four"}, {"$Vjy", "one two-three  four\n"}, {"VvlVy", "one two-three  four"}, {"Vvly", "on"},
		{"3jvy", "日"}, {"3jvly", "日本"}, {"3jv$y", "日本 語"}, {"3jlvohy", "日本"},
		{"4jvj$y", "a long line of two"}, {"4jVy", "a long line of two"}, {"5jVy", "a long line of two"}, {"5jVky", "a long line of two"},
		{"\x16jjeely", "one two\n\n  /usr/"}, {"\x16jjo\r", "o\n\n"}, {"2l\x162j2ly", "e t\n\n/us"},
		{"3jl\x16jy", "本\nlo"}, {"$\x162jy", "r\n\n"}, {"vwvwvey", "-three"}, {"veo\r", "one"}, {"wveo0y", "one two"},
	} {
		m := reading(text(), Vi, 4)
		if got := copies(t, m, c.keys); got != c.want {
			t.Errorf("%q copies %q, want %q", c.keys, got, c.want)
		}
	}
}

func TestEmacsCopies(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"\x00\x1bf\x1bw", "one"}, {"\x00\x1bf\r", "one"}, {"\x1bf\x00\x1bb\x17", "one"}, {"\x00\x05\x06\x1bw", "one two-three  four\n"},
		{"\x00\x06\x06R\x0e\x0e\x1bw", "one\n\n  /"},
	} {
		m := reading(text(), Emacs, 4)
		if got := copies(t, m, c.keys); got != c.want {
			t.Errorf("%q copies %q, want %q", c.keys, got, c.want)
		}
	}
}

func TestEmptySelectionCopiesNothing(t *testing.T) {
	m := reading(text(), Vi, 4)
	if got := m.Key([]byte("jvy")); got.Copied || got.Left || got.Note == "" {
		t.Errorf("%+v", got)
	}
}

func TestTooMuchIsNotCopied(t *testing.T) {
	p := &page{rows: make([]vt.Row, 60_000)}
	row := rowOf(strings.Repeat("x", 90))
	for i := range p.rows {
		p.rows[i] = row
	}
	m := New(p, Vi, 80, 24, 0, 0)
	if got := m.Key([]byte("gVGy")); got.Copied || got.Left || !strings.Contains(got.Note, "4 MiB") {
		t.Errorf("copied %v, %q", got.Copied, got.Note)
	}
}

func TestMouseSelects(t *testing.T) {
	word := func(x, y int) func(*Mode) { return func(m *Mode) { m.SelectWord(x, y) } }
	drag := func(at ...int) func(*Mode) {
		return func(m *Mode) {
			m.Press(at[0], at[1])
			for i := 2; i < len(at); i += 2 {
				m.Drag(at[i], at[i+1])
			}
		}
	}
	for name, c := range map[string]struct {
		do   func(*Mode)
		want string
	}{
		"word":                 {word(5, 0), "two-three"},
		"path":                 {word(4, 2), "/usr/bin"},
		"mark":                 {word(15, 2), "("},
		"blank":                {word(0, 2), ""},
		"wrapped word":         {word(1, 5), "line"},
		"line":                 {func(m *Mode) { m.SelectLine(3, 5) }, "a long line of two"},
		"drag":                 {drag(0, 0, 2, 0), "one"},
		"drag back":            {drag(2, 0, 0, 0), "one"},
		"drag there and back":  {drag(4, 0, 9, 0, 4, 0), "t"},
		"drag over rows":       {drag(15, 0, 18, 1, 3, 2), "four\n\n  /u"},
		"from behind the text": {drag(12, 5, 3, 8), "\n\n\nlast"},
		"past the right edge":  {drag(4, 0, 99, 0), "two-three  four"},
		"half of a wide one":   {drag(1, 3, 2, 3), "日本"},
	} {
		m := reading(text(), Emacs, 9)
		c.do(m)
		got := m.Copy()
		if got.Text != c.want || got.Copied != (c.want != "") {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
	}
}

func TestDragPastTheEdgeScrolls(t *testing.T) {
	m := New(text(), Vi, 20, 3, 0, 2)
	m.Press(0, 1)
	for range 3 {
		m.Drag(0, -1)
	}
	if m.top != 3 || m.Copy().Text != "日本 語\na long line of two\n\n" {
		t.Errorf("view from %d, copied %q", m.top, m.Copy().Text)
	}
	for range 99 {
		m.Drag(0, 3)
	}
	if m.top != 6 || !m.AtBottom() {
		t.Errorf("view from %d", m.top)
	}
}
