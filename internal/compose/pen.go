package compose

import (
	"strconv"

	"atrium/internal/vt"
)

// pen is the state of the terminal while it is written to: where the cursor
// is, and how the next character will look.
type pen struct {
	out      []byte
	x, y     int // -1 unknown
	caps     Caps
	asked    rendition // as the cell has it
	now      rendition // what the terminal was told, colours reduced
	url, uid string    // open hyperlink
}

// rendition is the look of a character.
type rendition struct {
	fg, bg, under vt.Color
	attr          vt.Attr
}

func (p *pen) raw(s string) { p.out = append(p.out, s...) }

// numbers writes a sequence with its parameters.
func (p *pen) numbers(start, end string, params ...int) {
	p.raw(start)
	for i, n := range params {
		if i > 0 {
			p.out = append(p.out, ';')
		}
		p.out = strconv.AppendInt(p.out, int64(n), 10)
	}
	p.raw(end)
}

// moveTo puts the cursor at x, y in the fewest bytes.
func (p *pen) moveTo(x, y int) {
	switch {
	case p.y == y && p.x == x:
		return
	case x == 0 && p.y == y:
		p.raw("\r")
	case x == 0 && p.y >= 0 && p.y+1 == y:
		p.raw("\r\n")
	case p.y == y && p.x >= 0 && x == p.x+1:
		p.raw("\x1b[C")
	case p.y == y && p.x >= 0 && x > p.x:
		p.numbers("\x1b[", "C", x-p.x)
	case p.y == y:
		p.numbers("\x1b[", "G", x+1)
	case x == 0 && y == 0:
		p.raw("\x1b[H")
	case x == 0:
		p.numbers("\x1b[", "H", y+1)
	default:
		p.numbers("\x1b[", "H", y+1, x+1)
	}
	p.x, p.y = x, y
}

// link opens, changes or closes the hyperlink of what follows (OSC 8).
func (p *pen) link(url, id string) {
	if !p.caps.Links || p.url == url && p.uid == id {
		return
	}
	p.raw("\x1b]8;")
	if id != "" {
		p.raw("id=")
		p.raw(id)
	}
	p.raw(";")
	p.raw(url)
	p.raw("\x1b\\")
	p.url, p.uid = url, id
}

// look makes what follows look like to, as far as the terminal can, by the
// shorter of two ways: changing what differs, or starting from the default.
func (p *pen) look(to rendition) {
	if to == p.asked {
		return
	}
	p.asked = to
	to = p.caps.reduce(to)
	if to == p.now {
		return
	}
	var a, b [128]byte
	change := appendChange(a[:0], p.now, to)
	anew := appendChange(append(b[:0], "0;"...), rendition{}, to)
	if to == (rendition{}) {
		anew = b[:0]
	}
	if len(anew) < len(change) {
		change = anew
	}
	p.raw("\x1b[")
	if len(change) > 0 && change[len(change)-1] == ';' {
		change = change[:len(change)-1]
	}
	p.out = append(p.out, change...)
	p.raw("m")
	p.now = to
}

// reduce is the part of r that the terminal can show.
func (c Caps) reduce(r rendition) rendition {
	r.fg, r.bg, r.under = c.Depth.reduce(r.fg), c.Depth.reduce(r.bg), c.Depth.reduce(r.under)
	if !c.Underlines {
		r.under = vt.DefaultColor
		r.attr = r.attr.WithUnderline(min(1, r.attr.UnderlineStyle()))
	}
	return r
}

// attrCodes are the SGR numbers that set and clear an attribute. Bold and
// faint are cleared together.
var attrCodes = [...]struct {
	attr    vt.Attr
	on, off string
}{
	{vt.Bold, "1;", "22;"},
	{vt.Faint, "2;", "22;"},
	{vt.Italic, "3;", "23;"},
	{vt.Blink, "5;", "25;"},
	{vt.Inverse, "7;", "27;"},
	{vt.Hidden, "8;", "28;"},
	{vt.Strike, "9;", "29;"},
	{vt.Overline, "53;", "55;"},
}

// appendChange appends the SGR parameters from one rendition to another, each
// with a semicolon after it.
func appendChange(dst []byte, from, to rendition) []byte {
	dst, from.attr = appendCleared(dst, from.attr, to.attr)
	for _, code := range attrCodes {
		if to.attr&^from.attr&code.attr != 0 {
			dst = append(dst, code.on...)
		}
	}
	if style := to.attr.UnderlineStyle(); style != from.attr.UnderlineStyle() {
		dst = append(dst, [...]string{"24;", "4;", "4:2;", "4:3;", "4:4;", "4:5;", "4;", "4;"}[style]...)
	}
	if from.fg != to.fg {
		dst = appendColor(dst, to.fg, 30)
	}
	if from.bg != to.bg {
		dst = appendColor(dst, to.bg, 40)
	}
	if from.under != to.under {
		dst = appendUnderlineColor(dst, to.under)
	}
	return dst
}

// appendCleared clears the attributes that to lacks, and tells which are left.
func appendCleared(dst []byte, from, to vt.Attr) ([]byte, vt.Attr) {
	const weight = vt.Bold | vt.Faint
	for _, code := range attrCodes {
		if from&^to&code.attr == 0 {
			continue
		}
		dst = append(dst, code.off...)
		from &^= code.attr
		if code.attr&weight != 0 {
			from &^= weight
		}
	}
	return dst, from
}

// appendColor appends a foreground (base 30) or background (base 40).
func appendColor(dst []byte, c vt.Color, base int64) []byte {
	index, isPalette := c.Palette()
	r, g, b, isRGB := c.RGB()
	switch {
	case isPalette && index < 8:
		dst = strconv.AppendInt(dst, base+int64(index), 10)
	case isPalette && index < 16:
		dst = strconv.AppendInt(dst, base+60+int64(index-8), 10)
	case isPalette:
		dst = appendParams(dst, ';', base+8, 5, int64(index))
	case isRGB:
		dst = appendParams(dst, ';', base+8, 2, int64(r), int64(g), int64(b))
	default:
		dst = strconv.AppendInt(dst, base+9, 10)
	}
	return append(dst, ';')
}

// appendUnderlineColor uses colons: a terminal that does not know 58 skips
// them, where semicolons would turn into other attributes.
func appendUnderlineColor(dst []byte, c vt.Color) []byte {
	if index, ok := c.Palette(); ok {
		return append(appendParams(dst, ':', 58, 5, int64(index)), ';')
	}
	if r, g, b, ok := c.RGB(); ok {
		dst = append(dst, "58:2::"...)
		return append(appendParams(dst, ':', int64(r), int64(g), int64(b)), ';')
	}
	return append(dst, "59;"...)
}

func appendParams(dst []byte, between byte, params ...int64) []byte {
	for i, n := range params {
		if i > 0 {
			dst = append(dst, between)
		}
		dst = strconv.AppendInt(dst, n, 10)
	}
	return dst
}
