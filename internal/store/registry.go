package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"atrium/internal/durable"
)

const registryLimit = 1 << 20 // bytes; a line is a process group

// Registry is the record of the process groups that a running session holds,
// for whoever has to clean up after its crash, and of the ceiling that it runs
// under, for a session that is started inside it. It lies in the runtime
// directory and not in the state directory: it means nothing after a reboot.
type Registry struct {
	fs  durable.FS
	dir string
	pid int
}

// Panes is the content of a registry.
type Panes struct {
	Policy string // label of the session's ceiling
	Groups []int  // process groups of its panes
}

// NewRegistry is the registry of the session with that pid in a RuntimeDir.
func NewRegistry(fsys durable.FS, runtimeDir string, pid int) Registry {
	return Registry{fs: fsys, dir: runtimeDir, pid: pid}
}

func (r Registry) path() string {
	return filepath.Join(r.dir, strconv.Itoa(r.pid)+".pids")
}

// Write replaces the registry. It refuses a directory that is not private any
// more: a watchdog ends what is written here.
func (r Registry) Write(p Panes) error {
	if err := durable.RequirePrivateDir(r.fs, r.dir); err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "policy=%s\n", p.Policy)
	for _, group := range p.Groups {
		fmt.Fprintf(&text, "%d\n", group)
	}
	return durable.Replace(r.fs, r.path(), []byte(text.String()))
}

// Remove deletes the registry; one that is not there is fine.
func (r Registry) Remove() error {
	err := r.fs.Remove(r.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Read returns the registry. Lines that cannot be read are left out, and so are
// groups 0 and 1 and negative ones: to end one of those is to end far more than
// a pane.
func (r Registry) Read() (Panes, error) {
	if err := durable.CheckPrivateDir(r.fs, r.dir); err != nil {
		return Panes{}, err
	}
	data, err := r.fs.ReadFile(r.path(), registryLimit)
	if err != nil {
		return Panes{}, err
	}
	return parsePanes(string(data)), nil
}

func parsePanes(text string) Panes {
	var p Panes
	for i, line := range strings.Split(text, "\n") {
		if label, ok := strings.CutPrefix(line, "policy="); ok && i == 0 {
			p.Policy = label
		} else if group, err := strconv.Atoi(line); err == nil && group > 1 {
			p.Groups = append(p.Groups, group)
		}
	}
	return p
}

// ReadPolicy is the label of the ceiling that the session with that pid recorded
// in runtimeDir. ok is false when it recorded none there; that says nothing about
// the ceiling, and a caller must not take it for a high one.
func ReadPolicy(fsys durable.FS, runtimeDir string, pid int) (label string, ok bool) {
	p, err := NewRegistry(fsys, runtimeDir, pid).Read()
	return p.Policy, err == nil && p.Policy != ""
}
