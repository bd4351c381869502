package display

import (
	"fmt"
	"strconv"
	"strings"

	"atrium/internal/compose"
	"atrium/internal/front"
	"atrium/internal/keys"
	"atrium/internal/vt"
)

// Source of questions and answers: the kitty keyboard protocol (CSI ? u),
// xterm's ctlseqs (OSC 4, 10, 11, XTVERSION, DECRQM, DA1), the terminal working
// group's colour scheme reports (mode 2031, CSI ? 997 n).
//
// Every terminal answers DA1, and answers in order: with that answer all others
// that will come have come.

const (
	askColors = "\x1b]10;?\x1b\\\x1b]11;?\x1b\\"
	askLast   = "\x1b[c"
)

// questions is what the terminal is asked once, behind the first frame, which
// does not wait for the answers.
func questions() string {
	var palette strings.Builder
	for i := range 16 {
		fmt.Fprintf(&palette, "\x1b]4;%d;?\x1b\\", i)
	}
	return "\x1b[?u\x1b[?2031$p\x1b[>0q" + askColors + palette.String() + askLast
}

// known is what the terminal told of itself.
type known struct {
	asked     bool // the questions were sent
	told      bool // and no more answers are to come
	kitty     bool // it speaks the kitty keyboard protocol
	otherKeys bool // it knows modifyOtherKeys
	scheme    bool // it can report changes of its colours
	colors    vt.Colors
}

// Asking tells that the terminal was asked and may still answer. An answer that
// comes when nobody reads it would be typed into a shell.
func (d *Display) Asking() bool { return d.known.asked && !d.known.told }

// ask appends the questions to the first frame.
func (d *Display) ask(out []byte) []byte {
	if !d.asks || d.known.asked {
		return out
	}
	d.known.asked = true
	return append(out, questions()...)
}

// answered takes what the terminal told. What nobody asked for, or asked twice,
// changes nothing.
func (d *Display) answered(a keys.Answer) {
	switch a.Kind {
	case '[':
		d.reported(a.Text)
	case ']':
		d.toldColor(a.Text)
	case 'P':
		if name, ok := strings.CutPrefix(a.Text, ">|"); ok {
			d.named(name)
		}
	}
}

// reported takes a control sequence of the terminal.
func (d *Display) reported(text string) {
	k := &d.known
	switch {
	case !strings.HasPrefix(text, "?") || !k.asked:
	case strings.HasPrefix(text, "?997;") && strings.HasSuffix(text, "n"):
		d.pending = append(d.pending, askColors...)
		d.stale = true
	case k.told:
	case strings.HasSuffix(text, "u"):
		k.kitty, d.stale = true, true
	case text == "?2031;1$y" || text == "?2031;2$y":
		k.scheme, d.stale = true, true
	case strings.HasSuffix(text, "c"):
		k.told = true
		d.send(front.Colors{Colors: k.colors})
	}
}

// named takes the terminal's name and version. Terminals are known by name to
// have direct colours and styles of underlines, or xterm's extended keys: they
// tell of neither otherwise.
func (d *Display) named(name string) {
	if d.known.told {
		return
	}
	d.known.otherKeys, d.stale = begins(name, "XTerm(", "mintty ", "tmux "), true
	modern := begins(name, "kitty(", "ghostty ", "WezTerm ", "foot(", "iTerm2 ", "contour ", "Konsole ", "mintty ", "Windows Terminal ", "alacritty", "atrium")
	caps := d.caps
	if modern {
		caps.Underlines, caps.Links = true, true
		if caps.Depth != compose.Monochrome { // the operator wants none
			caps.Depth = compose.TrueColor
		}
	}
	if caps != d.caps {
		d.caps = caps
		d.Repaint()
	}
}

func begins(name string, heads ...string) bool {
	for _, head := range heads {
		if strings.HasPrefix(name, head) {
			return true
		}
	}
	return false
}

// toldColor takes an OSC 4, 10 or 11. When the first answers are through, each
// further one is a change.
func (d *Display) toldColor(text string) {
	number, rest, _ := strings.Cut(text, ";")
	colors := d.known.colors
	switch number {
	case "4":
		index, value, _ := strings.Cut(rest, ";")
		if i, err := strconv.ParseUint(index, 10, 4); err == nil {
			setColor(&colors.ANSI[i], value)
		}
	case "10":
		setColor(&colors.Foreground, rest)
	case "11":
		setColor(&colors.Background, rest)
	}
	if colors == d.known.colors {
		return
	}
	d.known.colors = colors
	if d.known.told {
		d.send(front.Colors{Colors: colors})
	}
}

// setColor reads a colour in the forms of XParseColor with one to four digits a
// channel; anything else changes nothing.
func setColor(c *vt.Color, text string) {
	channels := strings.Split(text, "/")
	head, first, _ := strings.Cut(channels[0], ":")
	if head != "rgb" && head != "rgba" || len(channels) < 3 {
		return
	}
	channels[0] = first
	var value [3]uint8
	for i := range value {
		digits := channels[i]
		n, err := strconv.ParseUint(digits, 16, 16)
		if err != nil {
			return
		}
		most := uint64(1)<<(4*len(digits)) - 1
		value[i] = uint8((n*255 + most/2) / most)
	}
	*c = vt.RGB(value[0], value[1], value[2])
}
