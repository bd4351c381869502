package vt

// pen is how the next character is drawn: a cell to copy, and what of it does
// not fit a cell. cell.Extra tells that extra is not empty.
type pen struct {
	cell  Cell
	extra Extra
}

var plainPen = pen{cell: Cell{Width: 1}}

func (p *pen) setUnderlineColor(c Color) {
	p.extra.Underline = c
	p.cell.Extra = p.extra != (Extra{})
}

func (p *pen) setLink(target, id string) {
	p.extra.Link, p.extra.LinkID = target, id
	p.cell.Extra = p.extra != (Extra{})
}

// resetRendition is SGR 0: all but the hyperlink.
func (p *pen) resetRendition() {
	p.cell.Fg, p.cell.Bg, p.cell.Attr = DefaultColor, DefaultColor, 0
	if p.cell.Extra {
		p.setUnderlineColor(DefaultColor)
	}
}
