package vt

// Source: xterm's ctlseqs (OSC 0, 2, 4, 10 to 12, 52), the hyperlink
// specification of VTE and iTerm2 (OSC 8), iTerm2 (OSC 9), ConEmu (OSC 9;4),
// kitty (OSC 99), rxvt (OSC 777).
//
// Deviations: all other numbers are swallowed, the working directory (7), the
// marks of a shell's prompt (133) and the resets of colours (104, 110 to 112)
// among them. The clipboard cannot be read, and what OSC 99 can ask is not
// passed on: the answer would be to no pane.

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxTitle = 256  // bytes
	maxLink  = 2048 // bytes of a hyperlink's target; longer ones are not kept
	maxID    = 256
)

// osc obeys an operating system command. One that was cut is good for a title
// at most.
func (t *Terminal) osc(data []byte, whole bool) {
	number, body, _ := bytes.Cut(data, []byte{';'})
	switch string(number) {
	case "0", "2":
		t.setTitle(clean(body, maxTitle))
		return
	}
	if !whole {
		return
	}
	switch string(number) {
	case "4":
		t.queryPalette(body)
	case "8":
		t.hyperlink(body)
	case "9", "777":
		t.notify(data)
	case "10", "11", "12":
		t.queryColors(foregroundColor+int(number[1]-'0'), body)
	case "99":
		if !asksNotifier(body) {
			t.notify(data)
		}
	case "52":
		t.clipboard(body)
	}
}

// clean is b without control and invisible formatting characters and without
// ill-formed UTF-8, cut to limit bytes at a whole character.
func clean(b []byte, limit int) string {
	var s strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		b = b[n:]
		if r == utf8.RuneError || unicode.IsControl(r) || formatting(r) {
			continue
		}
		if s.Len()+n > limit {
			break
		}
		s.WriteRune(r)
	}
	return s.String()
}

// formatting tells of characters that could reorder or hide the text around
// them; the joiner of emoji is none.
func formatting(r rune) bool {
	return r != 0x200d && (unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029)
}

func (t *Terminal) setTitle(title string) {
	if title == t.title {
		return
	}
	t.title = title
	t.signals.add(Signal{Kind: SignalTitle, Text: title})
}

// hyperlink is OSC 8: params;target, an empty target ends the link.
func (t *Terminal) hyperlink(body []byte) {
	params, target, ok := bytes.Cut(body, []byte{';'})
	if !ok {
		return
	}
	if len(target) == 0 || len(target) > maxLink || !printable(target) {
		t.cur.pen.setLink("", "")
		return
	}
	t.cur.pen.setLink(string(target), linkID(params))
}

func linkID(params []byte) string {
	for param := range bytes.SplitSeq(params, []byte{':'}) {
		if id, ok := bytes.CutPrefix(param, []byte("id=")); ok && len(id) <= maxID && printable(id) {
			return string(id)
		}
	}
	return ""
}

// printable tells whether b is well-formed text free of control characters.
func printable(b []byte) bool {
	return utf8.Valid(b) && bytes.IndexFunc(b, unicode.IsControl) < 0
}

// notify passes a notification or, as 9;4, a progress report on.
func (t *Terminal) notify(data []byte) {
	kind := SignalNotify
	if bytes.Equal(data, []byte("9;4")) || bytes.HasPrefix(data, []byte("9;4;")) {
		kind = SignalProgress
	}
	t.signals.add(Signal{Kind: kind, Text: clean(data, keptString)})
}

// asksNotifier tells of an OSC 99 that asks what the terminal can show (p=?).
func asksNotifier(body []byte) bool {
	settings, _, _ := bytes.Cut(body, []byte{';'})
	for setting := range bytes.SplitSeq(settings, []byte{':'}) {
		if string(setting) == "p=?" {
			return true
		}
	}
	return false
}

// clipboard is OSC 52: targets;base64. What is no base64 is no write: '?' would
// be a read, and is refused.
func (t *Terminal) clipboard(body []byte) {
	_, payload, ok := bytes.Cut(body, []byte{';'})
	if ok && base64Only(payload) {
		t.signals.add(Signal{Kind: SignalClipboard, Text: string(payload)})
	}
}

func base64Only(b []byte) bool {
	for _, c := range b {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		digit := c >= '0' && c <= '9'
		if !letter && !digit && c != '+' && c != '/' && c != '=' {
			return false
		}
	}
	return true
}
