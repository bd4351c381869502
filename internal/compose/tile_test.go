package compose

import (
	"strings"
	"testing"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

// alone is a frame of one bordered tile over a whole screen.
func alone(cols, height int, t Tile) *Frame {
	t.Bordered, t.Index = true, 1
	t.Rect = layout.Rect{W: cols, H: height - 1}
	t.Inner = layout.Inner(t.Rect, true)
	f := NewFrame(1, 1)
	f.Draw(&Screen{Cols: cols, Rows: height, Tiles: []Tile{t}})
	return f
}

// R086
func TestWideTitlesLeaveTheBorderWhole(t *testing.T) {
	for _, name := range []string{
		strings.Repeat("漢", 120),     // far too long
		strings.Repeat("漢", 6),       // " 1:" + 12 + " " fills the 16 free columns
		strings.Repeat("漢", 6) + "字", // would end in the middle of a character
		"a" + strings.Repeat("漢", 9), // cut at an odd column
		strings.Repeat("é", 40), strings.Repeat("❤️", 20), "\x1b[31m\u202e\u200b\x9b",
	} {
		f := alone(18, 5, Tile{Name: name, Identity: "漢字"})
		top := f.Lines[0].Cells
		if top[0].Rune != '┌' || top[17].Rune != '┐' {
			t.Errorf("%q: the border reads %s", name, strings.SplitN(f.Text(), "\n", 2)[0])
		}
		for x, c := range top {
			if c.Width == 2 && (x+1 >= 17 || top[x+1].Width != 0) || c.Rune == '\x1b' {
				t.Errorf("%q: column %d holds %+v", name, x, c)
			}
		}
		term := vt.New(18, 5, 0)
		out := Diff(nil, f, every)
		term.Write(out)
		checkShown(t, term, f, out)
	}
}

func TestNothingFollowsACutName(t *testing.T) {
	got := strings.SplitN(alone(18, 5, Tile{Name: "a" + strings.Repeat("漢", 9), Identity: "x"}).Text(), "\n", 2)[0]
	if want := "┌ 1:a漢漢漢漢漢漢┐"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got = strings.SplitN(alone(19, 5, Tile{Name: "a" + strings.Repeat("漢", 9), Identity: "x"}).Text(), "\n", 2)[0]
	if want := "┌ 1:a漢漢漢漢漢漢─┐"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestUsedFrameIsLikeANewOne draws several screens into one frame.
func TestUsedFrameIsLikeANewOne(t *testing.T) {
	used := NewFrame(1, 1)
	linked := zoomed(44, 12)
	linked.Tiles[0].Grid = []vt.Row{{Cells: []vt.Cell{{Rune: 'x', Width: 1, Extra: true}}, Extras: map[int]vt.Extra{0: {Link: "https://example.org"}}}}
	for _, s := range []*Screen{team(44, 12), linked, zoomed(44, 12), team(80, 16), linked, team(44, 12), scenes["help"](44, 12)} {
		used.Draw(s)
		if d := difference(used, draw(s)); d != "" {
			t.Error(d)
		}
		for y, line := range used.Lines {
			for x := range line.Extras {
				if !line.Cells[x].Extra {
					t.Errorf("row %d keeps the extra of another frame at column %d", y, x)
				}
			}
		}
	}
}

func TestNarrowTilesHaveNoLabel(t *testing.T) {
	for cols, want := range map[int]string{4: "┌──┐", 5: "┌ 1:┐", 9: "┌ 1:name┐"} {
		if got := strings.SplitN(alone(cols, 5, Tile{Name: "name"}).Text(), "\n", 2)[0]; got != want {
			t.Errorf("%d columns: %s, want %s", cols, got, want)
		}
	}
}

func TestBorderColourSaysTheMostUrgent(t *testing.T) {
	for _, c := range []struct {
		name string
		tile Tile
		fg   vt.Color
		attr vt.Attr
	}{
		{"focused and exited", Tile{Focused: true, Exited: true, Badge: '?'}, brightCyan, vt.Bold},
		{"exited", Tile{Exited: true, Active: true}, red, 0},
		{"waiting", Tile{Badge: '?', Active: true}, brightYellow, 0},
		{"working", Tile{Badge: '~'}, vt.DefaultColor, 0},
		{"output", Tile{Active: true}, vt.DefaultColor, 0},
		{"quiet", Tile{}, grey, 0},
	} {
		corner := alone(10, 5, c.tile).Lines[0].Cells[0]
		if corner.Fg != c.fg || corner.Attr != c.attr {
			t.Errorf("%s: %+v", c.name, corner)
		}
	}
}

func TestIdentityHuesAreStableAndTwo(t *testing.T) {
	seen := map[vt.Color]int{}
	for _, name := range []string{"work", "client", "home", "bot", "ci", "me", "a", "b"} {
		if identityHue(name) != identityHue(name) {
			t.Errorf("%s changes its hue", name)
		}
		seen[identityHue(name)]++
	}
	for _, state := range []vt.Color{red, grey, brightYellow, brightCyan, white, vt.DefaultColor} {
		if seen[state] > 0 {
			t.Errorf("an identity looks like the state %x", state)
		}
	}
	if len(seen) != 2 {
		t.Errorf("eight names have %d hues, want 2", len(seen))
	}
}

func TestGridIsClippedToTheTile(t *testing.T) {
	f := alone(8, 5, Tile{Focused: true, Grid: rows(40, "abcde漢字", "x", "y", "z", "w"), Cursor: vt.Cursor{X: 1, Y: 1, Visible: true}})
	want := "┌ 1: ──┐\n│abcde │\n│x     │\n└──────┘\n"
	if got := f.Text(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if c := f.Cursor; c.X != 2 || c.Y != 2 || !c.Visible {
		t.Errorf("cursor %+v", c)
	}
}

func TestBrokenGridsBecomeWhole(t *testing.T) {
	grid := []vt.Row{{Cells: []vt.Cell{
		{Rune: 0, Width: 0}, {Rune: '漢', Width: 2}, {Rune: 'x', Width: 1}, {Rune: '\x1b', Width: 1}, {Rune: 'y', Width: 7},
		{Rune: 'z', Width: 1, Extra: true}, {Rune: '\x07', Width: 2}, {Width: 0}, {Rune: '漢', Width: 2},
	}}}
	f := NewFrame(9, 3)
	f.Draw(&Screen{Cols: 9, Rows: 3, Tiles: []Tile{{Rect: layout.Rect{W: 9, H: 2}, Inner: layout.Rect{W: 9, H: 2}, Grid: grid}}})
	if got := f.Text(); !strings.HasPrefix(got, "  x  z\n") {
		t.Errorf("shows %q", got)
	}
	term := vt.New(9, 3, 0)
	out := Diff(nil, f, every)
	term.Write(out)
	checkShown(t, term, f, out)
}

// R080
func TestAnySizeIsDrawn(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {2, 1}, {1, 200}, {200, 1}, {2, 2}, {3, 3}, {1000, 1000}, {-1, -1}} {
		for name, scene := range scenes {
			s := scene(size[0], size[1])
			s.Help, s.Prompt.Open = helpLines, true
			f := NewFrame(1, 1)
			f.Draw(s)
			term := vt.New(f.Cols, f.Rows, 0)
			out := Diff(nil, f, every)
			term.Write(out)
			if d := difference(shown(term), f); d != "" {
				t.Errorf("%s at %v: %s", name, size, d)
			}
		}
	}
}

func TestMessageWrapsAtWords(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  string
	}{
		{"one two three", 7, "one two/three"},
		{"one two three", 5, "one/two/three"},
		{"onetwothree", 4, "onet/woth/ree"},
		{"漢字漢字", 3, "漢/字/漢/字"},
		{"漢字", 1, ""},
		{"", 5, ""},
		{"  indented line", 12, "  indented/line"},
		{"exactly", 7, "exactly"},
	} {
		if got := strings.Join(wrap([]string{c.line}, c.width), "/"); got != c.want {
			t.Errorf("%q in %d columns: %q, want %q", c.line, c.width, got, c.want)
		}
	}
}

func TestMarkOfAReader(t *testing.T) {
	for cols, want := range map[int]string{
		30: "┌ 1:name ───────────[12/345]─┐", 18: "┌ 1:nam─[12/345]─┐", 11: "┌[12/345]─┐", 9: "┌ 1:name┐",
	} {
		if got := strings.SplitN(alone(cols, 5, Tile{Name: "name", Mark: "[12/345]"}).Text(), "\n", 2)[0]; got != want {
			t.Errorf("%d columns: got %s, want %s", cols, got, want)
		}
	}
}

// Where there is no border it lies over the grid, also when only one changes.
func TestMarkOverAGrid(t *testing.T) {
	whole := layout.Rect{W: 20, H: 4}
	f := NewFrame(1, 1)
	for _, c := range []struct{ row, mark, want string }{
		{"0123456789012345678", "[1/9]", "012345678901234[1/9]"},
		{"0123456789012345678", "[12/9]", "01234567890123[12/9]"},
		{"another row", "[12/9]", "another row   [12/9]"},
		{"another row", "", "another row"},
		{"wide: 一二三四五六七", "[1/9]", "wide: 一二三四 [1/9]"},
	} {
		term := vt.New(20, 1, 0)
		term.Write([]byte(c.row))
		f.Draw(&Screen{Cols: 20, Rows: 5, Tiles: []Tile{{Rect: whole, Inner: whole, Mark: c.mark, Grid: []vt.Row{term.Row(0)}}}})
		if got := f.Lines[0].Text(); got != c.want {
			t.Errorf("%q with %q: %q", c.row, c.mark, got)
		}
	}
}
