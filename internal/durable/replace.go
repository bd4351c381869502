package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
)

// Replace makes data the whole content of the file at path. Whoever reads path,
// also after a crash at any moment, finds all of the old content or all of the
// new. The directory is made private first, and made again if it is gone. After
// an error the old content is still there, except when only the last step
// failed: then the new content is in place and may not survive a power cut. One
// process at a time may replace one path.
func Replace(fsys FS, path string, data []byte) error {
	temp := TempName(path)
	if temp == path {
		return fmt.Errorf("cannot replace %q: the name is that of a temporary file", path)
	}
	if err := replace(fsys, path, temp, data); err != nil {
		return fmt.Errorf("cannot replace %q: %w", path, err)
	}
	return nil
}

func replace(fsys FS, path, temp string, data []byte) error {
	dir := filepath.Dir(path)
	if err := EnsurePrivateDir(fsys, dir); err != nil {
		return err
	}
	f, err := createAnew(fsys, temp)
	if err != nil {
		return err
	}
	err = fill(f, data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = checkLength(fsys, temp, len(data))
	}
	if err == nil {
		err = fsys.Rename(temp, path)
	}
	if err != nil {
		return discard(fsys, temp, err)
	}
	return fsys.SyncDir(dir)
}

// TempName is the name under which the next content of path is written: its
// extension replaced by tmp, so "42-7.bus.json" gives "42-7.bus.tmp".
func TempName(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".tmp"
}

// createAnew never writes into a leftover: that one keeps its own mode and may
// be a link to somewhere else.
func createAnew(fsys FS, temp string) (File, error) {
	f, err := fsys.Create(temp)
	if !errors.Is(err, fs.ErrExist) {
		return f, err
	}
	if err := fsys.Remove(temp); err != nil {
		return nil, err
	}
	return fsys.Create(temp)
}

func fill(f File, data []byte) error {
	if err := f.Chmod(FileMode); err != nil {
		return err
	}
	n, err := f.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return err
	}
	return f.Sync()
}

// checkLength looks at the name, not at the open file: what it finds there is
// what the rename would publish.
func checkLength(fsys FS, temp string, want int) error {
	info, err := fsys.Lstat(temp)
	if err != nil {
		return err
	}
	if info.Size != int64(want) {
		return fmt.Errorf("%q holds %d bytes of %d", temp, info.Size, want)
	}
	return nil
}

// discard keeps a failed write from leaving anything behind.
func discard(fsys FS, temp string, cause error) error {
	if err := fsys.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w (and %q stays behind: %v)", cause, temp, err)
	}
	return cause
}
