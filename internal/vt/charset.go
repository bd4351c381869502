package vt

// Source: ECMA-35, DEC STD 070 (special graphics, SCS, locking shifts).
//
// Deviation: every set but DEC special graphics is ASCII; there are no single
// shifts.

// charsets are the four designated sets and which of them GL shows.
type charsets struct {
	special [4]bool // DEC special graphics, else ASCII
	gl      uint8
}

func (c *charsets) graphic() bool { return c.special[c.gl] }

// designate is SCS: inter names the set (G0 to G3), final what it becomes.
func (c *charsets) designate(inter, final byte) {
	c.special[inter-'('] = final == '0'
}

func (c *charsets) translate(b byte) rune {
	if b < 0x5f || b > 0x7e || !c.graphic() {
		return rune(b)
	}
	return specialGraphics[b-0x5f]
}

var specialGraphics = [...]rune{
	' ', '◆', '▒', '␉', '␌', '␍', '␊', '°', '±', '␤', '␋', '┘', '┐', '┌', '└', '┼',
	'⎺', '⎻', '─', '⎼', '⎽', '├', '┤', '┴', '┬', '│', '≤', '≥', 'π', '≠', '£', '·',
}
