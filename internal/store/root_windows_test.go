package store

import "testing"

func TestProjectID(t *testing.T) {
	for path, want := range map[string]string{
		`C:\Users\Ann\Work`:         `c:\users\ann\work`,
		`\\?\C:\Users\Ann`:          `c:\users\ann`,
		`\\?\UNC\Server\Share\Work`: `\\?\unc\server\share\work`,
	} {
		if got := projectID(path); got != want {
			t.Errorf("projectID(%q) = %q, want %q", path, got, want)
		}
	}
}
