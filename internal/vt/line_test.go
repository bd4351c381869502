package vt

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// Every line says its own number: it keeps it, wherever it is.
func TestLinesKeepTheirNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 12).Draw(t, "limit")
		term := New(20, rapid.IntRange(1, 6).Draw(t, "rows"), limit)
		printed := 0
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				term.Resize(20, rapid.IntRange(1, 6).Draw(t, "rows"))
			case 1:
				fmt.Fprint(term, "\x1b[3J")
			default:
				for range rapid.IntRange(1, 9).Draw(t, "lines") {
					fmt.Fprintf(term, "%d\r\n", printed)
					printed++
				}
			}
			first, end := term.Lines()
			if _, rows := term.Size(); end-first != term.ScrollbackLen()+rows {
				t.Fatalf("lines %d to %d, %d above the screen", first, end, term.ScrollbackLen())
			}
			for n := first; n < end; n++ {
				if got := term.Line(n).Text(); got != "" && got != fmt.Sprint(n) {
					t.Fatalf("line %d is %q", n, got)
				}
			}
		}
	})
}

func TestAlternateScreenIsTheEndOfTheLines(t *testing.T) {
	term := New(10, 2, 5)
	fmt.Fprint(term, "a\r\nb\r\nc\x1b[?1049h\x1b[Hfull\r\nscreen")
	first, end := term.Lines()
	var got []string
	for n := first; n < end; n++ {
		got = append(got, term.Line(n).Text())
	}
	if fmt.Sprint(got) != "[a full screen]" {
		t.Errorf("%q", got)
	}
}
