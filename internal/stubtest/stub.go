// Package stubtest builds the stub agent (see command stubagent) and reads what
// its starts wrote down. It is test-only. Its callers are the tests that need
// to know how a pane's command was started, or many agents that start fast.
package stubtest

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Build makes the stub under that name ("claude", "codex", or an alias) in a
// folder of its own and returns its path.
func Build(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := exec.Command("go", "build", "-o", path, "atrium/internal/stubagent").CombinedOutput()
	if err != nil {
		t.Fatalf("build the stub agent: %v\n%s", err, out)
	}
	return path
}

// Start is one start of a stub whose environment had STUB_LOG.
type Start struct {
	Pid     int
	Argv    []string
	Cwd     string
	Env     []string // NAME=value
	Started time.Time
	Stdin   []byte // what was typed so far
}

// Lookup returns the value of a variable of the start's environment.
func (s Start) Lookup(name string) (value string, found bool) {
	for _, variable := range s.Env {
		if key, value, _ := strings.Cut(variable, "="); key == name {
			return value, true
		}
	}
	return "", false
}

// Starts returns the starts recorded in dir, the folder that STUB_LOG named,
// the oldest first.
func Starts(t testing.TB, dir string) []Start {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []Start
	for _, path := range paths {
		all = append(all, read(t, path))
	}
	slices.SortFunc(all, func(a, b Start) int {
		return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.Pid, b.Pid))
	})
	return all
}

func read(t testing.TB, path string) Start {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var s Start
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatalf("%q: %v", path, err)
	}
	if s.Stdin, err = os.ReadFile(strings.TrimSuffix(path, ".json") + ".stdin"); err != nil {
		t.Fatal(err)
	}
	return s
}
