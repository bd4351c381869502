package session

import (
	"bytes"
	"slices"

	"atrium/internal/front"
	"atrium/internal/vt"
)

// kept is what a synchronized update changed, kept for the front because the
// next one has begun: a program that paints without a pause would hardly ever
// be found between two updates.
type kept struct {
	rows   []front.RowUpdate
	cursor vt.Cursor
}

const (
	syncBegins = "\x1b[?2026h"
	syncEnds   = "\x1b[?2026l"
)

// feed gives the emulator of p what it printed, and keeps the last complete
// update if the front lacks one.
func (s *State) feed(p *pane, text []byte) {
	if p.syncs && p.kept == nil && p.reading == nil && s.drawsPane(p) && s.view.has(p) {
		cut := lastBegin(text)
		p.term.Write(text[:cut])
		if text = text[cut:]; cut > 0 && !p.term.SyncOpen() {
			p.kept = &kept{s.changedRows(p), p.term.Cursor()}
		}
	}
	p.term.Write(text)
	p.syncs = p.syncs || p.term.SyncOpen()
}

// lastBegin is where in text an update begins that does not end in it, 0 for
// nowhere.
func lastBegin(text []byte) int {
	at := bytes.LastIndex(text, []byte(syncBegins))
	if at < 0 || bytes.Contains(text[at:], []byte(syncEnds)) {
		return 0
	}
	return at
}

// under are the rows of k and of a later change.
func (k *kept) under(later []front.RowUpdate) []front.RowUpdate {
	for _, row := range k.rows {
		if !slices.ContainsFunc(later, func(l front.RowUpdate) bool { return l.Y == row.Y }) {
			later = append(later, row)
		}
	}
	return later
}
