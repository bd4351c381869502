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
	f := figure{name: "what", unit: "ms"}
	all := []series{
		{name: "tmux", rounds: [][]float64{{2}, {4}, {2}}},
		{name: "atrium", rounds: [][]float64{{1}, {2}, {1}}},
	}
	want := "| what | ms | atrium | 1.00 | 2.00 | 2.00 | 2.00 | 0.50x | 0.50x |  |\n"
	if got := f.line(all[1], all); got != want {
		t.Errorf("got %q", got)
	}
}

func TestWorstEndOfASpeedIsTheLowOne(t *testing.T) {
	f := figure{name: "what", unit: "MB/s", more: true}
	s := series{name: "tmux", rounds: [][]float64{{10, 20, 30}}}
	if got, want := f.line(s, []series{s}), "| what | MB/s | tmux | 20.0 | 10.0 | 10.0 | 10.0 |  |  |  |\n"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestFailureIsALineWithItsReason(t *testing.T) {
	f := figure{name: "what", unit: "ms"}
	s := series{name: "atrium", failed: errors.New("no | here")}
	if got, want := f.line(s, []series{s}), "| what | ms | atrium | n/a: no / here |||||||\n"; got != want {
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
	if err := writeFlood(path, partSize); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != partSize {
		t.Errorf("%v, %v", info.Size(), err)
	}
}

// A round that knows less of one target than of another says so, figure by figure.
func TestMissingSampleIsSaid(t *testing.T) {
	r := row{
		figures: ms("all", "first"),
		round:   func(place, target) ([][]float64, error) { return sample(1), nil },
	}
	all := []series{{}, {}}
	r.take(place{}, bare{}, func(f int) *series { return &all[f] })
	if len(all[0].rounds) != 1 || all[0].failed != nil || all[1].failed == nil {
		t.Errorf("got %+v", all)
	}
}

func TestFramesAreCountedByPlace(t *testing.T) {
	seen := map[string]bool{}
	seeFrames(seen, "frame 1.  frame 1.\nframe 7.")
	seeFrames(seen, "frame 2.  frame 1.\nframe 7.")
	if len(seen) != 4 {
		t.Errorf("saw %v", seen)
	}
}

func TestEntriesOfProc(t *testing.T) {
	path := t.TempDir() + "/status"
	if err := os.WriteFile(path, []byte("Name:\tx\nPss:\t 12 kB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := entry(path, "Pss:"); n != 12 || err != nil {
		t.Errorf("got %v, %v", n, err)
	}
	if _, err := entry(path, "Rss:"); err == nil {
		t.Error("what is not there was read")
	}
}
