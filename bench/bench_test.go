package main

import (
	"errors"
	"os"
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	samples := []float64{9, 1, 8, 2, 7, 3, 6, 4, 5, 10}
	for q, want := range map[float64]float64{0: 1, 0.5: 5, 0.9: 9, 0.99: 10, 1: 10} {
		if got := quantile(samples, q); got != want {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if got := quantile([]float64{4}, 0.5); got != 4 {
		t.Errorf("of one sample: %v", got)
	}
}

// A machine that is twice as slow in one round must not change a ratio.
func TestRatiosArePairByPair(t *testing.T) {
	r := row{name: "what", unit: "ms"}
	all := []series{
		{name: "tmux", rounds: [][]float64{{2}, {4}, {2}}},
		{name: "atrium", rounds: [][]float64{{1}, {2}, {1}}},
	}
	want := "| what | ms | atrium | 1.00 | 2.00 | 2.00 | 2.00 | 0.50x | 0.50x |  |\n"
	if got := r.line(all[1], all); got != want {
		t.Errorf("got %q", got)
	}
}

func TestWorstEndOfASpeedIsTheLowOne(t *testing.T) {
	r := row{name: "what", unit: "MB/s", more: true}
	s := series{name: "tmux", rounds: [][]float64{{10, 20, 30}}}
	if got, want := r.line(s, []series{s}), "| what | MB/s | tmux | 20.0 | 10.0 | 10.0 | 10.0 |  |  |  |\n"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestFailureIsALineWithItsReason(t *testing.T) {
	r := row{name: "what", unit: "ms"}
	s := series{name: "atrium", failed: errors.New("no | here")}
	if got, want := r.line(s, []series{s}), "| what | ms | atrium | n/a: no / here |||||||\n"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestExpectedTextMayArriveInPieces(t *testing.T) {
	term := &terminal{total: questionBytes}
	at := time.Unix(7, 0)
	found := term.expect("ready")
	for _, chunk := range []string{"not re", "a", "re", "ad", "y to go"} {
		term.take(at, []byte(chunk))
	}
	select {
	case got := <-found:
		if got != at {
			t.Errorf("stamped %v", got)
		}
	default:
		t.Error("it was not found")
	}
	if term.written() != questionBytes+int64(len("not reaready to go")) {
		t.Errorf("%d bytes were counted", term.written())
	}
}

func TestFloodHasItsSize(t *testing.T) {
	path := t.TempDir() + "/flood"
	if err := writeFlood(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != floodSize {
		t.Errorf("%v, %v", info.Size(), err)
	}
}
