//go:build unix

package store

import (
	"errors"

	"golang.org/x/sys/unix"
)

// lock is a file that is locked as long as this descriptor is open. It is no
// os.File, which would be closed when nobody holds it any more.
type lock struct{ fd int }

func (l lock) release() { unix.Close(l.fd) }

// takeLock locks the file at path and makes it if it is not there.
func takeLock(path string) (lock, error) { return openLock(path, unix.O_CREAT) }

func openLock(path string, flags int) (lock, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC|unix.O_NOFOLLOW|unix.O_NONBLOCK|flags, 0o600)
		if err != nil {
			return lock{}, err
		}
		if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
			unix.Close(fd)
			if errors.Is(err, unix.EWOULDBLOCK) {
				err = ErrClaimed
			}
			return lock{}, err
		}
		if isAt(path, fd) {
			return lock{fd}, nil
		}
		unix.Close(fd) // it was removed meanwhile, and another one may be there
	}
}

func isAt(path string, fd int) bool {
	var open, there unix.Stat_t
	return unix.Fstat(fd, &open) == nil && unix.Lstat(path, &there) == nil &&
		open.Dev == there.Dev && open.Ino == there.Ino
}

func isLocked(path string) bool {
	l, err := openLock(path, 0)
	if err == nil {
		l.release()
	}
	return errors.Is(err, ErrClaimed)
}

// removeUnlocked removes a lock while it holds it, so that whoever opens the
// file meanwhile finds out.
func removeUnlocked(path string) {
	if l, err := openLock(path, 0); err == nil {
		unix.Unlink(path)
		l.release()
	}
}
