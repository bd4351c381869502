package vt

// Source: Paul Williams' parser for DEC's ANSI-compatible terminals
// (vt100.net/emu/dec_ansi_parser) over ECMA-48, fed with UTF-8.
//
// Deviations:
//   - C1 controls exist only as two-byte UTF-8 (U+0080 to U+009F); a lone byte
//     above 0x7F is ill-formed UTF-8 and reads as U+FFFD.
//   - ':' divides sub-parameters (ITU-T T.416) instead of voiding the sequence.
//   - A byte above 0x7F inside an escape or control sequence voids the sequence
//     and is then read as text.
//   - Inside a control string the only C1 control is ST; ESC voids the string
//     unless '\' follows, CAN and SUB void it, BEL ends an OSC.
//   - A control string that never ends is given up after a bounded length, and
//     an OSC longer than is kept also at its next line feed, so that a program
//     that died inside one does not hide what follows.
//   - DCS parameters are left inside the string for dcs.go to read.

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// actions is what the parser tells of its input. A run is printable ASCII; a
// whole string was kept to its last byte.
type actions interface {
	printASCII(run []byte)
	printRune(r rune)
	execute(c byte)
	escape(inter, final byte)
	control(s *sequence)
	osc(data []byte, whole bool)
	dcs(data []byte, whole bool)
}

type state uint8

// The states; the order of the csi states is that in which a sequence passes
// through them.
const (
	ground state = iota
	escaped
	escapedInter
	csiEntry
	csiParam
	csiInter
	csiIgnore
	inString
	inStringEscaped
)

const (
	esc = 0x1b
	bel = 0x07
	can = 0x18
	sub = 0x1a
	del = 0x7f
)

const (
	keptString  = 4 << 10 // of a string that is no clipboard
	longestOSC  = 1 << 20
	longestDCS  = 4 << 20
	heldBetween = 64 << 10 // a larger buffer is not kept for the next string
)

// parser turns bytes into actions. It knows nothing of a screen, and its
// actions do not depend on how the bytes were cut.
type parser struct {
	state   state
	seq     sequence
	partial [utf8.UTFMax]byte // head of a code point that the last bytes ended in
	npart   int
	kind    byte // of the string: ']' OSC, 'P' DCS, 'X' SOS, '^' PM, '_' APC
	str     []byte
	length  int  // of the string, kept or not
	prev    byte // last byte of the string
}

func (p *parser) feed(b []byte, a actions) {
	for len(b) > 0 {
		switch p.state {
		case ground:
			b = p.text(b, a)
		case escaped, escapedInter:
			b = p.escape(b, a)
		case inString:
			b = p.collect(b, a)
		case inStringEscaped:
			b = p.closeString(b, a)
		default:
			b = p.csi(b, a)
		}
	}
}

// text reads text and what stands in it of whole control sequences, and hands
// back what is neither.
func (p *parser) text(b []byte, a actions) []byte {
	if p.npart > 0 {
		return p.finishRune(b, a)
	}
	for p.state == ground && p.npart == 0 && len(b) > 0 {
		c := b[0]
		n := 1
		switch {
		case c-0x20 < del-0x20:
			n = asciiRun(b)
			a.printASCII(b[:n])
		case c == esc:
			if n = p.wholeControl(b, a); n == 0 {
				p.enterEscape()
				n = 1
			}
		case c < 0x20:
			a.execute(c)
		case c >= utf8.RuneSelf:
			n = p.firstRune(b, a)
		}
		b = b[n:]
	}
	return b
}

// asciiRun is how many bytes of printable ASCII b begins with. It looks at
// eight at a time: a byte is none when its highest bit is set, or will be by
// adding 1 (0x7f), or is borrowed from by taking 0x20 away (a control).
func asciiRun(b []byte) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; n+8 <= len(b); n += 8 {
		w := binary.LittleEndian.Uint64(b[n:])
		if odd := (w | (w + each) | (w - 0x20*each)) & high; odd != 0 {
			return n + bits.TrailingZeros64(odd)/8
		}
	}
	for n < len(b) && b[n]-0x20 < del-0x20 {
		n++
	}
	return n
}

// wholeControl obeys the control sequence that b begins with and is its length,
// 0 where it is not all there or not of the usual form: ESC [ with at most a
// prefix, numbers between semicolons and a final byte. Going through the states
// byte by byte leads to the same, at several times the cost.
func (p *parser) wholeControl(b []byte, a actions) int {
	if len(b) < 3 || b[1] != '[' {
		return 0
	}
	s := &p.seq
	s.reset()
	value := int32(absent)
	for i, c := range b[2:] {
		switch {
		case c-'0' < 10:
			value = min(max(value, 0)*10+int32(c-'0'), largest)
		case c == ';' && s.n < maxParams-1:
			s.param[s.n] = value
			s.n++
			value = absent
		case c >= '@' && c < del:
			if s.n > 0 || value != absent {
				s.param[s.n] = value
				s.n++
			}
			s.final = c
			a.control(s)
			return i + len("\x1b[x")
		case i == 0 && c >= '<' && c <= '?':
			s.prefix = c
		default:
			return 0
		}
	}
	return 0
}

