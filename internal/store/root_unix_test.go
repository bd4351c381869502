//go:build unix

package store

import "testing"

func TestRoot(t *testing.T) {
	for _, c := range []struct {
		name       string
		state, xdg string
		home, want string
	}{
		{"the override wins", "/s", "/x", "/h", "/s"},
		{"an empty override is none", "", "/x", "/h", "/x/atrium/sessions"},                     // check 29
		{"a relative XDG_STATE_HOME is none", "", "x", "/h", "/h/.local/state/atrium/sessions"}, // check 30
		{"the default", "", "", "/h", "/h/.local/state/atrium/sessions"},
		{"no home", "", "", "", ""},
	} {
		env := map[string]string{"ATRIUM_STATE_DIR": c.state, "XDG_STATE_HOME": c.xdg}
		got, ok := Root(func(name string) string { return env[name] }, c.home)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", c.name, got, ok, c.want)
		}
	}
}
