//go:build unix

package nowait

import "testing"

// Whoever looks waits for nothing but the byte of its own, again and again.
func TestLookReturns(t *testing.T) {
	l, err := NewLookout()
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		l.Look()
	}
	l.Close()
	l.Look()
	(&Lookout{}).Look()
}

func BenchmarkLook(b *testing.B) {
	l, err := NewLookout()
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	for b.Loop() {
		l.Look()
	}
}
