package vt

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// cut feeds data in pieces of random length, looking at invariants and dirty
// rows between them.
func cut(t *testing.T, term *Terminal, data []byte, rng *rand.Rand, longest int) {
	t.Helper()
	for len(data) > 0 {
		n := min(1+rng.IntN(longest), len(data))
		feedWatched(t, term, data[:n])
		data = data[n:]
	}
}

// feedWatched fails when a row changed and was not reported as changed.
func feedWatched(t *testing.T, term *Terminal, data []byte) {
	t.Helper()
	term.TakeDirty(nil)
	before := rowsOf(term.scr)
	feed(t, term, string(data))
	dirty := make(map[int]bool)
	for _, y := range term.TakeDirty(nil) {
		dirty[y] = true
	}
	for y, old := range before {
		if now := term.Row(y); !dirty[y] && !reflect.DeepEqual(old, now) {
			t.Fatalf("row %d changed unreported from %q to %q by %q", y, old.Text(), now.Text(), data)
		}
	}
}

// wantSame fails when two terminals differ in anything that can be seen.
func wantSame(t *testing.T, how string, got, want *Terminal) {
	t.Helper()
	if a, b := stateOf(got), stateOf(want); !reflect.DeepEqual(a, b) {
		t.Fatalf("%s:\n got %+v\nwant %+v", how, a, b)
	}
}

// recordings are the raw outputs of agent programs, by name.
func recordings(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/recordings/*.bin")
	if err != nil || len(names) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	all := make(map[string][]byte)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(name), ".bin")] = data
	}
	return all
}

// sizeIn is the size a recording was made at, from the end of its name.
func sizeIn(t testing.TB, name string) (cols, rows int) {
	t.Helper()
	size := name[strings.LastIndexByte(name, '-')+1:]
	if _, err := fmt.Sscanf(size, "%dx%d", &cols, &rows); err != nil {
		t.Fatalf("recording %q does not name its size: %v", name, err)
	}
	return cols, rows
}

// R088: the grid is the same however the output of an agent is cut.
func TestRecordingsHoweverTheyAreCut(t *testing.T) {
	for name, data := range recordings(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cols, rows := sizeIn(t, name)
			whole := New(cols, rows, 200)
			feed(t, whole, string(data))
			rng := rand.New(rand.NewPCG(1, uint64(len(data))))
			pieces := New(cols, rows, 200)
			cut(t, pieces, data, rng, 4096)
			wantSame(t, "in pieces", pieces, whole)
			single := New(cols, rows, 200)
			for i := range data {
				single.Write(data[i : i+1])
			}
			wantSame(t, "byte by byte", single, whole)
		})
	}
}

// Output that is drawn for another size than the grid has.
func TestRecordingsWhileResizing(t *testing.T) {
	for name, data := range recordings(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(2, uint64(len(data))))
			cols, rows := sizeIn(t, name)
			term := New(cols, rows, 50)
			for len(data) > 0 {
				n := min(1+rng.IntN(2000), len(data))
				feed(t, term, string(data[:n]))
				data = data[n:]
				term.Resize(rng.IntN(130), rng.IntN(40))
				if err := check(term); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// sequences is output that goes to the emulator's corners more often than any
// bytes do.
func sequences() *rapid.Generator[string] {
	number := rapid.StringMatching(`([0-9]|[1-3][0-9]|)`)
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"語", "e\u0301", "\u0301", "👩‍👩‍👧‍👦", "🇬🇧", "❤\ufe0f", "1\ufe0f\u20e3", "\u200d", "\u200b", "क्ष", "\ufffd",
			"\r", "\n", "\r\n", "\b", "\t", "\x0e", "\x0f", "\x1b)0", "\x1b(B", "\x1b7", "\x1b8", "\x1bD", "\x1bM", "\x1bE", "\x1bH",
			"\x1b#8", "\x1bc", "\x1b[!p", "\x1b]8;;http://x/\x07", "\x1b]8;;\x1b\\", "\x1b[4h", "\x1b[4l", "\x1b[58;5;1m", "\x1b[m",
			"\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?7l", "\x1b[?7h", "\x1b[?6h", "\x1b[?6l", "\x1b[20h",
			"\x1b]2;title\x07", "\x1bP$qm\x1b\\", "\x1b[c", "\x1b[6n", "\x1b[>5u", "\x1b[<u", "\x1b[=3;2u", "\x1b[?u",
			"\x1b[>4;2m", "\x1b[?2048h", "\x1b]11;?\x07", "\x1b[38;2;1;2;3m", "\x1b[44m", "\x1b[4:3m",
		}),
		rapid.StringMatching(`[ -~]{1,20}`),
		rapid.Custom(func(t *rapid.T) string {
			final := rapid.SampledFrom(strings.Split("@ABCDEFGHIJKLMPSTXZ`abdefgmrsu", "")).Draw(t, "final")
			return "\x1b[" + number.Draw(t, "first") + ";" + number.Draw(t, "second") + final
		}),
	)
}

func TestSequencesHoweverTheyAreCut(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		cols, rows := rapid.IntRange(1, 12).Draw(r, "cols"), rapid.IntRange(1, 6).Draw(r, "rows")
		input := []byte(strings.Join(rapid.SliceOfN(sequences(), 1, 40).Draw(r, "input"), ""))
		whole, pieces := New(cols, rows, 20), New(cols, rows, 20)
		feed(t, whole, string(input))
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 0))
		cut(t, pieces, input, rng, 3)
		wantSame(t, "in pieces", pieces, whole)
	})
}

func FuzzTerminal(f *testing.F) {
	for _, data := range recordings(f) {
		f.Add(data[:min(len(data), 2000)], uint8(40), uint8(12), uint64(1))
	}
	f.Add([]byte("語\x1b[2G\u0301👩‍👩‍👧‍👦\x1b]2;\xc2\x9c\x1b\\"), uint8(3), uint8(2), uint64(7))
	f.Add([]byte("\xe1\xe1\xe1"), uint8(3), uint8(1), uint64(7))
	f.Fuzz(func(t *testing.T, data []byte, cols, rows uint8, seed uint64) {
		c, r := int(cols%60), int(rows%20)
		whole := New(c, r, 30)
		feed(t, whole, string(data))
		pieces := New(c, r, 30)
		cut(t, pieces, data, rand.New(rand.NewPCG(seed, 0)), 64)
		wantSame(t, "in pieces", pieces, whole)
		single := New(c, r, 30)
		for i := range data {
			single.Write(data[i : i+1])
		}
		wantSame(t, "byte by byte", single, whole)
	})
}

func FuzzTerminalResize(f *testing.F) {
	for _, data := range recordings(f) {
		f.Add(data[:min(len(data), 2000)], uint64(1))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		term := New(rng.IntN(60), rng.IntN(20), 30)
		for len(data) > 0 {
			n := min(1+rng.IntN(100), len(data))
			feedWatched(t, term, data[:n])
			data = data[n:]
			term.Resize(rng.IntN(60), rng.IntN(20))
			if err := check(term); err != nil {
				t.Fatal(err)
			}
		}
	})
}
