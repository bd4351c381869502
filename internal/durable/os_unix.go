//go:build unix

package durable

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openRead opens without waiting: opening a pipe that nobody writes to would
// otherwise block for ever, and any hosted agent can make one.
func openRead(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

func owner(fi fs.FileInfo) Owner {
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return OwnerUnknown
	case int(st.Uid) == os.Geteuid():
		return OwnerSelf
	}
	return OwnerOther
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	// Some network and user-space file systems refuse to sync a directory.
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
