package vt

import "testing"

// A row is the same whether it was looked at while it was written or not.
func TestRowsThatNobodyLookedAt(t *testing.T) {
	for _, input := range []string{
		"plain", "a\x1b[4Cb", "\x1b[44ma\x1b[4Cb", "\x1b[44m\x1b[4Cb", "\tx\t\x1b[7my", "\x1b[31mred\x1b[m plain \x1b[1;38;5;200;48;2;1;2;3mboth",
		"語語語語語語語語語語語", "\x1b[44m語a語\x1b[m語", "─────│", "e\u0301", "語\u0301", "a\u0301b", "👩‍👩‍👧‍👦x", "→→\ufe0f", "1\ufe0f\u20e3",
		"abc\x1b[K", "abc\x1b[44m\x1b[K", "abc\b\b\x1b[K", "abc\r\x1b[K", "abc\x1b[2K", "abc\x1b[1K", "abc\x1b[X", "a\x1b[3;3H\x1b[1J",
		"abc\rx", "abc\x1b[10Gx\x1b[5Gy", "abc\x1b[2D\x1b[@", "abc\x1b[4h\rx\x1b[4ly", "abc\x1b[3b", "語\x1b[2b", "x\x1b[J", "\x1b[44m\x1b[Jx",
		"\x1b]8;id=a;http://x/\x07link\x1b]8;;\x07 no \x1b]8;;http://y/\x07e\u0301語", "\x1b[58;5;1;4mu\x1b[59mv",
		"0123456789012345678901234567890123456789", "01234567890123456789\x1b[20Gx", "0123456789012345678語x", "\x1b[44m0123456789012345678語x\r\n\n\n\n",
		"\x1b[?7l01234567890123456789ab語", "one\r\ntwo\r\nthree\r\nfour\r\nfive", "one\ntwo\x1bM\x1bMthree", "\x1b[2;3ra\nb\nc\nd\x1b[T\x1b[2S",
		"\x1b(0lqk\x1b(B", "a\x1b#8b", "\x1b[44m\n\n\n\nx", "a\x1b7\x1b[5Gb\x1b8c", "\x1b[?1049ha\x1b[2;2Hb\x1b[?1049lc",
	} {
		seen, unseen := New(20, 4, 10), New(20, 4, 10)
		unseen.Write([]byte(input))
		for i := range len(input) {
			feed(t, seen, input[i:i+1])
		}
		if err := check(unseen); err != nil {
			t.Errorf("%q: %v", input, err)
		}
		wantSame(t, input, unseen, seen)
	}
}
