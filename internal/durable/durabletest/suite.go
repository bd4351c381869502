package durabletest

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"atrium/internal/durable"
)

// Suite is what every durable.FS must do. setup returns one with an existing,
// empty, private directory in it.
func Suite(t *testing.T, setup func(*testing.T) (fsys durable.FS, dir string)) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, durable.FS, string)
	}{
		{"CreateIsExclusiveAndPrivate", suiteCreate},
		{"MkdirIsExclusiveAndPrivate", suiteMkdir},
		{"ReadFileIsBounded", suiteReadFile},
		{"ReadDirSorts", suiteReadDir},
		{"RenameReplaces", suiteRename},
		{"RenameSparesADirectory", suiteRenameOnDirectory},
		{"RemoveSparesAFullDirectory", suiteRemove},
		{"MissingNamesAreNotExist", suiteMissing},
		{"ModesChange", suiteChmod},
		{"ResolveFindsItself", suiteResolve},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys, dir := setup(t)
			c.run(t, fsys, dir)
		})
	}
}

func suiteCreate(t *testing.T, fsys durable.FS, dir string) {
	path := filepath.Join(dir, "a.json")
	put(t, fsys, path, "one")
	info := mustLstat(t, fsys, path)
	if info.Mode != durable.FileMode || info.Size != 3 || info.Owner == durable.OwnerOther {
		t.Errorf("created %+v, want a private file of 3 bytes", info)
	}
	if _, err := fsys.Create(path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("second create: %v, want that it exists", err)
	}
	wantContent(t, fsys, path, "one")
}

func suiteMkdir(t *testing.T, fsys durable.FS, dir string) {
	path := filepath.Join(dir, "d")
	must(t, fsys.Mkdir(path))
	if info := mustLstat(t, fsys, path); info.Mode != durable.DirMode|fs.ModeDir {
		t.Errorf("mode %v, want a private directory", info.Mode)
	}
	if err := fsys.Mkdir(path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("second mkdir: %v, want that it exists", err)
	}
}

func suiteReadFile(t *testing.T, fsys durable.FS, dir string) {
	path := filepath.Join(dir, "a.json")
	put(t, fsys, path, "12345")
	if _, err := fsys.ReadFile(path, 4); !errors.Is(err, durable.ErrTooLarge) {
		t.Errorf("five bytes read at most four: %v", err)
	}
	if data, err := fsys.ReadFile(path, 5); err != nil || string(data) != "12345" {
		t.Errorf("read %q, %v", data, err)
	}
	if _, err := fsys.ReadFile(dir, 5); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("read of a directory: %v", err)
	}
}

func suiteReadDir(t *testing.T, fsys durable.FS, dir string) {
	for _, name := range []string{"b", "c", "a"} {
		put(t, fsys, filepath.Join(dir, name), name)
	}
	names, err := fsys.ReadDir(dir)
	if want := []string{"a", "b", "c"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("names %q, %v, want %q", names, err, want)
	}
}

func suiteRename(t *testing.T, fsys durable.FS, dir string) {
	from, to := filepath.Join(dir, "a.tmp"), filepath.Join(dir, "a.json")
	put(t, fsys, from, "new")
	put(t, fsys, to, "old")
	must(t, fsys.Rename(from, to))
	must(t, fsys.SyncDir(dir))
	wantContent(t, fsys, to, "new")
	if _, err := fsys.Lstat(from); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old name: %v, want that it is gone", err)
	}
}

func suiteRenameOnDirectory(t *testing.T, fsys durable.FS, dir string) {
	from, to := filepath.Join(dir, "a.tmp"), filepath.Join(dir, "a.json")
	put(t, fsys, from, "new")
	must(t, fsys.Mkdir(to))
	if err := fsys.Rename(from, to); err == nil {
		t.Error("a file replaced a directory")
	}
}

func suiteRemove(t *testing.T, fsys durable.FS, dir string) {
	sub := filepath.Join(dir, "d")
	file := filepath.Join(sub, "a")
	must(t, fsys.Mkdir(sub))
	put(t, fsys, file, "x")
	if err := fsys.Remove(sub); err == nil {
		t.Error("a directory went with a file in it")
	}
	must(t, fsys.Remove(file))
	must(t, fsys.Remove(sub))
}

func suiteMissing(t *testing.T, fsys durable.FS, dir string) {
	path := filepath.Join(dir, "missing", "a")
	_, created := fsys.Create(path)
	_, read := fsys.ReadFile(path, 1)
	_, listed := fsys.ReadDir(path)
	_, described := fsys.Lstat(path)
	_, resolved := fsys.Resolve(path)
	for i, err := range []error{created, read, listed, described, resolved, fsys.Mkdir(path),
		fsys.Chmod(path, 0), fsys.Rename(path, path), fsys.Remove(path)} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("operation %d: %v, want that it does not exist", i, err)
		}
	}
}

func suiteChmod(t *testing.T, fsys durable.FS, dir string) {
	path := filepath.Join(dir, "d")
	must(t, fsys.Mkdir(path))
	must(t, fsys.Chmod(path, 0o755))
	if got := mustLstat(t, fsys, path).Mode; got != 0o755|fs.ModeDir {
		t.Errorf("mode %v after chmod 0755", got)
	}
}

func suiteResolve(t *testing.T, fsys durable.FS, dir string) {
	first, err := fsys.Resolve(dir)
	must(t, err)
	again, err := fsys.Resolve(first)
	if err != nil || again != first {
		t.Errorf("resolved %q to %q, %v", first, again, err)
	}
}

func put(t *testing.T, fsys durable.FS, path, content string) {
	t.Helper()
	f, err := fsys.Create(path)
	must(t, err)
	_, err = f.Write([]byte(content))
	must(t, errors.Join(err, f.Sync(), f.Close()))
}

func wantContent(t *testing.T, fsys durable.FS, path, want string) {
	t.Helper()
	data, err := fsys.ReadFile(path, 1<<20)
	if err != nil || string(data) != want {
		t.Errorf("%q holds %q, %v, want %q", path, data, err, want)
	}
}

func mustLstat(t *testing.T, fsys durable.FS, path string) durable.Info {
	t.Helper()
	info, err := fsys.Lstat(path)
	must(t, err)
	return info
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
