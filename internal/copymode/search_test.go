package copymode

import (
	"fmt"
	"strings"
	"testing"

	"atrium/internal/vt"
)

func TestSearches(t *testing.T) {
	for _, c := range []struct{ keys, want, note string }{
		{"/two\r", "0,4", ""}, {"/TWO\r", "0,0", "no match for TWO"}, {"/Two\r", "0,0", "no match for Two"},
		{"/two\rn", "5,6", ""}, {"/two\rnn", "0,4", "the search went on at the top"}, {"/two\rN", "5,6", "the search went on at the bottom"},
		{"/two\r2n", "0,4", "the search went on at the top"}, {"?two\r", "5,6", ""},
		{"G?two\r", "5,6", ""}, {"G?two\rn", "0,4", ""}, {"G?two\rnN", "5,6", ""},
		{"/line of\r", "4,7", ""}, {"/本\r", "3,2", ""}, {"/\\S+\\)$\r", "2,15", ""}, {"/x*\r", "2,11", ""}, {"/last\r", "8,0", ""}, {"/last\rn", "8,0", "the search went on at the top"},
		{"/(\r", "0,0", "error parsing regexp: missing closing ): `(?i)(`"}, {"/\\PL+\r", "0,3", ""},
		{"/two\r/\r", "5,6", ""}, {"/two\r?\r", "5,6", "the search went on at the bottom"}, {"/\r", "0,0", "nothing was searched for yet"},
		{"n", "0,0", "nothing was searched for yet"},
		{"/twx\x7fo\r", "0,4", ""}, {"/of\x15two\r", "0,4", ""}, {"/a of\x17two\r", "0,0", "no match for a two"},
		{"/last\x1b", "0,0", ""}, {"/last\x03", "0,0", ""}, {"/a\x7f\x7fl", "0,1", ""}, {"/two\r/last\x1bn", "5,6", ""},
		{"/\x1b[200~tw\x1b[201~o\r", "0,4", ""}, {"/t\x1b[Awo\r", "0,4", ""}, {"/日\xe6\x9c\xac\r", "3,0", ""},
	} {
		m := reading(text(), Vi, 4)
		out := m.Key([]byte(c.keys))
		if out.Left || m.where() != c.want || out.Note != c.note {
			t.Errorf("%q leads to %s, %q; want %s, %q", c.keys, m.where(), out.Note, c.want, c.note)
		}
	}
}

func TestEmacsSearches(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"\x13two\r", "0,4"}, {"\x13two\x13\r", "5,6"}, {"\x13two\x13\x12\r", "0,4"}, {"\x1b>\x12two\r", "5,6"},
		{"\x13two\x07", "0,0"}, {"\x13two\r\x13\x13\x13\r", "5,6"}, {"\x13two\rn", "5,6"}, {"\x13one\r", "0,0"},
	} {
		m := reading(text(), Emacs, 4)
		if out := m.Key([]byte(c.keys)); out.Left || m.where() != c.want {
			t.Errorf("%q leads to %s, want %s (%+v)", c.keys, m.where(), c.want, out)
		}
	}
}

// The cursor follows what is typed, and the bar says how it goes.
func TestPromptIsIncremental(t *testing.T) {
	m := reading(text(), Vi, 4)
	for _, c := range []struct{ key, label, line, where string }{
		{"/", "/", "", "0,0"}, {"o", "/", "o", "0,6"}, {"f", "/", "of", "5,3"}, {"(", "not a pattern yet /", "of(", "0,0"},
		{"\x7f", "/", "of", "5,3"}, {"z", "no match /", "ofz", "0,0"}, {"\x7f", "/", "of", "5,3"},
	} {
		m.Key([]byte(c.key))
		if label, line, open := m.Prompt(); !open || label != c.label || line != c.line || m.where() != c.where {
			t.Errorf("after %q: %q %q at %s; want %+v", c.key, label, line, m.where(), c)
		}
	}
	m.Key([]byte("\x1b"))
	if _, _, open := m.Prompt(); open || m.where() != "0,0" || m.top != 0 {
		t.Errorf("given up at %s, view from %d", m.where(), m.top)
	}
}

func TestSearchExtendsTheSelection(t *testing.T) {
	if got := copies(t, reading(text(), Vi, 4), "wv/of\r\r"); got != "two-three  four\n\n  /usr/bin x_1 (y)\n日本 語\na long line o" {
		t.Errorf("%q", got)
	}
}

