package agenthome

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"atrium/internal/agent"
)

// State is what is known of a transcript.
type State uint8

// The states. The zero value claims nothing.
const (
	Unknown State = iota // could not be found out: unreadable, dangling, too slow
	Present              // the agent can resume it
	Empty                // a file without a byte, which blocks its id for claude
	Missing              // looked everywhere, and it is not there
)

// Transcript is the outcome of a look for one.
type Transcript struct {
	State State
	Path  string // for Present and Empty
	Moved bool   // it lies with another directory's transcripts, so resuming by id may not find it
}

// lookTime bounds a look: a home directory on a network may answer late or
// never.
const lookTime = 2 * time.Second

// Transcript looks for the conversation id that was started in cwd, first where
// claude files those of cwd and then in every other place, since a worktree may
// be gone or the conversation may have been moved.
func (c Claude) Transcript(cwd, id string) Transcript {
	return within(lookTime, func() Transcript { return c.look(cwd, id) })
}

// within gives up on a look after limit. The look itself cannot be stopped; it
// ends when the file system answers.
func within(limit time.Duration, look func() Transcript) Transcript {
	done := make(chan Transcript, 1)
	go func() { done <- look() }()
	select {
	case found := <-done:
		return found
	case <-time.After(limit):
		return Transcript{State: Unknown}
	}
}

func (c Claude) look(cwd, id string) Transcript {
	if id == "" || strings.ContainsAny(id, `/\`+"\x00") {
		return Transcript{State: Unknown}
	}
	projects := filepath.Join(c.Dir, "projects")
	own := slugs(cwd)
	best := Transcript{State: Missing}
	for _, slug := range own {
		best = better(best, inspect(filepath.Join(projects, slug, id+".jsonl"), false))
	}
	if best.State == Present {
		return best
	}
	others, state := folders(projects)
	if state != Present {
		return better(best, Transcript{State: state})
	}
	for _, folder := range others {
		best = better(best, inspect(filepath.Join(projects, folder, id+".jsonl"), true))
	}
	return best
}

// slugs names the folders that claude may file cwd's transcripts in: that of
// its real path, and that of the path as given where it cannot be resolved or
// differs.
func slugs(cwd string) []string {
	given := agent.TranscriptSlug(filepath.Clean(cwd))
	real, err := filepath.EvalSymlinks(cwd)
	if err != nil {
		return []string{given}
	}
	if slug := agent.TranscriptSlug(real); slug != given {
		return []string{slug, given}
	}
	return []string{given}
}

// better prefers what is most use to the operator, and what is not known over
// what is not there. Of equals the first stays.
func better(a, b Transcript) Transcript {
	rank := map[State]int{Missing: 0, Unknown: 1, Empty: 2, Present: 3}
	if rank[b.State] > rank[a.State] {
		return b
	}
	return a
}

// folders lists the projects. A place that was never written has none.
func folders(projects string) (names []string, state State) {
	entries, err := os.ReadDir(projects)
	if err != nil {
		return nil, absence(projects, err)
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() { // desktops leave files of their own anywhere
			names = append(names, entry.Name())
		}
	}
	return names, Present
}

// inspect looks at one file. It is opened, since a file that cannot be read is
// no transcript that can be resumed.
func inspect(path string, moved bool) Transcript {
	info, err := os.Stat(path)
	if err != nil {
		return Transcript{State: absence(path, err)}
	}
	if !info.Mode().IsRegular() {
		return Transcript{State: Unknown}
	}
	f, err := os.Open(path)
	if err != nil {
		return Transcript{State: Unknown}
	}
	f.Close()
	if info.Size() == 0 {
		return Transcript{State: Empty, Path: path, Moved: moved}
	}
	return Transcript{State: Present, Path: path, Moved: moved}
}

// absence tells a path that is not there from one that cannot be followed: a
// symbolic link on the way whose target is gone is as silent as a missing file.
func absence(path string, err error) State {
	if !errors.Is(err, fs.ErrNotExist) {
		return Unknown
	}
	for {
		if _, err := os.Lstat(path); err == nil {
			return dangles(path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return Unknown
		}
		parent := filepath.Dir(path)
		if parent == path {
			return Missing
		}
		path = parent
	}
}

// dangles judges the deepest part of a path that exists by itself.
func dangles(path string) State {
	if _, err := os.Stat(path); err != nil {
		return Unknown
	}
	return Missing
}
