package compose

import "atrium/internal/vt"

// Caps is what the operator's terminal can show.
type Caps struct {
	Depth      Depth
	Underlines bool // styles and colours of underlines
	Links      bool // OSC 8
}

// Diff is the bytes that make a terminal which shows old show new; old nil is
// a terminal that shows anything. Nothing to change gives nil. It counts on a
// terminal with its default rendition and scrolling region, and leaves one;
// the cursor may be anywhere.
func Diff(old, new *Frame, caps Caps) []byte { return AppendDiff(nil, old, new, caps) }

// AppendDiff appends what Diff returns to dst, which it returns as it was when
// there is nothing to change.
func AppendDiff(dst []byte, old, new *Frame, caps Caps) []byte {
	p := painter{pen: pen{out: dst, x: -1, y: -1, caps: caps}, cols: new.Cols, before: -1}
	p.raw("\x1b[?2026h")
	if old == nil || old.Cols != new.Cols || old.Rows != new.Rows {
		old = p.erase(new.Cols, new.Rows)
	} else {
		p.hidden = !old.Cursor.Visible
	}
	start := len(p.out)
	for y := range new.Lines {
		if !new.kept[y] {
			p.row(y, &old.Lines[y], &new.Lines[y])
		}
	}
	p.settle()
	p.cursor(old.Cursor, new.Cursor, len(p.out) > start)
	if len(p.out) == len(dst)+len("\x1b[?2026h") {
		return dst
	}
	p.raw("\x1b[?2026l")
	return p.out
}

// painter writes rows of cells.
type painter struct {
	pen
	cols   int
	hidden bool // the cursor is hidden; while cells are drawn it would be seen running
	nowrap bool // autowrap was turned off, or the last column could scroll the screen
	before int  // column of the cell just written in this row, if the pen stands right after it, or -1
}

// erase starts from nothing, whatever the terminal showed, and returns what it
// shows then. No cursor has the shape that stands for one that is not known.
func (p *painter) erase(cols, rows int) *Frame {
	p.hide()
	p.raw("\x1b[m\x1b[2J")
	f := NewFrame(cols, rows)
	f.Cursor.Shape = 255
	return f
}

func (p *painter) hide() {
	if !p.hidden {
		p.raw("\x1b[?25l")
		p.hidden = true
	}
}

// settle leaves the terminal as the next Diff expects it.
func (p *painter) settle() {
	p.link("", "")
	p.look(rendition{})
	if p.nowrap {
		p.raw("\x1b[?7h")
	}
}

// cursor puts the cursor where the new frame has it. The old one still stands
// unless something was drawn.
func (p *painter) cursor(old, new vt.Cursor, drawn bool) {
	if old.Shape != new.Shape {
		p.numbers("\x1b[", " q", int(new.Shape))
	}
	if !new.Visible {
		p.hide()
		return
	}
	if drawn || p.hidden || old.X != new.X || old.Y != new.Y {
		p.moveTo(new.X, new.Y)
	}
	if p.hidden {
		p.raw("\x1b[?25h")
	}
}

// The least runs of blanks for which erasing is shorter than writing them.
const (
	minEraseLine = 4
	minErase     = 12
)

// row writes the cells of line y that differ. A wide character and what it
// covers or uncovers always differ together, so none is ever half written.
func (p *painter) row(y int, old, new *vt.Row) {
	p.before = -1
	x := firstChange(old, new, 0)
	if x == len(new.Cells) {
		return
	}
	p.hide()
	tail := blankTail(new.Cells)
	for ; x < len(new.Cells); x = firstChange(old, new, x) {
		if x >= tail && changed(old, new, x) >= minEraseLine {
			p.eraseRun(x, y, "\x1b[K", 0)
			return
		}
		if n := changedBlanks(old, new, x); n >= minErase {
			p.eraseRun(x, y, "X", n)
			x += n
			continue
		}
		x += p.cell(new, x, y)
		x = p.letters(old, new, x)
	}
}

// letters writes the changed cells from x on that are ASCII letters and look as
// the one just written, which is most of most rows, and tells where they end.
func (p *painter) letters(old, new *vt.Row, x int) int {
	if p.before != x-1 || p.x != x || !letter(&new.Cells[x-1]) {
		return x
	}
	like := &new.Cells[x-1]
	for ; x < p.cols-1; x++ {
		c := &new.Cells[x]
		if !letter(c) || c.Fg != like.Fg || c.Bg != like.Bg || c.Attr != like.Attr || *c == old.Cells[x] {
			break
		}
		p.out = append(p.out, byte(c.Rune))
	}
	p.x, p.before = x, x-1
	return x
}

