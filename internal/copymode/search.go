package copymode

import (
	"regexp"
	"slices"
)

// search is what is searched for, and the hunt for it that is under way.
type search struct {
	source   string         // the pattern as it was typed
	pattern  *regexp.Regexp // nil for nothing
	backward bool           // the direction of n
	hunt     *hunt
	queued   []byte // keys that wait for the end of the hunt
}

// hunt is one search through the text, done in steps.
type hunt struct {
	backward bool
	here     bool // a match at the start counts too
	start    pos
	line     int  // where the next passage begins
	end      int  // of the text when it began: a flood would never let it end
	turned   bool // it went on at the other end of the text
	left     int  // how many matches to go on
}

const (
	// huntStep bounds the lines of one step, so that whoever calls is not held
	// up for more than some milliseconds.
	huntStep = 2_000
	// maxQueued bounds the keys that are kept while a hunt is under way.
	maxQueued = 4 << 10
)

// Searching tells that a search is not through: Continue goes on with it.
func (m *Mode) Searching() bool { return m.search.hunt != nil }

// Continue is the next step of a search, and after its end the keys that
// waited for it.
func (m *Mode) Continue() Outcome {
	m.settle()
	m.outcome = Outcome{}
	if m.Searching() {
		m.step()
	}
	if keys := m.search.queued; !m.Searching() && len(keys) > 0 {
		m.search.queued = nil
		m.keys(keys)
	}
	return m.outcome
}

// interrupt takes keys that come during a search: Ctrl+C and Escape end it,
// others wait.
func (m *Mode) interrupt(p []byte) {
	if slices.Contains(p, ctrlC) || len(p) == 1 && p[0] == escape {
		m.search.hunt, m.search.queued = nil, nil
		m.outcome.Note = "the search was stopped"
		return
	}
	m.wait(p)
}

// wait keeps keys for the end of the search.
func (m *Mode) wait(p []byte) {
	room := maxQueued - len(m.search.queued)
	m.search.queued = append(m.search.queued, p[:min(room, len(p))]...)
}

func searchNext(m *Mode, n int) { m.again(n, m.search.backward) }
func searchPrev(m *Mode, n int) { m.again(n, !m.search.backward) }

// again goes to the nth match from the cursor.
func (m *Mode) again(n int, backward bool) {
	if m.search.pattern == nil {
		m.outcome.Note = "nothing was searched for yet"
		return
	}
	m.seek(hunt{backward: backward, start: m.at, left: n})
}

// seek begins a search with its first step.
func (m *Mode) seek(h hunt) {
	h.line, h.end = m.lineStart(h.start.line), m.end
	m.search.hunt = &h
	m.step()
}

// step looks at a bounded number of lines.
func (m *Mode) step() {
	for looked := 0; looked < huntStep && m.Searching(); {
		h := m.search.hunt
		h.line = min(max(h.line, m.first), m.end-1)
		p := m.passageAt(h.line)
		looked += len(p.rows)
		if at, ok := h.pick(p.matches(m.search.pattern)); ok {
			m.found(at)
		} else if !m.advance(p) {
			m.missed()
		}
	}
}

// pick is the match that h is looking for, of those of one passage.
func (h *hunt) pick(all []match) (pos, bool) {
	if h.backward {
		slices.Reverse(all)
	}
	for _, found := range all {
		at := found.from
		beyond := h.start.before(at)
		if h.backward {
			beyond = at.before(h.start)
		}
		if beyond || h.turned || h.here && at == h.start {
			return at, true
		}
	}
	return pos{}, false
}

// advance goes on to the passage after p, and is false when there is none left
// to look at.
func (m *Mode) advance(p *passage) bool {
	h := m.search.hunt
	if h.turned && (h.backward && p.first <= h.start.line || !h.backward && p.end() > h.start.line) {
		return false
	}
	switch {
	case !h.backward && p.end() < h.end:
		h.line = p.end()
	case h.backward && p.first > m.first:
		h.line = m.lineStart(p.first - 1)
	case h.turned:
		return false
	case h.backward:
		h.line, h.turned = m.lineStart(min(h.end, m.end)-1), true
	default:
		h.line, h.turned = m.first, true
	}
	return true
}

// found goes to a match, and on from it when more than one was asked for.
func (m *Mode) found(at pos) {
	h := m.search.hunt
	if h.turned && m.prompt == nil {
		m.outcome.Note = "the search went on at the top"
		if h.backward {
			m.outcome.Note = "the search went on at the bottom"
		}
	}
	m.search.hunt = nil
	m.place(at)
	if h.left > 1 {
		m.search.hunt = &hunt{
			backward: h.backward, start: at, left: h.left - 1, line: m.lineStart(at.line), end: h.end,
		}
	}
	if m.prompt != nil {
		m.prompt.failed = false
	}
}

// missed ends a search that found nothing.
func (m *Mode) missed() {
	m.search.hunt = nil
	if m.prompt != nil {
		m.prompt.failed = true
		return
	}
	m.outcome.Note = "no match for " + m.search.source
}
