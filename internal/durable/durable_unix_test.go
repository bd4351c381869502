//go:build unix

package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"atrium/internal/durable"
	"atrium/internal/durable/durabletest"
)

// TestModesFromTheFirstMoment looks at every name before each operation, with
// the most careless umask there is. // R011
func TestModesFromTheFirstMoment(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	base := t.TempDir()
	target := filepath.Join(base, "a", "b", "42-7.json")
	p := durabletest.NewProbe(durable.OS(), base)
	p.Fail = func(_ int, op string) error {
		wantPrivateTree(t, filepath.Join(base, "a"), op)
		return nil
	}
	for range 2 {
		if err := durable.Replace(p, target, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	wantPrivateTree(t, filepath.Join(base, "a"), "the end")
}

func wantPrivateTree(t *testing.T, root, when string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		want := durable.FileMode
		if info.IsDir() {
			want = durable.DirMode
		}
		if info.Mode().Perm() != want {
			t.Errorf("before %q: %s has mode %04o, want %04o", when, path, info.Mode().Perm(), want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestANarrowUmaskIsNoObstacle: modes are set again after the open.
func TestANarrowUmaskIsNoObstacle(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o777))
	target := filepath.Join(t.TempDir(), "d", "42-7.json")
	if err := os.Chmod(filepath.Dir(filepath.Dir(target)), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := durable.Replace(durable.OS(), target, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	wantPrivateTree(t, filepath.Dir(target), "the end")
}

func TestALinkIsNoPrivateDir(t *testing.T) {
	base := t.TempDir()
	link := filepath.Join(base, "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	if err := durable.EnsurePrivateDir(durable.OS(), link); !errors.Is(err, durable.ErrNotPrivate) {
		t.Errorf("ensure: %v", err)
	}
	if err := durable.EnsurePrivateDir(durable.OS(), filepath.Join(link, "sub")); err != nil {
		t.Errorf("below a link: %v", err)
	}
}

// TestALeftoverLinkIsNotFollowed: a planted temporary name must not lead the
// write to another file, nor lend its mode.
func TestALeftoverLinkIsNotFollowed(t *testing.T) {
	base := t.TempDir()
	target, victim := filepath.Join(base, "42-7.json"), filepath.Join(base, "victim")
	if err := errors.Join(os.WriteFile(victim, []byte("mine"), 0o644),
		os.Symlink(victim, durable.TempName(target))); err != nil {
		t.Fatal(err)
	}
	if err := durable.Replace(durable.OS(), target, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(victim); string(data) != "mine" {
		t.Errorf("the link was followed: %q", data)
	}
	if info, err := os.Lstat(target); err != nil || info.Mode() != durable.FileMode {
		t.Errorf("the file: %v, %v", info.Mode(), err)
	}
}

func TestReadingAPipeDoesNotWait(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "1-1.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.OS().ReadFile(pipe, 1<<20); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("read of a pipe: %v", err)
	}
}

// TestReadersNeverSeeATornFile reads as fast as it can while the file is
// replaced: each reading is one whole content. // R001
func TestReadersNeverSeeATornFile(t *testing.T) {
	target := filepath.Join(t.TempDir(), "42-7.json")
	contents := map[string]bool{}
	for size := range 20 {
		contents[string(make([]byte, 1+size*997))] = true
	}
	done := make(chan error, 1)
	if err := durable.Replace(durable.OS(), target, []byte{0}); err != nil {
		t.Fatal(err)
	}
	go func() {
		var err error
		for c := range contents {
			err = errors.Join(err, durable.Replace(durable.OS(), target, []byte(c)))
		}
		done <- err
	}()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return
		default:
			data, err := os.ReadFile(target)
			if err != nil || !contents[string(data)] {
				t.Fatalf("a reader found %d bytes, %v", len(data), err)
			}
		}
	}
}
