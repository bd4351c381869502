//go:build unix

package pty

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// find names the file a command runs. The search goes by the pane's own PATH.
// Empty and relative entries of PATH are passed over: they would run whatever
// lies in the project under the name of an agent.
func find(c Command) (path string, err error) {
	name := strings.TrimPrefix(c.Argv[0], "-")
	if name == "" {
		return "", ErrNoCommand
	}
	if strings.Contains(name, "/") {
		return name, runnable(against(c.Dir, name))
	}
	err = ErrNotFound
	for _, dir := range filepath.SplitList(pathOf(c.Env)) {
		if !filepath.IsAbs(dir) {
			continue
		}
		candidate := filepath.Join(dir, name)
		switch found := runnable(candidate); {
		case found == nil:
			return candidate, nil
		case !errors.Is(found, fs.ErrNotExist):
			err = fmt.Errorf("%q: %w", candidate, found)
		}
	}
	return "", err
}

// pathOf is the PATH of an environment; the last one given counts.
func pathOf(env []string) (path string) {
	for _, entry := range env {
		if value, found := strings.CutPrefix(entry, "PATH="); found {
			path = value
		}
	}
	return path
}

func against(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// runnable gives the bare cause: the caller names the file.
func runnable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return cause(err)
	}
	if info.IsDir() {
		return unix.EISDIR
	}
	return unix.Access(path, unix.X_OK)
}

// checkDir tells a vanished directory from a vanished program; the system
// reports both the same way.
func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("directory %q is gone: %w", dir, cause(err))
	case err != nil:
		return fmt.Errorf("directory %q: %w", dir, cause(err))
	case !info.IsDir():
		return fmt.Errorf("%q: %w", dir, unix.ENOTDIR)
	}
	return nil
}

// cause is the reason of a failed operation without the operation.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
