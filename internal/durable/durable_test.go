package durable_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atrium/internal/durable"
	"atrium/internal/durable/durabletest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var errDisk = errors.New("no space left on device")

const path = "/state/42-7.json"

func TestOSMeetsTheContract(t *testing.T) {
	durabletest.Suite(t, func(t *testing.T) (durable.FS, string) {
		return durable.OS(), t.TempDir()
	})
}

func TestTempName(t *testing.T) {
	for path, want := range map[string]string{
		"/s/42-7.json":     "/s/42-7.tmp",
		"/s/42-7.bus.json": "/s/42-7.bus.tmp",
		"/r.d/42":          "/r.d/42.tmp",
		"/r.d/42.pids":     "/r.d/42.tmp",
	} {
		if got := durable.TempName(path); got != want {
			t.Errorf("TempName(%q) = %q, want %q", path, got, want)
		}
	}
}

// TestReplaceOrder holds the order of operations: sync before rename, the
// directory synced last, modes before content.
func TestReplaceOrder(t *testing.T) {
	m := durabletest.NewMem()
	p := durabletest.NewProbe(m, "/")
	var text strings.Builder
	step := func(name string) {
		p.Reset()
		if err := durable.Replace(p, path, []byte(name)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "# %s\n%s\n", name, strings.Join(p.Ops(), "\n"))
	}
	step("the directory is missing")
	step("the file exists")
	if err := m.Chmod("/state", 0o755); err != nil {
		t.Fatal(err)
	}
	step("the directory is open to others")
	if _, err := m.Create("/state/42-7.tmp"); err != nil {
		t.Fatal(err)
	}
	step("a temporary file was left over")
	golden(t, "testdata/replace.golden", text.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s differs (%v); -update rewrites it. got:\n%s", file, err, got)
	}
}

// stages are the states in which a replace may find the disk.
var stages = map[string]func(*testing.T, *durabletest.Mem){
	"nothing": func(*testing.T, *durabletest.Mem) {},
	"old": func(t *testing.T, m *durabletest.Mem) {
		mustReplace(t, m, "old")
	},
	"old and a leftover": func(t *testing.T, m *durabletest.Mem) {
		mustReplace(t, m, "old")
		if _, err := m.Create(durable.TempName(path)); err != nil {
			t.Fatal(err)
		}
	},
}

func mustReplace(t *testing.T, fsys durable.FS, content string) {
	t.Helper()
	if err := durable.Replace(fsys, path, []byte(content)); err != nil {
		t.Fatal(err)
	}
}

// TestReplaceFailsWhole fails each operation in turn: the old content stays,
// nothing is left over, and the next try succeeds. // check 21, R003
func TestReplaceFailsWhole(t *testing.T) {
	for name, stage := range stages {
		t.Run(name, func(t *testing.T) {
			n := 0
			for ; failOperation(t, stage, n); n++ {
			}
			if n < 9 {
				t.Errorf("only %d operations failed; a replace has more", n)
			}
		})
	}
}

// failOperation reports whether there was an operation n to fail.
func failOperation(t *testing.T, stage func(*testing.T, *durabletest.Mem), n int) bool {
	m := durabletest.NewMem()
	stage(t, m)
	before := content(m)
	p := durabletest.NewProbe(m, "/")
	p.Fail = func(i int, op string) error {
		if i == n {
			return errDisk
		}
		return nil
	}
	err := durable.Replace(p, path, []byte("new"))
	if err == nil && p.Failed() == 0 {
		return false
	}
	ops := p.Ops()
	if p.Failed() != 1 || !errors.Is(err, errDisk) {
		t.Fatalf("operation %d, %q: failed %d times, error %v", n, ops[n], p.Failed(), err)
	}
	last := strings.HasPrefix(ops[n], "syncdir state")
	if got := content(m); got != before && !(last && got == "new") {
		t.Errorf("failing %q left %q instead of %q", ops[n], got, before)
	}
	if _, err := m.Lstat(durable.TempName(path)); err == nil && !touchesLeftover(ops[n]) {
		t.Errorf("failing %q left a temporary file", ops[n])
	}
	mustReplace(t, m, "again")
	if got := content(m); got != "again" {
		t.Errorf("after %q failed the next try left %q", ops[n], got)
	}
	return true
}

// touchesLeftover is true up to the point where a leftover is out of the way.
func touchesLeftover(op string) bool {
	verb, _, _ := strings.Cut(op, " ")
	return verb == "lstat" || verb == "create" || verb == "remove"
}

func content(fsys durable.FS) string {
	data, err := fsys.ReadFile(path, 1<<20)
	if err != nil {
		return "missing"
	}
	return string(data)
}

// TestReplaceSurvivesACrash stops the process before each operation and cuts
// the power: the reader finds the old or the new content, and once Replace has
// returned always the new. // check 24, R001
func TestReplaceSurvivesACrash(t *testing.T) {
	for name, stage := range stages {
		t.Run(name, func(t *testing.T) {
			for n := 0; crashBefore(t, stage, n); n++ {
			}
		})
	}
}

