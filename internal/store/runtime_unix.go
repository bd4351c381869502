//go:build unix

package store

import (
	"fmt"
	"os"
	"path/filepath"

	"atrium/internal/durable"
)

// RuntimeDir makes the directory for what lasts as long as a session, and
// returns it: atrium in XDG_RUNTIME_DIR when that is absolute and this user's,
// else /tmp/atrium-<uid>, whatever TMPDIR says, so that a pane cannot lead a
// session inside it elsewhere. It is an error when something stands there that
// is a link, another user's or open to others.
func RuntimeDir(fsys durable.FS, getenv func(string) string) (string, error) {
	dir := runtimeDir(fsys, getenv)
	if err := durable.RequirePrivateDir(fsys, dir); err != nil {
		return "", err
	}
	return dir, nil
}

func runtimeDir(fsys durable.FS, getenv func(string) string) string {
	if base := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(base) {
		if base, err := fsys.Resolve(base); err == nil && durable.CheckOwnDir(fsys, base) == nil {
			return filepath.Join(base, "atrium")
		}
	}
	return fmt.Sprintf("/tmp/atrium-%d", os.Getuid())
}
