package durabletest

import (
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"atrium/internal/durable"
)

// Probe passes operations on to another file system, keeps their trace and
// makes some of them fail. Its zero Fail lets all of them through.
type Probe struct {
	// Fail is asked before operation n, counted from 0, which is traced as op.
	// When it answers with an error the operation returns that error and does
	// nothing, except that a failing write has written half and a failing close
	// has closed: as on a full disk.
	Fail func(n int, op string) error

	mu     sync.Mutex
	under  durable.FS
	base   string
	ops    []string
	failed int
}

// NewProbe watches under. Paths are traced relative to base.
func NewProbe(under durable.FS, base string) *Probe {
	return &Probe{under: under, base: base}
}

// Ops returns the trace so far, one line an operation.
func (p *Probe) Ops() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.ops...)
}

// Failed is the number of operations that Fail has failed.
func (p *Probe) Failed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// Reset forgets the trace and the failures.
func (p *Probe) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ops, p.failed = nil, 0
}

func (p *Probe) note(op string, paths ...string) error {
	for _, path := range paths {
		op += " " + p.relative(path)
	}
	p.mu.Lock()
	n := len(p.ops)
	p.ops = append(p.ops, op)
	p.mu.Unlock()
	if p.Fail == nil {
		return nil
	}
	err := p.Fail(n, op)
	if err != nil {
		p.mu.Lock()
		p.failed++
		p.mu.Unlock()
	}
	return err
}

func (p *Probe) relative(path string) string {
	rel, err := filepath.Rel(p.base, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return path
	}
	return filepath.ToSlash(rel)
}

// Create is traced as "create PATH".
func (p *Probe) Create(path string) (durable.File, error) {
	if err := p.note("create", path); err != nil {
		return nil, err
	}
	f, err := p.under.Create(path)
	if err != nil {
		return nil, err
	}
	return &probeFile{p: p, under: f, path: path}, nil
}

// Mkdir is traced as "mkdir PATH".
func (p *Probe) Mkdir(path string) error {
	if err := p.note("mkdir", path); err != nil {
		return err
	}
	return p.under.Mkdir(path)
}

// Chmod is traced as "chmod PATH".
func (p *Probe) Chmod(path string, mode fs.FileMode) error {
	if err := p.note("chmod", path); err != nil {
		return err
	}
	return p.under.Chmod(path, mode)
}

// ReadFile is traced as "read PATH".
func (p *Probe) ReadFile(path string, limit int64) ([]byte, error) {
	if err := p.note("read", path); err != nil {
		return nil, err
	}
	return p.under.ReadFile(path, limit)
}

// ReadDir is traced as "readdir PATH".
func (p *Probe) ReadDir(path string) ([]string, error) {
	if err := p.note("readdir", path); err != nil {
		return nil, err
	}
	return p.under.ReadDir(path)
}

// Lstat is traced as "lstat PATH".
func (p *Probe) Lstat(path string) (durable.Info, error) {
	if err := p.note("lstat", path); err != nil {
		return durable.Info{}, err
	}
	return p.under.Lstat(path)
}

// Resolve is traced as "resolve PATH".
func (p *Probe) Resolve(path string) (string, error) {
	if err := p.note("resolve", path); err != nil {
		return "", err
	}
	return p.under.Resolve(path)
}

// Rename is traced as "rename FROM TO".
func (p *Probe) Rename(from, to string) error {
	if err := p.note("rename", from, to); err != nil {
		return err
	}
	return p.under.Rename(from, to)
}

// Remove is traced as "remove PATH".
func (p *Probe) Remove(path string) error {
	if err := p.note("remove", path); err != nil {
		return err
	}
	return p.under.Remove(path)
}

// SyncDir is traced as "syncdir PATH".
func (p *Probe) SyncDir(path string) error {
	if err := p.note("syncdir", path); err != nil {
		return err
	}
	return p.under.SyncDir(path)
}

// probeFile traces "chmod", "write", "sync" and "close" with the path that the
// file was created at.
type probeFile struct {
	p     *Probe
	under durable.File
	path  string
}

func (f *probeFile) Write(b []byte) (int, error) {
	if err := f.p.note("write", f.path); err != nil {
		n, _ := f.under.Write(b[:len(b)/2])
		return n, err
	}
	return f.under.Write(b)
}

func (f *probeFile) Chmod(mode fs.FileMode) error {
	if err := f.p.note("chmod", f.path); err != nil {
		return err
	}
	return f.under.Chmod(mode)
}

func (f *probeFile) Sync() error {
	if err := f.p.note("sync", f.path); err != nil {
		return err
	}
	return f.under.Sync()
}

func (f *probeFile) Close() error {
	err := f.p.note("close", f.path)
	if closed := f.under.Close(); err == nil {
		err = closed
	}
	return err
}
