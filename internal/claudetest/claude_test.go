package claudetest_test

import (
	"os/exec"
	"strings"
	"testing"

	"atrium/internal/claudetest"
	"atrium/internal/modelapi"
	"atrium/internal/terminaltest"
)

// programs is every pinned version with its program.
func programs(t *testing.T) map[string]string {
	t.Helper()
	path197, path332 := claudetest.Install(t)
	return map[string]string{"2.1.197": path197, "2.1.332": path332}
}

func TestPinnedVersionsRun(t *testing.T) {
	for version, path := range programs(t) {
		cmd := exec.Command(path, "--version")
		cmd.Env = claudetest.Env(claudetest.Home(t), "http://127.0.0.1:1")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), version+" ") {
			t.Errorf("%s --version: %v, %q", path, err, out)
		}
	}
}

func TestConversation(t *testing.T) {
	for version, path := range programs(t) {
		t.Run(version, func(t *testing.T) {
			model := modelapi.New()
			t.Cleanup(model.Close)
			dir := t.TempDir()
			s := terminaltest.Start(t, terminaltest.Options{
				Argv: []string{path},
				Env:  claudetest.Env(claudetest.Home(t, dir), model.URL(), path),
				Dir:  dir,
				Cols: 100,
				Rows: 30,
			})
			claudetest.Submit(s, "hello there")
			s.WaitText("REPLY users=1")
			claudetest.Submit(s, "and once more")
			s.WaitText("REPLY users=2")
			claudetest.Submit(s, "/exit")
			if exit := s.Wait(); exit.Code != 0 {
				t.Errorf("ended with %v", exit)
			}
		})
	}
}
