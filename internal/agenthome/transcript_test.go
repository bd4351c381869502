package agenthome

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"atrium/internal/agent"
)

const id = "0b9e0b0a-0000-4000-8000-000000000001"

// transcriptOf is where claude files id's conversation in cwd.
func transcriptOf(c Claude, cwd string) string {
	return filepath.Join(c.Dir, "projects", agent.TranscriptSlug(cwd), id+".jsonl")
}

func TestTranscript(t *testing.T) {
	cases := map[string]struct {
		set   func(t *testing.T, c Claude, cwd string)
		state State
		moved bool
	}{
		"there":     {func(t *testing.T, c Claude, cwd string) { write(t, transcriptOf(c, cwd), "{}\n", 0o600) }, Present, false},
		"empty":     {func(t *testing.T, c Claude, cwd string) { write(t, transcriptOf(c, cwd), "", 0o600) }, Empty, false},
		"elsewhere": {func(t *testing.T, c Claude, cwd string) { write(t, transcriptOf(c, "/other"), "{}\n", 0o600) }, Present, true},
		"never ran": {func(t *testing.T, c Claude, cwd string) {}, Missing, false},
		"no turn": {func(t *testing.T, c Claude, cwd string) {
			write(t, filepath.Join(c.Dir, "projects", "-other", "x.jsonl"), "{}", 0o600)
		}, Missing, false},
		"both": {func(t *testing.T, c Claude, cwd string) {
			write(t, transcriptOf(c, "/0"), "{}\n", 0o600)
			write(t, transcriptOf(c, cwd), "{}\n", 0o600)
		}, Present, false},
		"empty here": {func(t *testing.T, c Claude, cwd string) {
			write(t, transcriptOf(c, cwd), "", 0o600)
			write(t, transcriptOf(c, "/other"), "{}\n", 0o600)
		}, Present, true},
		"a directory": {func(t *testing.T, c Claude, cwd string) { mkdir(t, transcriptOf(c, cwd)) }, Unknown, false},
		"dangling file": {func(t *testing.T, c Claude, cwd string) {
			mkdir(t, filepath.Dir(transcriptOf(c, cwd)))
			link(t, "/no/such/file", transcriptOf(c, cwd))
		}, Unknown, false},
		"dangling projects": {func(t *testing.T, c Claude, cwd string) {
			mkdir(t, c.Dir)
			link(t, "/no/such/place", filepath.Join(c.Dir, "projects"))
		}, Unknown, false},
		"dangling home":      {func(t *testing.T, c Claude, cwd string) { link(t, "/no/such/place", c.Dir) }, Unknown, false},
		"projects is a file": {func(t *testing.T, c Claude, cwd string) { write(t, filepath.Join(c.Dir, "projects"), "", 0o600) }, Unknown, false},
		"a link that leads there": {func(t *testing.T, c Claude, cwd string) {
			kept := filepath.Join(t.TempDir(), "kept.jsonl")
			write(t, kept, "{}\n", 0o600)
			mkdir(t, filepath.Dir(transcriptOf(c, cwd)))
			link(t, kept, transcriptOf(c, cwd))
		}, Present, false},
		"a stray file among the projects": {func(t *testing.T, c Claude, cwd string) {
			write(t, filepath.Join(c.Dir, "projects", "notes.txt"), "", 0o600)
		}, Missing, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { // R036
			home, cwd := place(t), real(t, t.TempDir())
			c.set(t, home, cwd)
			got := home.Transcript(cwd, id)
			if got.State != c.state || got.Moved != c.moved {
				t.Errorf("got %+v, want state %v, moved %v", got, c.state, c.moved)
			}
			if named := got.Path != ""; named != (got.State == Present || got.State == Empty) {
				t.Errorf("path %q for state %v", got.Path, got.State)
			}
		})
	}
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, from string) {
	t.Helper()
	mkdir(t, filepath.Dir(from))
	if err := os.Symlink(to, from); err != nil {
		t.Fatal(err)
	}
}

func TestUnreadableTranscriptsAreUnknown(t *testing.T) { // R036
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	home, cwd := place(t), real(t, t.TempDir())
	write(t, transcriptOf(home, cwd), "{}\n", 0o600)
	projects := filepath.Join(home.Dir, "projects")
	for _, path := range []string{projects, filepath.Dir(transcriptOf(home, cwd)), transcriptOf(home, cwd)} {
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		if got := home.Transcript(cwd, id); got.State != Unknown {
			t.Errorf("%s unreadable: %+v", path, got)
		}
		os.Chmod(path, 0o700)
	}
}

func TestTranscriptOfALinkedOrGoneDirectory(t *testing.T) {
	home, cwd := place(t), real(t, t.TempDir())
	through := filepath.Join(real(t, t.TempDir()), "link")
	link(t, cwd, through)
	write(t, transcriptOf(home, cwd), "{}\n", 0o600)
	if got := home.Transcript(through, id); got.State != Present || got.Moved {
		t.Errorf("through a link: %+v", got)
	}
	if err := os.Remove(cwd); err != nil {
		t.Fatal(err)
	}
	if got := home.Transcript(cwd, id); got.State != Present || got.Moved {
		t.Errorf("of a directory that is gone: %+v", got) // R041
	}
}

func TestIdsThatAreNoNamesAreNotFollowed(t *testing.T) {
	home := place(t)
	write(t, filepath.Join(home.Dir, "projects", "-x", "secret.jsonl"), "{}\n", 0o600)
	for _, bad := range []string{"", "../-x/secret", "..\\secret", "a\x00b"} {
		if got := home.Transcript("/x", bad); got != (Transcript{State: Unknown}) {
			t.Errorf("%q: %+v", bad, got)
		}
	}
}

func TestALookThatTakesTooLongIsUnknown(t *testing.T) { // R036
	release := make(chan struct{})
	defer close(release)
	got := within(time.Millisecond, func() Transcript { <-release; return Transcript{State: Missing} })
	if got != (Transcript{State: Unknown}) {
		t.Errorf("got %+v", got)
	}
}
