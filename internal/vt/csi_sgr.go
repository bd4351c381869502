package vt

// Source: ECMA-48 8.3.117 (SGR), ITU-T T.416 13.1.8 (colours), kitty's
// underline styles (4:n) and underline colour (58, 59).
//
// Deviations: fonts, framed and encircled are ignored; a colour out of range
// leaves the old one; the colour space of 38:2:cs:r:g:b is not looked at.

// selectRendition is SGR.
func (t *Terminal) selectRendition(s *sequence) {
	if s.n == 0 {
		t.cur.pen.resetRendition()
		return
	}
	p := &t.cur.pen
	for i := 0; i < s.n; {
		if code := s.param[i]; s.colon == 0 && code != 38 && code != 48 && code != 58 {
			p.simple(max(int(code), 0))
			i++
			continue
		}
		i = p.rendition(s, i)
	}
}

// rendition obeys the parameter at i and is where the next one is.
func (p *pen) rendition(s *sequence, i int) int {
	end := s.group(i)
	code := s.value(i, 0)
	switch {
	case code == 38 || code == 48 || code == 58:
		return p.directColor(s, i, end)
	case end-i > 1:
		if code == 4 {
			p.underline(s.value(i+1, 1))
		}
	default:
		p.simple(code)
	}
	return end
}

func (p *pen) underline(style int) {
	if style <= 5 {
		p.cell.Attr = p.cell.Attr.WithUnderline(uint8(style))
	}
}

// simple obeys a code that stands alone.
func (p *pen) simple(code int) {
	switch {
	case code == 0:
		p.resetRendition()
	case code < 30:
		p.attribute(code)
	case code < 38:
		p.cell.Fg = Palette(uint8(code - 30))
	case code == 39:
		p.cell.Fg = DefaultColor
	case code >= 40 && code < 48:
		p.cell.Bg = Palette(uint8(code - 40))
	case code == 49:
		p.cell.Bg = DefaultColor
	case code == 53:
		p.cell.Attr |= Overline
	case code == 55:
		p.cell.Attr &^= Overline
	case code == 59:
		p.setUnderlineColor(DefaultColor)
	case code >= 90 && code < 98:
		p.cell.Fg = Palette(uint8(code - 90 + 8))
	case code >= 100 && code < 108:
		p.cell.Bg = Palette(uint8(code - 100 + 8))
	}
}

// attribute obeys the codes 1 to 29.
func (p *pen) attribute(code int) {
	switch code {
	case 4:
		p.underline(1)
	case 21:
		p.underline(2)
	case 24:
		p.underline(0)
	default:
		p.cell.Attr = p.cell.Attr&^attributeOff[code] | attributeOn[code]
	}
}

var attributeOn = [30]Attr{
	1: Bold, 2: Faint, 3: Italic, 5: Blink, 6: Blink, 7: Inverse, 8: Hidden, 9: Strike,
}

var attributeOff = [30]Attr{
	22: Bold | Faint, 23: Italic, 25: Blink, 27: Inverse, 28: Hidden, 29: Strike,
}

// directColor obeys 38, 48 or 58 at i, whose colons bind up to end, and is where
// the next parameter is.
func (p *pen) directColor(s *sequence, i, end int) int {
	next := end
	parts := i + 1
	if end-i == 1 {
		next = semicolonColor(s, i)
		end = next
	} else if s.value(parts, 0) == 2 && end-parts > 4 {
		end = parts + 5
	}
	if c, ok := colorOf(s, parts, end); ok {
		p.setColor(s.value(i, 0), c)
	}
	return next
}

// semicolonColor is where the colour at i ends in the form that divides all of
// it by semicolons.
func semicolonColor(s *sequence, i int) int {
	switch s.value(i+1, 0) {
	case 2:
		return min(i+5, s.n)
	case 5:
		return min(i+3, s.n)
	}
	return min(i+2, s.n)
}

// colorOf reads 5;n or 2;r;g;b between from and to; the last three are taken,
// which leaves out a colour space between.
func colorOf(s *sequence, from, to int) (Color, bool) {
	switch {
	case s.value(from, 0) == 5 && to-from >= 2:
		n := s.value(from+1, 0)
		return Palette(uint8(n)), n < 256
	case s.value(from, 0) == 2 && to-from >= 4:
		r, g, b := s.value(to-3, 0), s.value(to-2, 0), s.value(to-1, 0)
		return RGB(uint8(r), uint8(g), uint8(b)), r < 256 && g < 256 && b < 256
	}
	return DefaultColor, false
}

func (p *pen) setColor(code int, c Color) {
	switch code {
	case 38:
		p.cell.Fg = c
	case 48:
		p.cell.Bg = c
	case 58:
		p.setUnderlineColor(c)
	}
}
