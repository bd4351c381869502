package store

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"atrium/internal/durable"
)

// LegacyNewest names the newest snapshot that an atrium before the store left in
// tempDir, as atrium-session-<pid>.json, and whose process is gone. It is for
// the operator to look at: the directory is full of other sessions' files, so
// none of them is ever restored unasked.
func (s *Store) LegacyNewest(tempDir string, alive Alive) (path string, ok bool) {
	names, err := s.fs.ReadDir(tempDir)
	if err != nil {
		return "", false
	}
	var newest time.Time
	for _, name := range names {
		pid, legacy := legacyPid(name)
		if !legacy || alive(pid, nil) != Gone {
			continue
		}
		candidate := filepath.Join(tempDir, name)
		info, err := s.fs.Lstat(candidate)
		if err != nil || !info.Mode.IsRegular() || info.Owner == durable.OwnerOther {
			continue
		}
		if path == "" || info.ModTime.After(newest) {
			path, newest = candidate, info.ModTime
		}
	}
	return path, path != ""
}

func legacyPid(name string) (pid int, ok bool) {
	digits, found := strings.CutPrefix(name, "atrium-session-")
	digits, ended := strings.CutSuffix(digits, sessionExt)
	pid, err := strconv.Atoi(digits)
	return pid, found && ended && err == nil && pid > 0
}
