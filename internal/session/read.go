package session

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"atrium/internal/copymode"
	"atrium/internal/front"
	"atrium/internal/vt"
)

// reading is copy mode in one pane: its keys go to a reader, and its tile shows
// what the reader looks at.
type reading struct {
	mode   *copymode.Mode
	by     means
	wakeAt time.Time // a search goes on then, or what was shown for a moment goes
	sent   []vt.Row  // the rows that the front has
}

// means is how copy mode was entered, which decides how it is left.
type means uint8

const (
	byKey    means = iota // left by one
	byWheel               // left at the bottom
	byButton              // left when the button is released
)

// read enters copy mode in p.
func (s *State) read(p *pane, by means) {
	if p == nil {
		return
	}
	if p.reading != nil {
		p.reading.by, p.reading.wakeAt = by, time.Time{}
		return
	}
	at := p.term.Cursor()
	p.reading = &reading{
		by:   by,
		mode: copymode.New(p.term, s.cfg.CopyKeys, p.size.Cols, p.size.Rows, at.X, at.Y),
	}
	s.shownAnew(p)
}

// stopReading leaves copy mode: the tile shows the pane's screen again.
func (s *State) stopReading(p *pane) {
	if p.reading != nil {
		p.reading = nil
		s.shownAnew(p)
	}
}

// shownAnew makes the next View hold every row of p.
func (s *State) shownAnew(p *pane) {
	s.view.lacks(p)
	s.redraw()
}

// readerKeys are keys for the reader of p. What follows the key that leaves is
// for the pane.
func (s *State) readerKeys(p *pane, bytes []byte) {
	r := p.reading
	if r.by == byButton && !r.wakeAt.IsZero() {
		s.stopReading(p)
		s.input(p, bytes)
		return
	}
	r.by = byKey // a reader that types does not want to be taken away
	s.readerDid(p, r.mode.Key(bytes))
}

// readerDid does what came of a reader's keys.
func (s *State) readerDid(p *pane, out copymode.Outcome) {
	s.flash(out.Note)
	if out.Copied {
		s.copy(out.Text)
	}
	if out.Left {
		s.stopReading(p)
	}
	if len(out.Rest) > 0 {
		s.input(p, out.Rest)
	}
	if p.reading != nil && p.reading.mode.Searching() {
		p.reading.wakeAt = s.now
	}
	s.redraw()
}

// expireReading goes on with a search, or ends what was shown for a moment.
func (s *State) expireReading(p *pane) {
	r := p.reading
	if r == nil || !due(s.now, r.wakeAt) {
		return
	}
	r.wakeAt = time.Time{}
	if r.mode.Searching() {
		s.readerDid(p, r.mode.Continue())
		return
	}
	s.stopReading(p)
}

// drawReader makes tile show what the reader of p looks at. Nothing lies over
// it, and the terminal sends keys in their plain form.
func (s *State) drawReader(p *pane, tile *front.Tile) {
	r := p.reading
	rows := r.mode.Rows()
	if !s.view.has(p) {
		r.sent = nil
	}
	for y, row := range rows {
		if y >= len(r.sent) || !sameRow(r.sent[y], row) {
			tile.Rows = append(tile.Rows, front.RowUpdate{Y: y, Row: row})
		} else {
			rows[y] = r.sent[y]
		}
	}
	r.sent = rows
	tile.Message, tile.Mark, tile.Cursor = nil, r.mode.Mark(), r.mode.Cursor()
	tile.Modes = vt.Modes{BracketedPaste: true}
	if tile.State == front.Queued || tile.State == front.Starting {
		tile.State = front.Running
	}
}

func sameRow(a, b vt.Row) bool {
	return slices.Equal(a.Cells, b.Cells) && maps.Equal(a.Extras, b.Extras)
}

// asks is what the reader of the focused pane is being typed.
func (s *State) asks() (ask front.Ask) {
	if p := s.focused(); p != nil && p.reading != nil {
		ask.Label, ask.Text, ask.Open = p.reading.mode.Prompt()
	}
	return ask
}

// copying is what was copied: the paste buffer, and what is on its way to the
// system's clipboard.
type copying struct {
	text   string
	busy   bool // a Copy was emitted and not answered
	behind bool // text is newer than that
}

// mostForTerminal bounds what is sent to the operator's terminal as its
// clipboard, in bytes: a terminal that takes less ignores all of it.
const mostForTerminal = 256 << 10

// copy makes text what is pasted next, here and elsewhere.
func (s *State) copy(text string) {
	s.copied.text = text
	lines := 1 + strings.Count(text, "\n")
	said := "copied"
	if lines > 1 {
		said = fmt.Sprintf("copied %d lines", lines)
	}
	if len(text) <= mostForTerminal {
		s.view.pass(vt.Signal{Kind: vt.SignalClipboard, Text: base64.StdEncoding.EncodeToString([]byte(text))})
	} else {
		said += ", too many for the terminal's clipboard"
	}
	s.flash(said)
	s.copied.behind = true
	s.handOver()
}

// handOver gives the newest text to the system's clipboard, one after the
// other: beside each other the older could come last.
func (s *State) handOver() {
	if s.copied.behind && !s.copied.busy {
		s.copied.behind, s.copied.busy = false, true
		s.emit(Copy{Text: s.copied.text})
	}
}

// handedOver is the answer to a Copy.
func (s *State) handedOver(e Copied) {
	s.copied.busy = false
	if e.Err != nil {
		s.flash("the system's clipboard was not set: " + e.Err.Error())
	}
	s.handOver()
}

// paste types what was copied last into the focused pane.
func (s *State) paste() {
	p := s.focused()
	switch {
	case p == nil:
	case s.copied.text == "":
		s.flash("nothing was copied yet")
	case !p.alive():
		s.flash("nothing runs in this pane that could be pasted to")
	default:
		s.stopReading(p)
		s.input(p, p.term.EncodePaste([]byte(s.copied.text)))
	}
}
