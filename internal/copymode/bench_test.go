package copymode

import (
	"fmt"
	"testing"

	"atrium/internal/vt"
)

// full is a terminal with that many lines above its screen.
func full(lines int) *vt.Terminal {
	term := vt.New(120, 40, lines)
	for i := range lines + 40 {
		fmt.Fprintf(term, "%d: \x1b[32mok\x1b[m  a line as a build prints it, with a path/to/some/file.go:%d and some words\r\n", i, i)
	}
	return term
}

// A search that finds nothing looks at every line.
func BenchmarkSearch(b *testing.B) {
	term := full(10_000)
	for b.Loop() {
		m := New(term, Vi, 120, 40, 0, 39)
		m.Key([]byte("/"))
		m.insert("no such thing")
		finish(m)
	}
}

func BenchmarkRowsWithMatches(b *testing.B) {
	m := New(full(1_000_000), Vi, 120, 40, 0, 39)
	m.Key([]byte("/path\r"))
	for b.Loop() {
		m.Rows()
	}
}

func BenchmarkHalfPage(b *testing.B) {
	m := New(full(1_000_000), Vi, 120, 40, 0, 39)
	for b.Loop() {
		m.Key([]byte{0x15})
		m.Rows()
	}
}
