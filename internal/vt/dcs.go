package vt

// Source: DEC STD 070 (DECRQSS), xterm's ctlseqs (XTGETTCAP).
//
// Deviations: XTGETTCAP knows three names. Every other device control string
// (sixel, user-defined keys, tmux passthrough) is swallowed whole.

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
	switch string(name) {
	case "TN", "name":
		return "xterm-256color"
	case "Co", "colors":
		return "256"
	case "RGB":
		return "8/8/8"
	}
	return ""
}
