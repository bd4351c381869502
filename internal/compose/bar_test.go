package compose

import (
	"fmt"
	"strings"
	"testing"

	"atrium/internal/layout"
)

// barOf is the last row of a screen with so many windows.
func barOf(cols, windows, active int, set func(*Bar)) string {
	s := zoomed(cols, 3)
	s.Tiles[0].Rect = layout.Rect{W: cols, H: 2}
	s.Bar.Windows, s.Bar.Active = nil, active
	for i := range windows {
		w := BarWindow{Name: fmt.Sprint("name", i+1), Mark: '-'}
		if i == active {
			w.Mark = '*'
		}
		s.Bar.Windows = append(s.Bar.Windows, w)
	}
	if set != nil {
		set(&s.Bar)
	}
	f := NewFrame(cols, 3)
	f.Draw(s)
	lines := strings.Split(strings.TrimRight(f.Text(), "\n"), "\n")
	return lines[len(lines)-1]
}

// Wherever one goes, the bar names the window that is shown.
func TestBarNamesTheActiveWindow(t *testing.T) {
	for cols := 40; cols <= 120; cols += 10 {
		for active := range 20 {
			for name, set := range map[string]func(*Bar){
				"hint":    nil,
				"note":    func(b *Bar) { b.Hint, b.Note = "", "no room" },
				"zoomed":  func(b *Bar) { b.Windows[b.Active].Zoomed = true },
				"waiting": func(b *Bar) { b.Windows[(b.Active+1)%20].Mark = '?' },
			} {
				want := fmt.Sprintf("%d:name%d*", active+1, active+1)
				if got := barOf(cols, 20, active, set); !strings.Contains(got, want) {
					t.Fatalf("%d columns, %s: %q lacks %q", cols, name, got, want)
				}
			}
		}
	}
}

func TestBarShowsZoom(t *testing.T) {
	if got := barOf(80, 2, 1, func(b *Bar) { b.Windows[1].Zoomed = true }); !strings.Contains(got, "1:name1- | 2:name2*Z | ") {
		t.Errorf("%q", got)
	}
}
