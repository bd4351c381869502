package durable

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// OS is the real file system.
func OS() FS { return osFS{} }

type osFS struct{}

func (osFS) Create(path string) (File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, FileMode)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (osFS) Mkdir(path string) error { return os.Mkdir(path, DirMode) }

func (osFS) Chmod(path string, mode fs.FileMode) error { return os.Chmod(path, mode) }

func (osFS) ReadFile(path string, limit int64) ([]byte, error) {
	f, err := openRead(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	return readAtMost(f, path, info.Size(), limit)
}

// readAtMost does not trust size: the file may grow while it is read.
func readAtMost(f *os.File, path string, size, limit int64) ([]byte, error) {
	tooLarge := &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge}
	if size > limit {
		return nil, tooLarge
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, tooLarge
	}
	return data, err
}

func (osFS) ReadDir(path string) ([]string, error) {
	entries, err := os.ReadDir(path)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

func (osFS) Lstat(path string) (Info, error) {
	fi, err := os.Lstat(path)
	if err != nil {
		return Info{}, err
	}
	return Info{Size: fi.Size(), Mode: fi.Mode(), ModTime: fi.ModTime(), Owner: owner(fi)}, nil
}

func (osFS) Resolve(path string) (string, error) { return filepath.EvalSymlinks(path) }

func (osFS) Rename(from, to string) error { return os.Rename(from, to) }

func (osFS) Remove(path string) error { return os.Remove(path) }

func (osFS) SyncDir(path string) error { return syncDir(path) }
