package layout

import (
	"slices"
	"strings"
	"testing"
)

func parse(t *testing.T, s string) *Tree {
	t.Helper()
	tree, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func widths(placed []Placed) (w []int) {
	for _, p := range placed {
		w = append(w, p.Rect.W)
	}
	return w
}

// check 142
func TestThreeInARowShareEightyColumns(t *testing.T) {
	for _, tree := range []*Tree{Grid([]PaneID{0, 1, 2}, 1, 3), parse(t, "v(0,v(1,2))"), parse(t, "v(v(0,1),2)")} {
		got := tree.Rects(Rect{W: 80, H: 24})
		if !slices.Equal(widths(got), []int{26, 27, 27}) {
			t.Errorf("%s: widths %v, want 26 27 27", tree, widths(got))
		}
		if last := got[2].Rect; last.X+last.W != 80 {
			t.Errorf("%s: ends at column %d", tree, last.X+last.W)
		}
	}
}

// check 142, R080
func TestTooSmallAreaGivesEveryPaneACell(t *testing.T) {
	areas := []Rect{{}, {W: 1, H: 1}, {W: 2, H: 1}, {W: 1, H: 200}, {W: 80, H: 1}, {W: -5, H: -5}, {W: 1000, H: 1000}}
	for _, text := range []string{"0", "h(0,1)", "v(0,1)", "h(v(0,h(1,2)),v(3,4))", "v[1:65535](0,h[65535:1](1,2))"} {
		for _, area := range areas {
			for _, p := range parse(t, text).Rects(area) {
				if p.Rect.W < 1 || p.Rect.H < 1 {
					t.Errorf("%s over %v: pane %d gets %v", text, area, p.ID, p.Rect)
				}
			}
		}
	}
}

func TestTwoPanesShareEvenly(t *testing.T) {
	got := parse(t, "h(0,1)").Rects(Rect{Y: 2, W: 80, H: 23})
	want := []Placed{{0, Rect{Y: 2, W: 80, H: 11}}, {1, Rect{Y: 13, W: 80, H: 12}}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// R059
func TestDeepRatiosComeBackExactly(t *testing.T) {
	tree := parse(t, "v[20:80](7,h[33:67](2,v[80:20](h[67:33](5,9),4)))")
	area := Rect{W: 137, H: 40}
	again := parse(t, tree.String())
	if want, got := tree.Rects(area), again.Rects(area); !slices.Equal(want, got) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := tree.Rects(area)[0].Rect.W; got != 27 {
		t.Errorf("first pane has %d columns of 137, want floor(137*20/100) = 27", got)
	}
}

func TestSplitKeepsTheOldPaneFirst(t *testing.T) {
	tree := New(3)
	for _, step := range []struct {
		at   PaneID
		dir  Dir
		id   PaneID
		want string
	}{
		{3, SideBySide, 5, "v(3,5)"},
		{3, Stacked, 1, "v(h(3,1),5)"},
		{5, SideBySide, 8, "v(h(3,1),v(5,8))"},
	} {
		if err := tree.Split(step.at, step.dir, step.id); err != nil {
			t.Fatal(err)
		}
		if got := tree.String(); got != step.want {
			t.Errorf("got %s, want %s", got, step.want)
		}
	}
}

func TestSplitRefusals(t *testing.T) {
	for _, c := range []struct {
		tree   *Tree
		at, id PaneID
		want   string
	}{
		{parse(t, "v(1,2)"), 9, 3, "no pane 9"},
		{parse(t, "v(1,2)"), 1, 2, "already"},
		{parse(t, "v(1,2)"), 1, -1, "negative"},
		{new(Tree), 0, 1, "no pane 0"},
		{nil, 0, 1, "no pane 0"},
	} {
		before := c.tree.String()
		err := c.tree.Split(c.at, Stacked, c.id)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("split of %q at %d: error %v, want %q", before, c.at, err, c.want)
		}
		if c.tree.String() != before {
			t.Errorf("a refused split changed %q to %q", before, c.tree)
		}
	}
}

func TestCloseGivesTheSiblingTheRoom(t *testing.T) {
	for _, c := range []struct {
		tree string
		id   PaneID
		want string
		next PaneID
	}{
		{"v(1,2)", 1, "2", 2},
		{"v(h(3,1),5)", 5, "h(3,1)", 3},
		{"v[20:60](h(3,1),5)", 3, "v[20:60](1,5)", 1},
		{"v[20:60](4,h(3,1))", 4, "h(3,1)", 3},
	} {
		tree := parse(t, c.tree)
		next, err := tree.Close(c.id)
		if err != nil || next != c.next || tree.String() != c.want {
			t.Errorf("close %d of %s: %s, next %d, error %v; want %s, next %d", c.id, c.tree, tree, next, err, c.want, c.next)
		}
	}
}

func TestCloseRefusesTheLastPane(t *testing.T) {
	tree := New(4)
	if _, err := tree.Close(4); err == nil || tree.Len() != 1 {
		t.Errorf("closed the last pane, error %v", err)
	}
	if _, err := tree.Close(5); err == nil {
		t.Error("closed a pane that is not there")
	}
}

func TestGridShapes(t *testing.T) {
	for n, want := range map[int][2]int{1: {1, 1}, 2: {1, 2}, 4: {2, 2}, 6: {2, 3}, 7: {1, 7}, 8: {2, 4}, 12: {3, 4}, 0: {1, 1}} {
		if rows, cols := ShapeN(n); [2]int{rows, cols} != want {
			t.Errorf("ShapeN(%d) = %dx%d, want %v", n, rows, cols, want)
		}
	}
}

func TestGridGoesRowByRow(t *testing.T) {
	for _, c := range []struct {
		n, rows, cols int
		want          string
	}{
		{6, 2, 3, "h(v(0,v(1,2)),v(3,v(4,5)))"},
		{3, 2, 2, "h(v(0,1),2)"},
		{2, 3, 2, "v(0,1)"},
		{3, 1, 2, "v(0,v(1,2))"},
		{2, 0, 0, "v(0,1)"},
		{0, 2, 2, ""},
	} {
		if got := Grid(upTo(c.n), c.rows, c.cols).String(); got != c.want {
			t.Errorf("%d panes in %dx%d: %s, want %s", c.n, c.rows, c.cols, got, c.want)
		}
	}
}

func upTo(n int) []PaneID {
	ids := make([]PaneID, n)
	for i := range ids {
		ids[i] = PaneID(i)
	}
	return ids
}

func TestBalancedRows(t *testing.T) {
	for n, want := range map[int][]int{0: nil, 1: {1}, 2: {2}, 3: {3}, 4: {2, 2}, 6: {3, 3}, 7: {4, 3}, 12: {4, 4, 4}, 13: {5, 4, 4}} {
		tree := Balanced(upTo(n))
		if !slices.Equal(tree.Leaves(), upTo(n)) {
			t.Errorf("%d panes come out as %v", n, tree.Leaves())
		}
		perRow := map[int]int{}
		var got []int
		for _, p := range tree.Rects(Rect{W: 200, H: 60}) {
			if perRow[p.Rect.Y]++; perRow[p.Rect.Y] == 1 {
				got = append(got, 0)
			}
			got[len(got)-1]++
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d panes: rows of %v, want %v", n, got, want)
		}
	}
}

func TestNeighbourIsGeometric(t *testing.T) {
	placed := parse(t, "v(0,h(1,v(2,3)))").Rects(Rect{W: 80, H: 24})
	for _, c := range []struct {
		from PaneID
		side Side
		want PaneID
		ok   bool
	}{
		{0, Left, 0, false}, // check 143
		{0, Right, 2, true},
		{1, Down, 2, true},
		{3, Left, 1, true}, // 13.5 columns and 12 rows away; 2 is 27 columns away
		{2, Left, 0, true},
		{3, Up, 1, true},
		{1, Up, 0, false},
		{9, Up, 0, false},
	} {
		if got, ok := Neighbour(placed, c.from, c.side); got != c.want || ok != c.ok {
			t.Errorf("from %d to side %d: %d %v, want %d %v", c.from, c.side, got, ok, c.want, c.ok)
		}
	}
}

// R082
func TestSplitsStopWhereTheyDoNotFit(t *testing.T) {
	area := Rect{W: 20, H: 5}
	tree := New(0)
	for id := PaneID(1); id <= 20; id++ {
		dir := Dir(id % 2)
		if !tree.Fits(area, id-1, dir) {
			dir = SideBySide
		}
		if !tree.Fits(area, id-1, dir) {
			break
		}
		if err := tree.Split(id-1, dir, id); err != nil {
			t.Fatal(err)
		}
	}
	if got := tree.Len(); got != 6 {
		t.Errorf("%d panes of 3 columns in 20, want 6: %s", got, tree)
	}
	if tree.Fits(area, 99, Stacked) {
		t.Error("a split of a pane that is not there fits")
	}
	if !New(0).Fits(Rect{W: 3, H: 6}, 0, Stacked) || New(0).Fits(Rect{W: 3, H: 5}, 0, Stacked) {
		t.Error("two stacked tiles fit exactly from 3x6 on")
	}
}

func TestGrowMovesTheNearestBorder(t *testing.T) {
	area := Rect{W: 80, H: 24}
	for _, c := range []struct {
		tree  string
		id    PaneID
		side  Side
		cells int
		want  string
	}{
		{"v(0,1)", 0, Right, 5, "v[45:35](0,1)"},
		{"v(0,1)", 1, Left, 5, "v[35:45](0,1)"},
		{"v(0,1)", 1, Left, -5, "v[45:35](0,1)"},
		{"v(0,1)", 0, Left, 5, "v[35:45](0,1)"},
		{"v(0,1)", 1, Right, 5, "v[45:35](0,1)"},
		{"h(v(0,1),2)", 0, Up, 2, "h[14:10](v(0,1),2)"},
		{"v(0,1)", 0, Up, 5, "v(0,1)"},
		{"h(0,v(1,2))", 1, Up, 2, "h[6:18](0,v(1,2))"},
		{"h(0,v(1,2))", 2, Left, 1, "h(0,v[39:41](1,2))"},
		{"v(v(0,1),2)", 1, Right, 1, "v[54:26](v(0,1),2)"},
		{"v(0,1)", 0, Right, 999, "v[77:3](0,1)"},
		{"v(0,1)", 0, Right, -999, "v[3:77](0,1)"},
		{"v(0,1)", 7, Right, 1, "v(0,1)"},
	} {
		tree := parse(t, c.tree)
		moved := tree.Grow(area, c.id, c.side, c.cells)
		if got := tree.String(); got != c.want || moved != (c.want != c.tree) {
			t.Errorf("grow %d of %s on side %d by %d: %s (moved %v), want %s", c.id, c.tree, c.side, c.cells, got, moved, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat("v(", MaxPanes+1)
	for _, s := range []string{
		"", " 1", "1 ", "-1", "+1", "01", "v", "v(", "v()", "v(1)", "v(1,2", "v(1,2))", "v(1,2),3", "v(1, 2)",
		"x(1,2)", "v(1,1)", "v[](1,2)", "v[1](1,2)", "v[0:1](1,2)", "v[1:65536](1,2)", "v[1:-1](1,2)",
		"v[01:1](1,2)", "V(1,2)", "99999999999999999999", "１", deep,
	} {
		if tree, err := Parse(s); err == nil {
			t.Errorf("%.40q was read as %s", s, tree)
		}
	}
}

func TestInner(t *testing.T) {
	for _, c := range []struct {
		r        Rect
		bordered bool
		want     Rect
	}{
		{Rect{2, 3, 20, 10}, true, Rect{3, 4, 18, 8}},
		{Rect{2, 3, 20, 10}, false, Rect{2, 3, 20, 10}},
		{Rect{0, 0, 2, 1}, true, Rect{1, 1, 1, 1}},
	} {
		if got := Inner(c.r, c.bordered); got != c.want {
			t.Errorf("Inner(%v, %v) = %v, want %v", c.r, c.bordered, got, c.want)
		}
	}
}

func TestEmptyTree(t *testing.T) {
	for _, tree := range []*Tree{nil, {}} {
		if tree.Len() != 0 || tree.Leaves() != nil || tree.Rects(Rect{W: 9, H: 9}) != nil || tree.String() != "" ||
			tree.Has(0) || tree.Check() != nil || tree.Clone().Len() != 0 || tree.Grow(Rect{}, 0, Left, 1) {
			t.Errorf("the empty tree %v is not empty", tree)
		}
	}
}

func TestCheckFindsBadIDs(t *testing.T) {
	for _, tree := range []*Tree{Balanced([]PaneID{1, 2, 1}), New(-1), Balanced(upTo(MaxPanes + 1))} {
		if tree.Check() == nil {
			t.Errorf("%.40s passes", tree)
		}
	}
}
