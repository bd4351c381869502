package vt

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReflow(t *testing.T) {
	for _, c := range []struct {
		name, input string
		cols        []int // one after the other
		want        string
		x, y        int
		then        string // printed at the end
	}{
		{"there and back", "abcdefgh\r\nxy", []int{4, 8}, "#abcdefgh|xy", 2, 1, ""},
		{"by way of one column", "abcdefgh", []int{1, 8}, "#abcdefgh", 7, 0, ""},
		{"a line goes on where it was", "abcdef", []int{4}, "#abcd|efXY", 3, 1, "XY"},
		{"a pending wrap is taken up", "abcdefgh", []int{10}, "#abcdefghX", 9, 0, "X"},
		{"a pending wrap stays at the margin", "abcdefgh", []int{4}, "#abcd|efgh|X", 1, 2, "X"},
		{"the cursor stays on its character", "abcdefgh\x1b[3D", []int{3}, "#abc|dXf|gh", 2, 1, "X"},
		{"the cursor beyond the text stays in its row", "ab\x1b[8G", []int{4}, "#ab X", 3, 0, "X"},
		{"wide characters are never parted", "a語b語", []int{3, 4, 8}, "#a語b語", 6, 0, ""},
		{"nor by the margin", "語語語", []int{3}, "#語|語|語", 2, 2, ""},
		{"blanks that were written stay", "ab  cd", []int{3}, "#ab| cd", 2, 1, ""},
		{"a full screen goes to the scrollback", "1\r\n2\r\n3\r\nabcdefgh", []int{4}, "1#2|3|abcd|efgh", 3, 3, ""},
		{"and comes back", "1\r\n2\r\n3\r\nabcdefgh", []int{4, 8}, "#1|2|3|abcdefgh", 7, 3, ""},
		{"a cleared screen begins where it did", "1\r\n2\r\n3\r\n4\r\n5\x1b[H\x1b[2Jabcdefgh", []int{4, 8}, "1#abcdefgh", 7, 0, ""},
		{"the alternate screen is drawn by its program", "\x1b[?1049habcdefgh", []int{4}, "#abcd", 3, 0, ""},
		{"what it hides is broken anew", "abcdefgh\x1b[?1049h\x1b[?1049l", []int{4}, "#abcd|efgh", 3, 1, ""},
		{"a saved cursor keeps its character", "abcdefgh\r\n\x1b[1;6H\x1b7\x1b[2;1H", []int{4}, "#abcd|eXgh", 2, 1, "\x1b8X"},
		{"and below the text its distance", "abcdefgh\x1b[3;2H\x1b7\x1b[1;8H", []int{4}, "#abcd|efgh|| X", 2, 3, "\x1b8X"},
		{"a coloured gap before a wide one goes", "\x1b[41mabcdefg語", []int{10, 9, 8}, "#abcdefg|語", 2, 1, ""},
		{"no gap stays of it", "\x1b[41mabcdefg語", []int{10}, "#abcdefg語X", 9, 0, "X"},
	} {
		t.Run(c.name, func(t *testing.T) {
			term := fed(t, 8, 4, c.input)
			for _, cols := range c.cols {
				term.Resize(cols, 4)
				if err := check(term); err != nil {
					t.Fatal(err)
				}
			}
			feed(t, term, c.then)
			if got := history(term); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if got := term.Cursor(); got.X != c.x || got.Y != c.y {
				t.Errorf("cursor %d,%d, want %d,%d", got.X, got.Y, c.x, c.y)
			}
		})
	}
}

// What is more about a cell than its character goes with it.
func TestReflowKeepsLooks(t *testing.T) {
	const input = "\x1b[31mred \x1b]8;;http://x/\x07link\x1b]8;;\x07 e\u0301\x1b[m plain"
	whole := fed(t, 30, 3, input)
	term := fed(t, 30, 3, input)
	for _, cols := range []int{7, 3, 30} {
		term.Resize(cols, 3)
		if err := check(term); err != nil {
			t.Fatal(err)
		}
	}
	a, b := whole.Row(0), term.Row(0)
	if !slices.Equal(a.Cells, b.Cells) || fmt.Sprint(a.Extras) != fmt.Sprint(b.Extras) {
		t.Errorf("got  %+v\nwant %+v", b, a)
	}
}

// logical is the lines of a terminal whatever its width: rows that the margin
// broke are joined.
func logical(term *Terminal) []string {
	var lines []string
	line := ""
	first, end := term.Lines()
	for n := first; n < end; n++ {
		r := term.Line(n)
		text := r.Text()
		if r.Wrapped {
			text += strings.Repeat(" ", trailing(r))
		}
		line += text
		if !r.Wrapped {
			lines = append(lines, line)
			line = ""
		}
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// trailing counts the spaces that were written at the end of a row.
func trailing(r Row) (n int) {
	for x := len(r.Cells) - 1; x >= 0 && (r.Cells[x].Rune == ' ' || r.Cells[x].Rune == 0); x-- {
		if r.Cells[x].Rune == ' ' {
			n++
		}
	}
	return n
}

// Whatever the sizes a terminal goes through, its lines stay what they are.
func TestReflowKeepsLines(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`([a-z]{1,5}|[a-z] |語|e\x{301}|\n){0,12}`), 0, 12).Draw(r, "lines")
		term := New(rapid.IntRange(2, 20).Draw(r, "cols"), rapid.IntRange(1, 6).Draw(r, "rows"), 1000)
		feed(t, term, strings.ReplaceAll(strings.Join(words, "\n"), "\n", "\r\n"))
		want := logical(term)
		for range rapid.IntRange(1, 6).Draw(r, "times") {
			term.Resize(rapid.IntRange(2, 20).Draw(r, "cols"), rapid.IntRange(1, 6).Draw(r, "rows"))
			if err := check(term); err != nil {
				t.Fatal(err)
			}
			if got := logical(term); !slices.Equal(got, want) {
				r.Fatalf("lines\n%q, want\n%q", got, want)
			}
		}
	})
}

