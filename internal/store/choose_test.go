package store

import (
	"testing"
	"time"

	"atrium/internal/snapshot"
)

func with(ids ...string) func(*snapshot.Snapshot) {
	return func(i *snapshot.Snapshot) { i.Panes, i.Windows = image(ids...).Panes, image(ids...).Windows }
}

func chosen(e Entry, ok bool) int {
	if !ok {
		return 0
	}
	return pids([]Entry{e})[0]
}

func TestOfferAndRecoverable(t *testing.T) {
	type saved struct {
		pid      int // newest first
		presence Presence
		age      time.Duration
		set      func(*snapshot.Snapshot)
	}
	minute := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	for _, c := range []struct {
		name               string
		sessions           []saved
		offer, recoverable int
	}{
		{"nothing", nil, 0, 0},
		{"running, closed, crashed", []saved{ // check 46
			{7, Present, 0, nil}, {8, Gone, minute(2), closed}, {9, Gone, minute(3), nil}}, 9, 8},
		{"the older of two crashed", []saved{{7, Gone, minute(1), nil}, {8, Gone, minute(2), nil}}, 7, 7},
		{"resumed elsewhere", []saved{ // check 47
			{7, Present, 0, with("a", "b")}, {8, Gone, minute(2), with("b", "c")}}, 0, 0},
		{"its twin is dead too", []saved{{7, Gone, 0, with("a")}, {8, Gone, minute(2), with("a")}}, 7, 7},
		{"no transcripts, never superseded", []saved{
			{7, Present, 0, with("a", "")}, {8, Gone, minute(2), with("")}}, 8, 8},
		{"suspended is not offered", []saved{{7, Present, minute(5), nil}}, 0, 7}, // R015
		{"suspended still holds its transcripts", []saved{ // R015
			{7, Present, minute(5), with("a")}, {8, Gone, minute(9), with("a")}}, 0, 7},
		{"a pid that was handed out again is offered", []saved{{7, Unsure, minute(10), nil}}, 7, 7}, // R013
		{"closed only", []saved{{7, Gone, 0, closed}}, 0, 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := memStore(t)
			table := procs{}
			for _, x := range c.sessions {
				save(t, s, x.pid, x.age, x.set)
				table[x.pid] = x.presence
			}
			l := list(t, s, table)
			if got := chosen(l.Offer()); got != c.offer {
				t.Errorf("offers %d, want %d", got, c.offer)
			}
			if got := chosen(l.Recoverable()); got != c.recoverable {
				t.Errorf("recovers %d, want %d", got, c.recoverable)
			}
		})
	}
}

func TestNoSessionSupersedesItself(t *testing.T) {
	s, _ := memStore(t)
	save(t, s, 7, 0, nil)
	l := list(t, s, procs{7: Present})
	if l.Superseded(l.Sessions[0]) {
		t.Error("a running session is superseded by itself")
	}
}
