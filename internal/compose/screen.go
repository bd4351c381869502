// Package compose draws: panes, rectangles and chrome become a Frame of cells,
// and two Frames become the bytes that turn one into the other on the
// operator's terminal. It is pure: it knows no process, clock or descriptor,
// decides nothing about the layout, and passes on no byte of a pane that did
// not go through an emulator. display calls it for every frame; the project's
// own pictures are its Frames too.
package compose

import (
	"atrium/internal/layout"
	"atrium/internal/vt"
)

// Screen is all that one Frame shows. Strings may be hostile: they are made
// safe where they are drawn.
type Screen struct {
	Cols, Rows int    // at least 1 each is drawn
	Tiles      []Tile // panes to draw; later ones lie on top
	Bar        Bar    // the last row, from three rows on
	Prompt     Prompt // takes the place of the bar while it is open
	Help       Help   // lies over everything above the last row
	Beat       int    // counts up while something is starting; moves its dots
}

// Tile is one pane.
type Tile struct {
	Rect     layout.Rect // with its border, in screen cells; may reach past the screen
	Inner    layout.Rect // the place of the grid
	Bordered bool
	Focused  bool
	Index    int    // number in its window, 1-based
	Name     string // role or stem
	Identity string // "" for none
	Badge    rune   // 0 for none
	Mark     string // at the top right: where its reader is, "" for none
	Starting bool   // nothing visible was printed yet: "starting <name>" is shown
	Exited   bool
	Active   bool     // it printed a moment ago
	Message  []string // a box over the grid: why nothing runs, and the keys that go on
	Grid     []vt.Row // from the top; may be larger or smaller than Inner
	Cursor   vt.Cursor
}

// Bar is the status line.
type Bar struct {
	Windows []BarWindow
	Active  int    // index into Windows
	Note    string // takes the place of Hint while it is not ""
	Hint    string
}

// BarWindow is one window on the bar, told by its focused pane.
type BarWindow struct {
	Name     string // stem of the command
	Role     string // "" for none
	Identity string // "" for none
	Mark     rune   // '!' exited, '?' waiting, '*' active, '+' output, '-' idle
	Zoomed   bool   // a Z behind the mark, as tmux shows it
}

// Prompt is the command line on the last row, its cursor at the end.
type Prompt struct {
	Open  bool
	Label string // in front of the text, atrium's own words
	Text  string
}

// Help is a centred box of lines; no lines, no box. What does not fit is cut.
type Help struct {
	Title string
	Lines []string
}
