package vt

// Source: ECMA-48 8.3, DEC STD 070 (the escape sequences without parameters).
//
// Deviation: double-height and double-width lines (DECDHL, DECDWL) are not
// known.

// escape obeys ESC inter final.
func (t *Terminal) escape(inter, final byte) {
	t.join.open = false
	switch {
	case inter == 0:
		t.escapePlain(final)
	case inter >= '(' && inter <= '+':
		t.cur.charsets.designate(inter, final)
	case inter == '#' && final == '8':
		t.alignmentPattern()
	}
}

func (t *Terminal) escapePlain(final byte) {
	switch final {
	case '7':
		t.saveCursor()
	case '8':
		t.restoreCursor()
	case 'D':
		t.cur.pending = false
		t.index()
	case 'E':
		t.cur.x, t.cur.pending = 0, false
		t.index()
	case 'H':
		t.tabs[t.cur.x] = true
	case 'M':
		t.cur.pending = false
		t.reverseIndex()
	case 'c':
		t.fullReset()
	case '=':
		t.modes.AppKeypad = true
	case '>':
		t.modes.AppKeypad = false
	case 'n':
		t.cur.charsets.gl = 2
	case 'o':
		t.cur.charsets.gl = 3
	}
}

// alignmentPattern is DECALN: the screen full of E, for looking at it.
func (t *Terminal) alignmentPattern() {
	t.scr.top, t.scr.bottom = 0, t.rows
	t.cur.origin = false
	t.moveTo(0, 0)
	for y := range t.rows {
		t.scr.lazy(y).clear(DefaultColor)
		row := t.scr.row(y)
		fill(row.Cells, Cell{Rune: 'E', Width: 1})
		row.filled = len(row.Cells)
	}
	t.painted = true
	t.dirty.setAll()
}

// fullReset is RIS. The scrollback stays: it is the operator's, not the
// program's.
func (t *Terminal) fullReset() {
	t.reset()
	t.setTitle("")
	t.signals.add(Signal{Kind: SignalClear})
}

func (t *Terminal) saveCursor() { t.scr.saved = t.cur }

// restoreCursor is DECRC; without a DECSC before it goes home with a plain pen.
func (t *Terminal) restoreCursor() {
	t.cur = t.scr.saved
	t.cur.x = min(t.cur.x, t.cols-1)
	t.cur.y = min(t.cur.y, t.rows-1)
	t.cur.pending = t.cur.pending && t.wraps
}
