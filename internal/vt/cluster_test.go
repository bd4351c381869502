package vt

import (
	"strings"
	"testing"
)

func TestClusters(t *testing.T) {
	cases := []struct {
		name   string
		cols   int
		input  string
		want   string
		x      int
		extras int
	}{
		{"CJK", 10, "a語b", "a語b", 4, 0},
		{"CJK that does not fit wraps", 3, "ab語", "ab\n語", 2, 0},
		{"CJK that does not fit without autowrap", 3, "\x1b[?7lab語", "ab", 2, 0},
		{"what joins one that did not fit joins nothing", 3, "\x1b[?7lab語\u0301", "ab", 2, 0},
		{"CJK in one column", 1, "a語b", "a\nb", 0, 0},
		{"CJK fills the row", 4, "語語x", "語語\nx", 1, 0},
		{"accent joins", 10, "e\u0301x", "e\u0301x", 2, 1},
		{"accent joins in the last column", 3, "abe\u0301x", "abe\u0301\nx", 1, 1},
		{"accent after SGR", 10, "e\x1b[1m\u0301x", "e\u0301x", 2, 1},
		{"accent after a move is dropped", 10, "e\x1b[C\u0301x", "e x", 3, 0},
		{"accent after nothing is dropped", 10, "\u0301x", "x", 1, 0},
		{"many accents are bounded", 10, "e" + strings.Repeat("\u0301", 100), "e" + strings.Repeat("\u0301", 31), 1, 1},
		{"family", 10, "👩‍👩‍👧‍👦x", "👩‍👩‍👧‍👦x", 3, 1},
		{"trans flag", 10, "🏳️‍⚧️x", "🏳️‍⚧️x", 3, 1},
		{"flag", 10, "🇬🇧🇫🇷x", "🇬🇧🇫🇷x", 5, 2},
		{"skin tone", 10, "👍🏽x", "👍🏽x", 3, 1},
		{"lone U+200D", 10, "\u200dx", "x", 1, 0},
		{"lone U+200B", 10, "a\u200bb", "ab", 2, 0},
		{"heart made an emoji", 10, "❤\ufe0fx", "❤\ufe0fx", 3, 1},
		{"heart in the last column stays narrow", 3, "ab❤\ufe0fx", "ab❤\nx", 1, 0},
		{"heart made wide over a wide neighbour", 10, "a語\r❤\ufe0f", "❤\ufe0f", 2, 1},
		{"keycap", 10, "1\ufe0f\u20e3x", "1\ufe0f\u20e3x", 3, 1},
		{"Hangul syllable of letters", 10, "\u1112\u1161\u11abx", "\u1112\u1161\u11abx", 3, 1},
		{"Devanagari conjunct", 10, "क्षx", "क्षx", 2, 1},
		{"REP of a cluster", 10, "👍🏽\x1b[2bx", "👍🏽👍🏽👍🏽x", 7, 3},
		{"overwriting the left half", 10, "a語b\x1b[2Gx", "ax b", 2, 0},
		{"overwriting the right half", 10, "a語b\x1b[3Gx", "a xb", 3, 0},
		{"a wide one over two halves", 10, "語語\x1b[2G語", " 語", 3, 0},
		{"overwriting a family", 10, "a👩‍👩‍👧‍👦b\x1b[3Gx", "a xb", 3, 0}, // R084
		{"overwriting a flag", 10, "a🇬🇧b\x1b[3Gx", "a xb", 3, 0},
		{"overwriting an accent", 10, "ae\u0301b\x1b[2Gx", "axb", 2, 0},
		{"ECH through a wide one", 10, "a語b\x1b[3G\x1b[X", "a  b", 2, 0},
		{"EL through a wide one", 10, "a語b\x1b[3G\x1b[K", "a", 2, 0},
		{"DCH through a wide one", 10, "a語b\x1b[3G\x1b[P", "a b", 2, 0},
		{"ICH through a wide one", 10, "a語b\x1b[3G\x1b[@", "a   b", 2, 0},
		{"ICH pushes half a wide one out", 4, "ab語\r\x1b[@", " ab", 0, 0},
		{"ICH moves clusters", 10, "e\u0301x\r\x1b[2@", "  e\u0301x", 0, 1},
		{"DCH moves clusters", 10, "abe\u0301x\r\x1b[2P", "e\u0301x", 0, 1},
		{"IRM with a heart", 10, "xy\r\x1b[4h❤\ufe0f", "❤\ufe0fxy", 2, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := fed(t, c.cols, 3, c.input)
			if got := screenOf(term); got != c.want {
				t.Errorf("screen %q, want %q", got, c.want)
			}
			if x := term.Cursor().X; x != c.x {
				t.Errorf("cursor in column %d, want %d", x, c.x)
			}
			extras := 0
			for y := range 3 {
				extras += len(term.Row(y).Extras)
			}
			if extras != c.extras {
				t.Errorf("%d extras, want %d", extras, c.extras)
			}
		})
	}
}

// R088: bytes of one character in several writes, a read that ends after 4095
// bytes, an escape sequence byte by byte.
func TestBrokenReads(t *testing.T) {
	cases := []struct {
		name   string
		writes []string
		want   string
	}{
		{"character in two", []string{"\350\252", "\236"}, "語"},
		{"character in three", []string{"\350", "\252", "\236"}, "語"},
		{"4095 and an emoji", []string{strings.Repeat("a", 4095) + "\xf0", "\x9f\x98\x80"}, strings.Repeat("a", 4095) + "😀"},
		{"escape by bytes", strings.Split("\x1b[1;31mred\x1b]2;t\x1b\\\x1b[m", ""), "red"},
		{"ill-formed", []string{"a\xe8", "b"}, "a\ufffdb"},
		{"ill-formed and an escape", []string{"ab\xe8\xaa", "\x1b[Gx"}, "xb\ufffd"},
		{"maximal subpart", []string{"\xf0\x9f", "\x98", "\xf0\x9fz\xc0\x80"}, "\ufffd\ufffdz\ufffd\ufffd"},
		{"C1 in two", []string{"abc\xc2", "\x9bGx"}, "xbc"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := New(5000, 2, 0)
			for _, w := range c.writes {
				feed(t, term, w)
			}
			if got := screenOf(term); got != c.want {
				t.Errorf("screen %q, want %q", got, c.want)
			}
		})
	}
}
