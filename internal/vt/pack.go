package vt

import (
	"encoding/binary"
	"maps"
	"slices"
	"unicode/utf8"
)

// A packed row is its text in UTF-8 with marks between; the cells of the text
// take their style from the mark before them. The marks are C0 controls, which
// no cell holds.
const (
	markStyle  = 0x01 // fg, bg, attr follow as varints
	markBlanks = 0x02 // the number of never-written cells follows as a varint
	markWide   = 0x03 // the next character is wide
)

// unstyled is the style a packed row begins with.
var unstyled = blank(DefaultColor)

// packedRow is a row in few bytes: default blanks at its end take none.
type packedRow struct {
	data    []byte
	extras  map[int]Extra
	width   int // with the blanks at its end left out
	wrapped bool
}

// pack makes p hold r, in the memory p already has if that is enough.
func (p *packedRow) pack(r *Row) {
	p.data = p.data[:0]
	p.extras = maps.Clone(r.Extras)
	p.wrapped = r.Wrapped
	style := &unstyled
	cells := trimmed(r.Cells[:r.filled])
	p.width = len(cells)
	for i := 0; i < len(cells); {
		if c := &cells[i]; !sameStyle(c, style) {
			style = c
			p.style(c)
		}
		if n := p.ascii(cells[i:]); n > 0 {
			i += n
			continue
		}
		i += p.cells(cells[i:])
	}
}

func sameStyle(a, b *Cell) bool { return a.Fg == b.Fg && a.Bg == b.Bg && a.Attr == b.Attr }

// ascii packs the printable ASCII of one style that cells begin with.
func (p *packedRow) ascii(cells []Cell) int {
	had := len(p.data)
	data := slices.Grow(p.data, len(cells))[:had+len(cells)]
	to := data[had:]
	fg, bg, attr := cells[0].Fg, cells[0].Bg, cells[0].Attr
	n := 0
	for i := range cells {
		c := &cells[i]
		if uint32(c.Rune-0x20) >= del-0x20 || c.Fg != fg || c.Bg != bg || c.Attr != attr || c.Width != 1 {
			break
		}
		to[i] = byte(c.Rune)
		n++
	}
	p.data = data[:had+n]
	return n
}

// trimmed is cells without the default blanks at their end.
func trimmed(cells []Cell) []Cell {
	n := len(cells)
	for n > 0 && cells[n-1].Rune == 0 && sameStyle(&cells[n-1], &unstyled) && cells[n-1].Width == 1 {
		n--
	}
	return cells[:n]
}

func (p *packedRow) style(c *Cell) {
	p.data = append(p.data, markStyle)
	p.data = binary.AppendUvarint(p.data, uint64(c.Fg))
	p.data = binary.AppendUvarint(p.data, uint64(c.Bg))
	p.data = binary.AppendUvarint(p.data, uint64(c.Attr))
}

// cells packs the first character of cells, or the blanks they begin with, and
// is how many cells that took.
func (p *packedRow) cells(cells []Cell) int {
	switch c := &cells[0]; {
	case c.Rune == 0:
		n := 1
		for n < len(cells) && cells[n] == *c {
			n++
		}
		p.data = binary.AppendUvarint(append(p.data, markBlanks), uint64(n))
		return n
	case c.Width == 2:
		p.data = utf8.AppendRune(append(p.data, markWide), c.Rune)
		return 2
	default:
		p.data = utf8.AppendRune(p.data, c.Rune)
		return 1
	}
}

// unpack is the row p holds, with blanks up to cols columns.
func (p *packedRow) unpack(cols int) Row {
	r := Row{Cells: make([]Cell, 0, cols), Wrapped: p.wrapped}
	style := blank(DefaultColor)
	for d := p.data; len(d) > 0; {
		switch d[0] {
		case markStyle:
			style, d = unpackStyle(d[1:])
		case markBlanks:
			n, size := binary.Uvarint(d[1:])
			for range n {
				r.Cells = append(r.Cells, style)
			}
			d = d[1+size:]
		case markWide:
			c := style
			var size int
			c.Rune, size = utf8.DecodeRune(d[1:])
			c.Width = 2
			r.Cells = append(r.Cells, c, rightHalf(c))
			d = d[1+size:]
		default:
			c := style
			var size int
			c.Rune, size = utf8.DecodeRune(d)
			r.Cells = append(r.Cells, c)
			d = d[size:]
		}
	}
	r.filled = len(r.Cells)
	for x, e := range p.extras {
		r.setExtra(x, e)
	}
	if len(r.Cells) < cols {
		r.fit(cols)
	}
	return r
}

func unpackStyle(d []byte) (Cell, []byte) {
	c := Cell{Width: 1}
	var v [3]uint64
	for i := range v {
		var size int
		v[i], size = binary.Uvarint(d)
		d = d[size:]
	}
	c.Fg, c.Bg, c.Attr = Color(v[0]), Color(v[1]), Attr(v[2])
	return c, d
}
