package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"atrium/internal/durable"
	"atrium/internal/snapshot"
)

// Listing is the saved sessions of a project, each group newest first.
type Listing struct {
	Sessions   []Entry
	Suspect    []Entry // they load, and contradict themselves: never candidates
	Unreadable []Unreadable
}

// Entry is one saved session.
type Entry struct {
	Path     string
	Snapshot snapshot.Snapshot
	Liveness
	Sidecars []string // paths of the other files of the session
	Reason   string   // of a suspect one: what is wrong
}

// Unreadable is a session's file that cannot be used.
type Unreadable struct {
	Path string
	Err  error
}

// List reads the project's files. A project that nothing was saved for has an
// empty listing. A directory of another user is an error: what lies in it was
// not written by this one's sessions.
func (s *Store) List(now time.Time, alive Alive) (Listing, error) {
	names, err := s.names()
	if err != nil {
		return Listing{}, fmt.Errorf("cannot list %q: %w", s.dir, bare(err))
	}
	var l Listing
	families := s.families(names)
	for _, name := range names {
		if isSession(name) {
			s.add(&l, name, families[stemOf(name)], now, alive)
		}
	}
	slices.SortFunc(l.Sessions, newestFirst)
	slices.SortFunc(l.Suspect, newestFirst)
	return l, nil
}

func (s *Store) names() ([]string, error) {
	for _, dir := range []string{s.root, s.dir} {
		err := durable.CheckOwnDir(s.fs, dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return s.fs.ReadDir(s.dir)
}

// families maps each stem to the paths of what belongs to its session, the
// session's own file left out.
func (s *Store) families(names []string) map[string][]string {
	families := map[string][]string{}
	for _, name := range names {
		if stem := stemOf(name); name != stem && name != stem+sessionExt {
			families[stem] = append(families[stem], filepath.Join(s.dir, name))
		}
	}
	return families
}

func (s *Store) add(l *Listing, name string, sidecars []string, now time.Time, alive Alive) {
	path := filepath.Join(s.dir, name)
	image, err := s.loadOwn(path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // pruned by another session meanwhile
		return
	case err != nil:
		l.Unreadable = append(l.Unreadable, Unreadable{Path: path, Err: err})
		return
	}
	e := Entry{Path: path, Snapshot: image, Liveness: Judge(image.Meta, now, alive),
		Sidecars: sidecars, Reason: s.doubt(name, image.Meta, now)}
	if e.Reason != "" {
		l.Suspect = append(l.Suspect, e)
		return
	}
	l.Sessions = append(l.Sessions, e)
}

// loadOwn takes no file that stands for another one, nor one of another user.
func (s *Store) loadOwn(path string) (snapshot.Snapshot, error) {
	info, err := s.fs.Lstat(path)
	switch {
	case err != nil:
		err = fmt.Errorf("cannot read %q: %w", path, bare(err))
	case !info.Mode.IsRegular():
		err = fmt.Errorf("cannot read %q: %w", path, durable.ErrNotRegular)
	case info.Owner == durable.OwnerOther:
		err = fmt.Errorf("cannot use %q: it belongs to another user", path)
	default:
		return Load(s.fs, path)
	}
	return snapshot.Snapshot{}, err
}

// doubt says in what a file contradicts itself; "" is nothing. Any agent can
// write into the store, and a planted file must not pass for a session.
func (s *Store) doubt(name string, meta snapshot.Meta, now time.Time) string {
	var doubts []string
	note := func(wrong bool, format string, args ...any) {
		if wrong {
			doubts = append(doubts, fmt.Sprintf(format, args...))
		}
	}
	pid, _, named := ParseSessionName(name)
	note(!named, "its name is not <pid>-<start>.json")
	note(meta.Project == nil, "it records no project")
	note(meta.Project != nil && *meta.Project != s.project, "it records another project, %q", deref(meta.Project))
	note(meta.Pid == nil, "it records no pid")
	note(named && meta.Pid != nil && *meta.Pid != pid, "it records pid %d", deref(meta.Pid))
	note(age(meta, now) < -futureSkew, "it was saved in the future")
	return strings.Join(doubts, "; ")
}

func deref[T any](p *T) (value T) {
	if p != nil {
		value = *p
	}
	return value
}

// newestFirst orders by heartbeat; the path decides between equal ones, so that
// a listing does not change from call to call.
func newestFirst(a, b Entry) int {
	return cmp.Or(
		cmp.Compare(savedAt(b.Snapshot.Meta), savedAt(a.Snapshot.Meta)),
		cmp.Compare(b.Path, a.Path),
	)
}
