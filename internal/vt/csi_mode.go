package vt

// Source: ECMA-48 7 (SM, RM), DEC STD 070 and xterm's ctlseqs (DECSET, DECRST,
// DECRQM, DECSTR), the terminal working group's modes 2026, 2027, 2031 and 2048.
//
// Deviations: a mode that is not in flag, privateFlag or the switches below is
// swallowed; of those that programs know, fixedModes tells how they always
// are. Resetting any mouse mode turns the mouse off, and any of its encodings
// brings the oldest back. Cells have no size in pixels here, so that there are
// no mouse reports in pixels (1016), and size reports tell 0 of them.

// flag is the ANSI mode n, or nil.
func (t *Terminal) flag(n int) *bool {
	switch n {
	case 4:
		return &t.insert
	case 20:
		return &t.newline
	}
	return nil
}

// privateFlag is the DEC private mode n, or nil, for the modes that do nothing
// when they change.
func (t *Terminal) privateFlag(n int) *bool {
	switch n {
	case 1:
		return &t.modes.AppCursor
	case 7:
		return &t.wraps
	case 12:
		return &t.blink
	case 25:
		return &t.visible
	case 66:
		return &t.modes.AppKeypad
	case 1004:
		return &t.modes.Focus
	case 2004:
		return &t.modes.BracketedPaste
	case 2026:
		return &t.modes.Sync
	case 2031:
		return &t.modes.Scheme
	}
	return nil
}

func (t *Terminal) setModes(s *sequence)   { t.switchModes(s, true) }
func (t *Terminal) resetModes(s *sequence) { t.switchModes(s, false) }

func (t *Terminal) switchModes(s *sequence, on bool) {
	for i := range s.n {
		if f := t.flag(s.value(i, 0)); f != nil {
			*f = on
		}
	}
}

func (t *Terminal) setPrivateModes(s *sequence) {
	for i := range s.n {
		t.switchPrivate(s.value(i, 0), true)
	}
}

func (t *Terminal) resetPrivateModes(s *sequence) {
	for i := range s.n {
		t.switchPrivate(s.value(i, 0), false)
	}
}

func (t *Terminal) switchPrivate(n int, on bool) {
	if f := t.privateFlag(n); f != nil {
		*f = on
		t.cur.pending = t.cur.pending && t.wraps
		return
	}
	switch n {
	case 6:
		t.cur.origin = on
		t.moveToLine(0, 0)
	case 9, 1000, 1002, 1003:
		t.modes.Mouse = 0
		if on {
			t.modes.Mouse = n
		}
	case 1005, 1006, 1015:
		t.modes.MouseForm = 0
		if on {
			t.modes.MouseForm = n
		}
	case 1007:
		t.modes.NoWheelKeys = !on
	case 2048:
		t.modes.SizeReports = on
		t.answer(string(t.EncodeSize()))
	case 47, 1047, 1048, 1049:
		t.switchScreen(n, on)
	}
}

// switchScreen obeys the modes that show the alternate screen or keep the
// cursor for it.
func (t *Terminal) switchScreen(n int, on bool) {
	switch {
	case n == 1048 && on:
		t.saveCursor()
	case n == 1048:
		t.restoreCursor()
	case n == 1049 && on:
		t.saveCursor()
		t.showScreen(&t.alt)
		t.eraseRows(0, t.rows)
	case n == 1049:
		t.showScreen(&t.main)
		t.restoreCursor()
	case on:
		t.showScreen(&t.alt)
	default:
		if n == 1047 && t.scr == &t.alt {
			t.eraseRows(0, t.rows)
		}
		t.showScreen(&t.main)
	}
}

// showScreen shows s. The alternate screen takes no memory before it is first
// shown.
func (t *Terminal) showScreen(s *screen) {
	if t.scr == s {
		return
	}
	if s.ring == nil {
		s.allocate(t.cols, t.rows)
	}
	t.scr.leftAt = t.cur.y
	t.scr = s
	t.modes.AltScreen = s == &t.alt
	t.modes.Kitty = t.keyStack().flags
	t.dirty.setAll()
}

func (t *Terminal) softResetCSI(*sequence) { t.softReset() }

// The answers of DECRQM.
const (
	modeUnknown = iota
	modeSet
	modeReset
	modeAlwaysSet
	modeNeverSet
)

// fixedModes are the private modes that cannot change: 132 columns, smooth
// scroll, reverse video, autorepeat, 80-column switching, reverse wrap, the
// backspace key, left and right margins, highlight tracking, mouse reports in
// pixels, Alt as ESC, extended reverse wrap, grapheme clusters.
var fixedModes = map[int]int{
	3: modeNeverSet, 4: modeNeverSet, 5: modeNeverSet, 8: modeAlwaysSet, 40: modeNeverSet, 45: modeNeverSet,
	67: modeNeverSet, 69: modeNeverSet, 1001: modeNeverSet, 1016: modeNeverSet, 1036: modeAlwaysSet,
	1045: modeNeverSet, 2027: modeAlwaysSet,
}

// fixedANSIModes are the ANSI modes that cannot change: a locked keyboard, and
// local echo, which mode 12 turns off.
var fixedANSIModes = map[int]int{2: modeNeverSet, 12: modeAlwaysSet}

func answerOf(on bool) int {
	if on {
		return modeSet
	}
	return modeReset
}

func (t *Terminal) reportMode(s *sequence) {
	n := s.value(0, 0)
	answer := fixedANSIModes[n]
	if f := t.flag(n); f != nil {
		answer = answerOf(*f)
	}
	t.reply("\x1b[%d;%d$y", n, answer)
}

func (t *Terminal) reportPrivateMode(s *sequence) {
	n := s.value(0, 0)
	t.reply("\x1b[?%d;%d$y", n, t.privateMode(n))
}

func (t *Terminal) privateMode(n int) int {
	if f := t.privateFlag(n); f != nil {
		return answerOf(*f)
	}
	switch n {
	case 6:
		return answerOf(t.cur.origin)
	case 9, 1000, 1002, 1003:
		return answerOf(t.modes.Mouse == n)
	case 1005, 1006, 1015:
		return answerOf(t.modes.MouseForm == n)
	case 1007:
		return answerOf(!t.modes.NoWheelKeys)
	case 2048:
		return answerOf(t.modes.SizeReports)
	case 47, 1047, 1049:
		return answerOf(t.modes.AltScreen)
	}
	return fixedModes[n]
}