// crashBefore reports whether there was an operation n to crash before.
func crashBefore(t *testing.T, stage func(*testing.T, *durabletest.Mem), n int) bool {
	m := durabletest.NewMem()
	stage(t, m)
	allowed := map[string]bool{content(m): true, "new": true}
	p := durabletest.NewProbe(m, "/")
	p.Fail = func(i int, op string) error {
		if i >= n {
			return errDisk
		}
		return nil
	}
	err := durable.Replace(p, path, []byte("new"))
	if err == nil {
		allowed = map[string]bool{"new": true}
	}
	durabletest.EveryCrash(m, func(after *durabletest.Mem) {
		if got := content(after); !allowed[got] {
			t.Errorf("crash after %q leaves %q", p.Ops()[:n], got)
		}
		mustReplace(t, after, "next")
	})
	return err != nil
}

func TestReplaceRefusesATemporaryName(t *testing.T) {
	if err := durable.Replace(durabletest.NewMem(), "/state/42-7.tmp", nil); err == nil {
		t.Error("a file cannot be its own temporary file")
	}
}

// lossy is a file system whose writes report success and lose the last byte,
// or report a short count without an error.
type lossy struct {
	durable.FS
	silent bool
}

type lossyFile struct {
	durable.File
	silent bool
}

func (l lossy) Create(path string) (durable.File, error) {
	f, err := l.FS.Create(path)
	return lossyFile{f, l.silent}, err
}

func (f lossyFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p[:len(p)-1])
	if f.silent {
		n = len(p)
	}
	return n, err
}

func TestReplaceChecksTheLength(t *testing.T) {
	for _, silent := range []bool{true, false} {
		m := durabletest.NewMem()
		mustReplace(t, m, "old")
		err := durable.Replace(lossy{m, silent}, path, []byte("newer"))
		if err == nil || (!silent && !errors.Is(err, io.ErrShortWrite)) {
			t.Errorf("silent %v: a lost byte gave %v", silent, err)
		}
		if got := content(m); got != "old" {
			t.Errorf("silent %v: the file holds %q", silent, got)
		}
	}
}

func TestPrivateDirs(t *testing.T) {
	for _, c := range []struct {
		name            string
		mode            fs.FileMode // of the directory before; 0 is no directory
		owner           durable.Owner
		ensured         fs.FileMode // mode after EnsurePrivateDir; 0 is refused
		required, found bool        // RequirePrivateDir and CheckPrivateDir accept it
	}{
		{"missing", 0, durable.OwnerSelf, 0o700, true, false},
		{"private", 0o700, durable.OwnerSelf, 0o700, true, true},
		{"open is tightened", 0o755, durable.OwnerSelf, 0o700, false, false},  // R011
		{"read-only stays so", 0o555, durable.OwnerSelf, 0o500, false, false}, // R003
		{"of another user", 0o700, durable.OwnerOther, 0, false, false},
		{"where modes tell nothing", 0o777, durable.OwnerUnknown, 0o777, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			place := func() *durabletest.Mem {
				m := durabletest.NewMem()
				if c.mode != 0 {
					if err := errors.Join(m.Mkdir("/d"), m.Chmod("/d", c.mode), m.Chown("/d", c.owner)); err != nil {
						t.Fatal(err)
					}
				}
				return m
			}
			m := place()
			err := durable.EnsurePrivateDir(m, "/d")
			if (err == nil) != (c.ensured != 0) || (err != nil && !errors.Is(err, durable.ErrNotPrivate)) {
				t.Errorf("ensure: %v", err)
			}
			if info, _ := m.Lstat("/d"); err == nil && info.Mode.Perm() != c.ensured {
				t.Errorf("ensure left mode %04o, want %04o", info.Mode.Perm(), c.ensured)
			}
			if err := durable.RequirePrivateDir(place(), "/d"); (err == nil) != c.required {
				t.Errorf("require: %v", err)
			}
			if err := durable.CheckPrivateDir(place(), "/d"); (err == nil) != c.found {
				t.Errorf("check: %v", err)
			}
		})
	}
}

func TestAFileIsNoPrivateDir(t *testing.T) {
	m := durabletest.NewMem()
	if _, err := m.Create("/d"); err != nil {
		t.Fatal(err)
	}
	if err := durable.EnsurePrivateDir(m, "/d"); !errors.Is(err, durable.ErrNotPrivate) {
		t.Errorf("ensure: %v", err)
	}
}

func TestReplaceOnADirectoryFailsCleanly(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "42-7.json")
	if err := os.MkdirAll(filepath.Join(target, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := durable.Replace(durable.OS(), target, []byte("x")); err == nil {
		t.Error("a directory was replaced")
	}
	if _, err := os.Lstat(durable.TempName(target)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the temporary file: %v", err)
	}
}
