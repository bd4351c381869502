package compose

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

var update = flag.Bool("update", false, "rewrite testdata from what is drawn now")

// rows is a grid that shows the lines.
func rows(cols int, lines ...string) []vt.Row {
	f := NewFrame(cols, max(1, len(lines)))
	for y, line := range lines {
		f.write(0, y, cols, line, plain)
	}
	return f.Lines
}

// team is a window of four panes in all their states.
func team(cols, height int) *Screen {
	tree, err := layout.Parse("v(1,h(2,v(3,4)))")
	if err != nil {
		panic(err)
	}
	s := &Screen{Cols: cols, Rows: height, Tiles: []Tile{
		{Name: "lead", Identity: "work", Focused: true, Grid: rows(200, "> build it", "● 好的，开始 now", "", "done"),
			Cursor: vt.Cursor{X: 4, Y: 3, Visible: true}},
		{Name: "builder", Badge: '?', Active: true, Grid: rows(30, "may I run make?")},
		{Name: "make", Exited: true, Grid: rows(30, "make: *** [all] Error 2"),
			Message: []string{"make ended with status 2", "Enter starts it again, x closes"}},
		{Name: "claude", Identity: "client", Starting: true},
	}, Bar: Bar{
		Windows: []BarWindow{{Name: "claude", Role: "lead", Identity: "work", Mark: '*'}, {Name: "sh", Mark: '-'}},
		Hint:    "Ctrl+A ? keys",
	}, Beat: 2}
	for i, p := range tree.Rects(layout.Rect{W: cols, H: height - 1}) {
		t := &s.Tiles[i]
		t.Index, t.Bordered, t.Rect, t.Inner = i+1, true, p.Rect, layout.Inner(p.Rect, true)
	}
	return s
}

// zoomed is one borderless pane.
func zoomed(cols, height int) *Screen {
	area := layout.Rect{W: cols, H: max(1, height-1)}
	return &Screen{Cols: cols, Rows: height, Tiles: []Tile{{
		Index: 1, Name: "sh", Focused: true, Rect: area, Inner: area,
		Grid: rows(cols, "$ echo 漢字漢字漢字漢字", "漢字漢字漢字漢字", "$ "), Cursor: vt.Cursor{X: 2, Y: 2, Visible: true},
	}}, Bar: Bar{Windows: []BarWindow{{Name: "sh", Mark: '*'}}, Hint: "Ctrl+A ? keys"}}
}

var helpLines = Help{Title: "keys", Lines: []string{
	"Ctrl+A c      new window", "Ctrl+A %      split side by side", "Ctrl+A \"      split top and bottom", "Ctrl+A q      quit",
}}

var scenes = map[string]func(cols, rows int) *Screen{
	"team":   team,
	"zoomed": zoomed,
	"help":   func(c, r int) *Screen { s := team(c, r); s.Help = helpLines; return s },
	"prompt": func(c, r int) *Screen {
		s := zoomed(c, r)
		s.Prompt = Prompt{Open: true, Label: ":", Text: `git commit -m "a long 長い message"`}
		return s
	},
	"note": func(c, r int) *Screen {
		s := zoomed(c, r)
		for i := range 6 {
			s.Bar.Windows = append(s.Bar.Windows, BarWindow{Name: "claude", Role: fmt.Sprint("builder_", i), Mark: '+'})
		}
		s.Bar.Note = `cannot save the session: open "/state": no space left`
		return s
	},
	"held": func(c, r int) *Screen {
		s := zoomed(c, r)
		s.Tiles[0].Grid = nil
		s.Tiles[0].Message = []string{"the directory of this pane is gone", "/home/me/projects/.atrium-worktrees/m1/piece", "",
			"Enter tries again, p starts in the project, x closes"}
		return s
	},
}

func TestPictures(t *testing.T) {
	for name, scene := range scenes {
		var got strings.Builder
		for _, size := range [][2]int{{80, 16}, {44, 12}, {20, 7}, {9, 4}, {20, 2}, {3, 3}, {1, 1}} {
			f := NewFrame(1, 1)
			f.Draw(scene(size[0], size[1]))
			fmt.Fprintf(&got, "%dx%d, cursor %s\n%s\n", f.Cols, f.Rows, where(f.Cursor), framed(f))
		}
		checkGolden(t, filepath.Join("testdata", name+".txt"), got.String())
	}
}

func where(c vt.Cursor) string {
	if !c.Visible {
		return "hidden"
	}
	return fmt.Sprintf("%d,%d", c.X, c.Y)
}

// framed shows the edges of the screen, so that a moved one is seen.
func framed(f *Frame) string {
	edge := "+" + strings.Repeat("-", f.Cols) + "+\n"
	var b strings.Builder
	b.WriteString(edge)
	for line := range strings.Lines(f.Text()) {
		line = strings.TrimSuffix(line, "\n")
		b.WriteString("|" + line + strings.Repeat(" ", f.Cols-displaywidth.String(line)) + "|\n")
	}
	return b.String() + edge
}

func checkGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what is drawn now (go test -update rewrites it):\n%s", path, got)
	}
}
