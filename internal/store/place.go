package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"atrium/internal/durable"
	"atrium/internal/snapshot"
)

// Place is where one session keeps its files. It is decided once per process; a
// process inside another session's pane, or without a working directory, has
// none.
type Place struct {
	store *Store
	pid   int
	path  string
}

// Place returns the place of the process pid that started at startMS, Unix
// epoch in milliseconds. Nothing is created.
func (s *Store) Place(pid int, startMS int64) Place {
	return Place{store: s, pid: pid, path: filepath.Join(s.dir, SessionName(pid, startMS))}
}

// Path is the session's own file.
func (p Place) Path() string { return p.path }

// Save writes image as the session's file, in one piece, with project, pid and
// time filled in: a file that contradicts its name is never offered. The
// directory is made private first, and made again if it is gone.
func (p Place) Save(image snapshot.Snapshot, now time.Time) error {
	savedAt := now.UnixMilli()
	image.Meta.Project, image.Meta.Pid, image.Meta.SavedAtMS = &p.store.project, &p.pid, &savedAt
	return p.store.write(p.path, image)
}

func (s *Store) write(path string, image snapshot.Snapshot) error {
	data := snapshot.Encode(image)
	if len(data) > snapshot.MaxSize {
		return fmt.Errorf("cannot save %q: %w", path, durable.ErrTooLarge)
	}
	return s.replace(path, data)
}

// replace tightens the root too: Replace looks after the file's own directory
// only.
func (s *Store) replace(path string, data []byte) error {
	if err := durable.EnsurePrivateDir(s.fs, s.root); err != nil {
		return err
	}
	return durable.Replace(s.fs, path, data)
}

// Load reads the snapshot at path, inside the store or not.
func Load(fsys durable.FS, path string) (snapshot.Snapshot, error) {
	data, err := fsys.ReadFile(path, snapshot.MaxSize)
	if err != nil {
		return snapshot.Snapshot{}, fmt.Errorf("cannot read %q: %w", path, bare(err))
	}
	image, err := snapshot.Decode(data)
	if err != nil {
		return snapshot.Snapshot{}, fmt.Errorf("cannot use %q: %w", path, err)
	}
	return image, nil
}

// bare takes off a path that the message names already.
func bare(err error) error {
	var named *fs.PathError
	if errors.As(err, &named) {
		return named.Err
	}
	return err
}

// MarkClosed notes that the session at path is not to be offered again; the
// file stays and can still be recovered. Files that are not inside the store are
// refused with ErrOutside, and files that cannot be read stay as they are.
func (s *Store) MarkClosed(path string) error {
	return s.mark(path, func(m *snapshot.Meta) { m.Clean = true })
}

// MarkDeclined is MarkClosed for a session whose offer got a no: it is kept as
// long as one that crashed.
func (s *Store) MarkDeclined(path string) error {
	return s.mark(path, func(m *snapshot.Meta) { m.Clean, m.Declined = true, true })
}

// MarkResumed is MarkClosed for a session whose panes go on in another one.
func (s *Store) MarkResumed(path string) error {
	return s.mark(path, func(m *snapshot.Meta) { m.Clean, m.Resumed = true, true })
}

func (s *Store) mark(path string, set func(*snapshot.Meta)) error {
	canonical, ok := s.inside(path)
	if !ok {
		return fmt.Errorf("cannot mark %q closed: %w", path, ErrOutside)
	}
	image, err := Load(s.fs, canonical)
	if err != nil {
		return err
	}
	set(&image.Meta)
	return s.write(canonical, image)
}

// beside is the path of another file of the session at path, such as
// "42-7.bus.json" beside "42-7.json".
func beside(path, suffix string) string {
	return strings.TrimSuffix(path, sessionExt) + "." + suffix
}