// huge is a text of n lines that are alike but for what special says.
func huge(n int, special map[int]string) *page {
	row := rowOf("nothing to see here")
	p := &page{rows: make([]vt.Row, n)}
	for i := range p.rows {
		p.rows[i] = row
	}
	for i, text := range special {
		p.rows[i] = rowOf(text)
	}
	return p
}

// finish goes on with a search to its end and counts the steps.
func finish(m *Mode) (steps int, out Outcome) {
	for m.Searching() {
		out = m.Continue()
		steps++
	}
	return steps, out
}

func TestLongSearchGoesInSteps(t *testing.T) {
	m := reading(huge(100_000, map[int]string{95_000: "needle here", 12_345: "needle there"}), Vi, 10)
	m.Key([]byte("/needle\r"))
	if steps, _ := finish(m); steps == 0 || m.at.line != 12_345 {
		t.Fatalf("%d steps to line %d", steps, m.at.line)
	}
	if m.Key([]byte("nlq")); !m.Searching() || m.at.line != 12_345 {
		t.Fatalf("a step went to line %d", m.at.line)
	}
	steps, out := finish(m)
	if steps < 5 || !out.Left || m.where() != "95000,1" {
		t.Errorf("%d steps to %s, then %+v", steps, m.where(), out)
	}
}

func TestLongSearchIsStopped(t *testing.T) {
	for _, key := range []string{"\x1b", "\x03", "j\x03"} {
		m := reading(huge(50_000, nil), Vi, 10)
		m.Key([]byte("/needle\rj"))
		if out := m.Key([]byte(key)); m.Searching() || out.Left || out.Note != "the search was stopped" || m.where() != "0,0" {
			t.Errorf("%q: %+v at %s", key, out, m.where())
		}
	}
}

func TestTypingGoesOnWhileASearchIsUnderWay(t *testing.T) {
	m := reading(huge(50_000, map[int]string{45_000: "abc"}), Vi, 10)
	for _, key := range []string{"/", "a", "b", "c"} {
		m.Key([]byte(key))
	}
	finish(m)
	if _, line, _ := m.Prompt(); line != "abc" || m.at.line != 45_000 {
		t.Errorf("%q at line %d", line, m.at.line)
	}
	m.Key([]byte("d"))
	if steps, _ := finish(m); steps < 4 || m.at.line != 0 {
		t.Errorf("%d steps, at line %d", steps, m.at.line)
	}
	if label, _, _ := m.Prompt(); label != "no match /" {
		t.Errorf("label %q", label)
	}
}

func TestLinesGoDuringASearch(t *testing.T) {
	p := huge(50_000, nil)
	m := reading(p, Vi, 10)
	m.Key([]byte("25000Gn/x\r"))
	for m.Searching() {
		p.evict(6_000)
		for range 6_000 {
			p.rows = append(p.rows, rowOf("z"))
		}
		m.Continue()
	}
}

// A model that tries everything: the first match after the cursor in the text
// of all lines.
func TestSearchAgainstAModel(t *testing.T) {
	lines := strings.Split(strings.Repeat("ab\nba\n\naab\nbb\n", 4), "\n")
	for start := range lines {
		for _, pattern := range []string{"a", "ab", "b+", "a+b", "^b", "b$"} {
			for _, backward := range []bool{false, true} {
				m := reading(pageOf(lines...), Vi, 5)
				m.Key(fmt.Appendf(nil, "%dG", start+1))
				m.Key([]byte(map[bool]string{false: "/", true: "?"}[backward] + pattern + "\r"))
				if want := modelSearch(lines, start, pattern, backward); m.where() != want {
					t.Errorf("%q from %d, backward %v: %s, want %s", pattern, start, backward, m.where(), want)
				}
			}
		}
	}
}

func modelSearch(lines []string, start int, pattern string, backward bool) string {
	re, _ := compile(pattern)
	type place struct{ line, col int }
	var before, after []place
	for i, line := range lines {
		for _, span := range re.FindAllStringIndex(line, -1) {
			switch p := (place{i, span[0]}); {
			case i < start:
				before = append(before, p)
			case i > start || span[0] > 0:
				after = append(after, p)
			default: // the start itself comes last, either way
				if backward {
					after = append([]place{p}, after...)
				} else {
					before = append(before, p)
				}
			}
		}
	}
	all := append(after, before...)
	found := all[0]
	if backward {
		found = all[len(all)-1]
	}
	return fmt.Sprintf("%d,%d", found.line, found.col)
}
