package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"atrium/internal/durable"
	"atrium/internal/durable/durabletest"
	"atrium/internal/snapshot"
)

func TestListOrdersByHeartbeat(t *testing.T) {
	s, _ := memStore(t)
	for pid, age := range map[int]time.Duration{7: time.Hour, 8: time.Minute, 9: time.Second, 10: time.Minute} {
		save(t, s, pid, age, nil)
	}
	l := list(t, s, procs{9: Present})
	if got := pids(l.Sessions); !slices.Equal(got, []int{9, 8, 10, 7}) {
		t.Errorf("order %v", got)
	}
	if l.Sessions[0].State != Running || l.Sessions[1].State != Crashed {
		t.Errorf("states %v, %v", l.Sessions[0].State, l.Sessions[1].State)
	}
}

func TestListTellsSuspects(t *testing.T) { // checks 35, 36, 45
	other, pid := "/elsewhere", 7
	for _, c := range []struct {
		name   string
		file   string
		set    func(*snapshot.Meta)
		reason string
	}{
		{"another project", "8-8.json", func(m *snapshot.Meta) { m.Project = &other }, `another project, "/elsewhere"`},
		{"no project", "8-8.json", func(m *snapshot.Meta) { m.Project = nil }, "no project"},
		{"another pid", "8-8.json", func(m *snapshot.Meta) { m.Pid = &pid }, "records pid 7"},
		{"no pid", "8-8.json", func(m *snapshot.Meta) { m.Pid = nil }, "no pid"},
		{"no meta", "8-8.json", func(m *snapshot.Meta) { *m = snapshot.Meta{} }, "no project; it records no pid"},
		{"no session's name", "session.json", func(*snapshot.Meta) {}, "its name"},
		{"the future", "8-8.json", func(m *snapshot.Meta) {
			at := now.Add(futureSkew + time.Millisecond).UnixMilli()
			m.SavedAtMS = &at
		}, "in the future"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, m := memStore(t)
			save(t, s, 42, time.Hour, closed)
			i, pid, at := image("a"), 8, now.UnixMilli()
			i.Meta = snapshot.Meta{Project: &s.project, Pid: &pid, SavedAtMS: &at}
			c.set(&i.Meta)
			plant(t, m, filepath.Join(s.Dir(), c.file), string(snapshot.Encode(i)))
			l := list(t, s, nil)
			if len(l.Suspect) != 1 || !strings.Contains(l.Suspect[0].Reason, c.reason) {
				t.Fatalf("suspect %+v, want one for %q", l.Suspect, c.reason)
			}
			if _, offered := l.Offer(); offered {
				t.Error("it is offered")
			}
			if e, _ := l.Recoverable(); filepath.Base(e.Path) != "42-42000.json" {
				t.Errorf("a bare recover takes %q", e.Path)
			}
		})
	}
}

func TestListAllowsForSkewedClocks(t *testing.T) {
	s, _ := memStore(t)
	save(t, s, 42, -futureSkew, nil)
	if l := list(t, s, nil); len(l.Sessions) != 1 {
		t.Errorf("five minutes ahead: %+v", l)
	}
}

func TestListSortsOutFiles(t *testing.T) { // checks 39, 40, 42
	s, m := memStore(t)
	save(t, s, 42, 0, nil)
	save(t, s, 420, time.Hour, nil)
	for _, name := range []string{"42-42000.bus.json", "42-42000.board.json", "42-42000.bus.log", "42-42000.tmp",
		"notes.txt", "9-9.bus.json", "420"} {
		plant(t, m, filepath.Join(s.Dir(), name), "{")
	}
	plant(t, m, filepath.Join(s.Dir(), "5-5.json"), "{broken")
	must(t, m.Mkdir(filepath.Join(s.Dir(), "6-6.json")))
	l := list(t, s, nil)
	if got := pids(l.Sessions); !slices.Equal(got, []int{42, 420}) || len(l.Suspect) != 0 {
		t.Errorf("sessions %v, suspect %v", got, l.Suspect)
	}
	var sidecars []string
	for _, path := range l.Sessions[0].Sidecars {
		sidecars = append(sidecars, filepath.Base(path))
	}
	if want := []string{"42-42000.board.json", "42-42000.bus.json", "42-42000.bus.log", "42-42000.tmp"}; !slices.Equal(sidecars, want) {
		t.Errorf("sidecars %q, want %q", sidecars, want)
	}
	if len(l.Sessions[1].Sidecars) != 0 {
		t.Errorf("another session has %q", l.Sessions[1].Sidecars)
	}
	if len(l.Unreadable) != 2 || filepath.Base(l.Unreadable[0].Path) != "5-5.json" || l.Unreadable[0].Err == nil {
		t.Errorf("unreadable %+v", l.Unreadable)
	}
}