func letter(c *vt.Cell) bool { return c.Rune > ' ' && c.Rune < 0x7f && c.Width == 1 && !c.Extra }

// eraseRun erases n columns from x, or with n 0 what the sequence alone does,
// in the default background.
func (p *painter) eraseRun(x, y int, sequence string, n int) {
	p.before = -1
	p.moveTo(x, y)
	p.link("", "")
	p.look(rendition{})
	if n == 0 {
		p.raw(sequence)
		return
	}
	p.numbers("\x1b[", sequence, n)
}

// firstChange is the first column from x on in which the rows differ. Most of
// a frame passes through here, so it compares many cells at once, and looks into
// Extras only where there is one.
func firstChange(old, new *vt.Row, x int) int {
	const many = 16
	a, b := old.Cells, new.Cells
	if len(old.Extras)+len(new.Extras) == 0 {
		for end := min(len(a), len(b)) - many; x <= end && *(*[many]vt.Cell)(a[x:]) == *(*[many]vt.Cell)(b[x:]); {
			x += many
		}
	}
	for ; x < len(a) && x < len(b); x++ {
		if a[x] != b[x] || b[x].Extra && old.Extras[x] != new.Extras[x] {
			break
		}
	}
	return x
}

// blankTail is the column from which on all cells are blank.
func blankTail(cells []vt.Cell) int {
	x := len(cells)
	for x > 0 && cells[x-1] == blank {
		x--
	}
	return x
}

// changedBlanks counts the cells from x on that became blank.
func changedBlanks(old, new *vt.Row, x int) (n int) {
	for i := x; i < len(new.Cells) && new.Cells[i] == blank && old.Cells[i] != blank; i++ {
		n++
	}
	return n
}

// changed counts the cells from x on that differ, up to minEraseLine.
func changed(old, new *vt.Row, x int) (n int) {
	for ; x < len(new.Cells) && n < minEraseLine; x++ {
		if !same(old, new, x) {
			n++
		}
	}
	return n
}

func same(old, new *vt.Row, x int) bool {
	return old.Cells[x] == new.Cells[x] && (!new.Cells[x].Extra || old.Extras[x] == new.Extras[x])
}

// cell writes the character at column x and tells its width.
func (p *painter) cell(line *vt.Row, x, y int) int {
	c := line.Cells[x]
	if c.Width == 0 {
		return 1 // its left half has just been written, and this with it
	}
	var extra vt.Extra
	if c.Extra {
		extra = line.Extras[x]
	}
	width := int(c.Width)
	if x+width >= p.cols && !p.nowrap {
		p.raw("\x1b[?7l")
		p.nowrap = true
	}
	if p.before >= 0 && p.x == x && joins(*line, p.before, x) {
		p.x = -1
	}
	p.moveTo(x, y)
	p.link(extra.Link, extra.LinkID)
	p.look(p.rendition(c, extra))
	p.text(line, x)
	return width
}

// rendition is the look of a cell. A blank takes over what is set already and
// cannot be seen on it, so that coloured words do not cost two sequences each.
func (p *painter) rendition(c vt.Cell, extra vt.Extra) rendition {
	if c == (vt.Cell{Rune: ' ', Bg: c.Bg, Width: 1}) && !onBlank(p.asked.attr) {
		taken := p.asked
		taken.bg = c.Bg
		return taken
	}
	return rendition{c.Fg, c.Bg, extra.Underline, c.Attr}
}

// text writes a cell's text. Where the terminal may count its columns in
// another way than our emulator does, the pen's column is unknown after it, so
// that the next cell is placed anew and no border moves.
func (p *painter) text(line *vt.Row, x int) {
	c := line.Cells[x]
	width, cluster := int(c.Width), c.Extra && line.Extras[x].Cluster != ""
	columns := width
	if !cluster && c.Rune >= firstUnsure {
		columns = runeWidth(c.Rune)
	}
	if columns == 0 {
		p.raw(" ")
	} else {
		p.out = appendText(p.out, *line, x)
	}
	p.x, p.before = x+width, x
	if cluster || columns != width || p.x >= p.cols {
		p.x, p.before = -1, -1
	}
}
