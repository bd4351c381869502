package copymode

import "atrium/internal/vt"

// Places are the places that m remembers. Whoever breaks the lines of the text
// anew moves them with what stands there, and tells Moved.
func (m *Mode) Places() []vt.Position {
	m.settle()
	places, lines := m.remembered()
	all := make([]vt.Position, 0, len(places)+len(lines))
	for _, p := range places {
		at := m.kept(*p)
		all = append(all, vt.Position{Line: at.line, Col: at.col})
	}
	for _, n := range lines {
		all = append(all, vt.Position{Line: m.kept(pos{line: *n}).line})
	}
	return all
}

// Moved takes back what Places told.
func (m *Mode) Moved(all []vt.Position) {
	places, lines := m.remembered()
	for i, p := range places {
		*p = pos{all[i].Line, all[i].Col}
	}
	for i, n := range lines {
		*n = all[len(places)+i].Line
	}
	m.settle()
	if h := m.search.hunt; h != nil {
		h.line, h.end = m.lineStart(m.kept(pos{line: h.line}).line), m.end
	}
}

// remembered is where the places are, and those lines that matter as a whole.
func (m *Mode) remembered() (places []*pos, lines []*int) {
	places, lines = []*pos{&m.at, &m.selection.anchor}, []*int{&m.top}
	if p := m.prompt; p != nil {
		places, lines = append(places, &p.from, &p.at), append(lines, &p.top)
	}
	if h := m.search.hunt; h != nil {
		places, lines = append(places, &h.start), append(lines, &h.line)
	}
	return places, lines
}
