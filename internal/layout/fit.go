package layout

// minTile is the least tile worth having: a border around one cell.
const minTile = 3

// Fits tells whether area has room for a split of pane at in direction dir:
// every tile of the result, those of other panes too, is at least 3x3.
func (t *Tree) Fits(area Rect, at PaneID, dir Dir) bool {
	after := t.Clone()
	n := after.find(at)
	if n == nil || after.Len() >= MaxPanes {
		return false
	}
	*n = node{dir: dir, first: &node{id: at}, second: &node{id: at}}
	for _, p := range after.Rects(area) {
		if p.Rect.W < minTile || p.Rect.H < minTile {
			return false
		}
	}
	return true
}

// Grow moves a border of pane id by cells towards that side, away from it if
// cells is negative, and less far where a tile would shrink below 3x3: the
// border on that side, and the one across for a pane at the edge of the window.
// Its split gets the weights that hold it there at the size of area. It tells
// whether anything moved.
func (t *Tree) Grow(area Rect, id PaneID, side Side, cells int) bool {
	if t == nil || t.root == nil {
		return false
	}
	area.W, area.H = max(1, area.W), max(1, area.H)
	split, room := t.root.borderOf(id, side, area)
	if split == nil {
		split, room = t.root.borderOf(id, side.across(), area)
	}
	if split == nil {
		return false
	}
	if side == Left || side == Up {
		cells = -cells
	}
	return split.shift(room, cells)
}

func (s Side) across() Side { return [...]Side{Left: Right, Right: Left, Up: Down, Down: Up}[s] }

// borderOf is the innermost split below n whose border is the given side of
// pane id, and the area it divides; nil when there is none.
func (n *node) borderOf(id PaneID, side Side, area Rect) (*node, Rect) {
	if n.leaf() {
		return nil, Rect{}
	}
	first, second := n.divide(area)
	child, room, facing := n.first, first, [2]Side{Stacked: Down, SideBySide: Right}
	if !n.first.has(id) {
		child, room, facing = n.second, second, [2]Side{Stacked: Up, SideBySide: Left}
	}
	if !child.has(id) {
		return nil, Rect{}
	}
	if split, where := child.borderOf(id, side, room); split != nil {
		return split, where
	}
	if side == facing[n.dir] {
		return n, area
	}
	return nil, Rect{}
}

func (n *node) has(id PaneID) bool {
	if n.leaf() {
		return n.id == id
	}
	return n.first.has(id) || n.second.has(id)
}

// shift moves the border of split n, which divides area, by cells towards the
// second child, as far as the tiles below n allow.
func (n *node) shift(area Rect, cells int) bool {
	total, step := area.W, 1
	if n.dir == Stacked {
		total = area.H
	}
	if total < 2 || total > maxWeight {
		return false
	}
	if cells < 0 {
		step = -1
	}
	cells = min(max(cells, -total), total)
	before, old := n.place(area, nil), n.weights
	at, _ := n.share(total)
	for to := min(max(at+cells, 1), total-1); to*step > at*step; to -= step {
		n.weights = [2]int{to, total - to}
		if !crushed(before, n.place(area, nil)) {
			return true
		}
	}
	n.weights = old
	return false
}

// crushed tells whether a tile shrank to less than is worth having.
func crushed(before, after []Placed) bool {
	for i, p := range after {
		old := before[i].Rect
		if p.Rect.W < min(minTile, old.W) || p.Rect.H < min(minTile, old.H) {
			return true
		}
	}
	return false
}
