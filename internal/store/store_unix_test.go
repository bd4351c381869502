//go:build unix

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"atrium/internal/durable"
)

// TestOneProjectBehindALink: a session in a link and one in its target share a
// directory. // check 32
func TestOneProjectBehindALink(t *testing.T) {
	base := t.TempDir()
	project, link := filepath.Join(base, "work"), filepath.Join(base, "link")
	must(t, errors.Join(os.Mkdir(project, 0o755), os.Symlink(project, link)))
	root := filepath.Join(base, "state")
	direct, err := Open(durable.OS(), root, project)
	must(t, err)
	linked, err := Open(durable.OS(), root, link)
	must(t, err)
	if direct.Dir() != linked.Dir() || direct.Project() != linked.Project() {
		t.Errorf("%q and %q", direct.Dir(), linked.Dir())
	}
}

func TestAStateDirectoryMayBeALink(t *testing.T) {
	s := diskStore(t)
	must(t, os.Symlink(t.TempDir(), s.root))
	s, err := Open(durable.OS(), s.root, s.Project())
	must(t, err)
	p := save(t, s, 42, 0, nil)
	if len(list(t, s, nil).Sessions) != 1 || !s.Inside(p.Path()) {
		t.Error("a session saved there is not found")
	}
}

func TestATemporaryDirectoryMayNotBeALink(t *testing.T) {
	tempDir := t.TempDir()
	must(t, os.Symlink(t.TempDir(), filepath.Join(tempDir, "atrium-state")))
	s, err := OpenTemp(durable.OS(), tempDir, t.TempDir())
	must(t, err)
	if err := s.Place(42, 7).Save(image("a"), now); !errors.Is(err, durable.ErrNotPrivate) {
		t.Errorf("save: %v", err)
	}
	if _, err := s.List(now, procs{}.alive); !errors.Is(err, durable.ErrNotPrivate) {
		t.Errorf("list: %v", err)
	}
}

func TestALinkOutOfTheStoreIsNotInside(t *testing.T) {
	s := diskStore(t)
	save(t, s, 42, 0, nil)
	outside := t.TempDir()
	must(t, os.Symlink(outside, filepath.Join(s.root, "planted-1")))
	if s.Inside(filepath.Join(s.root, "planted-1", "1-1.json")) {
		t.Error("a link leads out, and counts as inside")
	}
	must(t, os.Symlink(s.Dir(), filepath.Join(outside, "in")))
	if !s.Inside(filepath.Join(outside, "in", "42-42000.json")) {
		t.Error("a link leads in, and does not count as inside")
	}
}

func TestPlantedLinksAndPipesAreUnreadable(t *testing.T) {
	s := diskStore(t)
	p := save(t, s, 42, 0, nil)
	must(t, errors.Join(
		os.Symlink(p.Path(), filepath.Join(s.Dir(), "43-43.json")),
		syscall.Mkfifo(filepath.Join(s.Dir(), "44-44.json"), 0o600)))
	l := list(t, s, nil)
	if len(l.Sessions) != 1 || len(l.Unreadable) != 2 {
		t.Errorf("listing %+v", l)
	}
	for _, u := range l.Unreadable {
		if !errors.Is(u.Err, durable.ErrNotRegular) {
			t.Errorf("%q: %v", u.Path, u.Err)
		}
	}
}

// TestEverythingIsPrivate looks at every name under the state directory, with
// the most careless umask, and with a directory that stood open before.
// R011, check 22
func TestEverythingIsPrivate(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	s := diskStore(t)
	must(t, os.MkdirAll(s.Dir(), 0o755))
	from := save(t, s, 42, time.Hour, nil)
	must(t, os.WriteFile(from.Sidecar("bus"), []byte("{}"), 0o644))
	must(t, os.WriteFile(from.Log("bus"), nil, 0o644))
	to := s.Place(43, 43)
	_, err := s.SeedSidecars(from.Path(), to, parses)
	must(t, err)
	must(t, s.MarkResumed(from.Path()))
	must(t, os.RemoveAll(from.Sidecar("bus")))
	must(t, os.RemoveAll(from.Log("bus")))
	wantPrivate(t, s.root)
	must(t, os.RemoveAll(s.Dir()))
	save(t, s, 42, 0, nil)
	wantPrivate(t, s.root)
}

func wantPrivate(t *testing.T, root string) {
	t.Helper()
	must(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		want := durable.FileMode
		if info.IsDir() {
			want = durable.DirMode
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %04o, want %04o", path, info.Mode().Perm(), want)
		}
		return nil
	}))
}

