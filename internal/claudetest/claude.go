// Package claudetest lets tests host the real Claude Code: it finds the pinned
// programs, and makes the home and the environment in which they start without
// a question, a network or a key. It is test-only, the product may not import
// it, and it never looks at the operator's own home. Its callers are the tests
// that run a real agent against package modelapi.
package claudetest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atrium/internal/terminaltest"
)

// key is no key at all; it is long enough for the program to take it for one.
const key = "sk-ant-no-key-for-the-loopback-stand-in"

// Install returns the paths of the two pinned programs, 2.1.197 and 2.1.332.
// Both files are called claude.
func Install(t testing.TB) (path197, path332 string) {
	t.Helper()
	modules := filepath.Join(moduleRoot(t), "testdata", "agents", "node_modules")
	return program(t, modules), program(t, filepath.Join(modules, "claude-332", "node_modules"))
}

// program finds the binary of the one platform that npm installed.
func program(t testing.TB, modules string) string {
	t.Helper()
	pattern := filepath.Join(modules, "@anthropic-ai", "claude-code-*", "claude*")
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) != 1 {
		t.Fatalf("the agent programs are not installed (%d files match %q); run: make test-deps", len(found), pattern)
	}
	return found[0]
}

func moduleRoot(t testing.TB) string {
	t.Helper()
	start, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatalf("no go.mod above %q", start)
		}
	}
}

// Home makes a home in which Claude Code asks nothing when it starts in one of
// the directories: onboarding is done, the key approved, the folders trusted.
func Home(t testing.TB, dirs ...string) string {
	t.Helper()
	home := t.TempDir()
	projects := map[string]any{}
	for _, dir := range dirs {
		projects[realPath(t, dir)] = map[string]any{"hasTrustDialogAccepted": true}
	}
	config, err := json.Marshal(map[string]any{
		"hasCompletedOnboarding": true,
		"customApiKeyResponses":  map[string]any{"approved": []string{key[len(key)-20:]}},
		"projects":               projects,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, ".claude.json"), config, 0o600); err != nil {
		t.Fatal(err)
	}
	return home
}

// realPath is how Claude Code writes a directory's name: links resolved.
func realPath(t testing.TB, dir string) string {
	t.Helper()
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

// Env is a whole environment for Claude Code with that home, asking the model
// at url (see modelapi.Server.URL). The directories of the programs stand first
// in its PATH, so that "claude" names the first of them.
func Env(home, url string, programs ...string) []string {
	path := os.Getenv("PATH")
	for i := len(programs) - 1; i >= 0; i-- {
		path = filepath.Dir(programs[i]) + string(os.PathListSeparator) + path
	}
	return []string{
		"HOME=" + home,
		"PATH=" + path,
		"TERM=xterm-256color",
		"LANG=C.UTF-8",
		"ANTHROPIC_BASE_URL=" + url,
		"ANTHROPIC_API_KEY=" + key,
		"DISABLE_AUTOUPDATER=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
	}
}

// Submit types a prompt of one line into a Claude Code that shows its prompt
// mark, and hands it in once the screen shows it once more than before: an
// Enter that comes earlier is lost, and one in the same write can become a line
// break.
func Submit(s *terminaltest.Screen, prompt string) {
	before := strings.Count(s.WaitText("❯").Text(), prompt)
	s.Send(prompt)
	s.WaitFor("the prompt box shows "+prompt, func(p *terminaltest.Picture) bool {
		return strings.Count(p.Text(), prompt) > before
	})
	s.Send("\r")
}
