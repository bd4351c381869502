//go:build unix

package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"atrium/internal/layout"
	"atrium/internal/terminaltest"
)

// The shapes of -n and --grid, to the cell.
func TestGrids(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want []layout.Rect
	}{
		"two": {[]string{"-n", "2"}, []layout.Rect{{W: 40, H: 23}, {X: 40, W: 40, H: 23}}},
		"glued": {[]string{"-n=4"}, []layout.Rect{{W: 40, H: 11}, {X: 40, W: 40, H: 11},
			{Y: 11, W: 40, H: 12}, {X: 40, Y: 11, W: 40, H: 12}}},
		"three in a row": {[]string{"--grid", "1x3"}, // check 142
			[]layout.Rect{{W: 26, H: 23}, {X: 26, W: 27, H: 23}, {X: 53, W: 27, H: 23}}},
		"two by three": {[]string{"-n", "6"}, []layout.Rect{
			{W: 26, H: 11}, {X: 26, W: 27, H: 11}, {X: 53, W: 27, H: 11},
			{Y: 11, W: 26, H: 12}, {X: 26, Y: 11, W: 27, H: 12}, {X: 53, Y: 11, W: 27, H: 12}}},
		"a column": {[]string{"--grid=3x1"}, []layout.Rect{{W: 80, H: 7}, {Y: 7, W: 80, H: 8}, {Y: 15, W: 80, H: 8}}},
	} {
		t.Run(name, func(t *testing.T) {
			eachWire(t, func(t *testing.T, r *rig) {
				r.script("size", `stty size; exec cat`)
				s := r.start(append(c.args, "size")...)
				s.WaitFor(fmt.Sprintf("the boxes are %v, each told its size", c.want), func(p *terminaltest.Picture) bool {
					return slices.Equal(boxes(p), c.want) && !slices.ContainsFunc(c.want, func(box layout.Rect) bool {
						return inside(p, box) != fmt.Sprintf("%d %d", box.H-2, box.W-2)
					})
				})
				s.waitFocus(len(c.want), 0)
				s.quit()
			})
		})
	}
}

// check 142: in an area of one row no pane is without a cell.
func TestSplitOfOneRow(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		r.script("size", `printf '%s' "$(stty size)"; exec cat`)
		s := r.startAt(20, 2, "--grid", "2x2", "size")
		s.WaitText("1 20")
		s.Resize(80, 24)
		s.WaitFor("three panes tell the size they began with, at least one cell", func(p *terminaltest.Picture) bool {
			told := 0
			for _, box := range boxes(p) {
				var rows, cols int
				if _, err := fmt.Sscan(inside(p, box), &rows, &cols); err == nil && rows > 0 && cols > 0 {
					told++
				}
			}
			return told >= 3
		})
		s.quit()
	})
}

// R082: commands in a window that has no room for them.
func TestLayoutCommandsInATinyWindow(t *testing.T) {
	eachWire(t, func(t *testing.T, r *rig) {
		s := r.startAt(20, 6).prompted()
		for range 10 {
			s.press("%", `"`)
		}
		s.waitBar("no room")
		s.press("z", "z", "x", "h", "j", "k", "l", "H", "J", "K", "L", "z", "n", "p", "%", "z", "z")
		s.Resize(80, 24)
		s.WaitFor("several panes fill the larger screen, one with the focus", func(p *terminaltest.Picture) bool {
			all := boxes(p)
			return len(all) > 1 && all[0].H > 6 && focused(p) >= 0
		})
		s.enter("echo y''s")  // short: the pane may be narrow
		p := s.WaitText("ys") // so that all keys before have been obeyed
		if e := r.awaitPanes(len(boxes(p))); len(e.Snapshot.Windows) != 1 {
			t.Errorf("%d windows", len(e.Snapshot.Windows))
		}
		s.quit()
	})
}

// R086: a label of wide characters is cut at a whole one, and never moves the
// border.
func TestWideLabels(t *testing.T) {
	name := strings.Repeat("漢", 60)
	eachWire(t, func(t *testing.T, r *rig) {
		r.script(name, `echo up; exec cat`)
		s := r.startAt(40, 10, "-n", "2", name)
		s.waitFocus(2, 0)
		for cols := 40; cols >= 10; cols-- {
			s.Resize(cols, 10)
			left := cols / 2
			want := []layout.Rect{{W: left, H: 9}, {X: left, W: cols - left, H: 9}}
			p := s.WaitFor(fmt.Sprintf("the borders are whole at %d columns", cols), func(p *terminaltest.Picture) bool {
				return slices.Equal(boxes(p), want)
			})
			for _, box := range want {
				label := labelOf(p, box)
				cut := strings.TrimPrefix(strings.TrimRight(label, "─ "), " 1:")
				cut = strings.TrimPrefix(cut, " 2:")
				if strings.Trim(cut, "漢") != "" || box.W > 8 && cut == "" {
					t.Errorf("%d columns: label %q", cols, label)
				}
			}
		}
		s.quit()
	})
}

// labelOf is what stands in the upper border of a box.
func labelOf(p *terminaltest.Picture, box layout.Rect) string {
	var label strings.Builder
	for x := box.X + 1; x < box.X+box.W-1; x++ {
		switch c := p.Grid[box.Y].Cells[x]; {
		case c.Width == 0:
		case c.Rune == 0:
			label.WriteByte(' ')
		default:
			label.WriteRune(c.Rune)
		}
	}
	return label.String()
}
