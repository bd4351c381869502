package copymode

import (
	"regexp"
	"strings"
	"unicode"
)

// compile reads a pattern: a Go regular expression, which takes no notice of
// case unless it has a capital letter of its own.
func compile(pattern string) (*regexp.Regexp, error) {
	if !strings.ContainsFunc(escapes.ReplaceAllString(pattern, ""), unicode.IsUpper) {
		pattern = "(?i)" + pattern
	}
	return regexp.Compile(pattern)
}

// escapes are the parts of a pattern whose letters do not stand for themselves.
var escapes = regexp.MustCompile(`\\[pP](\{[^}]*\}|.)|\\.`)
