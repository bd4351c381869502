package vt

// Source: ECMA-48 5.6 (control strings); deviations are listed in parse.go.

import "bytes"

// collect reads on inside a control string.
func (p *parser) collect(b []byte, a actions) []byte {
	n, stops := p.stringEnd(b)
	if room := max(p.longest()-p.length, 0); n > room {
		p.dropString()
		return b[room:]
	}
	p.keep(b[:n])
	if !stops {
		return nil
	}
	return p.stop(b[n:], a)
}

// stop obeys b[0], which ends the string or may end it.
func (p *parser) stop(b []byte, a actions) []byte {
	switch b[0] {
	case esc:
		p.state = inStringEscaped
	case bel:
		p.finishString(a)
	case 0x9c:
		p.unkeepLead()
		p.finishString(a)
	case '\n':
		if p.length > keptString && !p.clipboard() {
			p.dropString()
			return b
		}
		p.keep(b[:1])
	default:
		p.dropString()
	}
	return b[1:]
}

// stringEnd is how many bytes of b belong to the string for sure, and whether
// the byte after them is one for stop.
func (p *parser) stringEnd(b []byte) (n int, stops bool) {
	for i, c := range b {
		switch c {
		case esc, can, sub:
			return i, true
		case bel, '\n':
			if p.kind == ']' {
				return i, true
			}
		case 0x9c:
			if p.prev == 0xc2 {
				return i, true
			}
		}
		p.prev = c
	}
	return len(b), false
}

func (p *parser) clipboard() bool {
	return p.kind == ']' && bytes.HasPrefix(p.str, []byte("52;"))
}

func (p *parser) longest() int {
	if p.kind == ']' {
		return longestOSC
	}
	return longestDCS
}

// keep stores what may be needed of the string: nothing of SOS, PM and APC.
func (p *parser) keep(b []byte) {
	p.length += len(b)
	if p.kind != ']' && p.kind != 'P' {
		return
	}
	if room := keptString - len(p.str); room > 0 {
		n := min(room, len(b))
		p.str = append(p.str, b[:n]...)
		b = b[n:]
	}
	if p.clipboard() {
		p.str = append(p.str, b...)
	}
}

// unkeepLead takes back the first byte of a two-byte ST.
func (p *parser) unkeepLead() {
	if len(p.str) == p.length {
		p.str = p.str[:p.length-1]
	}
	p.length--
}

// closeString reads the byte after an ESC inside a string: ST, or a new
// sequence that voids the string.
func (p *parser) closeString(b []byte, a actions) []byte {
	if b[0] == '\\' {
		p.finishString(a)
		return b[1:]
	}
	p.dropString()
	p.enterEscape()
	return b
}

func (p *parser) finishString(a actions) {
	p.state = ground
	whole := len(p.str) == p.length
	switch p.kind {
	case ']':
		a.osc(p.str, whole)
	case 'P':
		a.dcs(p.str, whole)
	}
	p.dropString()
}

func (p *parser) dropString() {
	p.state = ground
	p.str = p.str[:0]
	if cap(p.str) > heldBetween {
		p.str = nil
	}
}
