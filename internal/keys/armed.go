package keys

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// arm takes the prefix: the next key is a command.
func (s *Scanner) arm() {
	s.armed = true
	s.eat(s.bound.prefix.Code)
}

// obey takes the key after the prefix.
func (s *Scanner) obey(stroke Stroke) {
	s.armed = false
	s.eat(stroke.Code)
	if a, ok := s.bound.actions[stroke]; ok {
		s.emit(a)
	}
}

// endKey ends a sequence that is a key: the prefix, the command that it is after
// the prefix, otherwise bytes like any others. Where the terminal tells of
// repetitions and releases, those of a key that was obeyed go with it, and keys
// like Shift neither end the wait for a command nor are one.
func (s *Scanner) endKey(body string, final byte) {
	k, ok := decode(body, final)
	stroke := k.stroke()
	switch {
	case !ok:
		s.abandon()
	case k.event == released && (s.spit(stroke.Code) || s.spit(k.code)):
		s.drop()
	case k.event == released || k.modifier():
		s.passOn()
	case k.event == repeated && s.isEaten(stroke.Code):
		s.drop()
	case s.armed:
		s.drop()
		s.obey(stroke)
	case stroke == s.bound.prefix:
		s.drop()
		s.arm()
	default:
		s.spit(stroke.Code)
		s.abandon()
	}
}

// inWide reads on in a character of several bytes.
func (s *Scanner) inWide(b byte) {
	if utf8.RuneStart(b) {
		s.abandon()
		s.key(b)
		return
	}
	s.held = append(s.held, b)
	s.endWide()
}

func (s *Scanner) endWide() {
	if utf8.FullRune(s.held) {
		r, _ := utf8.DecodeRune(s.held)
		s.drop()
		s.obey(typed(r))
	}
}

// maxEaten bounds the keys that are taken to be held down at the same time.
const maxEaten = 8

// eat remembers a key whose release is no pane's either.
func (s *Scanner) eat(code rune) {
	s.spit(code)
	if len(s.eaten) == maxEaten {
		s.eaten = slices.Delete(s.eaten, 0, 1)
	}
	s.eaten = append(s.eaten, unicode.ToLower(code))
}

// spit forgets such a key, and tells whether it was one.
func (s *Scanner) spit(code rune) bool {
	i := slices.Index(s.eaten, unicode.ToLower(code))
	if i >= 0 {
		s.eaten = slices.Delete(s.eaten, i, i+1)
	}
	return i >= 0
}

func (s *Scanner) isEaten(code rune) bool {
	return slices.Contains(s.eaten, unicode.ToLower(code))
}