func TestListTakesNoFileOfAnotherUser(t *testing.T) {
	s, m := memStore(t)
	p := save(t, s, 42, 0, nil)
	must(t, m.Chown(p.Path(), durable.OwnerOther))
	if l := list(t, s, nil); len(l.Sessions) != 0 || len(l.Unreadable) != 1 {
		t.Errorf("a foreign file: %+v", l)
	}
}

// vanishing deletes a file between the reading of the directory and its own.
type vanishing struct {
	*durabletest.Mem
	path string
}

func (v vanishing) Lstat(path string) (durable.Info, error) {
	if path == v.path {
		_ = v.Mem.Remove(path)
	}
	return v.Mem.Lstat(path)
}

func TestListSurvivesAPruneMeanwhile(t *testing.T) { // R007
	s, m := memStore(t)
	gone := save(t, s, 42, 0, nil)
	save(t, s, 43, 0, nil)
	s.fs = vanishing{m, gone.Path()}
	if l := list(t, s, nil); !slices.Equal(pids(l.Sessions), []int{43}) || len(l.Unreadable) != 0 {
		t.Errorf("listing %+v", l)
	}
}

// FuzzList puts any bytes under any name: nothing panics, every session's file
// is in exactly one group, and a candidate never contradicts itself.
func FuzzList(f *testing.F) {
	pid, at, project := 42, now.UnixMilli(), "/work"
	i := image("a")
	i.Meta = snapshot.Meta{Project: &project, Pid: &pid, SavedAtMS: &at}
	f.Add("42-7.json", snapshot.Encode(i))
	f.Add("43-7.json", snapshot.Encode(i))
	f.Add("42-7.bus.json", []byte(`{}`))
	f.Add("x.json", []byte(`{"version":2}`))
	f.Add("42-7.json", []byte("\x00"))
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		if name != filepath.Base(name) || name == ".." || name == "." || name == "/" {
			return
		}
		s, m := memStore(t)
		save(t, s, 9, time.Hour, nil)
		if name == "9-9000.json" {
			return
		}
		plant(t, m, filepath.Join(s.Dir(), name), string(content))
		l := list(t, s, procs{42: Present})
		total := len(l.Sessions) + len(l.Suspect) + len(l.Unreadable)
		if want := 1 + btoi(isSession(name)); total != want {
			t.Fatalf("%q: %d files listed, want %d", name, total, want)
		}
		for _, e := range l.Sessions {
			pid, _, ok := ParseSessionName(filepath.Base(e.Path))
			if m := e.Snapshot.Meta; !ok || *m.Pid != pid || *m.Project != "/work" {
				t.Errorf("%q is a candidate with %+v", e.Path, m)
			}
		}
		if _, err := s.Prune(now, procs{}.alive); err != nil {
			t.Error(err)
		}
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func BenchmarkListFive(b *testing.B) {
	s := diskStore(b)
	for pid := 1; pid <= 5; pid++ {
		i := image(make([]string, 20)...)
		for n := range i.Panes {
			i.Panes[n].Argv = []string{"claude", "--append-system-prompt", strings.Repeat("x", 1500), fmt.Sprint(n)}
		}
		must(b, s.Place(pid, 7).Save(i, now))
	}
	for b.Loop() {
		if l, err := s.List(now, procs{}.alive); err != nil || len(l.Sessions) != 5 {
			b.Fatal(err)
		}
	}
}