// firstRune prints the code point that b begins with as often as it stands
// there, and is how many bytes that were: many lines are drawn of one character.
// What is ill-formed may be the start of a code point when it comes again.
func (p *parser) firstRune(b []byte, a actions) int {
	r, n := decodeRune(b)
	if n == 0 {
		p.npart = copy(p.partial[:], b)
		return len(b)
	}
	p.emit(r, a)
	at := n
	for r != utf8.RuneError && p.state == ground && len(b)-at >= n && string(b[at:at+n]) == string(b[:n]) {
		p.emit(r, a)
		at += n
	}
	return at
}

// finishRune adds the first byte of b to the code point the last write broke
// off. A byte that cannot go on with it is left for the caller.
func (p *parser) finishRune(b []byte, a actions) []byte {
	p.partial[p.npart] = b[0]
	r, n := decodeRune(p.partial[:p.npart+1])
	if n == 0 {
		p.npart++
		return b[1:]
	}
	used := n > p.npart
	p.npart = 0
	p.emit(r, a)
	if used {
		return b[1:]
	}
	return b
}

// decodeRune is the first code point of b and its length; length 0 when b ends
// inside it. An ill-formed one is U+FFFD for its maximal subpart (Unicode 3.9).
func decodeRune(b []byte) (rune, int) {
	r, n := utf8.DecodeRune(b)
	if r != utf8.RuneError || n > 1 {
		return r, n
	}
	if !utf8.FullRune(b) {
		return 0, 0
	}
	for n < len(b) && !utf8.FullRune(b[:n+1]) {
		n++
	}
	return r, n
}

// emit prints r, or obeys it when it is a C1 control.
func (p *parser) emit(r rune, a actions) {
	if r < 0xa0 {
		p.enterEscape()
		p.escapeFinal(byte(r-0x40), a)
		return
	}
	a.printRune(r)
}

func (p *parser) enterEscape() {
	p.state = escaped
	p.seq.inter = 0
}

// escape reads on after ESC.
func (p *parser) escape(b []byte, a actions) []byte {
	switch c := b[0]; {
	case c >= utf8.RuneSelf:
		p.state = ground
		return b
	case c < 0x20:
		p.executeInside(c, a)
	case c < 0x30:
		p.seq.intermediate(c)
		p.state = escapedInter
	case c == del:
	case p.state == escapedInter:
		p.state = ground
		a.escape(p.seq.inter, c)
	default:
		p.escapeFinal(c, a)
	}
	return b[1:]
}

// escapeFinal obeys ESC c, which may open a longer sequence.
func (p *parser) escapeFinal(c byte, a actions) {
	switch c {
	case '[':
		p.state = csiEntry
		p.seq.reset()
	case ']', 'P', 'X', '^', '_':
		p.state = inString
		p.kind = c
		p.str = p.str[:0]
		p.length = 0
		p.prev = 0
	default:
		p.state = ground
		a.escape(0, c)
	}
}

// executeInside obeys a C0 control that stands inside a sequence.
func (p *parser) executeInside(c byte, a actions) {
	switch c {
	case esc:
		p.enterEscape()
	case can, sub:
		p.state = ground
	default:
		a.execute(c)
	}
}

// csi reads on inside a control sequence.
func (p *parser) csi(b []byte, a actions) []byte {
	for i, c := range b {
		switch {
		case c >= 0x30 && c < 0x40:
			p.csiParameter(c)
		case c >= 0x40 && c < del:
			return p.csiFinal(c, b[i+1:], a)
		case c < 0x20:
			p.executeInside(c, a)
			if p.state < csiEntry || p.state > csiIgnore {
				return b[i+1:]
			}
		case c < 0x30:
			p.csiIntermediate(c)
		case c >= utf8.RuneSelf:
			p.state = ground
			return b[i:]
		}
	}
	return nil
}

func (p *parser) csiParameter(c byte) {
	switch {
	case p.state >= csiInter:
		p.state = csiIgnore
	case c <= ';':
		p.state = csiParam
		p.seq.add(c)
	case p.state == csiEntry:
		p.state = csiParam
		p.seq.prefix = c
	default:
		p.state = csiIgnore
	}
}

func (p *parser) csiIntermediate(c byte) {
	if p.state == csiIgnore {
		return
	}
	p.state = csiInter
	p.seq.intermediate(c)
}

func (p *parser) csiFinal(c byte, rest []byte, a actions) []byte {
	ignored := p.state == csiIgnore
	p.state = ground
	if !ignored {
		p.seq.final = c
		a.control(&p.seq)
	}
	return rest
}
