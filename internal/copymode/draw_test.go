package copymode

import (
	"fmt"
	"strings"
	"testing"

	"atrium/internal/vt"
)

// picture is what is shown, with selected cells in brackets, matches in braces.
func picture(m *Mode) string {
	var out []string
	for _, row := range m.Rows() {
		var b strings.Builder
		for x, c := range row.Cells {
			style := ""
			if c.Bg == matchColor || c.Bg == hereColor {
				style = "{%s}"
			}
			if c.Attr&vt.Inverse != 0 {
				style = "[%s]"
			}
			if style == "" {
				style = "%s"
			}
			if c.Width > 0 {
				fmt.Fprintf(&b, style, appendCell(nil, row, x))
			}
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return strings.NewReplacer("][", "", "}{", "").Replace(strings.Join(out, "\n"))
}

func TestRows(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"", "one two-three  four\n\n  /usr/bin x_1 (y)"},
		{"wve", "one [two]-three  four\n\n  /usr/bin x_1 (y)"},
		{"wvj", "one [two-three  four ]\n[ ]\n  /usr/bin x_1 (y)"},
		{"/r\r", "one two-th{r}ee  fou{r}\n\n  /us{r}/bin x_1 (y)"},
		{"jjj\x16l", "\n  /usr/bin x_1 (y)\n[日本] 語"},
		{"5jV", "日本 語\n[a long li           ]\n[ne of two           ]"},
		{"/line\rj", "日本 語\na long {li}\n{ne} of two"},
	} {
		m := reading(text(), Vi, 3)
		m.Key([]byte(c.keys))
		if got := picture(m); got != c.want {
			t.Errorf("%q shows\n%s\nwant\n%s", c.keys, got, c.want)
		}
	}
}

// Lines longer than the view are wide are seen where the cursor is.
func TestLongLines(t *testing.T) {
	p := pageOf("0123456789012345678901234567890123456789日本", "short", "e\u0301 x")
	m := reading(p, Vi, 3)
	if got := picture(m); got != "01234567890123456789\nshort\ne\u0301 x" {
		t.Errorf("%s", got)
	}
	m.Key([]byte("$"))
	if got := picture(m); got != "4567890123456789日本\n\n" || m.Cursor().X != 18 {
		t.Errorf("%q, cursor %+v", got, m.Cursor())
	}
	m.Key([]byte("h"))
	if got := picture(m); got != "234567890123456789日\n\n" || m.Cursor().X != 18 {
		t.Errorf("%q, cursor %+v", got, m.Cursor())
	}
	for _, row := range m.Rows() {
		if len(row.Cells) != 20 {
			t.Errorf("a row of %d cells", len(row.Cells))
		}
	}
	m.Resize(1, 3)
	m.Rows()
}

// R101: what is printed moves nothing; what is evicted moves as little as can be.
func TestOutputMovesNothing(t *testing.T) {
	var lines []string
	for i := range 30 {
		lines = append(lines, fmt.Sprint("line ", i))
	}
	p := pageOf(lines...)
	m := New(p, Vi, 20, 5, 0, 4)
	if m.Mark() != "[0/25]" || !m.AtBottom() {
		t.Errorf("mark %s", m.Mark())
	}
	m.Key([]byte("10kv3l"))
	before := picture(m)
	if m.Mark() != "[6/25]" || m.AtBottom() {
		t.Errorf("mark %s", m.Mark())
	}
	for i := range 20 {
		p.print(fmt.Sprint("more ", i))
		if i%2 == 0 {
			p.evict(1)
		}
		if got := picture(m); got != before {
			t.Fatalf("after %d lines:\n%s\nbefore\n%s", i, got, before)
		}
	}
	if m.Mark() != "[26/35]" {
		t.Errorf("mark %s", m.Mark())
	}
	p.evict(13)
	if got := picture(m); !strings.HasPrefix(got, "[l]ine 23\n") || m.Mark() != "[22/22]" {
		t.Errorf("%s %s", m.Mark(), got)
	}
	p.evict(20)
	p.evict(1)
	if got := picture(m); !strings.HasPrefix(got, "[m]ore 14") {
		t.Errorf("%s", got)
	}
	if got := copies(t, m, "y"); got != "m" {
		t.Errorf("copied %q", got)
	}
}

func TestResize(t *testing.T) {
	m := New(text(), Vi, 20, 4, 0, 3)
	m.Key([]byte("4k"))
	if m.top != 4 || m.at.line != 4 {
		t.Fatalf("view from %d, cursor on %d", m.top, m.at.line)
	}
	for _, c := range []struct{ rows, top int }{{3, 4}, {1, 4}, {9, 0}, {2, 3}, {4, 3}} {
		m.Resize(20, c.rows)
		if m.top != c.top || m.at.line != 4 {
			t.Errorf("%d rows: view from %d, cursor on %d", c.rows, m.top, m.at.line)
		}
	}
}
