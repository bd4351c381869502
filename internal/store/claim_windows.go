package store

import (
	"errors"

	"golang.org/x/sys/windows"
)

// lock is a file that nobody else can open as long as this handle is open.
type lock struct{ handle windows.Handle }

func (l lock) release() { windows.CloseHandle(l.handle) }

// takeLock locks the file at path and makes it if it is not there.
func takeLock(path string) (lock, error) { return openLock(path, windows.OPEN_ALWAYS) }

func openLock(path string, disposition uint32) (lock, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return lock{}, err
	}
	handle, err := windows.CreateFile(name, windows.GENERIC_READ|windows.DELETE, 0, nil, disposition, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
		err = ErrClaimed
	}
	return lock{handle}, err
}

func isLocked(path string) bool {
	l, err := openLock(path, windows.OPEN_EXISTING)
	if err == nil {
		l.release()
	}
	return errors.Is(err, ErrClaimed)
}

// removeUnlocked removes a lock's file; the system refuses that for one which is
// held.
func removeUnlocked(path string) {
	if name, err := windows.UTF16PtrFromString(path); err == nil {
		windows.DeleteFile(name)
	}
}
