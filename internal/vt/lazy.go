package vt

import "unicode/utf8"

// lazyRow is a row of a screen in one of two forms. As long as it is written
// from left to right, as by any program that only prints, it is packed text, to
// which more is appended: most of what a flood prints goes from there to the
// scrollback and is never looked at. Whoever asks for its cells makes it cells,
// and so it stays until it is cleared.
type lazyRow struct {
	row    Row // its cells are blank while it is text; Wrapped counts in either form
	text   packer
	asText bool
}

// cells is the row as cells, to read and to change.
func (l *lazyRow) cells() *Row {
	if l.asText {
		l.unfold()
	}
	return &l.row
}

func (l *lazyRow) unfold() {
	l.asText = false
	l.row.unpack(l.text.text)
}

// packed is the row as text, which its cells stay beside.
func (l *lazyRow) packed() *packer {
	if !l.asText {
		l.text.pack(&l.row)
	}
	return &l.text
}

// hold makes the cells of r, which are not too many, those of l, which is blank.
func (l *lazyRow) hold(r Row) {
	cells := l.cells().Cells
	copy(cells, r.Cells)
	l.row = r
	l.row.Cells = cells
}

// clear blanks the row.
func (l *lazyRow) clear(bg Color) {
	l.row.Wrapped = false
	if !l.asText {
		l.row.erase(0, len(l.row.Cells), DefaultColor)
		l.asText = true
	}
	l.text.reset()
	if bg != DefaultColor {
		l.cells().erase(0, len(l.row.Cells), bg)
	}
}

// endsBefore tells that the row is text of at most x columns.
func (l *lazyRow) endsBefore(x int) bool { return l.asText && l.text.width <= x }

// printASCII adds run at column x, which fits, if it may be added there.
func (l *lazyRow) printASCII(x int, run []byte, with *pen) bool {
	if !l.endsBefore(x) {
		return false
	}
	l.goTo(x, with)
	l.text.ascii(run)
	l.row.Wrapped = l.row.Wrapped && l.text.width < len(l.row.Cells)
	return true
}

// printRune is printASCII for a character of w columns.
func (l *lazyRow) printRune(x int, r rune, w int, with *pen) bool {
	if !l.endsBefore(x) {
		return false
	}
	l.goTo(x, with)
	l.text.rune(r, w)
	l.row.Wrapped = l.row.Wrapped && l.text.width < len(l.row.Cells)
	return true
}

func (l *lazyRow) goTo(x int, with *pen) {
	if gap := x - l.text.width; gap > 0 {
		l.text.blanks(gap, DefaultColor)
	}
	l.text.draw(with)
}

// appendLast appends the character that was written last, which is at x: of text
// the end, as what joins a character makes cells of it.
func (l *lazyRow) appendLast(dst []byte, x int) []byte {
	if !l.asText {
		return l.row.appendCluster(dst, x)
	}
	_, n := utf8.DecodeLastRune(l.text.text)
	return append(dst, l.text.text[len(l.text.text)-n:]...)
}

// erase blanks columns from to to and what they cut.
func (l *lazyRow) erase(from, to int, bg Color) {
	whole := to == len(l.row.Cells)
	switch {
	case whole && from == 0:
		l.clear(bg)
		return
	case bg == DefaultColor && l.endsBefore(from):
	default:
		row := l.cells()
		row.part(from)
		row.part(to)
		row.erase(from, to, bg)
	}
	l.row.Wrapped = l.row.Wrapped && !whole
}

// fit makes the row cols wide: a longer one is cut, a shorter one gets blanks.
func (l *lazyRow) fit(cols int) {
	if l.endsBefore(cols) {
		l.row.fit(cols)
		return
	}
	l.cells().fit(cols)
}
