package compose

import (
	"github.com/clipperhouse/displaywidth"

	"atrium/internal/vt"
)

const (
	// firstUnsure is the first character about whose columns terminals may
	// disagree; before it all take one.
	firstUnsure = 0xad
	// firstJoiner is the first character that can belong to the one before.
	firstJoiner = 0x300
	// firstPrepend is the first character that can belong to the one after.
	firstPrepend = 0x600
)

func runeWidth(r rune) int { return displaywidth.Rune(r) }

// joins tells whether a terminal that reads the text of cell before and then
// that of cell x would take both for one character (two regional indicators
// that a program set apart, a lone mark).
func joins(line vt.Row, before, x int) bool {
	a, b := line.Cells[before].Rune, line.Cells[x].Rune
	if b < firstJoiner && a < firstPrepend || ideograph(b) && (ideograph(a) || a < firstJoiner) {
		return false
	}
	var buffer [64]byte
	both := appendText(appendText(buffer[:0], line, before), line, x)
	g := displaywidth.BytesGraphemes(both)
	return g.Next() && len(g.Value()) == len(both)
}

// ideograph covers the bulk of CJK text, where nothing joins.
func ideograph(r rune) bool { return r >= 0x3041 && r < 0x3097 || r >= 0x4e00 && r < 0xa000 }
