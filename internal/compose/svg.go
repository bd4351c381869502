package compose

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"atrium/internal/vt"
)

// The picture's measures, in its own units: a cell of a 14 unit font, the
// space around the screen, and the bar of the window above it.
const (
	cellW, cellH = 8.4, 18.0
	baseline     = 13.5
	margin       = 14.0
	titleBar     = 34.0
)

// The dark theme in which default colours are shown.
const (
	darkBack, darkText = "#16181d", "#d8dbe2"
	darkTitle          = "#21242b"
)

// SVG is a picture of f in a window with that title: one self-contained file,
// the same bytes for the same Frame. Colours are those of xterm's palette.
func SVG(f *Frame, title string) []byte {
	w, h := 2*margin+cellW*float64(f.Cols), titleBar+margin+cellH*float64(f.Rows)
	var s svg
	s.linef(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s" role="img" aria-label="%s">`,
		num(w), num(h), escape(title))
	s.linef(`<rect width="%s" height="%s" rx="10" fill="%s"/>`, num(w), num(h), darkTitle)
	s.linef(`<path d="M0 %s H%s V%s a10 10 0 0 1 -10 10 H10 a10 10 0 0 1 -10 -10 Z" fill="%s"/>`,
		num(titleBar-6), num(w), num(h-10), darkBack)
	for i, fill := range []string{"#e0645c", "#dfb04a", "#5fb865"} {
		s.linef(`<circle cx="%d" cy="14" r="5.5" fill="%s"/>`, 20+20*i, fill)
	}
	s.linef(`<text x="%s" y="18.5" text-anchor="middle" fill="#9aa0ac" font-family="sans-serif" font-size="13">%s</text>`,
		num(w/2), escape(title))
	s.linef(`<g transform="translate(%s %s)" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" xml:space="preserve">`,
		num(margin), num(titleBar))
	for y, line := range f.Lines {
		s.backgrounds(y, line)
		s.runs(y, line)
	}
	s.cursor(f.Cursor)
	s.linef(`</g>`)
	s.linef(`</svg>`)
	return []byte(s.String())
}

type svg struct{ strings.Builder }

func (s *svg) linef(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

func (s *svg) rect(x, y, columns int, fill string) {
	s.linef(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`,
		num(cellW*float64(x)), num(cellH*float64(y)), num(cellW*float64(columns)), num(cellH), fill)
}

// backgrounds fills the cells whose background is not the window's.
func (s *svg) backgrounds(y int, line vt.Row) {
	for x := 0; x < len(line.Cells); {
		_, back := lookOf(line.Cells[x])
		start := x
		for x < len(line.Cells) && back == backOf(line.Cells[x]) {
			x++
		}
		if back != darkBack {
			s.rect(start, y, x-start, back)
		}
	}
}

// runs writes the text of a row, cells that look alike together. A run is
// stretched to its columns, so that no font can move what follows it.
func (s *svg) runs(y int, line vt.Row) {
	for x := 0; x < len(line.Cells); {
		c := line.Cells[x]
		if c == (vt.Cell{Rune: ' ', Bg: c.Bg, Width: 1}) || c.Width == 0 {
			x++
			continue
		}
		if armsOf(c.Rune) != 0 {
			x = s.lines(x, y, line)
		} else {
			x = s.run(x, y, line)
		}
	}
}

// run writes the text from column x on, up to a cell that looks otherwise, and
// tells where that is. A wide character or a cluster is a run of its own: no
// font agrees with the grid about their width.
func (s *svg) run(x, y int, line vt.Row) int {
	c := line.Cells[x]
	end := endOfRun(line, x)
	var text []byte
	for i := x; i < end; i += int(line.Cells[i].Width) {
		text = appendText(text, line, i)
	}
	front, _ := lookOf(c)
	s.linef(`<text x="%s" y="%s" textLength="%s" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</text>`,
		num(cellW*float64(x)), num(cellH*float64(y)+baseline), num(cellW*float64(end-x)), front, dress(c.Attr), escape(string(text)))
	return end
}

// endOfRun is the column after the last character of the run from x on. The
// blanks between words belong to it, those after the last word do not.
func endOfRun(line vt.Row, x int) int {
	c := line.Cells[x]
	end := x + int(c.Width)
	if !simple(c) {
		return end
	}
	for i := end; i < len(line.Cells); i++ {
		next := line.Cells[i]
		switch {
		case simple(next) && alike(next, c):
			end = i + 1
		case next != (vt.Cell{Rune: ' ', Bg: c.Bg, Width: 1}) || onBlank(c.Attr):
			return end
		}
	}
	return end
}

func simple(c vt.Cell) bool { return c.Width == 1 && !c.Extra && armsOf(c.Rune) == 0 }

func alike(a, b vt.Cell) bool { return a.Fg == b.Fg && a.Bg == b.Bg && a.Attr == b.Attr }

// dress is the attributes of a run as presentation attributes of SVG.
func dress(a vt.Attr) string {
	var s, lines string
	if a&vt.Bold != 0 {
		s += ` font-weight="bold"`
	}
	if a&vt.Italic != 0 {
		s += ` font-style="italic"`
	}
	if a&vt.Faint != 0 {
		s += ` opacity="0.6"`
	}
	for _, line := range []struct {
		on   bool
		name string
	}{{a.UnderlineStyle() != 0, " underline"}, {a&vt.Strike != 0, " line-through"}, {a&vt.Overline != 0, " overline"}} {
		if line.on {
			lines += line.name
		}
	}
	if lines != "" {
		s += ` text-decoration="` + lines[1:] + `"`
	}
	return s
}

func (s *svg) cursor(c vt.Cursor) {
	if c.Visible {
		s.linef(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s" opacity="0.55"/>`,
			num(cellW*float64(c.X)), num(cellH*float64(c.Y)), num(cellW), num(cellH), darkText)
	}
}

// lookOf is the colours of a cell as the picture shows them.
func lookOf(c vt.Cell) (front, back string) {
	front, back = hex(c.Fg, darkText), hex(c.Bg, darkBack)
	if c.Attr&vt.Inverse != 0 {
		front, back = back, front
	}
	if c.Attr&vt.Hidden != 0 {
		front = back
	}
	return front, back
}

func backOf(c vt.Cell) string {
	_, back := lookOf(c)
	return back
}

func hex(c vt.Color, otherwise string) string {
	r, g, b, ok := c.RGB()
	if index, isPalette := c.Palette(); isPalette {
		r, g, b = paletteRGB(index)
	} else if !ok {
		return otherwise
	}
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

// escape is s as XML text; characters that XML cannot hold are left out.
func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "")))
}

// num is a length with at most two decimals.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}
