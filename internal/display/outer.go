package display

import (
	"fmt"
	"strings"
	"unicode"

	"atrium/internal/safetext"
	"atrium/internal/vt"
)

// outer is the state of the operator's terminal beyond what it shows: modes
// that follow the focused pane, so that keys arrive in the form its program
// asked for, and mouse capture.
type outer struct {
	known bool // otherwise it may be in any state
	modes
	title string
}

type modes struct {
	paste, focus, appCursor, appKeypad, mouse, scheme bool

	kitty     uint8 // flags of the kitty keyboard protocol
	otherKeys uint8 // level of modifyOtherKeys
}

// wanted is the state that the terminal should be in.
func (d *Display) wanted() outer {
	w := outer{known: true, title: cleanTitle(d.view.Title)}
	w.mouse, w.scheme = d.mouse, d.known.scheme
	switch asked := d.form().Asked(); {
	case asked == 0:
	case d.known.kitty:
		w.kitty = asked
	case d.known.otherKeys:
		w.otherKeys = 2
	}
	if t := d.focused(); t != nil {
		w.focus = t.Modes.Focus
		if !d.covered() {
			w.paste = t.Modes.BracketedPaste
			w.appCursor = t.Modes.AppCursor
			w.appKeypad = t.Modes.AppKeypad
		}
	}
	if d.prompt.open {
		w.paste = true // the line ends of a paste are no Enter
	}
	return w
}

// change appends what turns o into to, and makes o that.
func (o *outer) change(out []byte, to outer) []byte {
	for _, m := range []struct {
		is, want bool
		on, off  string
	}{
		{o.paste, to.paste, "\x1b[?2004h", "\x1b[?2004l"},
		{o.focus, to.focus, "\x1b[?1004h", "\x1b[?1004l"},
		{o.appCursor, to.appCursor, "\x1b[?1h", "\x1b[?1l"},
		{o.appKeypad, to.appKeypad, "\x1b=", "\x1b>"},
		{o.mouse, to.mouse, "\x1b[?1002h\x1b[?1006h", "\x1b[?1002l\x1b[?1006l"},
		{o.scheme, to.scheme, "\x1b[?2031h", "\x1b[?2031l"},
	} {
		switch {
		case o.known && m.is == m.want:
		case m.want:
			out = append(out, m.on...)
		default:
			out = append(out, m.off...)
		}
	}
	if o.kitty != to.kitty || !o.known && to.kitty != 0 {
		out = fmt.Appendf(out, "\x1b[=%d;1u", to.kitty)
	}
	if o.otherKeys != to.otherKeys || !o.known && to.otherKeys != 0 {
		out = fmt.Appendf(out, "\x1b[>4;%dm", to.otherKeys)
	}
	if o.title != to.title || !o.known && to.title != "" {
		out = append(out, "\x1b]2;"+to.title+"\x1b\\"...)
	}
	*o = to
	return out
}

const maxTitle = 200 // characters

func cleanTitle(s string) string { return safetext.Defang(safetext.Clip(s, maxTitle)) }

// pass keeps for the next frame what programs asked of the terminal itself.
// What is not in the form that it must have is dropped: a View may come from
// another process.
func (d *Display) pass(signals []vt.Signal) {
	for _, s := range signals {
		switch s.Kind {
		case vt.SignalBell:
			d.pending = append(d.pending, 0x07)
		case vt.SignalClipboard:
			if isBase64(s.Text) {
				d.pending = append(d.pending, "\x1b]52;c;"+s.Text+"\x1b\\"...)
			}
		case vt.SignalNotify, vt.SignalProgress:
			if isNotification(s.Text) {
				d.pending = append(d.pending, "\x1b]"+s.Text+"\x1b\\"...)
			}
		}
	}
}

func isBase64(s string) bool {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
	return strings.Trim(s, alphabet) == ""
}

func isNotification(s string) bool {
	known := strings.HasPrefix(s, "9;") || strings.HasPrefix(s, "99;") || strings.HasPrefix(s, "777;")
	return known && !strings.ContainsFunc(s, unicode.IsControl)
}
