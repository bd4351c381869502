// Package durable puts bytes on disk so that they are either all there or not
// there at all. It owns the file-system seam, the one durable replace and the
// owner-only modes. It knows no format, no directory of atrium's and no policy:
// store says what is written where. Every other package that keeps a file calls
// it instead of os; durabletest holds the twin that crashes and fails on demand.
package durable

import (
	"errors"
	"io/fs"
	"time"
)

// Modes of everything atrium keeps: for its owner alone.
const (
	DirMode  fs.FileMode = 0o700
	FileMode fs.FileMode = 0o600
)

// Errors of an FS and of what is built on it. A missing or an existing name is
// fs.ErrNotExist or fs.ErrExist, as from package os.
var (
	ErrTooLarge   = errors.New("file is larger than its limit")
	ErrNotRegular = errors.New("not a regular file")
	ErrNotPrivate = errors.New("not a private directory")
)

// FS is the file system as far as atrium needs one. Paths are absolute.
type FS interface {
	// Create makes a file that must not exist yet, writable, with FileMode from
	// its first moment.
	Create(path string) (File, error)
	// Mkdir makes one directory that must not exist yet, with DirMode from its
	// first moment.
	Mkdir(path string) error
	// Chmod sets the permission bits of path.
	Chmod(path string, mode fs.FileMode) error
	// ReadFile returns all of a regular file of at most limit bytes. It never
	// waits for a writer: a pipe or a device is ErrNotRegular.
	ReadFile(path string, limit int64) ([]byte, error)
	// ReadDir returns the names in a directory, sorted.
	ReadDir(path string) ([]string, error)
	// Lstat describes path itself, not what a link there points to.
	Lstat(path string) (Info, error)
	// Resolve returns path with every symbolic link followed.
	Resolve(path string) (string, error)
	// Rename moves a file within its directory, replacing what is at to.
	Rename(from, to string) error
	// Remove deletes a file or an empty directory.
	Remove(path string) error
	// SyncDir makes the names in a directory durable. Where a platform or a
	// file system has no such operation it reports success: names there are as
	// durable as they can be made.
	SyncDir(path string) error
}

// File is a file being written.
type File interface {
	Write(p []byte) (int, error)
	Chmod(mode fs.FileMode) error
	Sync() error
	Close() error
}

// Info describes one name in a directory.
type Info struct {
	Size    int64
	Mode    fs.FileMode // type and permission bits
	ModTime time.Time
	Owner   Owner
}

// Owner tells whose a file is. Unknown is what a platform answers that does not
// tell; it is no evidence of either.
type Owner int

// The owners.
const (
	OwnerUnknown Owner = iota
	OwnerSelf
	OwnerOther
)
