// Package safetext makes any string from a file, an agent or a command line
// safe to print on a terminal: what would move the cursor, reorder the line or
// hide is shown instead of done. It is a pure leaf; whatever prints a string
// that atrium did not write itself calls it, exactly once and last.
package safetext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Defang returns s with every character that a terminal or a reader would not
// see as itself shown as \u{hex}, every byte that is no UTF-8 as \x{hex} (a raw
// 0x9b is a control sequence to some terminals), and `"` as `\"`. Backslashes
// stay, so the result is for reading and cannot be undone.
func Defang(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x{%02x}`, s[i])
		case r == '"':
			b.WriteString(`\"`)
		case isHidden(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// Word is s as one word of a shell command line, for a hint that is to be typed:
// as it is where that is plain, else between quotes (POSIX, Shell Command
// Language, 2.2.2), with what Defang shows shown as there.
func Word(s string) string {
	if s != "" && strings.IndexFunc(s, isSpecial) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(strings.ReplaceAll(Defang(s), `\"`, `"`), "'", `'\''`) + "'"
}

// isSpecial tells of characters that a shell may not take as they are.
func isSpecial(r rune) bool {
	plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("%+,-./:=@_^", r)
	return !plain
}

// Clip returns the first n characters of s, the last of them an ellipsis where
// s is longer. Clip comes before Defang, or the cut could leave half of what
// Defang wrote.
func Clip(s string, n int) string {
	if n <= 0 {
		return ""
	}
	seen, keep := 0, 0
	for i := range s {
		if seen == n-1 {
			keep = i
		}
		if seen == n {
			return s[:keep] + "…"
		}
		seen++
	}
	return s
}

func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' {
			return false
		}
	}
	return true
}

// isHidden covers C0, DEL and C1, line and paragraph separators, marks that
// have no width, everything that changes the direction of text, and blanks
// other than the space, with which a line could be made to look like two.
func isHidden(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x061c, r == 0x180e, r == 0xfeff, r == 0x2028, r == 0x2029:
		return true
	case r != ' ' && unicode.IsSpace(r), strings.ContainsRune("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", r):
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e:
		return true
	case r >= 0x2060 && r <= 0x2064, r >= 0x2066 && r <= 0x206f:
		return true
	}
	return false
}
