package store

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"atrium/internal/durable"
	"atrium/internal/durable/durabletest"
)

func TestRegistry(t *testing.T) {
	m := durabletest.NewMem()
	r := NewRegistry(m, "/run", 42)
	if _, err := r.Read(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before the first write: %v", err)
	}
	must(t, r.Write(Panes{Policy: "plan", Groups: []int{100, 200}}))
	data, err := m.ReadFile("/run/42.pids", 1<<20)
	if err != nil || string(data) != "policy=plan\n100\n200\n" {
		t.Errorf("wrote %q, %v", data, err)
	}
	if got, err := r.Read(); err != nil || got.Policy != "plan" || !slices.Equal(got.Groups, []int{100, 200}) {
		t.Errorf("read %+v, %v", got, err)
	}
	if label, ok := ReadPolicy(m, "/run", 42); label != "plan" || !ok {
		t.Errorf("policy %q, %v", label, ok)
	}
	if _, ok := ReadPolicy(m, "/run", 43); ok {
		t.Error("another process has a policy")
	}
	must(t, r.Remove())
	must(t, r.Remove())
	if names, _ := m.ReadDir("/run"); len(names) != 0 {
		t.Errorf("left %q", names)
	}
}

func TestRegistryRefusesAnOpenDirectory(t *testing.T) {
	for _, open := range []func(*durabletest.Mem) error{
		func(m *durabletest.Mem) error { return m.Chmod("/run", 0o755) },
		func(m *durabletest.Mem) error { return m.Chown("/run", durable.OwnerOther) },
	} {
		m := durabletest.NewMem()
		r := NewRegistry(m, "/run", 42)
		must(t, r.Write(Panes{Policy: "plan"}))
		must(t, open(m))
		if err := r.Write(Panes{}); !errors.Is(err, durable.ErrNotPrivate) {
			t.Errorf("write: %v", err)
		}
		if _, ok := ReadPolicy(m, "/run", 42); ok {
			t.Error("what lies there is believed")
		}
	}
}

func FuzzRegistry(f *testing.F) {
	f.Add("policy=plan\n100\n200\n")
	f.Add("100\npolicy=skip\n-5\n0\n1\n 7\n99999999999999999999")
	f.Fuzz(func(t *testing.T, text string) {
		p := parsePanes(text)
		for _, group := range p.Groups {
			if group <= 1 {
				t.Errorf("group %d", group)
			}
		}
		if p.Policy != "" && !strings.HasPrefix(text, "policy="+p.Policy) {
			t.Errorf("policy %q is not in the first line", p.Policy)
		}
	})
}
