package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"atrium/internal/snapshot"

	"pgregory.net/rapid"
)

func declined(s *snapshot.Snapshot) { s.Meta.Clean, s.Meta.Declined = true, true }

func TestPrune(t *testing.T) {
	type group struct {
		count    int // sessions of one kind, older than those of the group before
		presence Presence
		set      func(*snapshot.Snapshot)
	}
	for _, c := range []struct {
		name   string
		groups []group
		left   int
	}{
		{"five stay", []group{{5, Gone, closed}}, 5},
		{"older closed ones go", []group{{9, Gone, closed}}, 5},
		{"older open ones stay", []group{{5, Gone, closed}, {3, Gone, nil}}, 8},
		{"up to twenty in all", []group{{5, Gone, closed}, {30, Gone, nil}}, 20},
		{"closed go before open", []group{{5, Gone, nil}, {4, Gone, closed}, {4, Gone, nil}}, 9},
		{"declined ones stay as open ones do", []group{{5, Gone, closed}, {3, Gone, declined}}, 8},
		{"resumed ones go", []group{{5, Gone, closed}, {3, Gone, resumed}}, 5},
		{"alive never go", []group{{25, Gone, nil}, {3, Present, nil}}, 23},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := memStore(t)
			table, pid := procs{}, 0
			for _, g := range c.groups {
				for range g.count {
					pid++
					save(t, s, pid, time.Duration(pid)*time.Hour, g.set)
					table[pid] = g.presence
				}
			}
			removed, err := s.Prune(now, table.alive)
			must(t, err)
			if left := len(list(t, s, table).Sessions); left != c.left || len(removed) != pid-left {
				t.Errorf("%d left, %d removed, want %d of %d left", left, len(removed), c.left, pid)
			}
		})
	}
}

func TestPruneTakesAllOfASession(t *testing.T) { // check 42
	s, m := memStore(t)
	for pid := 1; pid <= 5; pid++ {
		save(t, s, pid, 0, closed)
	}
	save(t, s, 42, time.Hour, closed)
	for _, suffix := range []string{"bus.json", "board.json", "bus.log", "board.log", "tmp", "bus.tmp"} {
		plant(t, m, filepath.Join(s.Dir(), "42-42000."+suffix), "{}")
	}
	plant(t, m, filepath.Join(s.Dir(), "42-420000.bus.json"), "{}")
	_, err := s.Prune(now, procs{}.alive)
	must(t, err)
	names, err := m.ReadDir(s.Dir())
	must(t, err)
	want := []string{"1-1000.json", "2-2000.json", "3-3000.json", "4-4000.json", "42-420000.bus.json", "5-5000.json"}
	if !slices.Equal(names, want) {
		t.Errorf("left %q, want %q", names, want)
	}
}

func TestPlantedFilesPushNothingOut(t *testing.T) { // checks 35, 38
	s, m := memStore(t)
	for pid := 1; pid <= 5; pid++ {
		save(t, s, pid, time.Duration(pid)*time.Hour, closed)
	}
	for pid := 11; pid <= 20; pid++ {
		save(t, s, pid, -time.Hour, nil)
	}
	plant(t, m, filepath.Join(s.Dir(), "30-30.json"), "{broken")
	removed, err := s.Prune(now, procs{}.alive)
	must(t, err)
	l := list(t, s, nil)
	if len(removed) != 0 || len(l.Sessions) != 5 || len(l.Suspect) != 10 || len(l.Unreadable) != 1 {
		t.Errorf("removed %q; left %d, %d, %d", removed, len(l.Sessions), len(l.Suspect), len(l.Unreadable))
	}
}

func TestPruneGoesOnAfterAFailure(t *testing.T) {
	s, m := memStore(t)
	for pid := 1; pid <= 7; pid++ {
		save(t, s, pid, time.Duration(pid)*time.Hour, closed)
	}
	stuck := filepath.Join(s.Dir(), "6-6000.bus.json")
	must(t, m.Mkdir(stuck))
	plant(t, m, filepath.Join(stuck, "x"), "")
	removed, err := s.Prune(now, procs{}.alive)
	if err == nil || len(removed) != 1 || filepath.Base(removed[0]) != "7-7000.json" {
		t.Errorf("removed %q, %v", removed, err)
	}
	if _, err := m.Lstat(filepath.Join(s.Dir(), "6-6000.json")); errors.Is(err, fs.ErrNotExist) {
		t.Error("the session's own file went before what belongs to it")
	}
}

// TestPruneKeepsTheRules checks the rules themselves on any mixture.
func TestPruneKeepsTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sessions := make([]Entry, rapid.IntRange(0, 40).Draw(t, "sessions"))
		for i := range sessions {
			sessions[i].Path = fmt.Sprint(i)
			sessions[i].State = State(rapid.IntRange(0, 3).Draw(t, "state"))
			sessions[i].Snapshot.Meta.Resumed = rapid.Bool().Draw(t, "resumed")
		}
		old := expendable(sessions)
		gone := map[string]bool{}
		for _, e := range old {
			gone[e.Path] = true
		}
		open, kept := 0, len(sessions)-len(old)
		for i, e := range sessions {
			isOpen := e.State == Crashed && !e.Snapshot.Meta.Resumed
			if gone[e.Path] && (i < 5 || e.live()) {
				t.Fatalf("%d, %v, must stay", i, e.State)
			}
			if !gone[e.Path] && i >= 5 && !e.live() && !isOpen {
				t.Fatalf("%d, %v, must go", i, e.State)
			}
			if gone[e.Path] && isOpen && kept < 20 {
				t.Fatalf("%d, open, went although only %d stay", i, kept)
			}
			if !gone[e.Path] && isOpen {
				open++
			}
		}
		if open > 20 {
			t.Fatalf("%d open sessions stay", open)
		}
	})
}
