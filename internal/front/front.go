// Package front holds the messages between the core (session) and a front
// (display): plain data that survives serialising, so that the two can stand
// in one process or in two. It may not hold behaviour: a Command says what the
// operator asked for, a View says what there is to show.
package front

import (
	"time"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

// Command is one request of the operator, from a front to the core.
type Command interface{ isCommand() }

// The commands.
type (
	// Input is bytes for the focused pane, as they were typed, with keys in the form
	// its program asked for.
	Input struct{ Bytes []byte }
	// InputTo is bytes for a pane that need not be focused (a wheel report).
	InputTo struct {
		Pane  PaneRef
		Bytes []byte
	}
	// Resize tells the size of the operator's terminal in cells.
	Resize struct{ Cols, Rows int }
	// NewWindow opens a window. Argv nil hosts the launch command, an empty
	// slice the default shell.
	NewWindow struct{ Argv []string }
	// Split divides the focused pane; the new pane runs the default command.
	Split struct{ Dir layout.Dir }
	// MoveFocus moves the focus to the nearest pane on that side.
	MoveFocus struct{ Side layout.Side }
	// FocusPane focuses that pane, in whatever window it is.
	FocusPane struct{ Pane PaneRef }
	// Grow moves a border of the focused pane towards that side by Cells.
	Grow struct {
		Side  layout.Side
		Cells int
	}
	// SelectWindow activates window Index, zero-based.
	SelectWindow struct{ Index int }
	// CycleWindow activates the window By places on, wrapping.
	CycleWindow struct{ By int }
	// LastWindow activates the window that was active before.
	LastWindow struct{}
	// LastPane focuses the pane of this window that had the focus before.
	LastPane struct{}
	// RenameWindow names the active window; "" takes its name off.
	RenameWindow struct{ Name string }
	// Swap exchanges the focused pane with the one By leaves on, wrapping.
	Swap struct{ By int }
	// Rotate moves every pane of the window one leaf on.
	Rotate struct{ Backward bool }
	// NextLayout gives the window the next ready-made arrangement.
	NextLayout struct{}
	// MovePane moves the focused pane into window Index, zero-based, or into one
	// of its own when that is negative.
	MovePane struct{ Index int }
	// CopyMode begins to read the focused pane; Input is then for its reader.
	CopyMode struct{}
	// Paste types what was copied last into the focused pane.
	Paste struct{}
	// Wheel turns the wheel by that many lines, down or up when negative, over a
	// pane whose program did not ask for the mouse.
	Wheel struct {
		Pane  PaneRef
		Lines int
	}
	// Point is the left button over a pane. X and Y are a cell of its grid and
	// lie outside it when the pointer was dragged there.
	Point struct {
		Pane PaneRef
		X, Y int
		Do   Pointing
	}
	// DragBorder moves the border on that side of a pane to the line before cell
	// At of the screen: a column for a border on the left or right, else a row.
	DragBorder struct {
		Pane PaneRef
		Side layout.Side
		At   int
	}
	// Colors tells the colours of the operator's terminal, as far as it told them.
	Colors struct{ Colors vt.Colors }
	// Zoom toggles the zoom of the focused pane.
	Zoom struct{}
	// Kill ends the focused pane.
	Kill struct{}
	// Quit ends the session on purpose.
	Quit struct{}
	// Ready says that the front can take the next View when In is over. The core
	// sends none before, so that a terminal that stops reading never holds the
	// core, and what there is to show within that time is one View.
	Ready struct{ In time.Duration }
	// Refresh asks for a View with every row, as for a front that has none.
	Refresh struct{}
)

func (Input) isCommand()        {}
func (InputTo) isCommand()      {}
func (Resize) isCommand()       {}
func (NewWindow) isCommand()    {}
func (Split) isCommand()        {}
func (MoveFocus) isCommand()    {}
func (FocusPane) isCommand()    {}
func (Grow) isCommand()         {}
func (SelectWindow) isCommand() {}
func (CycleWindow) isCommand()  {}
func (LastWindow) isCommand()   {}
func (LastPane) isCommand()     {}
func (RenameWindow) isCommand() {}
func (Swap) isCommand()         {}
func (Rotate) isCommand()       {}
func (NextLayout) isCommand()   {}
func (MovePane) isCommand()     {}
func (CopyMode) isCommand()     {}
func (Paste) isCommand()        {}
func (Wheel) isCommand()        {}
func (Point) isCommand()        {}
func (DragBorder) isCommand()   {}
func (Colors) isCommand()       {}
func (Zoom) isCommand()         {}
func (Kill) isCommand()         {}
func (Quit) isCommand()         {}
func (Ready) isCommand()        {}
func (Refresh) isCommand()      {}

// Pointing is what the left button did.
type Pointing uint8

// What a button does.
const (
	Press   Pointing = iota
	Drag             // moved while it was down
	Release          // X and Y are those of the last Drag or Press
)

// PaneRef names a pane across all windows (the agent id: process-wide, never
// used twice in one session).
type PaneRef int

// State is what a pane is doing, as its tile shows it.
type State uint8

// The states of a pane.
const (
	Queued   State = iota // waits for its turn in a resume
	Starting              // its command was started and has printed nothing visible yet
	Running               // its command runs and has printed
	Exited                // its command ended and the pane stays readable
	Held                  // nothing was started; the tile says why and which keys go on
)

// View is all that a front needs to draw the session once: the chrome whole,
// and of the panes' grids only the rows that changed since the last View.
type View struct {
	Cols, Rows int      // the size this View was laid out for
	Windows    []Window // every window, in order
	Active     int      // index into Windows
	Tiles      []Tile   // the panes to draw, of the active window
	Note       string   // flash note on the bar, "" for the key hint
	Ask        Ask      // takes the place of the bar
	Title      string   // title for the operator's terminal, "" for none
	Signals    []vt.Signal
	Full       bool // Rows of every tile hold the whole grid
	Ended      bool // the session is over; the front restores the terminal
}

// Ask is a line that the core is being typed, by Input.
type Ask struct {
	Open  bool
	Label string // in front of the text
	Text  string
}

// Window is one entry of the status bar.
type Window struct {
	Name     string // stem of the shown pane's command
	Role     string
	Identity string
	Mark     rune // '!' exited, '?' waiting, '*' active, '+' output, '-' idle
	Zoomed   bool // only the focused pane is drawn, though there are others
}

// Tile is one drawn pane.
type Tile struct {
	Pane     PaneRef
	Index    int         // number in its window, 1-based, as the border shows it
	Rect     layout.Rect // with its border, in screen cells
	Inner    layout.Rect // the grid's place
	Bordered bool
	Focused  bool
	Name     string // role or stem
	Identity string
	Badge    rune   // 0 for none
	Mark     string // where its reader is in the scrollback, "" for nowhere
	State    State
	Active   bool     // it printed a moment ago
	Message  []string // what an Exited or Held pane, or one that waits, shows over its grid
	Cols     int      // the grid's size, which Inner may clip
	RowCount int
	Rows     []RowUpdate
	Cursor   vt.Cursor
	Modes    vt.Modes
}

// RowUpdate replaces row Y of a tile's grid. Cells that the row lacks at its end
// are blank.
type RowUpdate struct {
	Y   int
	Row vt.Row
}
