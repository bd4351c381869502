package vt

// Source: DEC STD 070 (DECRQSS), xterm's ctlseqs (XTGETTCAP).
//
// Deviations: XTGETTCAP knows what capabilities lists. Every other device
// control string (sixel, user-defined keys, tmux passthrough) is swallowed whole.

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
)

// dcs obeys a device control string.
func (t *Terminal) dcs(data []byte, whole bool) {
	if !whole {
		return
	}
	if setting, ok := bytes.CutPrefix(data, []byte("$q")); ok {
		t.reportSetting(string(setting))
	}
	if names, ok := bytes.CutPrefix(data, []byte("+q")); ok {
		t.reportCapabilities(string(names))
	}
}

// reportSetting is DECRQSS.
func (t *Terminal) reportSetting(setting string) {
	var value string
	switch setting {
	case "m":
		value = t.cur.pen.parameters() + "m"
	case "r":
		value = fmt.Sprintf("%d;%dr", t.scr.top+1, t.scr.bottom)
	case " q":
		value = fmt.Sprintf("%d q", t.shape)
	case `"p`: // DECSCL: VT220, seven-bit controls
		value = `62;1"p`
	case `"q`: // DECSCA: nothing is protected
		value = `0"q`
	case "t": // DECSLPP
		value = fmt.Sprintf("%dt", t.rows)
	case "$|": // DECSCPP
		value = fmt.Sprintf("%d$|", t.cols)
	case "*|": // DECSNLS
		value = fmt.Sprintf("%d*|", t.rows)
	default:
		t.reply("\x1bP0$r\x1b\\")
		return
	}
	t.reply("\x1bP1$r%s\x1b\\", value)
}

// parameters are those of the SGR that would set p from a reset pen.
func (p *pen) parameters() string {
	var b strings.Builder
	b.WriteByte('0')
	for code, attr := range attributeOn {
		if p.cell.Attr&attr != 0 {
			fmt.Fprintf(&b, ";%d", code)
		}
	}
	if style := p.cell.Attr.UnderlineStyle(); style > 0 {
		fmt.Fprintf(&b, ";4:%d", style)
	}
	if p.cell.Attr&Overline != 0 {
		b.WriteString(";53")
	}
	b.WriteString(colorParameters(p.cell.Fg, 38))
	b.WriteString(colorParameters(p.cell.Bg, 48))
	b.WriteString(colorParameters(p.extra.Underline, 58))
	return b.String()
}

func colorParameters(c Color, code int) string {
	if i, ok := c.Palette(); ok {
		return fmt.Sprintf(";%d:5:%d", code, i)
	}
	if r, g, b, ok := c.RGB(); ok {
		return fmt.Sprintf(";%d:2::%d:%d:%d", code, r, g, b)
	}
	return ""
}

// reportCapabilities is XTGETTCAP, one answer a name.
func (t *Terminal) reportCapabilities(names string) {
	for name := range strings.SplitSeq(names, ";") {
		value := capability(name)
		if value == "" {
			t.reply("\x1bP0+r\x1b\\")
			continue
		}
		t.reply("\x1bP1+r%s=%s\x1b\\", name, hex.EncodeToString([]byte(value)))
	}
}

// capability is the value of the capability whose name is hexName.
func capability(hexName string) string {
	name, err := hex.DecodeString(hexName)
	if err != nil {
		return ""
	}
	return capabilities[string(name)]
}

// capabilities are terminfo's, as far as the description of xterm-256color
// lacks them or programs ask all the same.
var capabilities = map[string]string{
	"TN": "xterm-256color", "name": "xterm-256color",
	"Co": "256", "colors": "256",
	"RGB":     "8/8/8",
	"Ms":      `\E]52;%p1%s;%p2%s\E\\`,
	"Se":      `\E[2 q`,
	"Ss":      `\E[%p1%d q`,
	"Smulx":   `\E[4:%p1%dm`,
	"Setulc":  `\E[58:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%dm`,
	"setrgbf": `\E[38:2::%p1%d:%p2%d:%p3%dm`,
	"setrgbb": `\E[48:2::%p1%d:%p2%d:%p3%dm`,
	"Sync":    `\E[?2026%?%p1%{1}%-%tl%eh%;`,
}
