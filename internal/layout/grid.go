package layout

// ShapeN is the grid of n panes: rows is the largest factor of n not above its
// square root, cols the other factor. n under 1 counts as 1.
func ShapeN(n int) (rows, cols int) {
	n = max(1, n)
	rows = 1
	for f := 2; f*f <= n; f++ {
		if n%f == 0 {
			rows = f
		}
	}
	return rows, n / rows
}

// Grid is a tree of rows stacked rows of cols panes each, ids row by row. With
// fewer ids the last rows are short or missing; with more the last row takes
// the rest, since no pane may be lost.
func Grid(ids []PaneID, rows, cols int) *Tree {
	lengths := make([]int, 0, max(1, rows))
	left := len(ids)
	for i := 1; i < rows && left > 0; i++ {
		n := min(max(1, cols), left)
		lengths, left = append(lengths, n), left-n
	}
	if left > 0 {
		lengths = append(lengths, left)
	}
	return inRows(ids, lengths)
}

// Balanced is the re-grid of ids in their order: floor(sqrt n) rows, of which
// the first n mod rows have one pane more. A longer row is a little taller
// too, by the one rule that a split divides by leaf counts.
func Balanced(ids []PaneID) *Tree {
	n, rows := len(ids), 0
	for (rows+1)*(rows+1) <= n {
		rows++
	}
	lengths := make([]int, rows)
	for i := range lengths {
		lengths[i] = n / rows
		if i < n%rows {
			lengths[i]++
		}
	}
	return inRows(ids, lengths)
}

func inRows(ids []PaneID, lengths []int) *Tree {
	rows := make([]*node, len(lengths))
	for i, length := range lengths {
		row := make([]*node, length)
		for j := range row {
			row[j] = &node{id: ids[j]}
		}
		rows[i], ids = chain(SideBySide, row), ids[length:]
	}
	return &Tree{root: chain(Stacked, rows)}
}

// chain joins nodes into splits of one direction, nil for none. It nests to
// the right, where flooring leaves the spare cells to the last ones: 26, 27
// and 27 of 80.
func chain(dir Dir, nodes []*node) *node {
	var all *node
	for i := len(nodes) - 1; i >= 0; i-- {
		if all == nil {
			all = nodes[i]
		} else {
			all = &node{dir: dir, first: nodes[i], second: all}
		}
	}
	return all
}
