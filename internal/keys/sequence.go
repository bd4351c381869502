package keys

import (
	"strconv"
	"strings"
)

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
