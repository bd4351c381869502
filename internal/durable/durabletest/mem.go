// Package durabletest is the file system that tests of durable state run on:
// Mem keeps files in memory and can crash, Probe traces and fails operations of
// any file system, Suite is the contract that each of them must meet. Only
// tests import it.
package durabletest

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"atrium/internal/durable"
)

// Mem is a file system in memory with the root directory "/". It remembers
// what has been synced: CrashClone shows what a power cut may leave. Its clock
// counts operations, one second each, so that later changes have later times.
type Mem struct {
	mu    sync.Mutex
	root  *node
	queue []change // changes of names that no SyncDir has made durable, in order
	clock int64
}

// node is a file or a directory, whatever its name is.
type node struct {
	dir     bool
	mode    fs.FileMode
	owner   durable.Owner
	modTime time.Time

	data   []byte // of a file: what a reader sees
	synced []byte // of a file: what the last Sync made durable

	names   map[string]*node // of a directory: what a reader sees
	durable map[string]*node // of a directory: what the last SyncDir made durable
}

// change is one change of names in a directory: from goes, to means node.
type change struct {
	dir      *node
	from, to string
	node     *node
}

// NewMem returns a file system that holds an empty root directory.
func NewMem() *Mem {
	return &Mem{root: newDir()}
}

func newDir() *node {
	return &node{dir: true, mode: durable.DirMode, owner: durable.OwnerSelf,
		names: map[string]*node{}, durable: map[string]*node{}}
}

// Chown makes the file or directory at path somebody's.
func (m *Mem) Chown(path string, owner durable.Owner) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("chown", path)
	if err != nil {
		return err
	}
	n.owner = owner
	return nil
}

// Create makes an empty file.
func (m *Mem) Create(path string) (durable.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := &node{mode: durable.FileMode, owner: durable.OwnerSelf}
	if err := m.link("create", path, n); err != nil {
		return nil, err
	}
	return &memFile{m: m, n: n}, nil
}

// Mkdir makes an empty directory.
func (m *Mem) Mkdir(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.link("mkdir", path, newDir())
}

// Chmod sets permission bits.
func (m *Mem) Chmod(path string, mode fs.FileMode) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("chmod", path)
	if err != nil {
		return err
	}
	n.mode = mode.Perm()
	return nil
}

// ReadFile returns the content of a file.
func (m *Mem) ReadFile(path string, limit int64) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("read", path)
	switch {
	case err != nil:
		return nil, err
	case n.dir:
		return nil, failed("read", path, durable.ErrNotRegular)
	case int64(len(n.data)) > limit:
		return nil, failed("read", path, durable.ErrTooLarge)
	}
	return slices.Clone(n.data), nil
}

// ReadDir returns the names in a directory.
func (m *Mem) ReadDir(path string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.findDir("readdir", path)
	if err != nil {
		return nil, err
	}
	return sortedNames(n.names), nil
}

// Lstat describes a file or a directory.
func (m *Mem) Lstat(path string) (durable.Info, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("lstat", path)
	if err != nil {
		return durable.Info{}, err
	}
	return n.info(), nil
}

func (n *node) info() durable.Info {
	mode := n.mode
	if n.dir {
		mode |= fs.ModeDir
	}
	return durable.Info{Size: int64(len(n.data)), Mode: mode, ModTime: n.modTime, Owner: n.owner}
}

// Resolve returns path itself: there are no links here.
func (m *Mem) Resolve(path string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := m.find("resolve", path)
	return filepath.Clean(path), err
}

// Rename gives a file another name in its directory.
func (m *Mem) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("rename", from)
	if err != nil {
		return err
	}
	dir, err := m.findDir("rename", filepath.Dir(to))
	if err != nil {
		return err
	}
	if filepath.Dir(from) != filepath.Dir(to) || n.dir || m.isDir(to) {
		return failed("rename", from, fs.ErrInvalid)
	}
	m.apply(change{dir: dir, from: filepath.Base(from), to: filepath.Base(to), node: n})
	return nil
}

// Remove deletes a name.
func (m *Mem) Remove(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("remove", path)
	if err != nil {
		return err
	}
	if len(n.names) > 0 {
		return failed("remove", path, fs.ErrInvalid)
	}
	dir, err := m.findDir("remove", filepath.Dir(path))
	if err != nil {
		return err
	}
	m.apply(change{dir: dir, from: filepath.Base(path)})
	return nil
}

// SyncDir makes the names in a directory durable, not what they mean.
func (m *Mem) SyncDir(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	dir, err := m.findDir("syncdir", path)
	if err != nil {
		return err
	}
	m.queue = slices.DeleteFunc(m.queue, func(c change) bool {
		if c.dir == dir {
			c.on(dir.durable)
		}
		return c.dir == dir
	})
	return nil
}

// link puts a new node at path.
func (m *Mem) link(op, path string, n *node) error {
	dir, err := m.findDir(op, filepath.Dir(path))
	if err != nil {
		return err
	}
	name := filepath.Base(path)
	if dir.names[name] != nil {
		return failed(op, path, fs.ErrExist)
	}
	n.modTime = m.tick()
	m.apply(change{dir: dir, to: name, node: n})
	return nil
}

func (m *Mem) apply(c change) {
	c.on(c.dir.names)
	c.dir.modTime = m.tick()
	m.queue = append(m.queue, c)
}

// on makes the change in one view of the directory's names.
func (c change) on(names map[string]*node) {
	if c.from != "" {
		delete(names, c.from)
	}
	if c.to != "" {
		names[c.to] = c.node
	}
}

func (m *Mem) tick() time.Time {
	m.clock++
	return time.Unix(m.clock, 0)
}

func (m *Mem) find(op, path string) (*node, error) {
	n := m.root
	for _, name := range strings.Split(filepath.ToSlash(filepath.Clean(path)), "/") {
		if name == "" {
			continue
		}
		if n = n.names[name]; n == nil {
			return nil, failed(op, path, fs.ErrNotExist)
		}
	}
	return n, nil
}

func (m *Mem) findDir(op, path string) (*node, error) {
	n, err := m.find(op, path)
	if err == nil && !n.dir {
		err = failed(op, path, fs.ErrInvalid)
	}
	return n, err
}

func (m *Mem) isDir(path string) bool {
	n, err := m.find("rename", path)
	return err == nil && n.dir
}

func sortedNames(names map[string]*node) []string {
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	return sorted
}

func failed(op, path string, err error) error {
	return &fs.PathError{Op: op, Path: path, Err: err}
}

// memFile is a file open for writing.
type memFile struct {
	m *Mem
	n *node
}

func (f *memFile) Write(p []byte) (int, error) {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.n.data = append(f.n.data, p...)
	f.n.modTime = f.m.tick()
	return len(p), nil
}

func (f *memFile) Chmod(mode fs.FileMode) error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.n.mode = mode.Perm()
	return nil
}

func (f *memFile) Sync() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.n.synced = slices.Clone(f.n.data)
	return nil
}

func (f *memFile) Close() error { return nil }
