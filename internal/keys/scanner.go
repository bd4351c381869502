package keys

// Sequences: ECMA-48 (CSI, SS3, OSC, DCS) and xterm's ctlseqs for mouse,
// paste and reports. What deviates, on purpose:
//   - Answers of the terminal that nobody asked for, late or twice, are
//     dropped. A report of the cursor (CSI row;col R) looks like F3 with a
//     modifier and is passed on.
//   - A control character ends an unfinished sequence, so that nothing the
//     terminal sends can swallow the prefix for longer than a paste lasts.
//   - A sequence cut directly behind its ESC has that ESC passed on at once,
//     since it may be the Escape key, unless mouse capture is on or somebody
//     has the keyboard who would rather wait.

const esc = 0x1b

// maxSequence bounds what is held of one sequence, its ESC [ included: the
// body of a mouse report has at most 32 bytes.
const maxSequence = 2 + 1 + 32

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
)

// Scanner turns reads of the operator's terminal into events. The zero value,
// with mouse capture off, is ready.
type Scanner struct {
	mouse bool
	waits bool
	armed bool
	state state
	held  []byte // the sequence that state is in, as far as it came
	sent  int    // how much of held was passed on already
	run   []byte // bytes to pass on that are not an event yet
	out   []Event
}

// New is a Scanner with mouse capture off.
func New() *Scanner { return &Scanner{} }

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
	}
}

func (s *Scanner) key(b byte) {
	switch {
	case b == esc:
		s.state = escape
		s.held = append(s.held, b)
	case b == prefix:
		s.prefixKey()
	case s.armed:
		s.armed = false
		if a, ok := lookup(b); ok {
			s.emit(a)
		}
	default:
		s.run = append(s.run, b)
	}
}

func (s *Scanner) prefixKey() {
	if s.armed {
		s.emit(Action{Verb: Literal})
	}
	s.armed = !s.armed
}

func (s *Scanner) afterEscape(b byte) {
	switch {
	case b == '[':
		s.hold(b, csi)
	case b == ']' && !s.armed:
		s.hold(b, osc)
	case b == 'P' && !s.armed:
		s.hold(b, dcs)
	case b == 'O' && s.armed:
		s.hold(b, ss3)
	default:
		s.breakOff(b)
	}
}

func (s *Scanner) inCSI(b byte) {
	switch {
	case b >= 0x20 && b < 0x40 && len(s.held) < maxSequence:
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

// endCSI judges a whole control sequence.
func (s *Scanner) endCSI() {
	last := len(s.held) - 1
	body, final := string(s.held[2:last]), s.held[last]
	switch {
	case body == "200" && final == '~':
		s.startPaste()
	case isPrefix(body, final):
		s.drop()
		s.prefixKey()
	case s.mouse && body != "" && body[0] == '<':
		s.drop()
		s.report(body[1:], final)
	case isAnswer(body, final):
		s.drop()
	default:
		s.endKey(body == "", final)
	}
}

// endKey ends a sequence that is a key: the command it is after the prefix,
// otherwise bytes like any others.
func (s *Scanner) endKey(plain bool, final byte) {
	command := s.armed && plain
	s.abandon()
	if a, ok := arrow(final); ok && command {
		s.emit(a)
	}
}

func (s *Scanner) inSS3(b byte) {
	if b < 0x20 {
		s.breakOff(b)
		return
	}
	s.held = append(s.held, b)
	s.endKey(true, b)
}

func (s *Scanner) inOSC(b byte) {
	switch digits := len(s.held) - 2; {
	case b >= '0' && b <= '9' && digits < 4:
		s.held = append(s.held, b)
	case b == ';' && digits > 0:
		s.state = answer
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
		s.state = answer
	default:
		s.breakOff(b)
	}
}

func (s *Scanner) inAnswer(b byte) {
	switch {
	case s.state == answerEsc && b == '\\', b == 0x07:
		s.drop()
	case s.state == answerEsc:
		s.drop()
		s.key(esc)
		s.step(b)
	case b == esc:
		s.state = answerEsc
	case b < 0x20:
		s.drop()
		s.key(b)
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
	swallow := s.armed && b != esc && b != prefix
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
