package keys

import (
	"strconv"
	"strings"
)

// isPrefix tells that a control sequence is the prefix as terminals in an
// extended key mode send it: CSI 97;5u (kitty, also with its event type) and
// CSI 27;5;97~ (xterm's modifyOtherKeys). A killed program may have left the
// terminal so.
func isPrefix(body string, final byte) bool {
	fields := strings.Split(body, ";")
	switch {
	case final == 'u' && len(fields) >= 2:
		return firstPart(fields[0]) == "97" && isControl(fields[1])
	case final == '~' && len(fields) == 3:
		return fields[0] == "27" && fields[2] == "97" && isControl(fields[1])
	}
	return false
}

func firstPart(field string) string {
	part, _, _ := strings.Cut(field, ":")
	return part
}

// isControl reads a modifier field: one more than bits, 4 for Ctrl, 64 and 128
// for the locks, which change nothing. A release of the key is not the key.
func isControl(field string) bool {
	modifiers, event, _ := strings.Cut(field, ":")
	bits, err := strconv.Atoi(modifiers)
	return err == nil && (bits-1)&^(64|128) == 4 && event != "3"
}

// isAnswer tells that a control sequence is what a terminal answers and no key
// sends: attributes (c), modes (y), status (n), sizes (t), key modes (u, m),
// positions and graphics with a private mark (R, S).
func isAnswer(body string, final byte) bool {
	if body == "" {
		return false
	}
	if body[0] == '?' || body[0] == '>' {
		return strings.IndexByte("cynumRS", final) >= 0
	}
	return final == 'n' || final == 't'
}

// report emits the mouse report with that body and drops one that is none.
func (s *Scanner) report(body string, final byte) {
	fields := strings.Split(body, ";")
	if len(fields) != 3 || final != 'M' && final != 'm' {
		return
	}
	var n [3]int
	for i, field := range fields {
		v, err := strconv.ParseUint(field, 10, 16)
		if err != nil {
			return
		}
		n[i] = int(v)
	}
	if n[1] == 0 || n[2] == 0 {
		return
	}
	s.emit(Mouse{Code: n[0], X: n[1] - 1, Y: n[2] - 1, Up: final == 'm'})
}
