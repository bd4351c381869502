// Package layout is the split tree of one window: which panes there are, how
// they divide the window, where the focus goes, and the exact rectangles
// that follow. It is pure data and arithmetic: it knows no process, no screen
// and no snapshot. session, compose, snapshot and recovery call it.
package layout

// PaneID names a leaf, unique inside its window (the pane id of snapshots).
type PaneID int

// Rect is a rectangle in cells, origin top left.
type Rect struct{ X, Y, W, H int }

// Dir is how a split divides its area.
type Dir uint8

// The two directions, named as tmux and the specification name them.
const (
	Stacked    Dir = iota // top and bottom
	SideBySide            // left and right
)

// Side is a direction on the screen.
type Side uint8

// The four sides.
const (
	Left Side = iota
	Right
	Up
	Down
)
