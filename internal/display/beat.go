package display

import (
	"slices"
	"time"

	"atrium/internal/front"
)

const (
	beatTime = 250 * time.Millisecond
	// maxBeats bounds the animation of a pane that never prints: an idle
	// session writes nothing.
	maxBeats = 20
)

// beat moves the dots of panes that are starting.
type beat struct {
	count int
	left  int
	panes []front.PaneRef // those starting in the last View
	spare []front.PaneRef
}

// watch begins anew for a pane that was not starting before.
func (b *beat) watch(tiles []front.Tile) {
	panes := b.spare[:0]
	for i := range tiles {
		if t := &tiles[i]; starting(t) {
			panes = append(panes, t.Pane)
			if !slices.Contains(b.panes, t.Pane) {
				b.left = maxBeats
			}
		}
	}
	b.panes, b.spare = panes, b.panes
	if len(panes) == 0 {
		b.left = 0
	}
}

// Beating is the time from one Beat to the next, 0 when nothing moves.
func (d *Display) Beating() time.Duration {
	if d.beat.left == 0 {
		return 0
	}
	return beatTime
}

// Beat moves what is animated one step on.
func (d *Display) Beat() {
	if d.beat.left > 0 {
		d.beat.left--
		d.beat.count++
		d.stale = true
	}
}
