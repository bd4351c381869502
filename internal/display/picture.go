package display

import (
	"atrium/internal/compose"
	"atrium/internal/front"
	"atrium/internal/keys"
)

// hintOf tells how to find out more, as far as there is a key for it.
func hintOf(b *keys.Bindings) string {
	prefix, help := b.Prefix().String(), b.KeyOf(keys.Help)
	if help == "" {
		return "prefix " + prefix
	}
	return prefix + " " + help + " for help"
}

// compose makes d.screen what there is to show.
func (d *Display) compose() {
	s := &d.screen
	s.Cols, s.Rows, s.Beat = d.cols, d.rows, d.beat.count
	s.Tiles = s.Tiles[:0]
	for i := range d.view.Tiles {
		s.Tiles = append(s.Tiles, d.tile(&d.view.Tiles[i]))
	}
	d.bar(&s.Bar)
	s.Prompt = compose.Prompt(d.view.Ask)
	if d.prompt.open {
		s.Prompt = compose.Prompt{Open: true, Label: d.prompt.asks.label(), Text: d.prompt.text()}
	}
	s.Help = compose.Help{}
	if d.help {
		s.Help = d.helpBox()
	}
}

func (d *Display) tile(t *front.Tile) compose.Tile {
	m := d.mirrors[t.Pane]
	return compose.Tile{
		Rect: t.Rect, Inner: t.Inner, Bordered: t.Bordered,
		Focused: t.Focused, Index: t.Index,
		Name: t.Name, Identity: t.Identity, Badge: t.Badge, Mark: t.Mark,
		Starting: starting(t), Exited: t.State == front.Exited, Active: t.Active,
		Message: t.Message, Grid: m.rows, Cursor: m.cursor,
	}
}

func (d *Display) bar(b *compose.Bar) {
	b.Windows = b.Windows[:0]
	for _, w := range d.view.Windows {
		b.Windows = append(b.Windows, compose.BarWindow(w))
	}
	b.Active = d.view.Active
	b.Note = d.view.Note
	switch {
	case d.note == "":
	case b.Note == "":
		b.Note = d.note
	default: // what was just typed is answered first
		b.Note = d.note + " · " + b.Note
	}
	b.Hint = d.hint
	if d.mouse {
		b.Hint = "mouse on · " + b.Hint
	}
}

// starting tells that t has nothing to show yet and says so.
func starting(t *front.Tile) bool {
	return (t.State == front.Starting || t.State == front.Queued) && len(t.Message) == 0
}
