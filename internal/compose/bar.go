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
	for i := range b.Windows {
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
