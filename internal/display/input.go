package display

import (
	"atrium/internal/front"
	"atrium/internal/keys"
	"atrium/internal/layout"
)

// The steps of a border: cells are about twice as high as wide.
const (
	growCols = 2
	growRows = 1
)

// Input takes one read of the operator's bytes and returns what is asked of the
// core, in order.
func (d *Display) Input(p []byte) []front.Command {
	if d.note != "" {
		d.note, d.stale = "", true
	}
	d.scanner.SetWaiting(d.escapeWaits())
	return d.obey(d.scanner.Feed(p))
}

// escapeWaits tells that an ESC at the end of a read is more likely the start of
// a key than the Escape key, which would end the reading of a pane; a terminal
// in the kitty protocol never sends that as an ESC.
func (d *Display) escapeWaits() bool {
	t := d.focused()
	reads := t != nil && t.Mark != "" && !d.covered()
	return reads || d.outer.known && d.outer.kitty != 0
}

func (d *Display) obey(events []keys.Event) []front.Command {
	for _, e := range events {
		d.take(e)
	}
	out := d.out
	d.out = nil
	return out
}

func (d *Display) take(e keys.Event) {
	d.stale = d.stale || d.covered() || !forPane(e)
	switch e := e.(type) {
	case keys.Bytes:
		d.typed(e.Data)
	case keys.PasteStart:
		d.marker(keys.PasteStartMarker)
	case keys.Paste:
		d.pasted(e.Data)
	case keys.PasteEnd:
		d.marker(keys.PasteEndMarker)
	case keys.Action:
		d.act(e)
	case keys.Mouse:
		d.pointer(e)
	case keys.Answer:
		d.answered(e)
	}
}

// forPane tells of events that change nothing of what is shown, unless
// something of atrium's own has the keyboard.
func forPane(e keys.Event) bool {
	switch e.(type) {
	case keys.Bytes, keys.PasteStart, keys.Paste, keys.PasteEnd, keys.Answer:
		return true
	}
	return false
}

// covered tells that keys go to something of atrium's own and to no pane.
func (d *Display) covered() bool { return d.help || d.prompt.open }

// form is how what has the keyboard wants its keys: in the old form, unless it
// is a program that asked for another.
func (d *Display) form() keys.Form {
	t := d.focused()
	if t == nil || d.covered() || t.State == front.Exited || t.State == front.Held {
		return keys.Form{}
	}
	return keys.Form{Kitty: t.Modes.Kitty, OtherKeys: t.Modes.OtherKeys, AppCursor: t.Modes.AppCursor}
}

// typed gives each key to what has the keyboard at that moment, in the form it
// asked for.
func (d *Display) typed(p []byte) {
	for len(p) > 0 && d.covered() {
		var key []byte
		key, p = cutKey(p)
		if key = keys.Translate(key, keys.Form{}); len(key) == 0 {
			continue
		}
		if d.help {
			d.helpKey(key)
		} else {
			d.promptKey(key)
		}
	}
	d.forward(keys.Translate(p, d.form()))
}

// marker passes a marker of a paste on to a program that asked for it: the
// terminal may still be in the mode of the pane before.
func (d *Display) marker(m string) {
	if t := d.focused(); t != nil && t.Modes.BracketedPaste && !d.covered() {
		d.forward([]byte(m))
	}
}

func (d *Display) pasted(p []byte) {
	switch {
	case d.help:
	case d.prompt.open:
		d.prompt.insert(p)
	default:
		d.forward(p)
	}
}

// forward sends bytes to the focused pane, those of one read together.
func (d *Display) forward(p []byte) {
	if len(p) == 0 {
		return
	}
	if n := len(d.out); n > 0 {
		if last, ok := d.out[n-1].(front.Input); ok {
			d.out[n-1] = front.Input{Bytes: append(last.Bytes, p...)}
			return
		}
	}
	d.send(front.Input{Bytes: p})
}

func (d *Display) send(c front.Command) { d.out = append(d.out, c) }

// act obeys a command of the prefix. Under the help and the prompt only
// leaving is possible.
func (d *Display) act(a keys.Action) {
	switch {
	case a.Verb == keys.Quit:
		d.send(front.Quit{})
	case d.help && a.Verb == keys.Help:
		d.help = false
	case d.covered():
	case a.Verb == keys.Literal:
		d.forward(d.form().Encode(d.bound.Prefix()))
	case a.Verb == keys.Prompt:
		d.prompt = prompt{open: true}
	case a.Verb == keys.RenameWindow:
		d.prompt = prompt{open: true, asks: aName}
	case a.Verb == keys.MovePane:
		d.prompt = prompt{open: true, asks: aWindow}
	case a.Verb == keys.Help:
		d.help, d.helpAt = true, 0
	case a.Verb == keys.ToggleMouse:
		d.toggleMouse()
	case a.Verb == keys.Redraw:
		d.Repaint()
		d.send(front.Refresh{})
	default:
		d.send(command(a))
	}
}

// command is what a verb asks of the core.
func command(a keys.Action) front.Command {
	switch a.Verb {
	case keys.NewWindow:
		return front.NewWindow{}
	case keys.NewShell:
		return front.NewWindow{Argv: []string{}}
	case keys.NextWindow:
		return front.CycleWindow{By: 1}
	case keys.PrevWindow:
		return front.CycleWindow{By: -1}
	case keys.SelectWindow:
		return front.SelectWindow{Index: a.Window}
	case keys.SplitStacked:
		return front.Split{Dir: layout.Stacked}
	case keys.SplitSide:
		return front.Split{Dir: layout.SideBySide}
	case keys.LastWindow:
		return front.LastWindow{}
	case keys.LastPane:
		return front.LastPane{}
	case keys.SwapPrev:
		return front.Swap{By: -1}
	case keys.SwapNext:
		return front.Swap{By: 1}
	case keys.Rotate:
		return front.Rotate{}
	case keys.NextLayout:
		return front.NextLayout{}
	case keys.CopyMode:
		return front.CopyMode{}
	case keys.PasteCopied:
		return front.Paste{}
	case keys.Zoom:
		return front.Zoom{}
	case keys.Kill:
		return front.Kill{}
	}
	return sideCommand(a.Verb)
}

func sideCommand(v keys.Verb) front.Command {
	switch v {
	case keys.FocusLeft:
		return front.MoveFocus{Side: layout.Left}
	case keys.FocusDown:
		return front.MoveFocus{Side: layout.Down}
	case keys.FocusUp:
		return front.MoveFocus{Side: layout.Up}
	case keys.FocusRight:
		return front.MoveFocus{Side: layout.Right}
	case keys.GrowLeft:
		return front.Grow{Side: layout.Left, Cells: growCols}
	case keys.GrowDown:
		return front.Grow{Side: layout.Down, Cells: growRows}
	case keys.GrowUp:
		return front.Grow{Side: layout.Up, Cells: growRows}
	default:
		return front.Grow{Side: layout.Right, Cells: growCols}
	}
}
