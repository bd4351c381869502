package durabletest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atrium/internal/durable"
	"atrium/internal/durable/durabletest"
)

func TestMemMeetsTheContract(t *testing.T) {
	durabletest.Suite(t, func(t *testing.T) (durable.FS, string) {
		m := durabletest.NewMem()
		if err := m.Mkdir("/d"); err != nil {
			t.Fatal(err)
		}
		return m, "/d"
	})
}

func TestProbeMeetsTheContract(t *testing.T) {
	durabletest.Suite(t, func(*testing.T) (durable.FS, string) {
		return durabletest.NewProbe(durabletest.NewMem(), "/"), "/"
	})
}

// TestCrashRules runs the scripts in testdata: operations, a line "crash", and
// then one line for each way in which the file system may be found.
func TestCrashRules(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range scripts {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			before, want, _ := strings.Cut(string(text), "\ncrash\n")
			m := durabletest.NewMem()
			runScript(t, m, before)
			if got := outcomes(m); got != want {
				t.Errorf("a crash leaves\n%swant\n%s", got, want)
			}
		})
	}
}

func runScript(t *testing.T, m *durabletest.Mem, script string) {
	open := map[string]durable.File{}
	for _, line := range strings.Split(script, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if err := runLine(m, open, words); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

func runLine(m *durabletest.Mem, open map[string]durable.File, words []string) (err error) {
	path := words[1]
	switch words[0] {
	case "create":
		open[path], err = m.Create(path)
	case "write":
		_, err = open[path].Write([]byte(words[2]))
	case "sync":
		err = open[path].Sync()
	case "mkdir":
		err = m.Mkdir(path)
	case "rename":
		err = m.Rename(path, words[2])
	case "remove":
		err = m.Remove(path)
	case "syncdir":
		err = m.SyncDir(path)
	default:
		err = fmt.Errorf("unknown operation")
	}
	return err
}

// outcomes lists each distinct state once, sorted.
func outcomes(m *durabletest.Mem) string {
	var lines []string
	durabletest.EveryCrash(m, func(after *durabletest.Mem) {
		lines = append(lines, strings.TrimSpace(describe(after, "/"))+"\n")
	})
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "")
}

func describe(m *durabletest.Mem, dir string) string {
	names, _ := m.ReadDir(dir)
	if dir == "/" && len(names) == 0 {
		return "nothing"
	}
	var text strings.Builder
	for _, name := range names {
		path := filepath.Join(dir, name)
		if data, err := m.ReadFile(path, 1<<20); err == nil {
			fmt.Fprintf(&text, "%s=%s ", path, data)
			continue
		}
		fmt.Fprintf(&text, "%s/ %s", path, describe(m, path))
	}
	return text.String()
}

func TestACrashLeavesTheOriginalAlone(t *testing.T) {
	m := durabletest.NewMem()
	f, err := m.Create("/a")
	if err != nil {
		t.Fatal(err)
	}
	clone := m.CrashClone(durabletest.Lucky)
	if _, err := f.Write([]byte("later")); err != nil {
		t.Fatal(err)
	}
	if got := describe(clone, "/"); got != "/a= " {
		t.Errorf("the clone holds %q", got)
	}
	if got := describe(m, "/"); got != "/a=later " {
		t.Errorf("the original holds %q", got)
	}
}
