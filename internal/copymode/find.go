package copymode

// find is a search for a character in the cursor's line.
type find struct {
	kind   key // f, F, t or T
	target rune
}

// forward tells that it goes to the right.
func (f find) forward() bool { return f.kind == 'f' || f.kind == 't' }

// short tells that it stops one character before.
func (f find) short() bool { return f.kind == 't' || f.kind == 'T' }

func (f find) reversed() find {
	switch f.kind {
	case 'f':
		f.kind = 'F'
	case 'F':
		f.kind = 'f'
	case 't':
		f.kind = 'T'
	case 'T':
		f.kind = 't'
	}
	return f
}

// findAgain repeats the last find, findBack in the other direction.
func findAgain(m *Mode, n int) { m.find(m.lastFind, n, true) }
func findBack(m *Mode, n int)  { m.find(m.lastFind.reversed(), n, true) }

// find goes to the nth target, or nowhere. One that stops short would find the
// character that it stopped at again, so a repeated one looks past it.
func (m *Mode) find(f find, n int, again bool) {
	if f.kind == 0 {
		return
	}
	p := m.at
	if again && f.short() {
		p, _ = m.beside(p, f.forward())
	}
	before := p
	for range n {
		for {
			q, ok := m.beside(p, f.forward())
			if !ok {
				return
			}
			before, p = p, q
			if m.cell(p).Rune == f.target {
				break
			}
		}
	}
	if f.short() {
		p = before
	}
	m.place(p)
}

// beside is the character next to p in its line.
func (m *Mode) beside(p pos, forward bool) (pos, bool) {
	if !forward {
		q := m.whole(pos{p.line, p.col - 1})
		return q, p.col > 0
	}
	q := pos{p.line, m.after(p)}
	return q, q.col < m.length(p.line)
}
