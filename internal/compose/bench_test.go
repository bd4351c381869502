package compose

import (
	"fmt"
	"testing"

	"atrium/internal/vt"
)

// busy is a 200x50 screen of four panes full of coloured text.
func busy(seed int) *Screen {
	s := team(200, 50)
	for i := range s.Tiles {
		t := &s.Tiles[i]
		t.Message, t.Starting, t.Exited = nil, false, false
		f := NewFrame(t.Inner.W, t.Inner.H)
		for y := range f.Rows {
			line := fmt.Sprintf("%d: compiled package number %d of the tree in %d ms ", y, (y+seed)*31, seed*17)
			for x := 0; x < f.Cols; {
				x = f.write(x, y, f.Cols, line, plain.in(vt.Palette(uint8(y+seed))))
			}
		}
		t.Grid = f.Lines
	}
	return s
}

func draw(s *Screen) *Frame {
	f := NewFrame(s.Cols, s.Rows)
	f.Draw(s)
	return f
}

func BenchmarkDraw(b *testing.B) {
	s, f := busy(1), NewFrame(200, 50)
	b.ReportAllocs()
	for b.Loop() {
		f.Draw(s)
	}
}

func BenchmarkDiff(b *testing.B) {
	one := busy(1)
	one.Tiles[0].Grid[3] = busy(2).Tiles[0].Grid[3]
	for _, c := range []struct {
		name     string
		old, new *Frame
	}{
		{"same", draw(busy(1)), draw(busy(1))},
		{"line", draw(busy(1)), draw(one)},
		{"whole", draw(busy(1)), draw(busy(2))},
	} {
		b.Run(c.name, func(b *testing.B) {
			var out []byte
			b.ReportAllocs()
			for b.Loop() {
				out = AppendDiff(out[:0], c.old, c.new, every)
			}
			b.ReportMetric(float64(len(out)), "bytes/frame")
		})
	}
}

// BenchmarkUpdate is a key's echo: one row of one pane is another.
func BenchmarkUpdate(b *testing.B) {
	s, other := busy(1), busy(2).Tiles[0].Grid[3]
	var f Shown
	out := f.Update(nil, s, every)
	b.ReportAllocs()
	for b.Loop() {
		s.Tiles[0].Grid[3], other = other, s.Tiles[0].Grid[3]
		out = f.Update(out[:0], s, every)
	}
}
