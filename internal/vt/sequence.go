package vt

// Source: ECMA-48 5.4 (control sequences), ITU-T T.416 (sub-parameters).
//
// Deviation: parameters after the 32nd are dropped, and a sequence with more
// than one intermediate byte is one that nobody knows.

const (
	maxParams  = 32
	largest    = 65535 // a greater parameter reads as this
	absent     = -1
	manyInters = 0xff
)

// sequence is one control sequence: CSI prefix parameters inter final.
type sequence struct {
	prefix byte // one of "<=>?", or 0
	inter  byte // one of 0x20 to 0x2F, or 0; manyInters when there were several
	final  byte
	n      int // parameters present, absent ones between them included
	param  [maxParams]int32
	colon  uint32 // bit i: a colon, not a semicolon, stands before parameter i
	full   bool   // parameters beyond maxParams were dropped
}

func (s *sequence) reset() {
	s.prefix, s.inter, s.final = 0, 0, 0
	s.n, s.colon, s.full = 0, 0, false
}

func (s *sequence) intermediate(c byte) {
	if s.inter != 0 {
		c = manyInters
	}
	s.inter = c
}

// add takes one byte of the parameter string: a digit or a divider.
func (s *sequence) add(c byte) {
	if s.n == 0 {
		s.param[0] = absent
		s.n = 1
	}
	if c > '9' {
		s.divide(c == ':')
		return
	}
	if s.full {
		return
	}
	v := &s.param[s.n-1]
	*v = min(max(*v, 0)*10+int32(c-'0'), largest)
}

func (s *sequence) divide(colon bool) {
	if s.n == maxParams {
		s.full = true
		return
	}
	if colon {
		s.colon |= 1 << s.n
	}
	s.param[s.n] = absent
	s.n++
}

// value is parameter i, or def where it was left out.
func (s *sequence) value(i, def int) int {
	if i >= s.n || s.param[i] == absent {
		return def
	}
	return int(s.param[i])
}

// count is parameter i where 0 and nothing both mean 1.
func (s *sequence) count(i int) int { return max(s.value(i, 1), 1) }

// group is the end of the run of parameters from i that colons bind together.
func (s *sequence) group(i int) int {
	i++
	for i < s.n && s.colon&(1<<i) != 0 {
		i++
	}
	return i
}
