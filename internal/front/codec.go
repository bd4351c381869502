package front

import (
	"encoding/gob"
	"fmt"
	"io"
)

// Encoder writes messages to a byte stream, one after the other.
type Encoder struct{ gob *gob.Encoder }

// Decoder reads what an Encoder wrote. It trusts neither length nor content:
// bad bytes are an error, after which the stream is of no more use.
type Decoder struct{ gob *gob.Decoder }

// NewEncoder writes to w.
func NewEncoder(w io.Writer) Encoder { return Encoder{gob.NewEncoder(w)} }

// NewDecoder reads from r.
func NewDecoder(r io.Reader) Decoder { return Decoder{gob.NewDecoder(r)} }

// View writes one View.
func (e Encoder) View(v View) error { return e.gob.Encode(v) }

// View reads one View.
func (d Decoder) View() (View, error) {
	var v View
	err := d.gob.Decode(&v)
	return v, err
}

// bare names the commands without a field, which gob cannot carry as values.
type bare uint8

const (
	bareZoom bare = iota + 1
	bareKill
	bareQuit
	bareRefresh
	bareLastWindow
	bareLastPane
	bareNextLayout
	bareCopyMode
	barePaste
)

// envelope carries exactly one command: the field that is set.
type envelope struct {
	Bare         bare
	Input        *Input
	InputTo      *InputTo
	Resize       *Resize
	NewWindow    *NewWindow
	Shell        bool // NewWindow of an empty, not a nil, Argv: gob keeps no difference
	Split        *Split
	MoveFocus    *MoveFocus
	FocusPane    *FocusPane
	Grow         *Grow
	SelectWindow *SelectWindow
	CycleWindow  *CycleWindow
	RenameWindow *RenameWindow
	Swap         *Swap
	Rotate       *Rotate
	MovePane     *MovePane
	Wheel        *Wheel
	Point        *Point
	DragBorder   *DragBorder
	Colors       *Colors
	Ready        *Ready
}

// Command writes one Command.
func (e Encoder) Command(c Command) error {
	env, err := wrap(c)
	if err != nil {
		return err
	}
	return e.gob.Encode(env)
}

// Command reads one Command.
func (d Decoder) Command() (Command, error) {
	var env envelope
	if err := d.gob.Decode(&env); err != nil {
		return nil, err
	}
	return env.unwrap()
}

func wrap(c Command) (envelope, error) {
	switch c := c.(type) {
	case Zoom:
		return envelope{Bare: bareZoom}, nil
	case Kill:
		return envelope{Bare: bareKill}, nil
	case Quit:
		return envelope{Bare: bareQuit}, nil
	case Refresh:
		return envelope{Bare: bareRefresh}, nil
	case LastWindow:
		return envelope{Bare: bareLastWindow}, nil
	case LastPane:
		return envelope{Bare: bareLastPane}, nil
	case NextLayout:
		return envelope{Bare: bareNextLayout}, nil
	case CopyMode:
		return envelope{Bare: bareCopyMode}, nil
	case Paste:
		return envelope{Bare: barePaste}, nil
	case Wheel:
		return envelope{Wheel: &c}, nil
	case Point:
		return envelope{Point: &c}, nil
	case DragBorder:
		return envelope{DragBorder: &c}, nil
	case Colors:
		return envelope{Colors: &c}, nil
	case Ready:
		return envelope{Ready: &c}, nil
	case RenameWindow:
		return envelope{RenameWindow: &c}, nil
	case Swap:
		return envelope{Swap: &c}, nil
	case Rotate:
		return envelope{Rotate: &c}, nil
	case MovePane:
		return envelope{MovePane: &c}, nil
	case Input:
		return envelope{Input: &c}, nil
	case InputTo:
		return envelope{InputTo: &c}, nil
	case Resize:
		return envelope{Resize: &c}, nil
	case NewWindow:
		return envelope{NewWindow: &c, Shell: c.Argv != nil && len(c.Argv) == 0}, nil
	case Split:
		return envelope{Split: &c}, nil
	case MoveFocus:
		return envelope{MoveFocus: &c}, nil
	case FocusPane:
		return envelope{FocusPane: &c}, nil
	case Grow:
		return envelope{Grow: &c}, nil
	case SelectWindow:
		return envelope{SelectWindow: &c}, nil
	case CycleWindow:
		return envelope{CycleWindow: &c}, nil
	}
	return envelope{}, fmt.Errorf("no wire form for command %T", c)
}

func (e envelope) unwrap() (Command, error) {
	switch {
	case e.Bare != 0:
		return e.Bare.command()
	case e.Input != nil:
		return *e.Input, nil
	case e.InputTo != nil:
		return *e.InputTo, nil
	case e.Resize != nil:
		return *e.Resize, nil
	case e.NewWindow != nil:
		if e.Shell {
			return NewWindow{Argv: []string{}}, nil
		}
		return *e.NewWindow, nil
	case e.Split != nil:
		return *e.Split, nil
	case e.MoveFocus != nil:
		return *e.MoveFocus, nil
	case e.FocusPane != nil:
		return *e.FocusPane, nil
	case e.Grow != nil:
		return *e.Grow, nil
	case e.SelectWindow != nil:
		return *e.SelectWindow, nil
	case e.CycleWindow != nil:
		return *e.CycleWindow, nil
	case e.RenameWindow != nil:
		return *e.RenameWindow, nil
	case e.Swap != nil:
		return *e.Swap, nil
	case e.Rotate != nil:
		return *e.Rotate, nil
	case e.MovePane != nil:
		return *e.MovePane, nil
	case e.Wheel != nil:
		return *e.Wheel, nil
	case e.Point != nil:
		return *e.Point, nil
	case e.DragBorder != nil:
		return *e.DragBorder, nil
	case e.Colors != nil:
		return *e.Colors, nil
	case e.Ready != nil:
		return *e.Ready, nil
	}
	return nil, fmt.Errorf("an envelope without a command")
}

func (b bare) command() (Command, error) {
	switch b {
	case bareZoom:
		return Zoom{}, nil
	case bareKill:
		return Kill{}, nil
	case bareQuit:
		return Quit{}, nil
	case bareRefresh:
		return Refresh{}, nil
	case bareLastWindow:
		return LastWindow{}, nil
	case bareLastPane:
		return LastPane{}, nil
	case bareNextLayout:
		return NextLayout{}, nil
	case bareCopyMode:
		return CopyMode{}, nil
	case barePaste:
		return Paste{}, nil
	}
	return nil, fmt.Errorf("command number %d is not known", b)
}
