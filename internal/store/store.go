// Package store owns every file under the state directory: one directory per
// project, one file per session, the sidecars beside it, and the rules by which
// a session counts as running, is offered, chosen, superseded or pruned. It also
// keeps the crash registry in the runtime directory. It does not interpret what
// a snapshot would run and asks nobody: recovery and the command line do. Time
// and facts about processes are handed in, never looked up.
package store

import (
	"errors"
	"path/filepath"

	"atrium/internal/durable"
)

// ErrOutside refuses to rewrite a file that is not a session of this store:
// whoever names one on the command line keeps it as it is.
var ErrOutside = errors.New("not a session file in the state directory")

// Store is the saved sessions of one project.
type Store struct {
	fs      durable.FS
	root    string
	project string
	dir     string
}

// Open returns the store of the project that projectDir is, in the state
// directory root. Nothing is created before the first Save. It fails when
// projectDir is not there. A root that is a link is followed: it is where the
// operator keeps his state.
func Open(fsys durable.FS, root, projectDir string) (*Store, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if target, err := fsys.Resolve(root); err == nil {
		root = target
	}
	return open(fsys, root, projectDir)
}

// OpenTemp returns a store in a private directory in the system's directory of
// temporary files, for when there is no Root. Others can write in tempDir, so a
// link that stands in the place of that directory is never followed.
func OpenTemp(fsys durable.FS, tempDir, projectDir string) (*Store, error) {
	tempDir, err := filepath.Abs(tempDir)
	if err != nil {
		return nil, err
	}
	if target, err := fsys.Resolve(tempDir); err == nil {
		tempDir = target
	}
	return open(fsys, filepath.Join(tempDir, "atrium-state"), projectDir)
}

func open(fsys durable.FS, root, projectDir string) (*Store, error) {
	projectDir, err := filepath.Abs(projectDir)
	if err != nil {
		return nil, err
	}
	canonical, err := fsys.Resolve(projectDir)
	if err != nil {
		return nil, err
	}
	project := projectID(canonical)
	return &Store{fs: fsys, root: root, project: project,
		dir: filepath.Join(root, projectDirName(project))}, nil
}

// Project is the id of the project: its canonical path.
func (s *Store) Project() string { return s.project }

// Dir is the directory that holds the project's files. It need not exist.
func (s *Store) Dir() string { return s.dir }

// Inside tells whether path is, or would be, a session file of any project in
// the store. The directory decides, by its canonical path, so that a file that
// is gone still counts and a link out of the store does not.
func (s *Store) Inside(path string) bool {
	_, ok := s.inside(path)
	return ok
}

// inside returns the canonical form of a path that is inside.
func (s *Store) inside(path string) (string, bool) {
	path, err := filepath.Abs(path)
	if err != nil || !isSession(filepath.Base(path)) {
		return "", false
	}
	dir, err := s.fs.Resolve(filepath.Dir(path))
	if err != nil {
		return "", false
	}
	root, err := s.fs.Resolve(s.root)
	if err != nil || filepath.Dir(dir) != root {
		return "", false
	}
	return filepath.Join(dir, filepath.Base(path)), true
}
