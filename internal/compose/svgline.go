package compose

import (
	"strings"

	"atrium/internal/vt"
)

// arms are the sides of its cell that a box-drawing character reaches.
type arms uint8

const (
	leftArm arms = 1 << iota
	rightArm
	upArm
	downArm
	round
)

// armsOf tells the arms of a light box-drawing character, 0 for any other.
// Drawn as lines instead of glyphs they meet in every font.
func armsOf(r rune) arms {
	const all = "─│┌┐└┘├┤┬┴┼╭╮╰╯"
	i := strings.IndexRune(all, r)
	if i < 0 {
		return 0
	}
	return [...]arms{
		leftArm | rightArm, upArm | downArm,
		rightArm | downArm, leftArm | downArm, rightArm | upArm, leftArm | upArm,
		upArm | downArm | rightArm, upArm | downArm | leftArm,
		leftArm | rightArm | downArm, leftArm | rightArm | upArm, leftArm | rightArm | upArm | downArm,
		rightArm | downArm | round, leftArm | downArm | round, rightArm | upArm | round, leftArm | upArm | round,
	}[i/len("─")]
}

// lines draws the box-drawing characters from column x on that look alike as
// one path, and tells the column after them.
func (s *svg) lines(x, y int, line vt.Row) int {
	c, start, d := line.Cells[x], x, ""
	for x < len(line.Cells) && armsOf(line.Cells[x].Rune) != 0 && alike(line.Cells[x], c) {
		straight := x
		for x+1 < len(line.Cells) && line.Cells[x].Rune == '─' && line.Cells[x+1].Rune == '─' && alike(line.Cells[x+1], c) {
			x++
		}
		d += stroke(straight, x, y, armsOf(line.Cells[x].Rune))
		x++
	}
	width := 1.2
	if line.Cells[start].Attr&vt.Bold != 0 {
		width = 1.8
	}
	front, _ := lookOf(c)
	s.linef(`<path d="%s" fill="none" stroke="%s" stroke-width="%s"/>`, d, front, num(width))
	return x
}

// stroke is the path of the arms of the cells from column x to last.
func stroke(x, last, y int, a arms) string {
	left, right := cellW*float64(x), cellW*float64(last+1)
	top, bottom := cellH*float64(y), cellH*float64(y+1)
	midX, midY := (left+right)/2, (top+bottom)/2
	fromX, toX := midX, midX
	if a&leftArm != 0 {
		fromX = left
	}
	if a&rightArm != 0 {
		toX = right
	}
	fromY, toY := midY, midY
	if a&upArm != 0 {
		fromY = top
	}
	if a&downArm != 0 {
		toY = bottom
	}
	if a&round != 0 {
		return "M" + num(fromX+toX-midX) + " " + num(midY) +
			"Q" + num(midX) + " " + num(midY) + " " + num(midX) + " " + num(fromY+toY-midY)
	}
	d := ""
	if fromX < toX {
		d += "M" + num(fromX) + " " + num(midY) + "H" + num(toX)
	}
	if fromY < toY {
		d += "M" + num(midX) + " " + num(fromY) + "V" + num(toY)
	}
	return d
}
