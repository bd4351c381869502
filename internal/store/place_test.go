package store

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"atrium/internal/durable"
	"atrium/internal/durable/durabletest"
	"atrium/internal/snapshot"
)

func TestSaveFillsInWhoAndWhen(t *testing.T) {
	s, m := memStore(t)
	p := s.Place(42, 7)
	must(t, p.Save(image("a"), now))
	got, err := Load(m, p.Path())
	must(t, err)
	if *got.Meta.Project != "/work" || *got.Meta.Pid != 42 || *got.Meta.SavedAtMS != now.UnixMilli() {
		t.Errorf("meta %+v", got.Meta)
	}
	if filepath.Base(p.Path()) != "42-7.json" {
		t.Errorf("saved as %q", p.Path())
	}
}

// TestSaveOrder holds the order of operations of a first and of a later save.
func TestSaveOrder(t *testing.T) {
	_, m := memStore(t)
	probe := durabletest.NewProbe(m, "/home")
	s, err := Open(probe, "/home/state", "/work")
	must(t, err)
	p := s.Place(42, 7)
	var text strings.Builder
	for _, name := range []string{"the first save", "a later save"} {
		probe.Reset()
		must(t, p.Save(image("a"), now))
		text.WriteString("# " + name + "\n" + strings.Join(probe.Ops(), "\n") + "\n")
	}
	const file = "testdata/save.golden"
	if *update {
		must(t, os.WriteFile(file, []byte(text.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != text.String() {
		t.Errorf("%s differs (%v); -update rewrites it. got:\n%s", file, err, text.String())
	}
}

// TestAFailedSaveLeavesTheLastOne fails each operation of a save in turn.
// check 21, R003
func TestAFailedSaveLeavesTheLastOne(t *testing.T) {
	_, m := memStore(t)
	probe := durabletest.NewProbe(m, "/home")
	s, err := Open(probe, "/home/state", "/work")
	must(t, err)
	p := s.Place(42, 7)
	must(t, p.Save(image("old"), now))
	old, err := m.ReadFile(p.Path(), 1<<20)
	must(t, err)
	for n := 0; ; n++ {
		probe.Reset()
		probe.Fail = func(i int, op string) error {
			if i == n && !strings.HasPrefix(op, "syncdir") { // after the rename the new one stands
				return errDisk
			}
			return nil
		}
		err := p.Save(image("new"), now)
		if err == nil {
			if n < 8 || probe.Failed() != 0 {
				t.Errorf("operation %d succeeded with %d failures", n, probe.Failed())
			}
			return
		}
		if probe.Failed() != 1 || !errors.Is(err, errDisk) {
			t.Fatalf("operation %d: %v", n, err)
		}
		if got, _ := m.ReadFile(p.Path(), 1<<20); string(got) != string(old) {
			t.Errorf("failing %q left %q", probe.Ops()[n], got)
		}
	}
}

// TestACrashLeavesAWholeSnapshot: after a power cut at any moment of a save, the
// listing shows the old or the new session, and nothing that cannot be read.
// check 24, R001
func TestACrashLeavesAWholeSnapshot(t *testing.T) {
	for _, first := range []bool{true, false} {
		for n := 0; crashDuringSave(t, first, n); n++ {
		}
	}
}

func crashDuringSave(t *testing.T, first bool, n int) (more bool) {
	_, m := memStore(t)
	probe := durabletest.NewProbe(m, "/home")
	s, err := Open(probe, "/home/state", "/work")
	must(t, err)
	p := s.Place(42, 7)
	allowed := map[string]bool{"": true, "new": true}
	if !first {
		must(t, p.Save(image("old"), now))
		allowed = map[string]bool{"old": true, "new": true}
	}
	probe.Reset()
	probe.Fail = func(i int, op string) error {
		if i >= n {
			return errDisk
		}
		return nil
	}
	failed := p.Save(image("new"), now)
	if failed == nil {
		allowed = map[string]bool{"new": true}
	}
	durabletest.EveryCrash(m, func(after *durabletest.Mem) {
		later, err := Open(after, "/home/state", "/work")
		must(t, err)
		l := list(t, later, nil)
		if len(l.Suspect)+len(l.Unreadable) != 0 {
			t.Fatalf("crash before operation %d: %+v", n, l)
		}
		found := ""
		if len(l.Sessions) > 0 {
			found = *l.Sessions[0].Snapshot.Panes[0].SessionID
		}
		if !allowed[found] {
			t.Errorf("crash before operation %d, save said %v: found %q", n, failed, found)
		}
	})
	return failed != nil
}

func TestSaveRefusesWhatNobodyCouldLoad(t *testing.T) {
	s, _ := memStore(t)
	i := image("a")
	i.Panes[0].Argv = []string{strings.Repeat("x", snapshot.MaxSize)}
	if err := s.Place(42, 7).Save(i, now); !errors.Is(err, durable.ErrTooLarge) {
		t.Errorf("a snapshot above the limit: %v", err)
	}
}

func TestMarks(t *testing.T) { // check 54
	for _, c := range []struct {
		name    string
		mark    func(*Store, string) error
		resumed bool
	}{
		{"closed", (*Store).MarkClosed, false},
		{"resumed", (*Store).MarkResumed, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, m := memStore(t)
			p := save(t, s, 42, 0, nil)
			before, err := Load(m, p.Path())
			must(t, err)
			must(t, c.mark(s, p.Path()))
			after, err := Load(m, p.Path())
			must(t, err)
			before.Meta.Clean, before.Meta.Resumed = true, c.resumed
			if !reflect.DeepEqual(before, after) {
				t.Errorf("marked\n%+v\nwant\n%+v", after, before)
			}
			if _, offered := list(t, s, nil).Offer(); offered {
				t.Error("it is offered again")
			}
			if _, found := list(t, s, nil).Recoverable(); !found {
				t.Error("it cannot be recovered any more")
			}
		})
	}
}

func TestOnlyTheStoreIsRewritten(t *testing.T) {
	s, m := memStore(t)
	p := save(t, s, 42, 0, nil)
	data, err := m.ReadFile(p.Path(), 1<<20)
	must(t, err)
	plant(t, m, "/work/42-7.json", string(data))
	if err := s.MarkClosed("/work/42-7.json"); !errors.Is(err, ErrOutside) {
		t.Errorf("a file of the operator: %v", err)
	}
	if got, _ := m.ReadFile("/work/42-7.json", 1<<20); string(got) != string(data) {
		t.Error("it was rewritten")
	}
}

func TestANewerFormatIsNotRewritten(t *testing.T) { // R009
	s, m := memStore(t)
	save(t, s, 42, 0, nil)
	const newer = `{"version":3,"layout":{"ids":[],"focus":0},"panes":[]}`
	path := filepath.Join(s.Dir(), "7-7.json")
	plant(t, m, path, newer)
	if err := s.MarkClosed(path); err == nil || errors.Is(err, ErrOutside) {
		t.Errorf("a file of version 3: %v", err)
	}
	if got, _ := m.ReadFile(path, 1<<20); string(got) != newer {
		t.Errorf("it was rewritten: %q", got)
	}
}
