package vt

// Source: UAX #29 extended grapheme clusters, by uax29; their width by
// displaywidth.
//
// Deviations:
//   - ASCII and the characters of neverJoins always begin a cluster, also after
//     a prepended mark.
//   - A cluster longer than maxCluster bytes takes no more.
//   - What would make a cluster wider than the columns left is dropped, so that
//     a cell is never drawn over its neighbour.

import (
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"github.com/clipperhouse/uax29/v2/graphemes"
)

const maxCluster = 64

// joint is the cell the next combining character goes to, on the cursor's row.
// It is open from a printed character to the next thing that is not text.
type joint struct {
	x    int
	open bool
}

// neverJoins tells of the frequent characters that begin a cluster whatever
// stands before them.
func neverJoins(r rune) bool {
	return r < 0x300 || r >= 0x2500 && r < 0x25a0 || r >= 0x4e00 && r < 0xa000
}

// joined tells whether r belongs to the cluster printed last, and adds it.
func (t *Terminal) joined(r rune) bool {
	if !t.join.open || neverJoins(r) {
		return false
	}
	before := t.scr.lazy(t.cur.y).appendLast(t.scratch[:0], t.join.x)
	t.scratch = utf8.AppendRune(before, r)
	if n, _, _ := graphemes.SplitFunc(t.scratch, true); n != len(t.scratch) {
		return false
	}
	if len(t.scratch) <= maxCluster {
		t.extend(t.scr.row(t.cur.y), t.scratch)
	}
	return true
}

// extend makes cluster the text of the cell last printed.
func (t *Terminal) extend(row *Row, cluster []byte) {
	x := t.join.x
	if displaywidth.Bytes(cluster) > int(row.Cells[x].Width) && !t.widen(row, x) {
		return
	}
	extra := row.Extras[x]
	extra.Cluster = string(cluster)
	row.setExtra(x, extra)
	t.dirty.set(t.cur.y)
}

// widen makes the narrow cell at x a wide one, if there is a column for it.
func (t *Terminal) widen(row *Row, x int) bool {
	if row.Cells[x].Width != 1 || x+1 >= t.cols {
		return false
	}
	if t.insert {
		row.insert(x+1, 1, t.cur.pen.cell.Bg)
	}
	t.clearFor(x+1, 1)
	row.Cells[x].Width = 2
	row.Cells[x+1] = rightHalf(row.Cells[x])
	row.filled = max(row.filled, x+2)
	t.cur.x = x
	t.advance(2, 2)
	return true
}
