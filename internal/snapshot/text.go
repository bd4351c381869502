package snapshot

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text is a string of the file. A command line or a path on unix is bytes and
// need not be UTF-8, which JSON must be: a byte that is no UTF-8 is written as
// the lone surrogate \udc80 to \udcff, as Python's surrogateescape does, and
// read back as that byte. encoding/json alone would make it U+FFFD, and a
// pane would come back in a directory that does not exist.
type text string

// MarshalJSON never fails.
func (t text) MarshalJSON() ([]byte, error) {
	s := string(t)
	if utf8.ValidString(s) {
		return quote(s), nil
	}
	out := []byte{'"'}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			out = append(out, `\udc`...)
			out = strconv.AppendUint(out, uint64(s[i]), 16)
		} else {
			word := quote(s[i : i+n])
			out = append(out, word[1:len(word)-1]...)
		}
		i += n
	}
	return append(out, '"'), nil
}

// quote writes valid UTF-8 as JSON without the escapes for HTML, which would
// make a prompt with < in it unreadable for whoever inspects a snapshot.
func quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// asText is the string that raw holds, false for any other kind of value.
func asText(raw json.RawMessage) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	var b strings.Builder
	body := raw[1 : len(raw)-1]
	from := 0
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' {
			continue
		}
		size, octet := escape(body[i:])
		if octet != 0 {
			b.WriteString(unquote(body[from:i]))
			b.WriteByte(octet)
			from = i + size
		}
		i += size - 1
	}
	b.WriteString(unquote(body[from:]))
	return b.String(), true
}

// escape is the length of the escape sequence that body begins with, a pair of
// surrogates being one, and the byte that it stands for, 0 for none.
func escape(body []byte) (size int, octet byte) {
	unit, ok := codeUnit(body)
	if !ok {
		return 2, 0
	}
	next, follows := codeUnit(body[6:])
	switch {
	case follows && utf16.DecodeRune(unit, next) != utf8.RuneError:
		return 12, 0
	case unit >= 0xdc80 && unit <= 0xdcff:
		return 6, byte(unit & 0xff)
	}
	return 6, 0
}

func codeUnit(body []byte) (rune, bool) {
	if len(body) < 6 || body[0] != '\\' || body[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(body[2:6]), 16, 16)
	return rune(n), err == nil
}

// unquote reads the inside of a string that is already known to be JSON.
func unquote(body []byte) string {
	var s string
	quoted := append(append([]byte{'"'}, body...), '"')
	_ = json.Unmarshal(quoted, &s)
	return s
}
