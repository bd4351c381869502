package vt

import "strings"

// Terminal is the emulator of one pane. It is owned by one goroutine; nothing
// it does waits for anything.
type Terminal struct {
	parser  parser
	cols    int
	rows    int
	main    screen
	alt     screen
	scr     *screen // main or alt
	history scrollback
	dirty   dirtyRows
	tabs    []bool

	cur     cursor
	visible bool
	shape   uint8
	modes   Modes
	wraps   bool // DECAWM
	insert  bool // IRM
	newline bool // LNM
	blink   bool // mode 12, kept for DECRQM alone

	join    joint
	scratch []byte
	title   string
	titles  []string // pushed by CSI 22 t
	painted bool
	replies []byte
	signals signalQueue

	mainKeys keyStack
	altKeys  keyStack

	colors  Colors
	holding bool            // they are not known yet
	held    []func() string // answers that wait for them
}

// cursor is what DECSC saves: where and how the next character is written.
type cursor struct {
	x, y     int
	pending  bool // the last column was written; the next character wraps first
	pen      pen
	origin   bool // DECOM
	charsets charsets
}

// New makes a terminal of cols by rows cells that keeps up to kept lines
// which left the top of the main screen. Sizes below 1 become 1.
func New(cols, rows, kept int) *Terminal {
	t := &Terminal{cols: max(cols, 1), rows: max(rows, 1)}
	t.history = scrollback{limit: max(kept, 0), cols: t.cols}
	t.main.allocate(t.cols, t.rows)
	t.scr = &t.main
	t.dirty.resize(t.rows)
	t.reset()
	return t
}

// Write feeds output of the hosted program. It takes all of p and never fails.
func (t *Terminal) Write(p []byte) (int, error) {
	t.parser.feed(p, t)
	return len(p), nil
}

// Size is the size of the grid in cells.
func (t *Terminal) Size() (cols, rows int) { return t.cols, t.rows }

// Row is row y of the shown screen, 0 the top one. It shares memory with the
// terminal and holds until the next Write or Resize.
func (t *Terminal) Row(y int) Row { return *t.scr.row(y) }

// Text is the shown screen as text, one line a row.
func (t *Terminal) Text() string {
	lines := make([]string, t.rows)
	for y := range lines {
		lines[y] = t.scr.row(y).Text()
	}
	return strings.Join(lines, "\n")
}

// Cursor is where the next character goes.
func (t *Terminal) Cursor() Cursor {
	return Cursor{X: t.cur.x, Y: t.cur.y, Visible: t.visible, Shape: t.shape}
}

// Modes are the modes the hosted program has set.
func (t *Terminal) Modes() Modes { return t.modes }

// Title is the title the hosted program has set, free of control characters
// and at most 256 bytes long.
func (t *Terminal) Title() string { return t.title }

// Painted tells whether anything visible was ever printed.
func (t *Terminal) Painted() bool { return t.painted }

// SyncOpen tells whether the program has opened a synchronized update (2026)
// and not closed it: what the grid shows is half drawn.
func (t *Terminal) SyncOpen() bool { return t.modes.Sync }

// EndSync closes a synchronized update that the program left open.
func (t *Terminal) EndSync() { t.modes.Sync = false }

// ScrollbackLen is the number of lines kept above the main screen.
func (t *Terminal) ScrollbackLen() int { return t.history.len() }

// ScrollbackRow is line i above the main screen, 0 the oldest. The row is the
// caller's own. It is as wide as the screen, or wider when the line is longer.
func (t *Terminal) ScrollbackRow(i int) Row { return t.history.row(i, t.cols) }

// reset is the state after RIS, without touching what was ever printed.
func (t *Terminal) reset() {
	t.showScreen(&t.main)
	t.alt = screen{}
	t.modes = Modes{}
	t.mainKeys, t.altKeys = keyStack{}, keyStack{}
	t.softReset()
	t.cur = cursor{pen: plainPen}
	t.shape = 0
	t.newline = false
	t.blink = false
	t.tabs = defaultTabs(t.tabs[:0], t.cols)
	t.titles = nil
	t.scr.clear(0, t.rows, DefaultColor)
	t.dirty.setAll()
}

// softReset is DECSTR: modes and renditions, not what is on the screen.
func (t *Terminal) softReset() {
	t.visible = true
	t.wraps = true
	t.insert = false
	t.modes.AppCursor = false
	t.modes.AppKeypad = false
	t.cur.origin = false
	t.cur.pending = false
	t.cur.pen = plainPen
	t.cur.charsets = charsets{}
	t.scr.saved = cursor{pen: plainPen}
	t.scr.top, t.scr.bottom = 0, t.rows
	t.join = joint{}
}
