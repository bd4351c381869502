package copymode

// The moves by keys that both styles have.
var moves = map[key]motion{
	upKey: up, downKey: down, leftKey: left, rightKey: right,
	homeKey: lineBegin, endKey: lineFinish, pageUpKey: pageUp, pageDownKey: pageDown,
	'n': searchNext, 'N': searchPrev, ';': findAgain, ',': findBack,
	'{': paragraphUp, '}': paragraphDown,
}

var viMoves = map[key]motion{
	'h': left, 'j': down, 'k': up, 'l': right, backspace: left, ctrl('h'): left,
	'0': lineBegin, '^': firstWord, '$': lineFinish,
	'w': wordNext, 'b': wordBack, 'e': wordEnd, 'W': bigWordNext, 'B': bigWordBack, 'E': bigWordEnd,
	'g': toTop, 'G': toBottom, 'H': viewTop, 'M': viewMiddle, 'L': viewBottom,
	ctrl('u'): halfUp, ctrl('d'): halfDown, ctrl('b'): pageUp, ctrl('f'): pageDown,
	ctrl('y'): slideUp, ctrl('e'): slideDown,
}

var emacsMoves = map[key]motion{
	ctrl('p'): up, ctrl('n'): down, ctrl('b'): left, ctrl('f'): right,
	ctrl('e'): lineFinish, alt | 'm': firstWord, alt | 'b': wordBack, alt | 'f': pastWord,
	alt | '<': toTop, alt | '>': toBottom, alt | 'v': pageUp, ctrl('v'): pageDown,
	alt | '{': paragraphUp, alt | '}': paragraphDown,
}

var actions = map[key]func(*Mode){
	'\r': (*Mode).enter, '\n': (*Mode).enter, 'q': (*Mode).leave, escape: (*Mode).leave, ctrlC: (*Mode).leave,
	'f': func(m *Mode) { m.awaiting = 'f' }, 'F': func(m *Mode) { m.awaiting = 'F' },
	't': func(m *Mode) { m.awaiting = 't' }, 'T': func(m *Mode) { m.awaiting = 'T' },
}

var viActions = map[key]func(*Mode){
	'v': func(m *Mode) { m.toggle(run) }, ' ': func(m *Mode) { m.begin(run) },
	'V': func(m *Mode) { m.toggle(lines) }, ctrl('v'): func(m *Mode) { m.toggle(block) },
	'o': (*Mode).otherEnd, 'y': (*Mode).copy,
	'/': func(m *Mode) { m.ask(false) }, '?': func(m *Mode) { m.ask(true) },
}

var emacsActions = map[key]func(*Mode){
	0: func(m *Mode) { m.begin(run) }, 'R': func(m *Mode) { m.toggle(block) },
	alt | 'w': (*Mode).copy, ctrl('w'): (*Mode).copy, ctrl('g'): (*Mode).quiet,
	ctrl('s'): func(m *Mode) { m.ask(false) }, ctrl('r'): func(m *Mode) { m.ask(true) },
}

// maxCount bounds what is typed before a command.
const maxCount = 9999

// press does what one key asks for. A key without a meaning only takes back the
// count before it.
func (m *Mode) press(k key) {
	switch {
	case m.prompt != nil:
		m.promptKey(k)
	case m.awaiting != 0:
		m.target(k)
	case m.style == Vi && k >= '0' && k <= '9' && (k > '0' || m.count > 0):
		m.count = min(m.count*10+int(k-'0'), maxCount)
	default:
		m.command(k)
		if m.awaiting == 0 {
			m.count = 0
		}
	}
}

func (m *Mode) command(k key) {
	moreMoves, moreActions := viMoves, viActions
	if m.style == Emacs {
		moreMoves, moreActions = emacsMoves, emacsActions
	}
	for _, table := range []map[key]motion{moves, moreMoves} {
		if move := table[k]; move != nil {
			move(m, max(1, m.count))
			return
		}
	}
	for _, table := range []map[key]func(*Mode){actions, moreActions} {
		if act := table[k]; act != nil {
			act(m)
			return
		}
	}
}

// target takes the character that f, F, t or T waits for.
func (m *Mode) target(k key) {
	if k >= ' ' && k != backspace && k < alt {
		m.lastFind = find{kind: m.awaiting, target: rune(k)}
		m.find(m.lastFind, max(1, m.count), false)
	}
	m.awaiting, m.count = 0, 0
}

func (m *Mode) leave() { m.outcome.Left = true }

// enter copies what is selected, if anything is, and leaves.
func (m *Mode) enter() {
	if m.Selecting() {
		m.copy()
		return
	}
	m.leave()
}

// quiet takes the selection back, and leaves when there is none.
func (m *Mode) quiet() {
	if !m.Selecting() {
		m.leave()
		return
	}
	m.selection = selection{}
}
