package compose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

// Frame is a whole screen of cells in canonical form: blanks are spaces of
// width 1 that carry no rendition one could not see, right halves follow left
// halves and look like them, and Extras hold nothing without effect. So equal
// looks are equal cells, and a difference of Frames is a difference to the eye.
type Frame struct {
	Cols, Rows int
	Lines      []vt.Row // Rows of Cols cells each
	Cursor     vt.Cursor

	kept []bool // lines that drawing leaves as they are and a Diff passes over; see Shown
}

// NewFrame is a blank Frame of at least one cell.
func NewFrame(cols, rows int) *Frame {
	f := &Frame{}
	f.reset(cols, rows)
	return f
}

// Text is what the Frame shows, a line each, without the blanks at its end.
func (f *Frame) Text() string {
	var b strings.Builder
	var text []byte
	for _, line := range f.Lines {
		text = text[:0]
		for x, c := range line.Cells {
			if c.Width > 0 {
				text = appendText(text, line, x)
			}
		}
		b.WriteString(strings.TrimRight(string(text), " ") + "\n")
	}
	return b.String()
}

// appendText appends the text of the cell at column x.
func appendText(dst []byte, line vt.Row, x int) []byte {
	c := line.Cells[x]
	if c.Extra {
		if cluster := line.Extras[x].Cluster; cluster != "" {
			return append(dst, cluster...)
		}
	}
	return append(dst, string(c.Rune)...)
}

// blank is a cell with nothing in it.
var blank = vt.Cell{Rune: ' ', Width: 1}

// size gives f that size, with cells of any kind, unless it has it.
func (f *Frame) size(cols, rows int) {
	cols, rows = max(1, cols), max(1, rows)
	if f.Cols == cols && f.Rows == rows {
		return
	}
	f.Cols, f.Rows = cols, rows
	f.kept = make([]bool, rows)
	f.Lines = make([]vt.Row, rows)
	all := make([]vt.Cell, cols*rows)
	for y := range f.Lines {
		f.Lines[y].Cells = all[y*cols : (y+1)*cols : (y+1)*cols]
	}
}

// reset makes f a blank frame of that size and keeps its memory.
func (f *Frame) reset(cols, rows int) {
	f.size(cols, rows)
	for y := range f.Lines {
		if f.kept[y] {
			continue
		}
		fill(f.Lines[y].Cells, blank)
		clear(f.Lines[y].Extras)
	}
	f.Cursor = vt.Cursor{}
}

func fill(cells []vt.Cell, c vt.Cell) {
	for i := range cells {
		cells[i] = c
	}
}

func (f *Frame) bounds() layout.Rect { return layout.Rect{W: f.Cols, H: f.Rows} }

// set puts a narrow character at x, y if that is on the screen.
func (f *Frame) set(x, y int, c vt.Cell) {
	if f.vacate(x, y, 1) {
		f.Lines[y].Cells[x] = canonical(c)
	}
}

// setText puts a character of c.Width columns, or one with more to it than a
// cell holds, at x, y if all of it is on the screen.
func (f *Frame) setText(x, y int, c vt.Cell, extra vt.Extra) {
	if f.vacate(x, y, int(c.Width)) {
		put(&f.Lines[y], x, c, extra)
	}
}

// takes tells whether there is a line y that is to be drawn.
func (f *Frame) takes(y int) bool { return y >= 0 && y < f.Rows && !f.kept[y] }

// vacate makes room for a character; what it cuts in half becomes blank. ok is
// false where the screen has no such place.
func (f *Frame) vacate(x, y, width int) (ok bool) {
	if !f.takes(y) || x < 0 || x+width > f.Cols {
		return false
	}
	line := &f.Lines[y]
	unpair(line, x)
	if x+width < f.Cols {
		unpair(line, x+width)
	}
	for i := x; i < x+width; i++ {
		forget(line, i)
	}
	return true
}

