package copymode

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPattern bounds what is typed to search for, in bytes.
const maxPattern = 1 << 10

// prompt is a search that is being typed. The cursor follows what is typed so
// far; giving up takes everything back.
type prompt struct {
	line     []byte
	backward bool
	from     pos // where the search begins
	failed   bool
	bad      error // why line is no pattern, nil if it is one

	at     pos // as it was before
	top    int
	search search
}

// label stands in front of the typed line.
func (p *prompt) label(style Style) string {
	label := "/"
	switch {
	case style == Emacs && p.backward:
		label = "search backward: "
	case style == Emacs:
		label = "search: "
	case p.backward:
		label = "?"
	}
	switch {
	case p.bad != nil:
		return "not a pattern yet " + label
	case p.failed:
		return "no match " + label
	}
	return label
}

func (m *Mode) ask(backward bool) {
	m.prompt = &prompt{backward: backward, from: m.at, at: m.at, top: m.top, search: m.search}
}

// promptKey edits the prompt, accepts it or gives up.
func (m *Mode) promptKey(k key) {
	p := m.prompt
	switch k {
	case escape, ctrlC, ctrl('g'):
		m.giveUp()
	case '\r', '\n':
		m.accept()
	case ctrl('s'), ctrl('r'):
		m.promptAgain(k == ctrl('r'))
	case ctrl('u'):
		m.edit(nil)
	case ctrl('w'):
		m.edit(withoutWord(p.line))
	case backspace, ctrl('h'):
		if len(p.line) == 0 {
			m.giveUp()
			return
		}
		_, n := utf8.DecodeLastRune(p.line)
		m.edit(p.line[:len(p.line)-n])
	default:
		if k >= ' ' && k <= unicode.MaxRune {
			m.insert(string(rune(k)))
		}
	}
}

// insert adds text at the end; control characters in it, as in a paste, count
// as blanks.
func (m *Mode) insert(text string) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	if len(m.prompt.line)+len(text) <= maxPattern {
		m.edit(append(m.prompt.line, text...))
	}
}

func withoutWord(line []byte) []byte {
	s := strings.TrimRightFunc(string(line), unicode.IsSpace)
	return []byte(strings.TrimRightFunc(s, func(r rune) bool { return !unicode.IsSpace(r) }))
}

// edit makes line what is typed and searches for it.
func (m *Mode) edit(line []byte) {
	p := m.prompt
	p.line, p.failed, p.bad = line, false, nil
	m.search.hunt, m.search.pattern = nil, nil
	m.restore()
	if len(line) == 0 {
		return
	}
	pattern, err := compile(string(line))
	if err != nil {
		p.bad = err
		return
	}
	m.search.pattern, m.search.source = pattern, string(line)
	m.seek(hunt{backward: p.backward, here: m.style == Emacs, start: m.kept(p.from), left: 1})
}

// restore shows what was shown before the prompt.
func (m *Mode) restore() {
	m.place(m.prompt.at)
	m.top = m.clampTop(m.prompt.top)
	m.follow()
}

func (m *Mode) giveUp() {
	m.restore()
	m.search = m.prompt.search
	m.prompt = nil
}

// accept ends the prompt where the cursor is. Nothing typed means what was
// searched for before.
func (m *Mode) accept() {
	p := m.prompt
	m.prompt = nil
	switch {
	case p.bad != nil:
		m.search = p.search
		m.outcome.Note = p.bad.Error()
	case len(p.line) == 0:
		m.search = p.search
		m.search.backward = p.backward
		m.again(1, p.backward)
	default:
		m.search.backward = p.backward
		if p.failed {
			m.missed()
		}
	}
}

// promptAgain goes on to the next match of what is typed, or of what was
// searched for before.
func (m *Mode) promptAgain(backward bool) {
	p := m.prompt
	p.backward = backward
	switch {
	case len(p.line) == 0 && p.search.source != "":
		m.insert(p.search.source)
	case m.search.pattern != nil && !m.Searching():
		p.from = m.at
		m.again(1, backward)
	}
}
