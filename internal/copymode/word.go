package copymode

// The moves by words follow vi: a word is letters, digits and underscores, or
// other characters that are no blanks; a big word is anything between blanks;
// an empty line is a word too. What the margin wrapped is one word.

func wordNext(m *Mode, n int)    { m.repeat(n, func(p pos) pos { return m.wordAfter(p, false) }) }
func wordBack(m *Mode, n int)    { m.repeat(n, func(p pos) pos { return m.wordBefore(p, false) }) }
func wordEnd(m *Mode, n int)     { m.repeat(n, func(p pos) pos { return m.endAfter(p, false) }) }
func bigWordNext(m *Mode, n int) { m.repeat(n, func(p pos) pos { return m.wordAfter(p, true) }) }
func bigWordBack(m *Mode, n int) { m.repeat(n, func(p pos) pos { return m.wordBefore(p, true) }) }
func bigWordEnd(m *Mode, n int)  { m.repeat(n, func(p pos) pos { return m.endAfter(p, true) }) }

// pastWord goes behind the end of the word, where emacs has its cursor.
func pastWord(m *Mode, n int) {
	for range n {
		p, ok := m.at, true
		for ok && m.classAt(p, false) != word {
			p, _, ok = m.next(p)
		}
		p = m.runEnd(p, false)
		m.place(pos{p.line, m.after(p)})
	}
}

// repeat moves the cursor n times, or until it stays where it is.
func (m *Mode) repeat(n int, move func(pos) pos) {
	p := m.at
	for range n {
		q := move(p)
		if q == p {
			break
		}
		p = q
	}
	m.place(p)
}

func (m *Mode) wordAfter(p pos, big bool) pos {
	class := m.classAt(p, big)
	for {
		q, crossed, ok := m.next(p)
		if !ok {
			return p
		}
		p = q
		switch now := m.classAt(p, big); {
		case now == empty && crossed:
			return p
		case now == space || now == empty:
			class = space
		case crossed || now != class:
			return p
		}
	}
}

func (m *Mode) wordBefore(p pos, big bool) pos {
	p, crossed, ok := m.prev(p)
	for ok && m.classAt(p, big) <= space {
		if m.classAt(p, big) == empty && crossed {
			return p
		}
		p, crossed, ok = m.prev(p)
	}
	return m.runStart(p, big)
}

func (m *Mode) endAfter(p pos, big bool) pos {
	p, _, ok := m.next(p)
	for ok && m.classAt(p, big) <= space {
		p, _, ok = m.next(p)
	}
	return m.runEnd(p, big)
}

// runStart is the first of the characters of one class that p is among.
func (m *Mode) runStart(p pos, big bool) pos {
	class := m.classAt(p, big)
	for {
		q, crossed, ok := m.prev(p)
		if !ok || crossed || m.classAt(q, big) != class {
			return p
		}
		p = q
	}
}

// runEnd is the last of the characters of one class that p is among.
func (m *Mode) runEnd(p pos, big bool) pos {
	class := m.classAt(p, big)
	for {
		q, crossed, ok := m.next(p)
		if !ok || crossed || m.classAt(q, big) != class {
			return p
		}
		p = q
	}
}
