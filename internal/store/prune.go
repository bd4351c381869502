package store

import (
	"cmp"
	"errors"
	"io/fs"
	"time"
)

const (
	keepNewest = 5  // whatever became of them
	keepOpen   = 20 // in all, counting older crashed and declined ones that were never resumed
)

// Prune deletes the sessions that are too old to keep, with all that belongs to
// them, and returns their paths. It is called when a session starts. One that is
// alive is never deleted, and neither is a suspect or unreadable file, which
// might be evidence. Whatever cannot be deleted stays for the next time; the
// error is the first reason.
func (s *Store) Prune(now time.Time, alive Alive) (removed []string, err error) {
	l, err := s.List(now, alive)
	if err != nil {
		return nil, err
	}
	failures := []error{s.pruneClaims()}
	for _, e := range expendable(l.Sessions) {
		if err := s.remove(e); err != nil {
			failures = append(failures, err)
			continue
		}
		removed = append(removed, e.Path)
	}
	return removed, cmp.Or(failures...)
}

// expendable picks from sessions, newest first. An older crashed session stays
// while it may be the one that matters and others were thrown away since.
func expendable(sessions []Entry) []Entry {
	var old []Entry
	kept := 0
	for i, e := range sessions {
		meta := e.Snapshot.Meta
		open := (e.State == Crashed || meta.Declined) && !meta.Resumed
		if i < keepNewest || e.live() || open && kept < keepOpen {
			kept++
			continue
		}
		old = append(old, e)
	}
	return old
}

// remove deletes the session's own file last: as long as it is there, the next
// pruning finds what a failed one left.
func (s *Store) remove(e Entry) error {
	for _, path := range append(e.Sidecars, e.Path) {
		if err := s.fs.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
