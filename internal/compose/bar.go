package compose

import (
	"strconv"

	"github.com/clipperhouse/displaywidth"

	"atrium/internal/safetext"
)

const (
	brand     = "atrium"
	separator = " | "
)

// bar draws the status line on the last row: the windows from the left, then
// the note or the hint. A note keeps up to half of the line for itself, since
// many windows must not hide that something failed.
func (f *Frame) bar(b *Bar) {
	y, end := f.Rows-1, f.Cols
	if f.kept[y] {
		return
	}
	f.clearRow(y)
	note, noteStyle := sentence(b.Note), barStyle.in(white).bold()
	if note == "" {
		note, noteStyle = sentence(b.Hint), barStyle
	} else {
		end = max(f.Cols/2, f.Cols-displaywidth.String(note)-len(separator))
	}
	x := f.windows(b, y, end)
	if note != "" {
		x = f.write(x, y, f.Cols, separator, barStyle)
		f.write(x, y, f.Cols, note, noteStyle)
	}
}

// windows draws the brand word and the windows up to column end, with an
// ellipsis for those that do not fit.
func (f *Frame) windows(b *Bar, y, end int) int {
	x := f.write(0, y, end, " ", barStyle)
	x = f.write(x, y, end, brand, barStyle.in(brightCyan).bold())
	first := b.first(end - x)
	if first > 0 {
		x = f.write(x, y, end, " …", barStyle)
	}
	for i := first; i < len(b.Windows); i++ {
		if x+len(separator) >= end {
			return f.writeRune(max(0, end-1), y, end, '…', barStyle)
		}
		st := barStyle
		if i == b.Active {
			st = st.in(white).bold()
		}
		x = f.write(x, y, end, separator, barStyle)
		x = f.window(x, y, end, i+1, &b.Windows[i], st)
	}
	return x
}

// first is the first window that is named, in a room of so many columns: as few
// are left out as let the active one be seen whole.
func (b *Bar) first(room int) int {
	const ellipses = 4 // columns, at both ends
	first, wide := 0, 0
	for i := 0; i <= b.Active && i < len(b.Windows); i++ {
		wide += len(separator) + b.Windows[i].columns(i+1)
	}
	for ; first < b.Active && wide > room-ellipses; first++ {
		wide -= len(separator) + b.Windows[first].columns(first+1)
	}
	return first
}

// columns is how many the window takes as number n, a little more at most.
func (w *BarWindow) columns(n int) int {
	const marks = 2
	wide := len(strconv.Itoa(n)) + len(":") + displaywidth.String(safetext.Defang(w.Name)) + marks
	if w.Role != "" {
		wide += len(":") + displaywidth.String(safetext.Defang(w.Role))
	}
	if w.Identity != "" {
		wide += 1 + displaywidth.String(safetext.Defang(w.Identity))
	}
	return wide
}

func (f *Frame) window(x, y, end, number int, w *BarWindow, st style) int {
	x = f.write(x, y, end, strconv.Itoa(number), st)
	x = f.write(x, y, end, ":", st)
	x = f.write(x, y, end, safetext.Defang(w.Name), st)
	if w.Role != "" {
		x = f.write(x, y, end, ":", st)
		x = f.write(x, y, end, safetext.Defang(w.Role), st)
	}
	if w.Mark != 0 {
		x = f.writeRune(x, y, end, w.Mark, markStyle(w.Mark, st))
	}
	if w.Zoomed {
		x = f.writeRune(x, y, end, 'Z', st)
	}
	if w.Identity != "" {
		x = f.identity(x, y, end, w.Identity, st)
	}
	return x
}

// prompt draws the open command line on the last row, its end in view.
func (f *Frame) prompt(p *Prompt) {
	if !p.Open {
		return
	}
	y, st := f.Rows-1, barStyle.in(white)
	f.clearRow(y)
	x := f.write(0, y, f.Cols, p.Label, st.in(brightCyan).bold())
	x = f.write(x, y, f.Cols, lastColumns(sentence(p.Text), f.Cols-x-1), st)
	f.Cursor.X, f.Cursor.Y = min(x, f.Cols-1), y
	f.Cursor.Visible, f.Cursor.Shape = true, 0
}

func (f *Frame) clearRow(y int) {
	for x := range f.Cols {
		f.writeRune(x, y, f.Cols, ' ', barStyle)
	}
}

// lastColumns is the end of s that fits in width columns.
func lastColumns(s string, width int) string {
	over, cut := displaywidth.String(s)-width, 0
	for g := displaywidth.StringGraphemes(s); over > 0 && g.Next(); {
		over -= g.Width()
		cut += len(g.Value())
	}
	return s[cut:]
}
