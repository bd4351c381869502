package store

import (
	"path/filepath"
	"strings"
)

// Root is the state directory: ATRIUM_STATE_DIR, else atrium\sessions in
// LOCALAPPDATA. ok is false when there is no such place.
func Root(getenv func(string) string, home string) (root string, ok bool) {
	if dir := getenv("ATRIUM_STATE_DIR"); dir != "" {
		return dir, true
	}
	if dir := getenv("LOCALAPPDATA"); dir != "" {
		return filepath.Join(dir, "atrium", "sessions"), true
	}
	return "", false
}

// projectID takes the verbatim prefix away, which says nothing about the place,
// except where a share stands behind it, and lowers the case, which tells no
// two names apart here.
func projectID(canonical string) string {
	const verbatim = `\\?\`
	id := strings.ToLower(canonical)
	if strings.HasPrefix(id, verbatim+`unc\`) {
		return id
	}
	return strings.TrimPrefix(id, verbatim)
}