// TestTwoSessionsInOneProject save, list and prune at the same time: each keeps
// its own file and its own panes. // R007
func TestTwoSessionsInOneProject(t *testing.T) {
	base := t.TempDir()
	var wait sync.WaitGroup
	failures := make(chan error, 2)
	table := procs{1: Present, 2: Present}
	for pid := 1; pid <= 2; pid++ {
		wait.Go(func() { failures <- session(base, pid, table) })
	}
	wait.Wait()
	must(t, errors.Join(<-failures, <-failures))
	s, err := Open(durable.OS(), filepath.Join(base, "state"), base)
	must(t, err)
	l := list(t, s, table)
	got := pids(l.Sessions)
	slices.Sort(got)
	if !slices.Equal(got, []int{1, 2}) || len(l.Suspect)+len(l.Unreadable) != 0 {
		t.Fatalf("listing %+v", l)
	}
	for _, e := range l.Sessions {
		pid, panes := *e.Snapshot.Meta.Pid, e.Snapshot.Panes
		if len(panes) != 2 || *panes[0].SessionID != fmt.Sprintf("%d-a", pid) {
			t.Errorf("the session of %d holds %+v", pid, panes)
		}
	}
	if names, _ := os.ReadDir(s.Dir()); len(names) != 2 {
		t.Errorf("%d files are left", len(names))
	}
}

// session is what a process does with the store, many times over.
func session(base string, pid int, table procs) error {
	s, err := Open(durable.OS(), filepath.Join(base, "state"), base)
	if err != nil {
		return err
	}
	p := s.Place(pid, 7)
	for range 30 {
		id := fmt.Sprint(pid)
		if err := p.Save(image(id+"-a", id+"-b"), now); err != nil {
			return err
		}
		l, err := s.List(now, table.alive)
		if err != nil || len(l.Unreadable)+len(l.Suspect) != 0 {
			return fmt.Errorf("listing %+v: %w", l, err)
		}
		if removed, err := s.Prune(now, table.alive); err != nil || len(removed) != 0 {
			return fmt.Errorf("pruned %q: %w", removed, err)
		}
	}
	return nil
}

func TestProjectsOfAnyBytes(t *testing.T) {
	base := t.TempDir()
	project := filepath.Join(base, "w\xff\xfe")
	if err := os.Mkdir(project, 0o755); err != nil {
		t.Skipf("this file system takes UTF-8 names only: %v", err)
	}
	s, err := Open(durable.OS(), filepath.Join(base, "state"), project)
	must(t, err)
	save(t, s, 42, 0, nil)
	if l := list(t, s, nil); len(l.Sessions) != 1 {
		t.Errorf("listing %+v", l)
	}
}

func TestRuntimeDir(t *testing.T) {
	base := t.TempDir()
	fallback := fmt.Sprintf("/tmp/atrium-%d", os.Getuid())
	file := filepath.Join(base, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	must(t, os.Symlink(base, filepath.Join(base, "link")))
	canonical, err := filepath.EvalSymlinks(base)
	must(t, err)
	for xdg, want := range map[string]string{
		base:                        filepath.Join(canonical, "atrium"),
		filepath.Join(base, "link"): filepath.Join(canonical, "atrium"),
		"":                          fallback,
		"relative":                  fallback,
		file:                        fallback,
		filepath.Join(base, "gone"): fallback,
	} {
		if got := runtimeDir(durable.OS(), func(string) string { return xdg }); got != want {
			t.Errorf("XDG_RUNTIME_DIR=%q gives %q, want %q", xdg, got, want)
		}
	}
}

func TestRuntimeDirRefusesWhatOthersMade(t *testing.T) {
	for name, plant := range map[string]func(path string) error{
		"a link":            func(path string) error { return os.Symlink(t.TempDir(), path) },
		"an open directory": func(path string) error { return errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, 0o755)) },
		"a file":            func(path string) error { return os.WriteFile(path, nil, 0o600) },
	} {
		base := t.TempDir()
		must(t, plant(filepath.Join(base, "atrium")))
		if dir, err := RuntimeDir(durable.OS(), func(string) string { return base }); !errors.Is(err, durable.ErrNotPrivate) {
			t.Errorf("%s: %q, %v", name, dir, err)
		}
	}
	base := t.TempDir()
	dir, err := RuntimeDir(durable.OS(), func(string) string { return base })
	must(t, err)
	wantPrivate(t, dir)
}
