package session

import (
	"time"

	"atrium/internal/vt"
)

// colorTime is how long a program that asks for the terminal's colours waits
// for them, in a session whose front has not told them yet.
const colorTime = 300 * time.Millisecond

// outerColors are the colours of the operator's terminal.
type outerColors struct {
	told  bool
	now   vt.Colors
	until time.Time // when programs that wait are told the usual ones, zero for none
}

// setColors tells every pane the terminal's colours.
func (s *State) setColors(colors vt.Colors) {
	s.colors = outerColors{told: true, now: colors}
	s.each(func(p *pane) {
		p.term.SetColors(colors)
		if p.alive() {
			s.write(p, p.term.TakeReplies())
		}
	})
}

// awaitColors gives the front its time from the first question on.
func (s *State) awaitColors(p *pane) {
	if !s.colors.told && s.colors.until.IsZero() && p.term.Waiting() {
		s.colors.until = s.now.Add(colorTime)
	}
}

// expireColors answers with the usual colours.
func (s *State) expireColors() {
	if due(s.now, s.colors.until) {
		s.setColors(vt.Colors{})
	}
}
