package compose

import "atrium/internal/vt"

// style is how chrome looks.
type style struct {
	fg, bg vt.Color
	attr   vt.Attr
}

func (s style) cell(r rune, width uint8) vt.Cell {
	return vt.Cell{Rune: r, Fg: s.fg, Bg: s.bg, Attr: s.attr, Width: width}
}

func (s style) in(fg vt.Color) style { s.fg = fg; return s }

func (s style) bold() style { s.attr |= vt.Bold; return s }

func (s style) inverse() style { s.attr |= vt.Inverse; return s }

// The hues of state, of the ANSI sixteen so that every terminal has them.
var (
	red          = vt.Palette(1)
	grey         = vt.Palette(8)
	brightYellow = vt.Palette(11)
	brightCyan   = vt.Palette(14)
	white        = vt.Palette(15)
)

// identityHue tells one identity from the next by one of two hues that no
// state has. The same name has the same hue in every session (FNV-1a).
func identityHue(name string) vt.Color {
	h := uint32(2166136261)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	if (h^h>>16)&1 == 0 {
		return vt.Palette(13)
	}
	return vt.Palette(10)
}

var (
	plain    = style{}
	barStyle = style{fg: vt.Palette(250), bg: vt.Palette(236)}
)

// borderStyle is the state of a pane, the most urgent first.
func borderStyle(t *Tile) style {
	switch {
	case t.Focused:
		return plain.in(brightCyan).bold()
	case t.Exited:
		return plain.in(red)
	case t.Badge == '?':
		return plain.in(brightYellow)
	case t.Active, t.Badge == '~':
		return plain
	default:
		return plain.in(grey)
	}
}

func markStyle(mark rune, base style) style {
	switch mark {
	case '!':
		return base.in(vt.Palette(9)).bold()
	case '?':
		return base.in(brightYellow).bold()
	case '+':
		return base.in(white)
	default:
		return base
	}
}
