package oracle_test

import (
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"atrium/internal/oracle"
)

var sequences = flag.Int("sequences", 1000, "how many generated outputs are compared with xterm")

// play is what one generated output does to both.
type play struct {
	cols, rows int
	words      []string
}

func generate(seed uint64) play {
	g := newGrammar(seed)
	p := play{cols: 2 + g.IntN(24), rows: 2 + g.IntN(7)}
	p.words = g.output(30)
	return p
}

func (p play) output() string { return agreeing(strings.Join(p.words, "")) }

var keepsOtherwise = regexp.MustCompile(`\x1b\[[0-9;]*[Su]|\x1b[c8]|\x1b\[\?104[89]l`)

// scrollback is none where the two fill it otherwise.
func (p play) scrollback() int {
	if keepsOtherwise.MatchString(p.output()) {
		return 0
	}
	return 20
}

func (p play) diff(theirs *oracle.Terminal) string {
	both := newPair(theirs, p.cols, p.rows, p.scrollback())
	both.write([]byte(p.output()))
	return both.diff()
}

// shrunk is a play without the words that the difference does not need.
func (p play) shrunk(theirs *oracle.Terminal) play {
	for i := 0; i < len(p.words); {
		less := p
		less.words = append(append([]string(nil), p.words[:i]...), p.words[i+1:]...)
		if less.diff(theirs) != "" {
			p, i = less, 0
		} else {
			i++
		}
	}
	return p
}

func (p play) String() string { return fmt.Sprintf("%q on %dx%d", p.output(), p.cols, p.rows) }

func TestGeneratedSequences(t *testing.T) {
	t.Parallel()
	xterm := oracle.Start(t)
	for seed := range uint64(*sequences) {
		p := generate(seed)
		if p.diff(xterm) != "" {
			p = p.shrunk(xterm)
			t.Errorf("seed %d: after %v: %s", seed, p, p.diff(xterm))
		}
	}
}
