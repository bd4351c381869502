package layout

// Neighbour is the pane that the focus reaches from pane from on the given
// side: among those whose centre lies strictly on that side the one whose
// centre is nearest by Manhattan distance, the first of equals. ok is false
// when there is none, and the focus stays.
func Neighbour(placed []Placed, from PaneID, side Side) (id PaneID, ok bool) {
	origin, found := rectOf(placed, from)
	if !found {
		return 0, false
	}
	best := 0
	for _, p := range placed {
		dx, dy := between(origin, p.Rect)
		if away := abs(dx) + abs(dy); on(side, dx, dy) && (!ok || away < best) {
			id, ok, best = p.ID, true, away
		}
	}
	return id, ok
}

func rectOf(placed []Placed, id PaneID) (Rect, bool) {
	for _, p := range placed {
		if p.ID == id {
			return p.Rect, true
		}
	}
	return Rect{}, false
}

// between is the way from the centre of a to that of b in half cells, which
// keeps centres of even and odd tiles exact.
func between(a, b Rect) (dx, dy int) {
	return 2*b.X + b.W - 2*a.X - a.W, 2*b.Y + b.H - 2*a.Y - a.H
}

func on(side Side, dx, dy int) bool {
	switch side {
	case Left:
		return dx < 0
	case Right:
		return dx > 0
	case Up:
		return dy < 0
	default:
		return dy > 0
	}
}

func abs(n int) int { return max(n, -n) }
