// Package keys turns what the operator's terminal sends into events: bytes for
// the focused pane, commands of the prefix, mouse reports, pastes, answers. It
// holds the one table of commands and their keys, for the scanner and for the
// help alike, and puts keys into the form in which a program wants them. It
// reads no clock and no descriptor, and knows neither panes nor windows.
// display calls it; config lets the operator bind keys.
package keys

// Event is one thing that the operator did, or the terminal: Bytes, Paste,
// PasteStart, PasteEnd, Action, Mouse or Answer.
type Event interface{ isEvent() }

// Bytes is what was typed, for whoever has the keyboard, verbatim. The slice
// belongs to the receiver.
type Bytes struct{ Data []byte }

// PasteStart opens a bracketed paste: the terminal sent PasteStartMarker.
type PasteStart struct{}

// Paste is a part of what a bracketed paste holds, verbatim, without markers.
// The slice belongs to the receiver.
type Paste struct{ Data []byte }

// PasteEnd closes a bracketed paste: the terminal sent PasteEndMarker.
type PasteEnd struct{}

// The markers of a bracketed paste (xterm, mode 2004).
const (
	PasteStartMarker = "\x1b[200~"
	PasteEndMarker   = "\x1b[201~"
)

// Action is a command typed after the prefix. Window is the zero-based window
// of SelectWindow, and 0 for every other verb.
type Action struct {
	Verb   Verb
	Window int
}

// Mouse is one SGR mouse report (xterm, mode 1006). Code is its first number
// as sent; X and Y are zero-based cells; Up tells a release.
type Mouse struct {
	Code, X, Y int
	Up         bool
}

// Answer is what the terminal told of itself, asked or not: a control sequence
// without its ESC [ ("?1u", "?62;4c", "?997;1n"), an OSC without ESC ] and end
// ("11;rgb:0000/0000/0000"), or a DCS without ESC P and end (">|xterm(390)").
// Of a long string only the head is kept.
type Answer struct {
	Kind byte // '[', ']' or 'P'
	Text string
}

// The parts of Mouse.Code.
const (
	mouseButton = 3
	mouseMotion = 32
	mouseWheel  = 64
	mouseExtra  = 128
)

// Button is the button that the report is about: 0 left, 1 middle, 2 right,
// 3 none. For a wheel it is the direction: 0 up, 1 down, 2 left, 3 right.
func (m Mouse) Button() int { return m.Code & mouseButton }

// Wheel tells a notch of the wheel.
func (m Mouse) Wheel() bool { return m.Code&(mouseWheel|mouseExtra) == mouseWheel }

// Motion tells that the pointer moved, with Button held.
func (m Mouse) Motion() bool { return m.Code&mouseMotion != 0 }

// Left tells that the report is about the left button and no wheel.
func (m Mouse) Left() bool { return m.Code&(mouseButton|mouseWheel|mouseExtra) == 0 }

func (Bytes) isEvent()      {}
func (PasteStart) isEvent() {}
func (Paste) isEvent()      {}
func (PasteEnd) isEvent()   {}
func (Action) isEvent()     {}
func (Mouse) isEvent()      {}
func (Answer) isEvent()     {}
