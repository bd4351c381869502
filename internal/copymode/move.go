package copymode

// motion moves the cursor n times.
type motion func(m *Mode, n int)

// endless is the column aimed at after a move to the end of a line.
const endless = int(^uint(0) >> 1)

// place puts the cursor at p, or as near as it may stand.
func (m *Mode) place(p pos) {
	p = m.kept(p)
	p.col = max(0, min(p.col, m.last(p.line)))
	m.at = m.whole(p)
	m.want = m.at.col
	m.follow()
}

// toLine puts the cursor on line n, in the column that is aimed at.
func (m *Mode) toLine(n int) {
	want := m.want
	m.place(pos{max(m.first, min(n, m.end-1)), want})
	m.want = want
}

func left(m *Mode, n int) {
	for range n {
		switch {
		case m.at.col > 0:
			m.place(pos{m.at.line, m.at.col - 1})
		case m.style == Emacs && m.at.line > m.first:
			m.place(pos{m.at.line - 1, endless})
		default:
			return
		}
	}
}

func right(m *Mode, n int) {
	for range n {
		switch {
		case m.at.col < m.last(m.at.line):
			m.place(pos{m.at.line, m.after(m.at)})
		case m.style == Emacs && m.at.line+1 < m.end:
			m.place(pos{m.at.line + 1, 0})
		default:
			return
		}
	}
}

func up(m *Mode, n int)   { m.toLine(m.at.line - n) }
func down(m *Mode, n int) { m.toLine(m.at.line + n) }

func lineBegin(m *Mode, _ int) { m.place(pos{m.at.line, 0}) }

func lineFinish(m *Mode, n int) {
	m.toLine(m.at.line + n - 1)
	m.place(pos{m.at.line, m.last(m.at.line)})
	m.want = endless
}

// firstWord goes to the first character of the line that is no blank.
func firstWord(m *Mode, _ int) {
	p, end := pos{m.at.line, 0}, m.length(m.at.line)
	for p.col < end && m.classAt(p, true) == space {
		p.col = m.after(p)
	}
	m.place(p)
}

func toTop(m *Mode, n int) { m.toLine(m.first + n - 1) }

// toBottom goes to the end, or to the line that was typed before.
func toBottom(m *Mode, n int) {
	if m.count > 0 {
		toTop(m, n)
		return
	}
	m.toLine(m.end - 1)
}

func viewTop(m *Mode, n int)    { m.toLine(m.top + min(n, m.rows) - 1) }
func viewMiddle(m *Mode, _ int) { m.toLine(m.top + (m.rows-1)/2) }
func viewBottom(m *Mode, n int) { m.toLine(m.top + m.rows - min(n, m.rows)) }

// scroll moves view and cursor together by that many lines.
func (m *Mode) scroll(by int) {
	m.top = m.clampTop(m.top + by)
	m.toLine(m.at.line + by)
}

// page is how far a page goes: two lines of the last one stay in sight.
func (m *Mode) page() int { return max(1, m.rows-2) }
func (m *Mode) half() int { return max(1, m.rows/2) }

func pageUp(m *Mode, n int)   { m.scroll(-n * m.page()) }
func pageDown(m *Mode, n int) { m.scroll(n * m.page()) }
func halfUp(m *Mode, n int)   { m.scroll(-n * m.half()) }
func halfDown(m *Mode, n int) { m.scroll(n * m.half()) }

// slide moves the view and leaves the cursor on its line while that is in it.
func (m *Mode) slide(by int) {
	m.top = m.clampTop(m.top + by)
	m.toLine(min(max(m.at.line, m.top), m.top+m.rows-1))
}

func slideUp(m *Mode, n int)   { m.slide(-n) }
func slideDown(m *Mode, n int) { m.slide(n) }

func paragraphUp(m *Mode, n int)   { m.paragraph(n, -1) }
func paragraphDown(m *Mode, n int) { m.paragraph(n, 1) }

// paragraph goes to the nth empty line that way which ends a paragraph.
func (m *Mode) paragraph(n, by int) {
	line := m.at.line
	for range n {
		line = m.skipLines(line, by, true)
		line = m.skipLines(line, by, false)
	}
	m.place(pos{line, 0})
	if by > 0 && m.at.line == m.end-1 {
		m.place(pos{line, endless})
	}
}

// skipLines is the first line from n on which is not empty (or not full), or the last
// one in reach.
func (m *Mode) skipLines(n, by int, empty bool) int {
	for (m.length(n) == 0) == empty && n+by >= m.first && n+by < m.end && m.reach > 0 {
		n += by
		m.reach--
	}
	return n
}
