package copymode

// Wheel moves the view by that many lines, up when they are negative.
func (m *Mode) Wheel(lines int) {
	m.settle()
	m.slide(lines)
}

// under is the place at column x of row y of the view, which may lie beyond it.
func (m *Mode) under(x, y int) pos {
	p := pos{m.top + min(max(y, 0), m.rows-1), m.shift() + min(max(x, 0), m.cols-1)}
	return m.whole(m.kept(p))
}

// Press puts the cursor under the pointer and takes the selection back.
func (m *Mode) Press(x, y int) {
	m.settle()
	m.selection = selection{}
	m.point(m.under(x, y))
}

// Drag selects from where the button was pressed. A pointer above or below the
// view scrolls it by a line.
func (m *Mode) Drag(x, y int) {
	m.settle()
	if m.selection.kind == nothing {
		m.selection = selection{kind: run, anchor: m.at}
	}
	switch {
	case y < 0:
		m.top = m.clampTop(m.top - 1)
	case y >= m.rows:
		m.top = m.clampTop(m.top + 1)
	}
	m.point(m.under(x, y))
}

// point puts the cursor under the pointer, also where no character is.
func (m *Mode) point(p pos) { m.at, m.want = p, p.col }

// SelectWord selects what is of one word with the character under the pointer:
// what makes up a name or a path.
func (m *Mode) SelectWord(x, y int) {
	m.settle()
	p := m.under(x, y)
	from, to := p, p
	if m.inName(p) {
		for q, crossed, ok := m.prev(from); ok && !crossed && m.inName(q); q, crossed, ok = m.prev(from) {
			from = q
		}
		for q, crossed, ok := m.next(to); ok && !crossed && m.inName(q); q, crossed, ok = m.next(to) {
			to = q
		}
	}
	m.selection = selection{kind: run, anchor: from}
	m.point(to)
	m.follow()
}

// inName tells whether the character at p may be in a name or a path.
func (m *Mode) inName(p pos) bool {
	switch m.cell(p).Rune {
	case '-', '.', '/', '~', '+', '@', '%', ':':
		return true
	}
	return m.classAt(p, false) == word
}

// SelectLine selects the line under the pointer, with all its rows.
func (m *Mode) SelectLine(x, y int) {
	m.settle()
	m.point(m.under(x, y))
	m.selection = selection{kind: lines, anchor: m.at}
}

// Copy is the selected text, as the release of the button copies it. The
// selection stays.
func (m *Mode) Copy() Outcome {
	m.settle()
	m.outcome = Outcome{}
	if m.Selecting() {
		m.take()
	}
	return m.outcome
}
