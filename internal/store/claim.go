package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"

	"atrium/internal/durable"
)

// ErrClaimed tells that another process brings a session back, or has one of
// its conversations since it did.
var ErrClaimed = errors.New("another session has it")

// Claim takes the right to bring e back for this process, and keeps it until
// the process ends, however it ends. Two terminals that answer at the same
// moment see nothing of each other in any file; of the same lock only one can
// be taken. There is one for the session and one for each conversation, since
// several saved sessions may hold the same. The error is ErrClaimed, or why it
// cannot be told; nothing is kept then.
func (s *Store) Claim(e Entry) error {
	dir := s.claims()
	if err := errors.Join(durable.EnsurePrivateDir(s.fs, s.root), durable.EnsurePrivateDir(s.fs, dir)); err != nil {
		return err
	}
	var taken []lock
	for _, name := range claimNames(e) {
		l, err := takeLock(filepath.Join(dir, name))
		if err != nil {
			release(taken)
			return err
		}
		taken = append(taken, l)
	}
	return nil
}

// Claimed tells whether another process has claimed e. It changes nothing.
func (s *Store) Claimed(e Entry) bool {
	for _, name := range claimNames(e) {
		if isLocked(filepath.Join(s.claims(), name)) {
			return true
		}
	}
	return false
}

func (s *Store) claims() string { return filepath.Join(s.root, "claims") }

func claimNames(e Entry) []string {
	names := []string{claimName("session " + e.Path)}
	for id := range transcripts(e) {
		names = append(names, claimName("conversation "+id))
	}
	return names
}

// claimName is a file's name for words that may be none.
func claimName(words string) string {
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:16]) + ".lock"
}

func release(all []lock) {
	for _, l := range all {
		l.release()
	}
}

// pruneClaims removes the files of claims that nobody has any more.
func (s *Store) pruneClaims() error {
	names, err := s.fs.ReadDir(s.claims())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range names {
		if filepath.Ext(name) == ".lock" {
			removeUnlocked(filepath.Join(s.claims(), name))
		}
	}
	return nil
}
