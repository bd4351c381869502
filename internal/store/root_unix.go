//go:build unix

package store

import "path/filepath"

// Root is the state directory: ATRIUM_STATE_DIR, else atrium/sessions in
// XDG_STATE_HOME or in its default below home. A relative XDG_STATE_HOME counts
// as unset, as the XDG base directory specification wants. ok is false when
// there is no such place.
func Root(getenv func(string) string, home string) (root string, ok bool) {
	if dir := getenv("ATRIUM_STATE_DIR"); dir != "" {
		return dir, true
	}
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "atrium", "sessions"), true
	}
	if home == "" {
		return "", false
	}
	return filepath.Join(home, ".local", "state", "atrium", "sessions"), true
}

// projectID is the canonical path as it is: names differ by case here.
func projectID(canonical string) string { return canonical }
