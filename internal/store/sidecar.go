package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
)

const sidecarLimit = 16 << 20 // bytes of one sidecar; a team's are kilobytes

// Sidecar is the file of what kind of team state, "bus" or "board", the session
// keeps beside its own file.
func (p Place) Sidecar(kind string) string { return beside(p.path, kind+".json") }

// Log is the file of the changes of that state since the sidecar was written.
func (p Place) Log(kind string) string { return beside(p.path, kind+".log") }

// SeedSidecars gives a session that resumes the one at source copies of its
// team state. Nothing is copied from outside the store, and nothing over what
// is there. State that cannot be used is left out with a note of one line; err
// is the first failure to write. check tells what is wrong with a state of a
// kind. It is called before anything else starts, lest another session prune
// the source.
func (s *Store) SeedSidecars(source string, to Place, check func(kind string, state []byte) error) (notes []string, err error) {
	path, ok := s.inside(source)
	if !ok {
		return nil, nil
	}
	var failures []error
	for _, kind := range []string{"bus", "board"} {
		from := Place{store: s, path: path}
		copied, note := s.readTeam(from, kind, check)
		if note != "" {
			notes = append(notes, note)
		}
		failures = append(failures, s.seed(to, kind, copied))
	}
	return notes, cmp.Or(failures...)
}

// team is the state of one kind and the log of its changes since.
type team struct{ state, log part }

// part is a file's content, if the file is there.
type part struct {
	data  []byte
	there bool
}

// readTeam takes the state and its log together or not at all: one without the
// other would be a past that never was.
func (s *Store) readTeam(from Place, kind string, check func(kind string, state []byte) error) (copied team, note string) {
	state, stateErr := s.readPart(from.Sidecar(kind))
	log, logErr := s.readPart(from.Log(kind))
	if state.there {
		stateErr = check(kind, state.data)
	}
	if err := cmp.Or(stateErr, logErr); err != nil {
		return team{}, fmt.Sprintf("the %s of the saved session is left out: %v", kind, bare(err))
	}
	return team{state: state, log: log}, ""
}

func (s *Store) readPart(path string) (part, error) {
	data, err := s.fs.ReadFile(path, sidecarLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return part{}, nil
	}
	return part{data: data, there: err == nil}, err
}

// seed leaves a state that is there as it is, its log with it.
func (s *Store) seed(to Place, kind string, from team) error {
	for _, path := range []string{to.Sidecar(kind), to.Log(kind)} {
		if _, err := s.fs.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := s.put(to.Sidecar(kind), from.state); err != nil {
		return err
	}
	return s.put(to.Log(kind), from.log)
}

func (s *Store) put(path string, p part) error {
	if !p.there {
		return nil
	}
	return s.replace(path, p.data)
}
