package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atrium/internal/oracle"
	"atrium/internal/vt"
)

// pair is one terminal of ours and one of xterm that are given the same.
type pair struct {
	ours   *vt.Terminal
	theirs *oracle.Terminal
}

func newPair(theirs *oracle.Terminal, cols, rows, scrollback int) pair {
	theirs.Reset(cols, rows, scrollback)
	return pair{ours: vt.New(cols, rows, scrollback), theirs: theirs}
}

func (p pair) write(output []byte) {
	p.ours.Write(output)
	p.theirs.Write(output)
}

func (p pair) resize(cols, rows int) {
	p.ours.Resize(cols, rows)
	p.theirs.Resize(cols, rows)
}

// diff names the first difference, if there is one.
func (p pair) diff() string { return oracle.Of(p.ours).Diff(p.theirs.Grid()) }

func recordings(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob("../vt/testdata/recordings/*.bin")
	if err != nil || len(names) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	return names
}

// recording reads one and the size it was made at, from the end of its name.
func recording(t testing.TB, path string) (output []byte, cols, rows int) {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(path), ".bin")
	if _, err := fmt.Sscanf(name[strings.LastIndexByte(name, '-')+1:], "%dx%d", &cols, &rows); err != nil {
		t.Fatalf("recording %q does not name its size: %v", name, err)
	}
	output, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return output, cols, rows
}

// The screens on the way are compared too: each recording is cut where chance
// has it.
func TestRecordings(t *testing.T) {
	t.Parallel()
	xterm := oracle.Start(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, path := range recordings(t) {
		output, cols, rows := recording(t, path)
		p := newPair(xterm, cols, rows, 200)
		for at := 0; at < len(output); {
			n := min(1+rng.IntN(len(output)/4), len(output)-at)
			p.write(output[at : at+n])
			at += n
			if diff := p.diff(); diff != "" {
				t.Errorf("%s, after %d bytes: %s", filepath.Base(path), at, diff)
				break
			}
		}
	}
}