// unlike is text in which no character comes twice, narrow ones and wide ones,
// in lines of up to longest characters.
func unlike(t *rapid.T, lines, longest int) []string {
	narrow, wide := rune(0x100), rune(0x4e00)
	all := make([]string, lines)
	for i := range all {
		for range rapid.IntRange(0, longest).Draw(t, "length") {
			if rapid.IntRange(0, 5).Draw(t, "wide") == 0 || narrow == 0x250 {
				all[i] += string(wide)
				wide++
			} else {
				all[i] += string(narrow)
				narrow++
			}
		}
	}
	return all
}

// brokenAt is lines as a screen of cols columns shows them.
func brokenAt(lines []string, cols int) (rows []string) {
	for _, line := range lines {
		row, width := "", 0
		for _, r := range line {
			w := 1
			if r >= 0x4e00 {
				w = 2
			}
			if width+w > cols {
				rows = append(rows, row)
				row, width = "", 0
			}
			row += string(r)
			width += w
		}
		rows = append(rows, row)
	}
	return rows
}

// rowsOfAll are all lines of a terminal, but for blank ones at the end.
func rowsOfAll(term *Terminal) (rows []string) {
	first, end := term.Lines()
	for n := first; n < end; n++ {
		rows = append(rows, term.Line(n).Text())
	}
	for len(rows) > 0 && rows[len(rows)-1] == "" {
		rows = rows[:len(rows)-1]
	}
	return rows
}

// At every size everything that was printed is broken as if it had been printed
// at that size, and a place stays on its character.
func TestReflowIsAsIfPrintedSo(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		lines := unlike(r, rapid.IntRange(1, 25).Draw(r, "lines"), 40)
		size := func() (int, int) {
			return rapid.IntRange(2, 30).Draw(r, "cols"), rapid.IntRange(1, 8).Draw(r, "rows")
		}
		cols, rows := size()
		term := New(cols, rows, 5000)
		for i, line := range lines {
			if i > 0 {
				feed(t, term, "\r\n")
			}
			feed(t, term, line)
			if rapid.IntRange(0, 3).Draw(r, "resize") > 0 {
				continue
			}
			places, chars := placesIn(r, term)
			cols, rows = size()
			term.ResizeFollowing(cols, rows, places)
			if err := check(term); err != nil {
				r.Fatal(err)
			}
			checkPlaces(r, term, places, chars)
			want := brokenAt(lines[:i+1], cols)
			for len(want) > 0 && want[len(want)-1] == "" {
				want = want[:len(want)-1]
			}
			if got := rowsOfAll(term); !slices.Equal(got, want) {
				r.Fatalf("%dx%d: rows\n%q, want\n%q", cols, rows, got, want)
			}
		}
	})
}

// placesIn are some places that have a character, and these.
func placesIn(r *rapid.T, term *Terminal) (places []Position, chars []rune) {
	first, end := term.Lines()
	for range rapid.IntRange(0, 4).Draw(r, "places") {
		p := Position{Line: rapid.IntRange(first, end-1).Draw(r, "line")}
		cells := term.Line(p.Line).Cells
		p.Col = rapid.IntRange(0, len(cells)-1).Draw(r, "col")
		if c := cells[p.Col]; c.Rune != 0 {
			places, chars = append(places, p), append(chars, c.Rune)
		}
	}
	return places, chars
}

func checkPlaces(r *rapid.T, term *Terminal, places []Position, chars []rune) {
	first, end := term.Lines()
	for i, p := range places {
		if p.Line < first || p.Line >= end {
			r.Fatalf("%q is in line %d of %d to %d", chars[i], p.Line, first, end)
		}
		if c := term.Line(p.Line).Cells; p.Col >= len(c) || c[p.Col].Rune != chars[i] {
			r.Fatalf("%q is not at %+v", chars[i], p)
		}
	}
}

// A line without an end is many lines to a resize, but none of it is lost.
func TestReflowOfALineWithoutEnd(t *testing.T) {
	term := New(10, 3, 5000)
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprint(&text, i%10)
	}
	feed(t, term, text.String())
	for _, size := range [][2]int{{7, 3}, {30, 3}, {1, 3}, {10, 3}, {11, 600}, {10, 3}, {9, 400}} {
		cols := size[0]
		term.Resize(cols, size[1])
		if err := check(term); err != nil {
			t.Fatal(err)
		}
		if got := logical(term); len(got) != 1 || got[0] != text.String() {
			t.Errorf("%d columns: %d lines, the first of %d", cols, len(got), len(got[0]))
		}
	}
}

// A resize of a long scrollback does not look at it: not when all of its lines
// are broken, and not when none is.
func BenchmarkReflow(b *testing.B) {
	for _, c := range []struct{ name, line string }{{"short", "short"}, {"long", strings.Repeat("long ", 70)}} {
		term := New(120, 40, 10_000)
		term.Write([]byte(strings.Repeat(c.line+"\r\n", 12_000)))
		b.Run(c.name, func(b *testing.B) {
			for cols := 0; b.Loop(); cols ^= 40 {
				term.Resize(120+cols, 40)
			}
		})
		b.Run(c.name+" and read", func(b *testing.B) {
			for cols := 0; b.Loop(); cols ^= 40 {
				term.Resize(120+cols, 40)
				term.Lines()
			}
		})
	}
}
