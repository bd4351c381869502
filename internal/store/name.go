package store

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	sessionExt     = ".json"
	longestProject = 40 // characters of the project's name in its directory's name
)

// projectDirName is "<name>-<digest>": a name for people, a digest that tells
// apart two projects of one name. The digest is FNV-1a, 64 bits.
func projectDirName(project string) string {
	digest := fnv.New64a()
	digest.Write([]byte(project))
	return fmt.Sprintf("%s-%016x", projectName(project), digest.Sum64())
}

func projectName(project string) string {
	last := strings.LastIndexByte(project, filepath.Separator) + 1
	name := []rune(strings.Map(plain, project[last:]))
	name = name[:min(len(name), longestProject)]
	if strings.Trim(string(name), ".") == "" {
		return "root"
	}
	return string(name)
}

func plain(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune("._-", r):
		return r
	}
	return '_'
}

// SessionName is the name of a session's file. The start time is in it so that
// a process that gets an old pid again never overwrites the older session.
func SessionName(pid int, startMS int64) string {
	return fmt.Sprintf("%d-%d%s", pid, startMS, sessionExt)
}

// ParseSessionName reads what SessionName writes, and nothing else.
func ParseSessionName(name string) (pid int, startMS int64, ok bool) {
	before, after, _ := strings.Cut(strings.TrimSuffix(name, sessionExt), "-")
	pid, pidErr := strconv.Atoi(before)
	startMS, startErr := strconv.ParseInt(after, 10, 64)
	ok = pidErr == nil && startErr == nil && pid > 0 && startMS >= 0 && SessionName(pid, startMS) == name
	if !ok {
		return 0, 0, false
	}
	return pid, startMS, true
}

// isSession tells a session's file from all else in its directory: a stem with a
// dot in it is that of a sidecar.
func isSession(name string) bool {
	stem, found := strings.CutSuffix(name, sessionExt)
	return found && !strings.Contains(stem, ".")
}

// stemOf is what a session's files have in common: the name up to its first dot.
func stemOf(name string) string {
	stem, _, _ := strings.Cut(name, ".")
	return stem
}
