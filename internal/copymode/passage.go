package copymode

import (
	"regexp"

	"atrium/internal/vt"
)

// passage is a line with all the rows that the margin broke it into, as one
// text.
type passage struct {
	first  int // number of the first row
	rows   []vt.Row
	starts []int // where each row begins in text
	text   []byte
}

// passageAt reads the line that begins with row n. The passage holds until the
// next one is read.
func (m *Mode) passageAt(n int) *passage {
	p := &m.passage
	p.first = n
	p.rows, p.starts, p.text = p.rows[:0], p.starts[:0], p.text[:0]
	for ; n < m.end && len(p.rows) < maxPassage; n++ {
		row := m.text.Line(n)
		p.rows = append(p.rows, row)
		p.starts = append(p.starts, len(p.text))
		p.text = appendCells(p.text, row, 0, endless)
		if !row.Wrapped {
			break
		}
	}
	return p
}

// end is the number of the row after the passage.
func (p *passage) end() int { return p.first + len(p.rows) }

// match is a place that a pattern matches, from its first character up to the
// column after its last one.
type match struct{ from, to pos }

// matches are those of pattern in p, in order, but for empty ones.
func (p *passage) matches(pattern *regexp.Regexp) []match {
	var all []match
	for _, span := range pattern.FindAllIndex(p.text, -1) {
		if span[0] == span[1] {
			continue
		}
		from, _ := p.place(span[0])
		to, after := p.place(span[1] - 1)
		to.col = after
		all = append(all, match{from, to})
	}
	return all
}

// place is the cell that holds byte at of the text, and the column after it.
func (p *passage) place(at int) (cell pos, after int) {
	i := len(p.starts) - 1
	for p.starts[i] > at {
		i--
	}
	row, n := p.rows[i], p.starts[i]
	var scratch [64]byte
	for x := range row.Cells {
		n += len(appendCell(scratch[:0], row, x))
		if at < n {
			return pos{p.first + i, x}, x + int(row.Cells[x].Width)
		}
	}
	return pos{p.first + i, len(row.Cells)}, len(row.Cells)
}
