package safetext

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDefang(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"lead", "lead"},
		{`C:\t\claude.cmd`, `C:\t\claude.cmd`},
		{`say "hi"`, `say \"hi\"`},
		{"\x1b[2J", `\u{1b}[2J`},
		{"a\r\nb\tc\x00", `a\u{d}\u{a}b\u{9}c\u{0}`},
		{"\x7f\u0080\u009b", `\u{7f}\u{80}\u{9b}`},
		{"\u061c\u180e\ufeff\u2028\u2029", `\u{61c}\u{180e}\u{feff}\u{2028}\u{2029}`},
		{"\u200b\u200f\u202a\u202e", `\u{200b}\u{200f}\u{202a}\u{202e}`},
		{"\u2060\u2064\u2066\u206f", `\u{2060}\u{2064}\u{2066}\u{206f}`},
		{"\u2010\u2065", "\u2010\u2065"},
		{"\u00a0\u00ad\u200a\u202f\u2800\u3000\u3164", `\u{a0}\u{ad}\u{200a}\u{202f}\u{2800}\u{3000}\u{3164}`},
		{"\x9b31m\xff", `\x{9b}31m\x{ff}`},
		{"日本 👩‍👩‍👧 é", "日本 👩\\u{200d}👩\\u{200d}👧 é"},
		{"\ufffd", "\ufffd"},
	} {
		if got := Defang(c.in); got != c.want {
			t.Errorf("Defang(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestWord(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"vim", "vim"}, {"/opt/a-b_c.1", "/opt/a-b_c.1"}, {"", "''"}, {"two words", "'two words'"},
		{`it's "so"`, `'it'\''s "so"'`}, {"\x1b]0;x\x07", `'\u{1b}]0;x\u{7}'`}, {"a\nb", `'a\u{a}b'`}, {"日本", "'日本'"},
		{"$(rm)", "'$(rm)'"}, {"~", "'~'"},
	} {
		if got := Word(c.in); got != c.want {
			t.Errorf("Word(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"abcd", 1, "…"}, {"abcd", 0, ""}, {"abcd", -1, ""},
		{"", 4, ""}, {"日本語", 2, "日…"}, {"\xff\xfe\xfd", 2, "\xff…"},
	} {
		if got := Clip(c.in, c.n); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

func FuzzDefang(f *testing.F) {
	f.Add("\x1b]52;c;\x07")
	f.Add("\u202ecod\u2066\xc3\x28\"")
	f.Fuzz(func(t *testing.T, s string) {
		got := Defang(s)
		if !utf8.ValidString(got) {
			t.Fatalf("Defang(%q) = %q is not UTF-8", s, got)
		}
		for _, r := range got {
			if isHidden(r) {
				t.Fatalf("Defang(%q) = %q lets %U through", s, got, r)
			}
		}
		if bare := strings.ReplaceAll(got, `\"`, ""); strings.Contains(bare, `"`) {
			t.Fatalf("Defang(%q) = %q holds a bare quote", s, got)
		}
		if n := utf8.RuneCountInString(Clip(s, 7)); n > 7 {
			t.Fatalf("Clip(%q, 7) has %d characters", s, n)
		}
	})
}