// unpair blanks both halves of a wide character that a cut before column x
// would part.
func unpair(line *vt.Row, x int) {
	if line.Cells[x].Width == 0 && x > 0 {
		forget(line, x-1)
		line.Cells[x-1] = canonical(vt.Cell{Rune: ' ', Width: 1, Bg: line.Cells[x-1].Bg})
		line.Cells[x] = canonical(vt.Cell{Rune: ' ', Width: 1, Bg: line.Cells[x].Bg})
	}
}

func forget(line *vt.Row, x int) {
	if line.Cells[x].Extra {
		delete(line.Extras, x)
	}
}

// put stores one whole character in canonical form.
func put(line *vt.Row, x int, c vt.Cell, extra vt.Extra) {
	extra = useful(c, extra)
	c.Extra = extra != vt.Extra{}
	if c.Extra {
		if line.Extras == nil {
			line.Extras = map[int]vt.Extra{}
		}
		line.Extras[x] = extra
	}
	wide := c.Width == 2
	c = canonical(c)
	line.Cells[x] = c
	switch {
	case wide && c.Width == 2:
		line.Cells[x+1] = vt.Cell{Fg: c.Fg, Bg: c.Bg, Attr: c.Attr}
	case wide:
		line.Cells[x+1] = c
	}
}

// canonical drops what one cannot see of a blank, and shows nothing for a
// control character: no emulator stores one, and the terminal would obey it.
func canonical(c vt.Cell) vt.Cell {
	if c.Rune < ' ' || c.Rune >= 0x7f && c.Rune < 0xa0 {
		c.Rune = ' '
	}
	if c.Rune == ' ' && !c.Extra && !onBlank(c.Attr) {
		return vt.Cell{Rune: ' ', Bg: c.Bg, Width: 1}
	}
	return c
}

// onBlank tells whether a rendition shows where there is no character.
func onBlank(a vt.Attr) bool {
	return a&(vt.Inverse|vt.Strike|vt.Overline) != 0 || a.UnderlineStyle() != 0
}

// useful drops the parts of an Extra that have no effect or could not be
// written to a terminal safely.
func useful(c vt.Cell, e vt.Extra) vt.Extra {
	if e == (vt.Extra{}) {
		return e
	}
	if c.Attr.UnderlineStyle() == 0 {
		e.Underline = vt.DefaultColor
	}
	if !printable(e.Cluster) {
		e.Cluster = ""
	}
	if e.Link == "" || !printable(e.Link) {
		e.Link, e.LinkID = "", ""
	}
	if strings.ContainsAny(e.LinkID, ";:") || !printable(e.LinkID) {
		e.LinkID = ""
	}
	return e
}

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// copyRow copies src to columns x and on of row y, up to column end. A wide
// character cut by the edge, and a half without its other half, become blank.
func (f *Frame) copyRow(x, y, end int, src vt.Row) {
	if f.kept[y] {
		return
	}
	line := &f.Lines[y]
	cells := src.Cells[:min(len(src.Cells), end-x)]
	copied := line.Cells[x : x+len(cells)]
	copy(copied, cells)
	for i := 0; i < len(copied); i++ {
		c := &copied[i]
		switch {
		case c.Width != 1 || c.Extra:
			i += mend(line, x+i, cells[i:], src.Extras[i])
		case c.Rune <= ' ' || c.Rune >= 0x7f && c.Rune < 0xa0:
			*c = canonical(*c)
		}
	}
}

// mend makes the character at column x of line, copied as it was from the
// start of src, a whole one. It tells how many cells beyond the first it took.
func mend(line *vt.Row, x int, src []vt.Cell, extra vt.Extra) int {
	c := src[0]
	if !c.Extra {
		extra = vt.Extra{}
	}
	switch {
	case c.Width == 2 && len(src) > 1 && src[1].Width == 0:
		put(line, x, c, extra)
		return 1
	case c.Width == 1:
		put(line, x, c, extra)
	default:
		line.Cells[x] = canonical(vt.Cell{Rune: ' ', Width: 1, Fg: c.Fg, Bg: c.Bg, Attr: c.Attr})
	}
	return 0
}
