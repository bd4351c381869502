package layout

import "fmt"

// Swap exchanges the places of two panes.
func (t *Tree) Swap(a, b PaneID) error {
	first, second := t.find(a), t.find(b)
	switch {
	case first == nil:
		return fmt.Errorf("no pane %d in this window", a)
	case second == nil:
		return fmt.Errorf("no pane %d in this window", b)
	}
	first.id, second.id = b, a
	return nil
}

// Rotate moves every pane one place on among the leaves, the last one to the
// first place; backward the other way.
func (t *Tree) Rotate(backward bool) {
	ids := t.Leaves()
	if len(ids) < 2 {
		return
	}
	if backward {
		ids = append(ids[1:], ids[0])
	} else {
		ids = append(ids[len(ids)-1:], ids[:len(ids)-1]...)
	}
	next := 0
	t.each(func(n *node) {
		if n.leaf() {
			n.id = ids[next]
			next++
		}
	})
}

// Arrangement is one of the ready-made shapes of a window.
type Arrangement uint8

// The arrangements, in the order in which Next goes through them.
const (
	Columns  Arrangement = iota // all side by side
	Rows                        // all stacked
	MainTop                     // the first on top over half the height, the others side by side below
	MainLeft                    // the first on the left over half the width, the others stacked beside
	Tiled                       // the balanced grid
	arrangements
)

// Next is the arrangement after a.
func (a Arrangement) Next() Arrangement { return (a + 1) % arrangements }

// String is the arrangement in words.
func (a Arrangement) String() string {
	switch a {
	case Columns:
		return "columns"
	case Rows:
		return "rows"
	case MainTop:
		return "main pane on top"
	case MainLeft:
		return "main pane on the left"
	}
	return "tiles"
}

// Arranged is a tree of the same panes, in the same order, in that shape.
func (t *Tree) Arranged(a Arrangement) *Tree {
	ids := t.Leaves()
	switch {
	case len(ids) < 2:
		return t.Clone()
	case a == Columns:
		return &Tree{root: chain(SideBySide, leaves(ids))}
	case a == Rows:
		return &Tree{root: chain(Stacked, leaves(ids))}
	case a == MainTop:
		return withMain(Stacked, ids)
	case a == MainLeft:
		return withMain(SideBySide, ids)
	}
	return Balanced(ids)
}

func withMain(dir Dir, ids []PaneID) *Tree {
	across := Stacked
	if dir == Stacked {
		across = SideBySide
	}
	return &Tree{root: &node{
		dir: dir, weights: [2]int{1, 1},
		first:  &node{id: ids[0]},
		second: chain(across, leaves(ids[1:])),
	}}
}

func leaves(ids []PaneID) []*node {
	nodes := make([]*node, len(ids))
	for i, id := range ids {
		nodes[i] = &node{id: id}
	}
	return nodes
}
