package vt

// Source: ECMA-48 8.3 (DA, DSR), DEC STD 070 (DA2, DA3, DECXCPR), xterm's
// ctlseqs (XTVERSION, window operations).
//
// Deviations: DA1 is a VT220 with colour (22) that takes clipboard writes (52).
// DA2 is that of a recent xterm, since vim reads from its version
// what the terminal can do. Window operations that would change the window,
// and reports of titles (which a file printed to the terminal could use to type
// for the user) are swallowed.

import "fmt"

const (
	maxReplies = 64 << 10
	maxTitles  = 16
)

// reply answers the hosted program. A program that asks and never reads has
// its further answers dropped.
func (t *Terminal) reply(format string, args ...any) {
	answer := fmt.Sprintf(format, args...)
	if len(t.held) > 0 {
		t.answerColor(func() string { return answer })
		return
	}
	t.answer(answer)
}

func (t *Terminal) answer(text string) {
	if len(t.replies)+len(text) <= maxReplies {
		t.replies = append(t.replies, text...)
	}
}

// TakeReplies is what the hosted program is to be answered, and forgets it.
func (t *Terminal) TakeReplies() []byte {
	r := t.replies
	t.replies = nil
	return r
}

func (t *Terminal) reportPrimary(s *sequence) {
	if s.value(0, 0) == 0 {
		t.reply("\x1b[?62;22;52c")
	}
}

func (t *Terminal) reportSecondary(s *sequence) {
	if s.value(0, 0) == 0 {
		t.reply("\x1b[>1;277;0c")
	}
}

func (t *Terminal) reportTertiary(s *sequence) {
	if s.value(0, 0) == 0 {
		t.reply("\x1bP!|00000000\x1b\\")
	}
}

func (t *Terminal) reportVersion(s *sequence) {
	if s.value(0, 0) == 0 {
		t.reply("\x1bP>|atrium\x1b\\")
	}
}

func (t *Terminal) reportStatus(s *sequence) {
	switch s.value(0, 0) {
	case 5:
		t.reply("\x1b[0n")
	case 6:
		t.reply("\x1b[%d;%dR", t.reportedLine(), t.cur.x+1)
	}
}

func (t *Terminal) reportPrivateStatus(s *sequence) {
	switch s.value(0, 0) {
	case 6:
		t.reply("\x1b[?%d;%dR", t.reportedLine(), t.cur.x+1)
	case 15: // no printer
		t.reply("\x1b[?13n")
	case 996:
		t.answerColor(t.schemeReport)
	}
}

// reportedLine is the cursor's line as CUP counts it.
func (t *Terminal) reportedLine() int {
	if t.cur.origin {
		return t.cur.y - t.scr.top + 1
	}
	return t.cur.y + 1
}

// windowOperation is CSI t: the size in cells, and the title stack.
func (t *Terminal) windowOperation(s *sequence) {
	switch s.value(0, 0) {
	case 18:
		t.reply("\x1b[8;%d;%dt", t.rows, t.cols)
	case 19:
		t.reply("\x1b[9;%d;%dt", t.rows, t.cols)
	case 22:
		if s.value(1, 0) != 1 {
			t.pushTitle()
		}
	case 23:
		if s.value(1, 0) != 1 {
			t.popTitle()
		}
	}
}

// pushTitle keeps the newest titles when a program pushes without end.
func (t *Terminal) pushTitle() {
	if len(t.titles) == maxTitles {
		t.titles = append(t.titles[:0], t.titles[1:]...)
	}
	t.titles = append(t.titles, t.title)
}

func (t *Terminal) popTitle() {
	if n := len(t.titles); n > 0 {
		t.setTitle(t.titles[n-1])
		t.titles = t.titles[:n-1]
	}
}
