package vt

// Source: xterm's ctlseqs (OSC 4, 10, 11, 12), the terminal working group's
// colour scheme reports (CSI ? 996 n, mode 2031).
//
// Deviations: a program cannot change the colours, which it shares with the
// other panes, so that the forms that set or reset one (OSC 104, 110 to 112)
// are swallowed and a question is always answered with what is seen. Answers
// end in ST, whatever the question ended in.

import (
	"bytes"
	"strconv"
)

// Colors are those of the operator's terminal, for programs that ask: RGB
// colours, and DefaultColor for what is not known.
type Colors struct {
	Foreground, Background, Cursor Color
	ANSI                           [16]Color // the head of the palette
}

// usualColors are told where the terminal's own are not known: xterm's palette
// on black.
var usualColors = Colors{
	Foreground: RGB(229, 229, 229), Background: RGB(0, 0, 0), Cursor: RGB(229, 229, 229),
	ANSI: [16]Color{
		RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
		RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
		RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
		RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
	},
}

// The colours that are no entry of the palette, by the numbers of their OSC.
const (
	foregroundColor = 10
	backgroundColor = 11
	cursorColor     = 12
)

// HoldColors makes questions about colours wait for SetColors, and every later
// answer with them: a program takes an answer to its next question for a sign
// that there will be none to this.
func (t *Terminal) HoldColors() { t.holding = true }

// Waiting tells that the program asked for colours and was not answered.
func (t *Terminal) Waiting() bool { return len(t.held) > 0 }

// SetColors tells the colours of the operator's terminal, and answers what
// waited for them. A program that follows the colour scheme hears of a change
// from dark to light.
func (t *Terminal) SetColors(c Colors) {
	changed := t.light(t.colors) != t.light(c)
	t.colors, t.holding = c, false
	held := t.held
	t.held = nil
	for _, answer := range held {
		t.answer(answer())
	}
	if changed && t.modes.Scheme {
		t.answer(t.schemeReport())
	}
}

// maxHeld bounds how many answers may wait for the colours.
const maxHeld = 256

// answerColor answers, now or when the colours are known, what tells of them.
func (t *Terminal) answerColor(answer func() string) {
	switch {
	case !t.holding:
		t.answer(answer())
	case len(t.held) < maxHeld:
		t.held = append(t.held, answer)
	}
}

// queryPalette is OSC 4: index and '?' in turn.
func (t *Terminal) queryPalette(body []byte) {
	fields := bytes.Split(body, []byte{';'})
	for i := 0; i+1 < len(fields); i += 2 {
		index, err := strconv.ParseUint(string(fields[i]), 10, 8)
		if err == nil && string(fields[i+1]) == "?" {
			t.answerColor(func() string {
				return "\x1b]4;" + strconv.Itoa(int(index)) + ";" + xColor(t.paletteColor(uint8(index))) + "\x1b\\"
			})
		}
	}
}

// queryColors is OSC 10, 11 or 12; further fields go on with the next number.
func (t *Terminal) queryColors(first int, body []byte) {
	for i, field := range bytes.Split(body, []byte{';'}) {
		if n := first + i; n <= cursorColor && string(field) == "?" {
			t.answerColor(func() string {
				return "\x1b]" + strconv.Itoa(n) + ";" + xColor(t.namedColor(n)) + "\x1b\\"
			})
		}
	}
}

func (t *Terminal) namedColor(n int) Color {
	switch n {
	case foregroundColor:
		return known(t.colors.Foreground, usualColors.Foreground)
	case backgroundColor:
		return known(t.colors.Background, usualColors.Background)
	}
	return known(t.colors.Cursor, t.namedColor(foregroundColor))
}

func known(c, otherwise Color) Color {
	if _, _, _, ok := c.RGB(); ok {
		return c
	}
	return otherwise
}

// paletteColor is entry i: beyond the sixteen, xterm's cube and greys.
func (t *Terminal) paletteColor(i uint8) Color {
	switch {
	case i < 16:
		return known(t.colors.ANSI[i], usualColors.ANSI[i])
	case i >= 232:
		grey := 8 + 10*(i-232)
		return RGB(grey, grey, grey)
	}
	level := func(step uint8) uint8 {
		if step == 0 {
			return 0
		}
		return 55 + 40*step
	}
	i -= 16
	return RGB(level(i/36), level(i/6%6), level(i%6))
}

// xColor is c in the form of XParseColor, four digits a channel.
func xColor(c Color) string {
	r, g, b, _ := c.RGB()
	text := []byte("rgb:")
	for i, channel := range []uint8{r, g, b} {
		if i > 0 {
			text = append(text, '/')
		}
		const digits = "0123456789abcdef"
		high, low := digits[channel>>4], digits[channel&15]
		text = append(text, high, low, high, low)
	}
	return string(text)
}

// light tells of a background on which text is dark.
func (t *Terminal) light(c Colors) bool {
	r, g, b, _ := known(c.Background, usualColors.Background).RGB()
	return 299*int(r)+587*int(g)+114*int(b) > 127_500
}

func (t *Terminal) schemeReport() string {
	if t.light(t.colors) {
		return "\x1b[?997;2n"
	}
	return "\x1b[?997;1n"
}
