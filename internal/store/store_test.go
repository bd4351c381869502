package store

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"atrium/internal/durable"
	"atrium/internal/durable/durabletest"
	"atrium/internal/layout"
	"atrium/internal/snapshot"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	now     = time.UnixMilli(1_700_000_000_000)
	errDisk = errors.New("no space left on device")
)

// memStore is a store of the project /work on a file system in memory.
func memStore(t testing.TB) (*Store, *durabletest.Mem) {
	t.Helper()
	m := durabletest.NewMem()
	for _, dir := range []string{"/work", "/home"} {
		must(t, m.Mkdir(dir))
		must(t, m.SyncDir("/"))
	}
	s, err := Open(m, "/home/state", "/work")
	must(t, err)
	return s, m
}

// diskStore is a store of a new project on the real file system.
func diskStore(t testing.TB) *Store {
	t.Helper()
	base := t.TempDir()
	project := filepath.Join(base, "work")
	must(t, os.Mkdir(project, 0o755))
	s, err := Open(durable.OS(), filepath.Join(base, "state"), project)
	must(t, err)
	return s
}

// image is a session with one pane for each transcript id.
func image(ids ...string) snapshot.Snapshot {
	s := snapshot.Snapshot{Version: snapshot.Version}
	tree := layout.New(0)
	for i, id := range ids {
		pane := snapshot.Pane{ID: layout.PaneID(i), Argv: []string{"claude"}}
		if id != "" {
			pane.SessionID = &id
		}
		if i > 0 {
			_ = tree.Split(0, layout.SideBySide, pane.ID)
		}
		s.Panes = append(s.Panes, pane)
	}
	s.Windows = []snapshot.Window{{Name: "main", Tree: tree.String()}}
	return s
}

// save writes a session of process pid with a heartbeat that is age old.
func save(t testing.TB, s *Store, pid int, age time.Duration, set func(*snapshot.Snapshot)) Place {
	t.Helper()
	i := image(fmt.Sprintf("id-%d", pid))
	if set != nil {
		set(&i)
	}
	p := s.Place(pid, int64(pid)*1000)
	must(t, p.Save(i, now.Add(-age)))
	return p
}

func closed(i *snapshot.Snapshot)  { i.Meta.Clean = true }
func resumed(i *snapshot.Snapshot) { i.Meta.Resumed = true }

// procs is the process table that a test sees: a pid that is not in it is Gone.
type procs map[int]Presence

func (p procs) alive(pid int, _ *string) Presence {
	if presence, ok := p[pid]; ok {
		return presence
	}
	return Gone
}

func list(t testing.TB, s *Store, p procs) Listing {
	t.Helper()
	l, err := s.List(now, p.alive)
	must(t, err)
	return l
}

// pids names sessions by the pid in their names.
func pids(entries []Entry) []int {
	var out []int
	for _, e := range entries {
		pid, _, _ := ParseSessionName(filepath.Base(e.Path))
		out = append(out, pid)
	}
	return out
}

// plant writes a file past all rules, as an agent could.
func plant(t testing.TB, fsys durable.FS, path, content string) {
	t.Helper()
	f, err := fsys.Create(path)
	must(t, err)
	_, err = f.Write([]byte(content))
	must(t, errors.Join(err, f.Sync(), f.Close(), fsys.SyncDir(filepath.Dir(path))))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpenNeedsTheProject(t *testing.T) {
	if _, err := Open(durabletest.NewMem(), "/state", "/gone"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a vanished directory: %v", err)
	}
}

func TestOpenAndListCreateNothing(t *testing.T) { // check 49
	s, m := memStore(t)
	if l := list(t, s, nil); len(l.Sessions)+len(l.Suspect)+len(l.Unreadable) != 0 {
		t.Errorf("an empty store lists %+v", l)
	}
	if names, _ := m.ReadDir("/home"); len(names) != 0 {
		t.Errorf("listing created %q", names)
	}
}

func TestInside(t *testing.T) {
	s, m := memStore(t)
	save(t, s, 42, 0, nil)
	must(t, m.Mkdir("/home/state/other-1"))
	must(t, m.Mkdir("/home/state/other-1/deep"))
	for path, want := range map[string]bool{
		filepath.Join(s.Dir(), "42-42000.json"):             true,
		filepath.Join(s.Dir(), "7-7.json"):                  true, // missing still counts
		filepath.Join(s.Dir(), "..", "other-1", "1-1.json"): true,
		filepath.Join(s.Dir(), "42-42000.bus.json"):         false,
		filepath.Join(s.Dir(), "42-42000.tmp"):              false,
		"/home/state/1-1.json":                              false,
		"/home/state/other-1/deep/1-1.json":                 false,
		"/home/state/missing/1-1.json":                      false,
		"/work/1-1.json":                                    false,
	} {
		if got := s.Inside(path); got != want {
			t.Errorf("Inside(%q) = %v, want %v", path, got, want)
		}
	}
}

func TestOpenTempUsesADirectoryOfItsOwn(t *testing.T) {
	_, m := memStore(t)
	must(t, m.Mkdir("/tmp"))
	s, err := OpenTemp(m, "/tmp", "/work")
	must(t, err)
	save(t, s, 42, 0, nil)
	if !strings.HasPrefix(s.Dir(), "/tmp/atrium-state/work-") {
		t.Errorf("the directory is %q", s.Dir())
	}
	if got := pids(list(t, s, nil).Sessions); !slices.Equal(got, []int{42}) {
		t.Errorf("sessions %v", got)
	}
}

func TestAForeignDirectoryIsNotListed(t *testing.T) {
	s, m := memStore(t)
	p := save(t, s, 42, 0, nil)
	for _, dir := range []string{s.root, s.Dir()} {
		must(t, m.Chown(dir, durable.OwnerOther))
		if _, err := s.List(now, procs{}.alive); !errors.Is(err, durable.ErrNotPrivate) {
			t.Errorf("listing with a foreign %q: %v", dir, err)
		}
		if err := p.Save(image("x"), now); !errors.Is(err, durable.ErrNotPrivate) {
			t.Errorf("saving with a foreign %q: %v", dir, err)
		}
		must(t, m.Chown(dir, durable.OwnerSelf))
	}
}
