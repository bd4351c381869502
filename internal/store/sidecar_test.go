package store

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"atrium/internal/durable/durabletest"
)

// parses takes any JSON for a team's state.
func parses(_ string, state []byte) error {
	if !json.Valid(state) {
		return errors.New("it does not parse")
	}
	return nil
}

// seeded copies the sidecars of one session to another and returns the notes
// and what the new session then has.
func seeded(t *testing.T, m *durabletest.Mem, s *Store, from, to Place) (notes []string, files map[string]string) {
	t.Helper()
	notes, err := s.SeedSidecars(from.Path(), to, parses)
	must(t, err)
	files = map[string]string{}
	for _, path := range []string{to.Sidecar("bus"), to.Log("bus"), to.Sidecar("board"), to.Log("board")} {
		if data, err := m.ReadFile(path, 1<<20); err == nil {
			_, suffix, _ := strings.Cut(filepath.Base(path), ".")
			files[suffix] = string(data)
		}
	}
	return notes, files
}

func TestSeedSidecars(t *testing.T) {
	for _, c := range []struct {
		name           string
		source, target map[string]string // by suffix
		want           map[string]string
		note           string
	}{
		{"all of them",
			map[string]string{"bus.json": `{"b":1}`, "bus.log": "x\n", "board.json": `{"c":1}`, "board.log": "y\n"}, nil,
			map[string]string{"bus.json": `{"b":1}`, "bus.log": "x\n", "board.json": `{"c":1}`, "board.log": "y\n"}, ""},
		{"none", nil, nil, nil, ""},
		{"the board is gone", // R017
			map[string]string{"bus.json": `{"b":1}`}, nil, map[string]string{"bus.json": `{"b":1}`}, ""},
		{"a log without a state",
			map[string]string{"bus.log": "x\n"}, nil, map[string]string{"bus.log": "x\n"}, ""},
		{"a truncated one is left out, with its log", // R017
			map[string]string{"bus.json": `{"b":`, "bus.log": "x\n", "board.json": `{}`}, nil,
			map[string]string{"board.json": `{}`}, "the bus of the saved session is left out: it does not parse"},
		{"empty", map[string]string{"bus.json": ``}, nil, nil, "does not parse"},
		{"what is there stays",
			map[string]string{"bus.json": `{"old":1}`, "bus.log": "x\n"}, map[string]string{"bus.json": `{"new":1}`},
			map[string]string{"bus.json": `{"new":1}`}, ""},
		{"a log that is there stays alone",
			map[string]string{"bus.json": `{"old":1}`}, map[string]string{"bus.log": "n\n"},
			map[string]string{"bus.log": "n\n"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, m := memStore(t)
			from, to := save(t, s, 42, time.Hour, nil), s.Place(43, 43)
			for suffix, content := range c.source {
				plant(t, m, beside(from.Path(), suffix), content)
			}
			for suffix, content := range c.target {
				plant(t, m, beside(to.Path(), suffix), content)
			}
			notes, files := seeded(t, m, s, from, to)
			if len(files) != len(c.want) {
				t.Errorf("files %q, want %q", files, c.want)
			}
			for suffix, want := range c.want {
				if files[suffix] != want {
					t.Errorf("%s holds %q, want %q", suffix, files[suffix], want)
				}
			}
			if (len(notes) == 0) != (c.note == "") || !strings.Contains(strings.Join(notes, "\n"), c.note) {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
		})
	}
}

func TestSeedsNothingFromOutside(t *testing.T) {
	s, m := memStore(t)
	plant(t, m, "/work/1-1.json", "{}")
	plant(t, m, "/work/1-1.bus.json", "{}")
	notes, err := s.SeedSidecars("/work/1-1.json", s.Place(43, 43), parses)
	if len(notes) != 0 || err != nil {
		t.Errorf("notes %q, %v", notes, err)
	}
	if names, _ := m.ReadDir("/home"); len(names) != 0 {
		t.Errorf("created %q", names)
	}
}

func TestSeedTellsAFailedWrite(t *testing.T) {
	s, m := memStore(t)
	from := save(t, s, 42, time.Hour, nil)
	plant(t, m, from.Sidecar("bus"), "{}")
	plant(t, m, from.Sidecar("board"), "{}")
	probe := durabletest.NewProbe(m, "/")
	probe.Fail = func(_ int, op string) error {
		if strings.HasPrefix(op, "write") && strings.Contains(op, ".bus.") {
			return errDisk
		}
		return nil
	}
	s.fs = probe
	to := s.Place(43, 43)
	if _, err := s.SeedSidecars(from.Path(), to, parses); !errors.Is(err, errDisk) {
		t.Errorf("a full disk: %v", err)
	}
	names, err := m.ReadDir(s.Dir())
	must(t, err)
	if !slices.Contains(names, "43-43.board.json") || slices.Contains(names, "43-43.bus.tmp") {
		t.Errorf("left %q: one kind must not take the other along", names)
	}
}
