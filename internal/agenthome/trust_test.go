package agenthome

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func place(t *testing.T) Claude {
	t.Helper()
	dir := real(t, t.TempDir())
	return Claude{Dir: filepath.Join(dir, "conf"), File: filepath.Join(dir, "conf", ".claude.json")}
}

func real(t *testing.T, dir string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// isTrusted reads the file as claude does.
func isTrusted(t *testing.T, c Claude, folder string) bool {
	t.Helper()
	var top struct {
		Projects map[string]struct{ HasTrustDialogAccepted, HasCompletedProjectOnboarding bool }
	}
	if err := json.Unmarshal(read(t, c.File), &top); err != nil {
		t.Fatal(err)
	}
	p := top.Projects[folder]
	return p.HasTrustDialogAccepted && p.HasCompletedProjectOnboarding
}

// alone fails when anything but the configuration lies beside it.
func alone(t *testing.T, c Claude) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(c.File))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if strings.Contains(entry.Name(), "atrium") {
			t.Errorf("%s was left behind", entry.Name())
		}
	}
}

func TestTrustCreatesTheFile(t *testing.T) {
	c, dir := place(t), real(t, t.TempDir())
	var w TrustWriter
	if err := w.Trust(c, dir+"/./sub/../"); err != nil {
		t.Fatal(err)
	}
	if !isTrusted(t, c, dir) {
		t.Errorf("%q is not trusted in %s", dir, read(t, c.File))
	}
	if info, err := os.Stat(c.File); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	alone(t, c)
}

func TestTrustLeavesABrokenFileAlone(t *testing.T) { // check 98
	for _, text := range []string{"", "{ not json", "[1, 2]\n", `{"projects": 3}`} {
		c := place(t)
		write(t, c.File, text, 0o644)
		var w TrustWriter
		err := w.Trust(c, "/work/here")
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), c.File) {
			t.Errorf("%q: %v", text, err)
		}
		if got := read(t, c.File); string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
		alone(t, c)
	}
}

func TestTrustWritesOnlyWhatIsNew(t *testing.T) {
	c := place(t)
	const text = `{"projects":  {"/work/here":{"hasTrustDialogAccepted":true} } }`
	write(t, c.File, text, 0o640)
	before, err := os.Stat(c.File)
	if err != nil {
		t.Fatal(err)
	}
	var w TrustWriter
	if err := w.Trust(c, "/work/here"); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(c.File)
	if err != nil || !os.SameFile(before, after) || string(read(t, c.File)) != text {
		t.Errorf("an already trusted folder was written again: %v", err)
	}
	if err := w.Trust(c, "/work/there"); err != nil || !isTrusted(t, c, "/work/there") {
		t.Fatalf("%v", err)
	}
	if info, _ := os.Stat(c.File); info.Mode().Perm() != 0o640 {
		t.Errorf("the file's mode became %v", info.Mode())
	}
}

func TestTrustFollowsLinks(t *testing.T) {
	c := place(t)
	kept := filepath.Join(real(t, t.TempDir()), "dotfiles.json")
	write(t, kept, `{"a":1}`, 0o600)
	write(t, filepath.Join(c.Dir, "x"), "", 0o600)
	if err := os.Symlink(kept, c.File); err != nil {
		t.Fatal(err)
	}
	dir := real(t, t.TempDir())
	link := filepath.Join(real(t, t.TempDir()), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	var w TrustWriter
	if err := w.Trust(c, link); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(c.File); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link to the configuration was replaced: %v", err)
	}
	if !isTrusted(t, c, dir) || !isTrusted(t, c, link) {
		t.Errorf("the folder is not trusted under both its names: %s", read(t, kept))
	}
	if err := os.Remove(kept); err != nil {
		t.Fatal(err)
	}
	if err := w.Trust(c, dir); err == nil {
		t.Error("a dangling link was written through")
	}
}

func TestTrustOfPanesThatStartTogether(t *testing.T) {
	c := place(t)
	var w TrustWriter
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if err := w.Trust(c, fmt.Sprintf("/work/%d", i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range 8 {
		if !isTrusted(t, c, fmt.Sprintf("/work/%d", i)) {
			t.Errorf("folder %d lost its mark", i)
		}
	}
}

func TestAWriteInBetweenIsNotUndone(t *testing.T) {
	c := place(t)
	write(t, c.File, `{"new": 2}`, 0o600)
	done, err := replace(c.File, []byte(`{"old": 1}`), []byte(`{"old": 1, "projects": {}}`), 0o600)
	if done || err != nil || !bytes.Equal(read(t, c.File), []byte(`{"new": 2}`)) {
		t.Errorf("%v, %v, %s", done, err, read(t, c.File))
	}
	alone(t, c)
}

func TestFoldersThatCannotBeNamed(t *testing.T) {
	c := place(t)
	var w TrustWriter
	if err := w.Trust(c, "/work/\xff"); err == nil {
		t.Error("a folder that JSON cannot name was marked")
	}
	if _, err := os.Stat(c.File); err == nil {
		t.Error("the file was made for it")
	}
}

func TestLocate(t *testing.T) {
	env := func(pairs ...string) Lookup {
		return func(name string) (string, bool) {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1], true
				}
			}
			return "", false
		}
	}
	cases := []struct {
		env       Lookup
		configDir string
		want      Claude
	}{
		{env("HOME", "/h", "CLAUDE_CONFIG_DIR", "/c"), "/alias", Claude{"/alias", "/alias/.claude.json"}},
		{env("HOME", "/h", "CLAUDE_CONFIG_DIR", "/c"), "", Claude{"/c", "/c/.claude.json"}},
		{env("HOME", "/h", "CLAUDE_CONFIG_DIR", ""), "", Claude{"/h/.claude", "/h/.claude.json"}},
		{env("USERPROFILE", "/u"), "", Claude{"/u/.claude", "/u/.claude.json"}},
	}
	for _, c := range cases {
		if got, err := Locate(c.env, c.configDir); err != nil || got != c.want {
			t.Errorf("got %+v, %v, want %+v", got, err, c.want)
		}
	}
	if _, err := Locate(env(), ""); err != ErrNoHome {
		t.Errorf("no home: %v", err)
	}
}
