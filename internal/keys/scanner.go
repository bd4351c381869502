package keys

// Sequences: ECMA-48 (CSI, SS3, OSC, DCS) and xterm's ctlseqs for mouse,
// paste and reports. What deviates, on purpose:
//   - A report of the cursor (CSI row;col R) looks like F3 with a modifier and
//     is passed on.
//   - A control character ends an unfinished sequence, so that nothing the
//     terminal sends can swallow the prefix for longer than a paste lasts.
//   - A sequence cut directly behind its ESC has that ESC passed on at once,
//     since it may be the Escape key, unless mouse capture is on or somebody
//     has the keyboard who would rather wait.

import "unicode/utf8"

const esc = 0x1b

// The bounds of what is held of one sequence, its ESC [ included: the body of a
// mouse report has at most 32 bytes, and a key with all that can be told of it
// fits the other.
const (
	maxSequence = 64
	maxReport   = 2 + 1 + 32
)

// maxAnswer bounds what is kept of a string with which the terminal answers.
const maxAnswer = 256

type state uint8

const (
	ground    state = iota
	escape          // ESC
	csi             // ESC [
	ss3             // ESC O, after the prefix only
	osc             // ESC ] and digits
	dcs             // ESC P and parameters
	answer          // inside the body of an OSC or DCS answer
	answerEsc       // and an ESC in it, perhaps of its terminator
	pasting         // between the markers of a paste
	wide            // in a character of several bytes, after the prefix only
)

// Scanner turns reads of the operator's terminal into events.
type Scanner struct {
	bound *Bindings
	mouse bool
	waits bool
	armed bool
	state state
	held  []byte // the sequence that state is in, as far as it came
	sent  int    // how much of held was passed on already
	eaten []rune // keys that were obeyed and may still be held down
	run   []byte // bytes to pass on that are not an event yet
	out   []Event
}

// New is a Scanner for these bindings, with mouse capture off.
func New(bound *Bindings) *Scanner { return &Scanner{bound: bound} }

// SetMouse tells whether the terminal reports the mouse, so that its reports
// are events and not keys.
func (s *Scanner) SetMouse(on bool) { s.mouse = on }

// SetWaiting tells whether an ESC at the end of a read waits for what may follow
// it, so that a key whose sequence came in two reads is not taken for Escape.
func (s *Scanner) SetWaiting(on bool) { s.waits = on }

// Armed tells that the prefix was typed and its key is still to come.
func (s *Scanner) Armed() bool { return s.armed }

// Wait is how long the owner should let an unfinished sequence wait for its
// rest before it calls Flush.
type Wait uint8

// The waits.
const (
	NoWait    Wait = iota // nothing is unfinished
	ShortWait             // it may be the Escape key, or one with Alt
	LongWait              // it can only come from the terminal itself
)

// Waiting tells whether a sequence is unfinished, and how long to wait.
func (s *Scanner) Waiting() Wait {
	switch s.state {
	case ground, pasting:
		return NoWait
	case answer, answerEsc:
		return LongWait
	case csi:
		if s.machineMade() {
			return LongWait
		}
	}
	return ShortWait
}

// machineMade tells that the CSI sequence is one that no key sends.
func (s *Scanner) machineMade() bool {
	if len(s.held) < 3 {
		return false
	}
	mark := s.held[2]
	return mark == '?' || mark == '>' || mark == '<' && s.mouse
}

// Feed is the events of one read, in order. It keeps nothing of p.
func (s *Scanner) Feed(p []byte) []Event {
	for _, b := range p {
		s.step(b)
	}
	if s.state == escape && s.sent == 0 && !s.armed && !s.mouse && !s.waits {
		s.pass(s.held)
		s.sent = len(s.held)
	}
	return s.take()
}

// Flush gives up waiting for the rest of a sequence: what a key may have sent
// is passed on (swallowed after the prefix), the rest is dropped.
func (s *Scanner) Flush() []Event {
	switch wait := s.Waiting(); {
	case s.armed && s.state == escape:
		s.drop()
		s.obey(Stroke{Code: Esc})
	case wait == ShortWait:
		s.abandon()
	case wait == LongWait:
		s.drop()
	}
	return s.take()
}

func (s *Scanner) take() []Event {
	s.flushRun()
	out := s.out
	s.out = nil
	return out
}

func (s *Scanner) step(b byte) {
	switch s.state {
	case ground:
		s.key(b)
	case escape:
		s.afterEscape(b)
	case csi:
		s.inCSI(b)
	case ss3:
		s.inSS3(b)
	case osc:
		s.inOSC(b)
	case dcs:
		s.inDCS(b)
	case answer, answerEsc:
		s.inAnswer(b)
	case pasting:
		s.inPaste(b)
	case wide:
		s.inWide(b)
	}
}

func (s *Scanner) key(b byte) {
	switch {
	case b == esc:
		s.hold(b, escape)
	case s.armed && b >= utf8.RuneSelf:
		s.hold(b, wide)
		s.endWide()
	case s.armed:
		s.obey(typed(rune(b)))
	case b == s.bound.byte:
		s.arm()
	default:
		if len(s.eaten) > 0 {
			s.spit(rune(b))
		}
		s.run = append(s.run, b)
	}
}

