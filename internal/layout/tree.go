package layout

import (
	"errors"
	"fmt"
)

// MaxPanes is how many panes one window may hold. It also bounds the depth of
// a tree, so that neither a file nor an operator can make a recursion deep.
const MaxPanes = 1024

// maxWeight is the most cells a terminal reports (struct winsize is 16 bits).
const maxWeight = 65535

// Tree is the split tree of a window. The zero Tree and a nil *Tree are the
// window without panes. A Tree is not safe for concurrent use.
type Tree struct{ root *node }

// node is a leaf (first and second nil) or a split.
type node struct {
	id            PaneID // of a leaf
	dir           Dir    // of a split
	weights       [2]int // of a split; zero divides by leaf counts
	first, second *node
}

// New is a tree of one pane.
func New(id PaneID) *Tree { return &Tree{root: &node{id: id}} }

// Split divides pane at: it stays as the first child, and pane id becomes the
// second. The error says why the tree was left as it was.
func (t *Tree) Split(at PaneID, dir Dir, id PaneID) error {
	switch n := t.find(at); {
	case n == nil:
		return fmt.Errorf("no pane %d in this window", at)
	case id < 0:
		return fmt.Errorf("pane id %d is negative", id)
	case t.Has(id):
		return fmt.Errorf("pane %d is already in this window", id)
	case t.Len() >= MaxPanes:
		return fmt.Errorf("a window holds at most %d panes", MaxPanes)
	default:
		*n = node{dir: dir, first: &node{id: at}, second: &node{id: id}}
		return nil
	}
}

// Close takes pane id out; its sibling gets the room of both. next is the
// pane that gets the focus if the closed one had it: the first leaf.
func (t *Tree) Close(id PaneID) (next PaneID, err error) {
	if !t.Has(id) {
		return 0, fmt.Errorf("no pane %d in this window", id)
	}
	if t.root.leaf() {
		return 0, errors.New("the last pane of a window closes with the window")
	}
	t.root = t.root.without(id)
	return t.root.leftmost().id, nil
}

// Leaves are the panes from left to right in the tree.
func (t *Tree) Leaves() []PaneID {
	var ids []PaneID
	t.each(func(n *node) { ids = append(ids, n.id) })
	return ids
}

// Has tells whether pane id is in the tree.
func (t *Tree) Has(id PaneID) bool { return t.find(id) != nil }

// Len is the number of panes.
func (t *Tree) Len() int {
	if t == nil || t.root == nil {
		return 0
	}
	return t.root.count()
}

// Clone is a copy that shares nothing with t.
func (t *Tree) Clone() *Tree { return t.Map(func(id PaneID) PaneID { return id }) }

// Map is a copy of t with every id replaced by f(id). Check tells whether f
// kept the ids apart.
func (t *Tree) Map(f func(PaneID) PaneID) *Tree {
	if t == nil || t.root == nil {
		return &Tree{}
	}
	return &Tree{root: t.root.mapped(f)}
}

// Check tells what is wrong with t: a duplicate or negative id, or too many
// panes. Trees made by Split, Close and Parse are always sound; those of Map,
// Grid and Balanced are as sound as the ids they were given.
func (t *Tree) Check() error {
	ids := t.Leaves()
	if len(ids) > MaxPanes {
		return fmt.Errorf("%d panes in one window, at most %d", len(ids), MaxPanes)
	}
	seen := make(map[PaneID]bool, len(ids))
	for _, id := range ids {
		if id < 0 {
			return fmt.Errorf("pane id %d is negative", id)
		}
		if seen[id] {
			return fmt.Errorf("pane %d is in the tree twice", id)
		}
		seen[id] = true
	}
	return nil
}

func (t *Tree) each(visit func(*node)) {
	if t != nil && t.root != nil {
		t.root.each(visit)
	}
}

func (t *Tree) find(id PaneID) (found *node) {
	t.each(func(n *node) {
		if n.id == id {
			found = n
		}
	})
	return found
}

func (n *node) leaf() bool { return n.first == nil }

func (n *node) each(visit func(*node)) {
	if n.leaf() {
		visit(n)
		return
	}
	n.first.each(visit)
	n.second.each(visit)
}

func (n *node) count() int {
	if n.leaf() {
		return 1
	}
	return n.first.count() + n.second.count()
}

func (n *node) leftmost() *node {
	for !n.leaf() {
		n = n.first
	}
	return n
}

// without is n with leaf id taken out, nil when n is that leaf.
func (n *node) without(id PaneID) *node {
	if n.leaf() {
		if n.id == id {
			return nil
		}
		return n
	}
	first, second := n.first.without(id), n.second.without(id)
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	n.first, n.second = first, second
	return n
}

func (n *node) mapped(f func(PaneID) PaneID) *node {
	if n.leaf() {
		return &node{id: f(n.id)}
	}
	return &node{dir: n.dir, weights: n.weights, first: n.first.mapped(f), second: n.second.mapped(f)}
}
