package store

import "maps"

// live is a session whose process exists, or counts as existing.
func (l Liveness) live() bool { return l.State == Running || l.State == Suspended }

// Superseded tells whether the agents of e run in another session already: one
// that is alive shares a transcript with it. A suspended one counts, for it may
// go on at any moment and then write to the same transcript.
func (l Listing) Superseded(e Entry) bool {
	mine := transcripts(e)
	for _, other := range l.Sessions {
		if other.Path == e.Path || !other.live() {
			continue
		}
		if shares(mine, transcripts(other)) {
			return true
		}
	}
	return false
}

// transcripts is the set of the session ids of e's panes.
func transcripts(e Entry) map[string]bool {
	ids := map[string]bool{}
	for _, p := range e.Snapshot.Panes {
		if id := deref(p.SessionID); id != "" {
			ids[id] = true
		}
	}
	return ids
}

// Offer is the session that a launch offers to resume: the newest crashed one
// that is not superseded. One whose conversations a newer session has is the
// past of that, whatever has become of it: its resume died before it could say
// so here.
func (l Listing) Offer() (Entry, bool) {
	newer := map[string]bool{}
	for _, e := range l.Sessions {
		ids := transcripts(e)
		if e.State == Crashed && !l.Superseded(e) && !shares(ids, newer) {
			return e, true
		}
		maps.Copy(newer, ids)
	}
	return Entry{}, false
}

func shares(ids, others map[string]bool) bool {
	for id := range ids {
		if others[id] {
			return true
		}
	}
	return false
}

// Recoverable is the session that recover resumes when none is named: the
// newest that is not running and not superseded, however it ended. A suspended
// one is chosen too; the caller warns.
func (l Listing) Recoverable() (Entry, bool) {
	for _, e := range l.Sessions {
		if e.State != Running && !l.Superseded(e) {
			return e, true
		}
	}
	return Entry{}, false
}