func (s *Scanner) afterEscape(b byte) {
	switch {
	case b == '[':
		s.hold(b, csi)
	case b == ']':
		s.hold(b, osc)
	case b == 'P':
		s.hold(b, dcs)
	case b == 'O' && s.armed:
		s.hold(b, ss3)
	case s.armed && b >= ' ' && b < utf8.RuneSelf:
		s.drop()
		s.obey(Stroke{rune(b), Alt})
	default:
		s.breakOff(b)
	}
}

func (s *Scanner) inCSI(b byte) {
	switch {
	case b >= 0x20 && b < 0x40 && s.hasRoom():
		s.held = append(s.held, b)
	case b >= 0x40 && b < 0x7f:
		s.held = append(s.held, b)
		s.endCSI()
	case s.mouse && s.machineMade():
		s.drop()
		s.key(b)
	default:
		s.breakOff(b)
	}
}

func (s *Scanner) hasRoom() bool {
	if s.mouse && s.machineMade() {
		return len(s.held) < maxReport
	}
	return len(s.held) < maxSequence
}

// endCSI judges a whole control sequence.
func (s *Scanner) endCSI() {
	last := len(s.held) - 1
	body, final := string(s.held[2:last]), s.held[last]
	switch {
	case body == "200" && final == '~':
		s.startPaste()
	case s.mouse && body != "" && body[0] == '<':
		s.drop()
		s.report(body[1:], final)
	case isAnswer(body, final):
		s.drop()
		s.emit(Answer{'[', body + string(rune(final))})
	case body == "" && (final == 'I' || final == 'O'): // the focus came or went
		s.passOn()
	default:
		s.endKey(body, final)
	}
}

func (s *Scanner) inSS3(b byte) {
	if b < 0x20 {
		s.breakOff(b)
		return
	}
	s.held = append(s.held, b)
	s.endKey("", b)
}

func (s *Scanner) inOSC(b byte) {
	switch digits := len(s.held) - 2; {
	case b >= '0' && b <= '9' && digits < 4:
		s.held = append(s.held, b)
	case b == ';' && digits > 0:
		s.hold(b, answer)
	default:
		s.breakOff(b)
	}
}

// inDCS knows the answers to XTVERSION (> |), XTGETTCAP (1 + r) and DECRQSS
// (1 $ r).
func (s *Scanner) inDCS(b byte) {
	switch parameters := len(s.held) - 2; {
	case b >= 0x20 && b < 0x40 && parameters < 8:
		s.held = append(s.held, b)
	case (b == '|' || b == 'r') && parameters > 0:
		s.hold(b, answer)
	default:
		s.breakOff(b)
	}
}

func (s *Scanner) inAnswer(b byte) {
	switch {
	case s.state == answerEsc && b == '\\', b == 0x07:
		told := Answer{s.held[1], string(s.held[2:])}
		s.drop()
		s.emit(told)
	case s.state == answerEsc:
		s.drop()
		s.key(esc)
		s.step(b)
	case b == esc:
		s.state = answerEsc
	case b < 0x20:
		s.drop()
		s.key(b)
	case len(s.held) < maxAnswer:
		s.held = append(s.held, b)
	}
}

// startPaste opens a paste. Where its ESC went ahead, the pane gets the rest
// of the marker as it came: a second whole one would not be read as one.
func (s *Scanner) startPaste() {
	s.armed = false
	if s.sent > 0 {
		s.abandon()
		s.flushRun()
	} else {
		s.drop()
		s.emit(PasteStart{})
	}
	s.state = pasting
}

// inPaste looks for the end marker. Nothing else in a paste means anything,
// the prefix included.
func (s *Scanner) inPaste(b byte) {
	if b == PasteEndMarker[len(s.held)] {
		s.held = append(s.held, b)
		if len(s.held) == len(PasteEndMarker) {
			s.flushRun()
			s.drop()
			s.emit(PasteEnd{})
		}
		return
	}
	s.run = append(s.run, s.held...)
	s.held = s.held[:0]
	if b == esc {
		s.held = append(s.held, b)
		return
	}
	s.run = append(s.run, b)
}

// hold goes on with the sequence.
func (s *Scanner) hold(b byte, next state) {
	s.held = append(s.held, b)
	s.state = next
}

// breakOff ends a sequence at a byte that does not belong in it. After the
// prefix that byte goes with it, unless it starts something itself.
func (s *Scanner) breakOff(b byte) {
	swallow := s.armed && b != esc && b != s.bound.byte
	s.abandon()
	if !swallow {
		s.key(b)
	}
}

// abandon ends a sequence that means nothing here: passed on as it came, or
// swallowed with the prefix before it.
func (s *Scanner) abandon() {
	if !s.armed {
		s.pass(s.held[s.sent:])
	}
	s.armed = false
	s.drop()
}

// passOn passes a sequence on and leaves the prefix armed.
func (s *Scanner) passOn() {
	s.pass(s.held[s.sent:])
	s.drop()
}

// drop ends a sequence and forgets it.
func (s *Scanner) drop() {
	s.held = s.held[:0]
	s.sent = 0
	s.state = ground
}

func (s *Scanner) pass(p []byte) { s.run = append(s.run, p...) }

func (s *Scanner) emit(e Event) {
	s.flushRun()
	s.out = append(s.out, e)
}

// flushRun makes an event of the bytes passed on so far.
func (s *Scanner) flushRun() {
	if len(s.run) == 0 {
		return
	}
	if s.state == pasting {
		s.out = append(s.out, Paste{s.run})
	} else {
		s.out = append(s.out, Bytes{s.run})
	}
	s.run = nil
}
