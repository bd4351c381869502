package vt

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// A packed row is its text in UTF-8 with marks between; the cells of the text
// are drawn as the mark before them says. The marks are C0 controls, which no
// cell holds. Numbers are varints, strings their length and their bytes.
const (
	markPlain   = 0x01 // from here on everything is as at the start of a row
	markStyle   = 0x02 // from here on: foreground, background, attributes
	markInk     = 0x03 // the same, and underline colour, link and its id
	markBlanks  = 0x04 // the number of never-written cells
	markWide    = 0x05 // the next character is wide
	markCluster = 0x06 // the next character is this string
)

// unstyled is the style a packed row begins with.
var unstyled = blank(DefaultColor)

// packer packs one row after the other, from left to right.
type packer struct {
	text  []byte
	width int  // cells so far
	wide  bool // there is a wide one among them
	ink   pen  // of what comes next, unless there is a mark
}

func (p *packer) reset() {
	p.text = p.text[:0]
	p.width = 0
	p.wide = false
	p.ink.cell = plainPen.cell
}

// draw makes what comes next look like with, which is a pen without a cluster.
func (p *packer) draw(with *pen) {
	if !sameStyle(&p.ink.cell, &with.cell) || p.ink.cell.Extra != with.cell.Extra ||
		with.cell.Extra && p.ink.extra != with.extra {
		p.change(with)
	}
}

func (p *packer) change(with *pen) {
	c := &with.cell
	p.ink.cell = *c
	switch {
	case c.Extra:
		p.ink.extra = with.extra
		p.style(markInk, c)
		p.number(colorNumber(with.extra.Underline))
		p.string(with.extra.Link)
		p.string(with.extra.LinkID)
	case sameStyle(c, &unstyled):
		p.text = append(p.text, markPlain)
	default:
		p.style(markStyle, c)
	}
}

func (p *packer) style(mark byte, c *Cell) {
	p.text = append(p.text, mark)
	p.number(colorNumber(c.Fg))
	p.number(colorNumber(c.Bg))
	p.number(uint64(c.Attr))
}

func (p *packer) number(n uint64) { p.text = binary.AppendUvarint(p.text, n) }

func (p *packer) string(s string) {
	p.number(uint64(len(s)))
	p.text = append(p.text, s...)
}

// colorNumber is c as a number that is smaller the more usual the colour is.
func colorNumber(c Color) uint64 {
	switch c >> 24 {
	case 0:
		return 0
	case paletteColor >> 24:
		return 1 + uint64(uint8(c))
	}
	return 257 + uint64(c&0xffffff)
}

func numberColor(n uint64) Color {
	switch {
	case n == 0:
		return DefaultColor
	case n < 257:
		return Palette(uint8(n - 1))
	}
	return rgbColor | Color(n-257)
}

// ascii adds printable ASCII.
func (p *packer) ascii(run []byte) {
	p.text = append(p.text, run...)
	p.width += len(run)
}

// rune adds a character of w columns.
func (p *packer) rune(r rune, w int) {
	if w == 2 {
		p.text = append(p.text, markWide)
		p.wide = true
	}
	p.text = utf8.AppendRune(p.text, r)
	p.width += w
}

// blanks adds n cells that were never written.
func (p *packer) blanks(n int, bg Color) {
	p.draw(&pen{cell: blank(bg)})
	p.text = append(p.text, markBlanks)
	p.number(uint64(n))
	p.width += n
}

// pack makes p hold r without the default blanks at its end.
func (p *packer) pack(r *Row) {
	p.reset()
	cells := trimmed(r.Cells[:r.filled])
	for p.width < len(cells) {
		if !p.plainRun(cells[p.width:]) {
			p.cell(r, cells, p.width)
		}
	}
}

func sameStyle(a, b *Cell) bool { return a.Fg == b.Fg && a.Bg == b.Bg && a.Attr == b.Attr }

// plainRun packs the printable ASCII of one style that cells begin with, if
// they do.
func (p *packer) plainRun(cells []Cell) bool {
	first := cells[0]
	if !plain(&first) {
		return false
	}
	first.Rune = 0
	p.draw(&pen{cell: first})
	had := len(p.text)
	p.text = slices.Grow(p.text, len(cells))[:had+len(cells)]
	to := p.text[had:]
	n := 0
	for i := range cells {
		c := &cells[i]
		if !plain(c) || !sameStyle(c, &first) {
			break
		}
		to[i] = byte(c.Rune)
		n++
	}
	p.text = p.text[:had+n]
	p.width += n
	return true
}

// plain tells whether c is printable ASCII and no more.
func plain(c *Cell) bool { return uint32(c.Rune-0x20) < del-0x20 && c.Width == 1 && !c.Extra }

// cell packs the character at x of cells, or the blanks there.
func (p *packer) cell(r *Row, cells []Cell, x int) {
	c := cells[x]
	if c.Rune == 0 {
		n := 1
		for x+n < len(cells) && cells[x+n] == c {
			n++
		}
		p.blanks(n, c.Bg)
		return
	}
	extra := r.Extras[x]
	ink := pen{cell: Cell{Fg: c.Fg, Bg: c.Bg, Attr: c.Attr, Width: 1}, extra: extra}
	ink.extra.Cluster = ""
	ink.cell.Extra = ink.extra != (Extra{})
	p.draw(&ink)
	if extra.Cluster == "" {
		p.rune(c.Rune, int(c.Width))
		return
	}
	p.cluster(extra.Cluster, int(c.Width))
}

// cluster adds a character of several code points and w columns.
func (p *packer) cluster(cluster string, w int) {
	if w == 2 {
		p.text = append(p.text, markWide)
		p.wide = true
	}
	p.text = append(p.text, markCluster)
	p.string(cluster)
	p.width += w
}

// trimmed is cells without the default blanks at their end.
func trimmed(cells []Cell) []Cell {
	n := len(cells)
	for n > 0 && cells[n-1].Rune == 0 && sameStyle(&cells[n-1], &unstyled) && cells[n-1].Width == 1 {
		n--
	}
	return cells[:n]
}
