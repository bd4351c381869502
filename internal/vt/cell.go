// Package vt is the terminal emulator of one pane: bytes of the hosted program
// in, a grid of cells, scrollback, modes and bounded replies out; and the way
// back, operator events to the bytes the program asked for. It never reads a
// clock, a file or a descriptor, never blocks, and shows the same grid however
// its input was cut. Its callers are session (one Terminal per pane) and tests,
// which read the operator's screen with it.
package vt

// Color is a cell colour: the default of the terminal, an entry of the
// 256-colour palette, or 24-bit red, green, blue.
type Color uint32

// DefaultColor is the terminal's own foreground or background.
const DefaultColor Color = 0

const (
	paletteColor Color = 1 << 24
	rgbColor     Color = 2 << 24
)

// Palette is entry i of the 256-colour palette (0-7 the ANSI colours, 8-15
// their bright forms, 16-231 the cube, 232-255 the greys).
func Palette(i uint8) Color { return paletteColor | Color(i) }

// RGB is a direct colour, each channel 0 to 255.
func RGB(r, g, b uint8) Color {
	return rgbColor | Color(r)<<16 | Color(g)<<8 | Color(b)
}

// Palette tells the palette index of c, if it is one.
func (c Color) Palette() (index uint8, ok bool) { return uint8(c), c>>24 == 1 }

// RGB tells the channels of c, if it is a direct colour.
func (c Color) RGB() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c>>24 == 2
}

// Attr is the set of renditions of a cell (SGR). The three bits of Underline
// hold the underline style, 0 none, 1 single, 2 double, 3 curly, 4 dotted,
// 5 dashed.
type Attr uint16

// The renditions; Underline is a three-bit field, see Attr.UnderlineStyle.
const (
	Bold Attr = 1 << iota
	Faint
	Italic
	Blink
	Inverse
	Hidden
	Strike
	Overline
)

const (
	underlineShift      = 8
	underlineMask  Attr = 7 << underlineShift
)

// UnderlineStyle is the underline style of a, 0 (none) to 5 (dashed).
func (a Attr) UnderlineStyle() uint8 { return uint8(a & underlineMask >> underlineShift) }

// WithUnderline is a with the underline style replaced, 0 (none) to 5 (dashed).
func (a Attr) WithUnderline(style uint8) Attr {
	return a&^underlineMask | Attr(style&7)<<underlineShift
}

// Cell is one position of the grid: 16 bytes of plain data, so that rows are
// copied, compared and sent between processes as they are.
type Cell struct {
	Rune  rune  // first code point of the cell's text; 0 is a blank that was never written
	Fg    Color // foreground
	Bg    Color // background
	Attr  Attr
	Width uint8 // 1, 2 for the left half of a wide character, 0 for its right half
	Extra bool  // Row.Extras has more about this column
}

// Extra is what few cells have: the whole grapheme cluster when it is more
// than one code point, an underline colour, a hyperlink.
type Extra struct {
	Cluster   string // "" when Cell.Rune is all there is
	Underline Color
	Link      string // OSC 8 target, "" for none
	LinkID    string // OSC 8 id parameter
}

// Row is one line of the grid. Wrapped tells that the line goes on in the
// next row (it was broken by the margin, not by the program).
type Row struct {
	Cells   []Cell
	Extras  map[int]Extra // by column; nil when no cell of the row has one
	Wrapped bool

	filled int // from this column on a row of a screen is blank in default colours
}

// Cursor is where the next character goes, zero-based, and how it is drawn.
type Cursor struct {
	X, Y    int
	Visible bool
	Shape   uint8 // DECSCUSR 0 to 6
}

// Modes are the modes of the hosted program that its terminal must follow.
type Modes struct {
	AppCursor      bool // DECCKM
	AppKeypad      bool // DECKPAM
	BracketedPaste bool // 2004
	Focus          bool // 1004
	Mouse          int  // 0, 9, 1000, 1002 or 1003
	MouseForm      int  // how it is reported: 0, 1005, 1006 or 1015
	NoWheelKeys    bool // 1007 reset: the wheel is no arrow keys on the alternate screen
	AltScreen      bool // 47, 1047, 1049
	Sync           bool // 2026, an update is open
	Scheme         bool // 2031, changes of the colour scheme are reported
	SizeReports    bool // 2048, changes of the size are reported

	Kitty     uint8 // flags of the kitty keyboard protocol, on the screen that is shown
	OtherKeys uint8 // level of modifyOtherKeys, 0 to 2
}

// SignalKind says what a Signal asks of the operator's terminal.
type SignalKind uint8

// What a program may ask for beyond its grid.
const (
	SignalBell      SignalKind = iota + 1
	SignalTitle                // OSC 0, 2: Text is the title
	SignalClipboard            // OSC 52 write: Text is the base64 payload
	SignalNotify               // OSC 9, 99, 777: Text is the whole OSC body
	SignalProgress             // OSC 9;4: Text is the whole OSC body
	SignalClear                // the whole screen was cleared
)

// Signal is one request of a program that its grid cannot show.
type Signal struct {
	Kind SignalKind
	Text string
}
