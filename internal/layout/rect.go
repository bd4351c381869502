package layout

// Placed is a pane and the rectangle of its tile, border included.
type Placed struct {
	ID   PaneID
	Rect Rect
}

// Rects divides area among the panes, in the order of Leaves. Each split gives
// its first child floor(total*a/(a+b)) cells and the second the rest, where a
// and b are the leaf counts below them, or the split's own weights. Every pane
// gets at least one cell each way, even if that reaches past a too small area:
// whoever paints must clip.
func (t *Tree) Rects(area Rect) []Placed {
	if t == nil || t.root == nil {
		return nil
	}
	area.W, area.H = max(1, area.W), max(1, area.H)
	return t.root.place(area, make([]Placed, 0, t.Len()))
}

// Inner is the room of the grid in a tile: r less its border. A bordered tile
// too small for both leaves the grid one cell, which the border then covers.
func Inner(r Rect, bordered bool) Rect {
	if !bordered {
		return r
	}
	return Rect{X: r.X + 1, Y: r.Y + 1, W: max(1, r.W-2), H: max(1, r.H-2)}
}

func (n *node) place(area Rect, placed []Placed) []Placed {
	if n.leaf() {
		return append(placed, Placed{ID: n.id, Rect: area})
	}
	first, second := n.divide(area)
	return n.second.place(second, n.first.place(first, placed))
}

// divide is how the split n shares area between its children.
func (n *node) divide(area Rect) (first, second Rect) {
	first, second = area, area
	if n.dir == SideBySide {
		first.W, second.W = n.share(area.W)
		second.X += first.W
	} else {
		first.H, second.H = n.share(area.H)
		second.Y += first.H
	}
	return first, second
}

func (n *node) share(total int) (first, second int) {
	a, b := n.parts()
	first = max(1, int(int64(total)*int64(a)/int64(a+b)))
	return first, max(1, total-first)
}

func (n *node) parts() (a, b int) {
	if n.weights != [2]int{} {
		return n.weights[0], n.weights[1]
	}
	return n.first.count(), n.second.count()
}
