//go:build unix

package agenthome

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Whatever stands in the place of claude's configuration, a start does not hang
// on it, and it stays as it is.
func TestTrustOfWhatIsNoFileToWrite(t *testing.T) {
	for name, c := range map[string]struct {
		make func(path string) error
		says string
	}{
		"a pipe":           {func(path string) error { return unix.Mkfifo(path, 0o600) }, "not a regular file"},
		"a link to zeroes": {func(path string) error { return os.Symlink("/dev/zero", path) }, "not a regular file"},
		"a directory":      {func(path string) error { return os.Mkdir(path, 0o700) }, "not a regular file"},
		"a read-only file": {func(path string) error { return os.WriteFile(path, []byte("{}"), 0o400) }, "read-only"},
	} {
		t.Run(name, func(t *testing.T) {
			claude := place(t)
			if err := os.MkdirAll(filepath.Dir(claude.File), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := c.make(claude.File); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(claude.File)
			if err != nil {
				t.Fatal(err)
			}
			err = new(TrustWriter).Trust(claude, t.TempDir())
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("said %v", err)
			}
			after, err := os.Lstat(claude.File)
			if err != nil || !os.SameFile(before, after) || before.Mode() != after.Mode() {
				t.Errorf("it is %v now, was %v (%v)", after, before, err)
			}
		})
	}
}
