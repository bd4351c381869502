package vt

import "slices"

// scrollback is the lines that left the top of the main screen, the newest
// limit of them, packed (pack.go).
type scrollback struct {
	limit int
	ring  []packedRow
	first int // index in ring of the oldest line, once the ring is full
	lost  int // lines that were pushed and are kept no longer
}

func (s *scrollback) len() int { return len(s.ring) }

func (s *scrollback) at(i int) *packedRow {
	i += s.first
	if i >= len(s.ring) {
		i -= len(s.ring)
	}
	return &s.ring[i]
}

// push keeps r as the newest line; a full scrollback loses its oldest.
func (s *scrollback) push(r *Row) {
	switch {
	case s.limit == 0:
		s.lost++
	case len(s.ring) < s.limit:
		s.ring = append(s.ring, packedRow{})
		s.ring[len(s.ring)-1].pack(r)
	default:
		s.ring[s.first].pack(r)
		s.first = (s.first + 1) % len(s.ring)
		s.lost++
	}
}

// add keeps a row that a resize moved as the newest line.
func (s *scrollback) add(r *reflowed) {
	if r.packed == nil {
		s.push(&r.row)
		return
	}
	switch {
	case s.limit == 0:
	case len(s.ring) < s.limit:
		s.ring = append(s.ring, *r.packed)
	default:
		s.ring[s.first] = *r.packed
		s.first = (s.first + 1) % len(s.ring)
	}
}

// cut forgets all but the n oldest lines, which the ring must begin with.
func (s *scrollback) cut(n int) {
	if n < len(s.ring) {
		s.ring = slices.Clone(s.ring[:n]) // the others may be on their way to where these end
	}
}

// pop takes the newest line back, as wide as cols.
func (s *scrollback) pop(cols int) Row {
	s.straighten()
	r := s.row(len(s.ring)-1, cols)
	r.fit(cols)
	s.ring[len(s.ring)-1] = packedRow{}
	s.ring = s.ring[:len(s.ring)-1]
	return r
}

// straighten puts the oldest line at the start of the ring, which is only
// possible to shorten there.
func (s *scrollback) straighten() {
	if s.first == 0 {
		return
	}
	s.ring = slices.Concat(s.ring[s.first:], s.ring[:s.first])
	s.first = 0
}

// row is line i unpacked, at least cols wide.
func (s *scrollback) row(i, cols int) Row { return s.at(i).unpack(cols) }

func (s *scrollback) clear() {
	s.lost += len(s.ring)
	s.ring = nil
	s.first = 0
}
