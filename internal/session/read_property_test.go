package session

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"atrium/internal/front"
)

// Whatever the operator and the panes do, what is sent of a pane that is read
// fits its tile, and keys go either to the reader or to the program.
func TestReadingIsSoundWhateverHappens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := newRig(t, Config{Cols: 60, Rows: 12}, []string{"claude"}, []string{"claude"})
		r.up()
		n := func(from, to int) int { return rapid.IntRange(from, to).Draw(rt, "n") }
		ref := func() front.PaneRef { return front.PaneRef(n(0, 1)) }
		keys := []string{"k", "20k", "\x15", "v", "V", "\x16", "y", "q", "\x1b", "/e\r", "/x", "n", "w", "G", "g", "\x1b[200~q\x1b[201~", "\r", "o", "5"}
		steps := map[string]func(*rapid.T){
			"copy mode": func(*rapid.T) { r.do(front.CopyMode{}) },
			"keys":      func(*rapid.T) { r.keys(rapid.SampledFrom(keys).Draw(rt, "keys")) },
			"paste":     func(*rapid.T) { r.do(front.Paste{}) },
			"wheel":     func(*rapid.T) { r.do(front.Wheel{Pane: ref(), Lines: n(-9, 9)}) },
			"point": func(*rapid.T) {
				r.do(front.Point{Pane: ref(), X: n(-3, 60), Y: n(-3, 12), Do: front.Pointing(n(0, 2))})
			},
			"print": func(*rapid.T) { r.print(ref(), numbered(n(1, 99), n(0, 70))) },
			"clear": func(*rapid.T) {
				r.print(ref(), rapid.SampledFrom([]string{"\x1b[3J", "\x1bc", "\x1b[?1049h", "\x1b[?1049l"}).Draw(rt, "clear"))
			},
			"resize": func(*rapid.T) { r.do(front.Resize{Cols: n(1, 90), Rows: n(1, 30)}) },
			"focus":  func(*rapid.T) { r.do(front.FocusPane{Pane: ref()}) },
			"zoom":   func(*rapid.T) { r.do(front.Zoom{}) },
			"exit":   func(*rapid.T) { r.step(Exited{Pane: ref(), Exit: Exit{Code: 1}}) },
			"wait":   func(*rapid.T) { r.pass(time.Duration(n(0, 900)) * time.Millisecond) },
			"copied": func(*rapid.T) { r.step(Copied{}) },
			"look":   func(*rapid.T) { r.look(); r.unready() },
			"":       func(rt *rapid.T) { checkTiles(rt, r.s.picture()) },
		}
		rt.Repeat(steps)
	})
}

func checkTiles(t *rapid.T, v front.View) {
	for _, tile := range v.Tiles {
		if tile.Mark == "" {
			continue
		}
		if c := tile.Cursor; c.X < 0 || c.Y < 0 || c.X >= tile.Cols || c.Y >= tile.RowCount {
			t.Fatalf("cursor %+v in %dx%d", c, tile.Cols, tile.RowCount)
		}
		for _, row := range tile.Rows {
			if row.Y < 0 || row.Y >= tile.RowCount || len(row.Row.Cells) != tile.Cols {
				t.Fatalf("row %d of %d cells in %dx%d", row.Y, len(row.Row.Cells), tile.Cols, tile.RowCount)
			}
		}
	}
}
