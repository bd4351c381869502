package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

const othersBits fs.FileMode = 0o077

// EnsurePrivateDir makes the directory at path, and parents that are missing,
// with DirMode, and takes away what an existing one grants to others. Existing
// parents are left as they are. Bits are only ever taken away: a directory that
// its owner made read-only stays so. A symbolic link, a file, or a directory of
// another user is ErrNotPrivate.
func EnsurePrivateDir(fsys FS, path string) error {
	info, err := ensureDir(fsys, path)
	if err != nil {
		return err
	}
	if open := info.Mode.Perm() & othersBits; open != 0 && info.Owner != OwnerUnknown {
		return fsys.Chmod(path, info.Mode.Perm()&^othersBits)
	}
	return nil
}

// RequirePrivateDir makes the directory at path as EnsurePrivateDir does, but
// refuses an existing one that others can enter: whoever could has had the time
// to put something there.
func RequirePrivateDir(fsys FS, path string) error {
	info, err := ensureDir(fsys, path)
	if err != nil {
		return err
	}
	return closedToOthers(path, info)
}

// CheckPrivateDir tells whether path is such a directory, and makes none.
func CheckPrivateDir(fsys FS, path string) error {
	info, err := ownInfo(fsys, path)
	if err != nil {
		return err
	}
	return closedToOthers(path, info)
}

// CheckOwnDir tells whether path is a directory of this user and no link, open
// to others or not.
func CheckOwnDir(fsys FS, path string) error {
	_, err := ownInfo(fsys, path)
	return err
}

// ensureDir returns what is at path once a directory of ours is there.
func ensureDir(fsys FS, path string) (Info, error) {
	info, err := ownInfo(fsys, path)
	if !errors.Is(err, fs.ErrNotExist) {
		return info, err
	}
	if err := makeDir(fsys, path); err != nil {
		return Info{}, err
	}
	return ownInfo(fsys, path)
}

func ownInfo(fsys FS, path string) (Info, error) {
	info, err := fsys.Lstat(path)
	if err != nil {
		return Info{}, err
	}
	return info, ownDir(path, info)
}

func makeDir(fsys FS, path string) error {
	parent := filepath.Dir(path)
	if err := ensureParent(fsys, parent); err != nil {
		return err
	}
	err := fsys.Mkdir(path)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process was faster; the caller looks at what it made
	}
	if err != nil {
		return err
	}
	// Again, because the process's umask took its part of the first mode.
	err = fsys.Chmod(path, DirMode)
	if err == nil {
		err = fsys.SyncDir(parent)
	}
	if err != nil {
		// An unsynced directory that stayed would be taken for a durable one by
		// the next try. What is in it by then is not ours to remove.
		_ = fsys.Remove(path)
		return err
	}
	return nil
}

// ensureParent lets a parent be a link and anyone's: only what is made is ours.
func ensureParent(fsys FS, path string) error {
	_, err := fsys.Lstat(path)
	if !errors.Is(err, fs.ErrNotExist) || path == filepath.Dir(path) {
		return err
	}
	return makeDir(fsys, path)
}

func ownDir(path string, info Info) error {
	switch {
	case info.Mode&fs.ModeSymlink != 0:
		return notPrivate(path, "it is a symbolic link")
	case !info.Mode.IsDir():
		return notPrivate(path, "it is no directory")
	case info.Owner == OwnerOther:
		return notPrivate(path, "it belongs to another user")
	}
	return nil
}

func closedToOthers(path string, info Info) error {
	if info.Owner != OwnerUnknown && info.Mode.Perm()&othersBits != 0 {
		return notPrivate(path, fmt.Sprintf("its mode %04o lets others in", info.Mode.Perm()))
	}
	return nil
}

func notPrivate(path, why string) error {
	return fmt.Errorf("%w: %q: %s", ErrNotPrivate, path, why)
}
