package compose

import "atrium/internal/vt"

// Depth is how many colours a terminal shows.
type Depth uint8

// The depths. Monochrome is for NO_COLOR: attributes stay, colours go.
const (
	Monochrome Depth = iota
	Colors16
	Colors256
	TrueColor
)

// reduce is the nearest colour to c that the depth has.
func (d Depth) reduce(c vt.Color) vt.Color {
	index, isPalette := c.Palette()
	r, g, b, isRGB := c.RGB()
	switch {
	case d == TrueColor || !isPalette && !isRGB:
		return c
	case d == Monochrome:
		return vt.DefaultColor
	case d == Colors256 && isPalette || isPalette && index < 16:
		return c
	case d == Colors256:
		return vt.Palette(nearest256(r, g, b))
	case isPalette:
		r, g, b = paletteRGB(index)
	}
	return vt.Palette(nearest(r, g, b, 0, 15))
}

// ansiRGB is what xterm shows for the sixteen ANSI colours.
var ansiRGB = [16][3]uint8{
	{0, 0, 0}, {205, 0, 0}, {0, 205, 0}, {205, 205, 0}, {0, 0, 238}, {205, 0, 205}, {0, 205, 205}, {229, 229, 229},
	{127, 127, 127}, {255, 0, 0}, {0, 255, 0}, {255, 255, 0}, {92, 92, 255}, {255, 0, 255}, {0, 255, 255}, {255, 255, 255},
}

// paletteRGB is entry i of xterm's 256-colour palette.
func paletteRGB(i uint8) (r, g, b uint8) {
	switch {
	case i < 16:
		c := ansiRGB[i]
		return c[0], c[1], c[2]
	case i < 232:
		i -= 16
		return cubeLevel(i / 36), cubeLevel(i / 6 % 6), cubeLevel(i % 6)
	default:
		v := 8 + 10*(i-232)
		return v, v, v
	}
}

// cubeLevel is step 0 to 5 of a channel of the 6x6x6 cube.
func cubeLevel(step uint8) uint8 {
	if step == 0 {
		return 0
	}
	return 55 + 40*step
}

// nearest256 leaves out the first sixteen, which users change to their taste.
func nearest256(r, g, b uint8) uint8 {
	step := func(v uint8) uint8 {
		if v < 48 {
			return 0
		}
		return max(1, (v-35)/40)
	}
	cube := 16 + 36*step(r) + 6*step(g) + step(b)
	grey := nearest(r, g, b, 232, 255)
	if distance(r, g, b, grey) < distance(r, g, b, cube) {
		return grey
	}
	return cube
}

func nearest(r, g, b, from, to uint8) uint8 {
	best := from
	for i := int(from) + 1; i <= int(to); i++ {
		if distance(r, g, b, uint8(i)) < distance(r, g, b, best) {
			best = uint8(i)
		}
	}
	return best
}

func distance(r, g, b, index uint8) int {
	pr, pg, pb := paletteRGB(index)
	dr, dg, db := int(r)-int(pr), int(g)-int(pg), int(b)-int(pb)
	return dr*dr + dg*dg + db*db
}
