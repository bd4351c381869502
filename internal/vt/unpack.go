package vt

import (
	"encoding/binary"
	"unicode/utf8"
)

// unpacker writes a packed row (pack.go) to cells.
type unpacker struct {
	row  *Row
	x    int
	ink  pen
	wide bool // the next character is
}

// unpack writes a packed row to r, whose cells are blank, in default colours and
// not fewer.
func (r *Row) unpack(text []byte) {
	u := unpacker{row: r, ink: plainPen}
	for len(text) > 0 {
		text = u.next(text)
	}
	r.filled = u.x
}

// next reads what text begins with and is what follows.
func (u *unpacker) next(text []byte) []byte {
	switch c := text[0]; {
	case c >= utf8.RuneSelf:
		r, n := utf8.DecodeRune(text)
		u.put(r, "")
		return text[n:]
	case c >= 0x20 && u.plain():
		return u.ascii(text)
	case c >= 0x20:
		u.put(rune(c), "")
		return text[1:]
	}
	return u.mark(text[0], text[1:])
}

// plain tells whether ASCII needs no more than a cell.
func (u *unpacker) plain() bool { return !u.ink.cell.Extra && !u.wide }

func (u *unpacker) ascii(text []byte) []byte {
	c := u.ink.cell
	n := 0
	cells := u.row.Cells[u.x:]
	for n < len(text) && n < len(cells) && text[n]-0x20 < del-0x20 {
		c.Rune = rune(text[n])
		cells[n] = c
		n++
	}
	u.x += n
	return text[n:]
}

// mark obeys a mark and is what follows what it takes.
func (u *unpacker) mark(mark byte, text []byte) []byte {
	switch mark {
	case markPlain:
		u.ink.cell = plainPen.cell
	case markStyle:
		return u.style(text)
	case markInk:
		return u.looks(u.style(text))
	case markBlanks:
		n, text := number(text)
		fill(u.row.Cells[u.x:u.x+int(n)], u.ink.cell)
		u.x += int(n)
		return text
	case markWide:
		u.wide = true
	case markCluster:
		cluster, text := packedString(text)
		r, _ := utf8.DecodeRuneInString(cluster)
		u.put(r, cluster)
		return text
	}
	return text
}

func (u *unpacker) style(text []byte) []byte {
	var v [3]uint64
	for i := range v {
		v[i], text = number(text)
	}
	u.ink.cell = Cell{Fg: numberColor(v[0]), Bg: numberColor(v[1]), Attr: Attr(v[2]), Width: 1}
	return text
}

func (u *unpacker) looks(text []byte) []byte {
	color, text := number(text)
	u.ink.extra.Underline = numberColor(color)
	u.ink.extra.Link, text = packedString(text)
	u.ink.extra.LinkID, text = packedString(text)
	u.ink.cell.Extra = true
	return text
}

// put writes one character, of which cluster is more than its first code point
// unless it is "".
func (u *unpacker) put(r rune, cluster string) {
	c := u.ink.cell
	c.Rune, c.Extra = r, false
	if u.wide {
		c.Width = 2
		u.row.Cells[u.x+1] = rightHalf(c)
	}
	u.row.Cells[u.x] = c
	extra := Extra{}
	if u.ink.cell.Extra {
		extra = u.ink.extra
	}
	if extra.Cluster = cluster; extra != (Extra{}) {
		u.row.setExtra(u.x, extra)
	}
	u.x += int(c.Width)
	u.wide = false
}

func number(text []byte) (uint64, []byte) {
	n, size := binary.Uvarint(text)
	return n, text[size:]
}

func packedString(text []byte) (string, []byte) {
	n, text := number(text)
	return string(text[:n]), text[n:]
}
