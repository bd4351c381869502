package layout

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSwapAndRotate(t *testing.T) {
	tree, err := Parse("v[1:3](1,h(2,3))")
	if err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		do   func() error
		want string
	}{
		{func() error { return tree.Swap(1, 3) }, "v[1:3](3,h(2,1))"},
		{func() error { tree.Rotate(false); return nil }, "v[1:3](1,h(3,2))"},
		{func() error { tree.Rotate(true); return nil }, "v[1:3](3,h(2,1))"},
		{func() error { return tree.Swap(2, 2) }, "v[1:3](3,h(2,1))"},
	}
	for i, s := range steps {
		if err := s.do(); err != nil || tree.String() != s.want {
			t.Errorf("step %d: %s, %v; want %s", i, tree, err, s.want)
		}
	}
	if err := tree.Swap(1, 9); err == nil || tree.String() != "v[1:3](3,h(2,1))" {
		t.Errorf("swap with no pane: %v, %s", err, tree)
	}
}

func TestArranged(t *testing.T) {
	tree := Balanced([]PaneID{4, 2, 9})
	for a, want := range map[Arrangement]string{
		Columns: "v(4,v(2,9))", Rows: "h(4,h(2,9))",
		MainTop: "h[1:1](4,v(2,9))", MainLeft: "v[1:1](4,h(2,9))", Tiled: "v(4,v(2,9))",
	} {
		if got := tree.Arranged(a).String(); got != want {
			t.Errorf("%s: %s, want %s", a, got, want)
		}
	}
	if got := New(7).Arranged(MainTop).String(); got != "7" {
		t.Errorf("a pane alone becomes %s", got)
	}
}

func TestArrangingLosesNoPane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "panes")
		var ids []PaneID
		for i := range n {
			ids = append(ids, PaneID(i*3))
		}
		tree := Balanced(ids)
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			tree = tree.Arranged(Arrangement(rapid.IntRange(0, int(arrangements)-1).Draw(t, "shape")))
			if rapid.Bool().Draw(t, "turn") {
				tree.Rotate(rapid.Bool().Draw(t, "back"))
			}
			if err := tree.Check(); err != nil {
				t.Fatal(err)
			}
			got := tree.Leaves()
			slices.Sort(got)
			if !slices.Equal(got, ids) {
				t.Fatalf("panes %v, want %v", got, ids)
			}
			again, err := Parse(tree.String())
			if err != nil || again.String() != tree.String() {
				t.Fatalf("%s does not read back: %v", tree, err)
			}
		}
	})
}

func TestNextArrangementGoesRound(t *testing.T) {
	seen := map[Arrangement]bool{}
	for a := Columns; !seen[a]; a = a.Next() {
		seen[a] = true
	}
	if len(seen) != int(arrangements) {
		t.Errorf("%d of %d are reached", len(seen), arrangements)
	}
}
