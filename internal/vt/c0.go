package vt

// Source: ECMA-48 8.3, DEC STD 070.

// execute obeys a C0 control.
func (t *Terminal) execute(c byte) {
	t.join.open = false
	switch c {
	case bel:
		t.signals.add(Signal{Kind: SignalBell})
	case '\b':
		t.cur.pending = false
		t.cur.x = max(t.cur.x-1, 0)
	case '\t':
		t.tab(1)
	case '\n', '\v', '\f':
		t.lineFeed()
	case '\r':
		t.cur.x, t.cur.pending = 0, false
	case 0x0e:
		t.cur.charsets.gl = 1
	case 0x0f:
		t.cur.charsets.gl = 0
	}
}

func (t *Terminal) lineFeed() {
	t.cur.pending = false
	t.index()
	if t.newline {
		t.cur.x = 0
	}
}
