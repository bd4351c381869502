package agent

import (
	"strings"
	"testing"

	"atrium/internal/policy"
)

func TestTypedPosture(t *testing.T) {
	for argv, want := range map[string]struct {
		posture policy.Posture
		rest    string
		asked   bool
	}{
		"claude":                          {policy.Default, "claude", false},
		"claude --permission-mode plan x": {policy.Plan, "claude x", true},
		"claude --permission-mode=auto":   {policy.Automode, "claude", true},
		"claude --permission-mode plan --permission-mode acceptEdits":           {policy.Accept, "claude", true},
		"claude --dangerously-skip-permissions --permission-mode plan refactor": {policy.Skip, "claude refactor", true},
		"claude --permission-mode nonsense":                                     {policy.Default, "claude", true},
		"claude --model x -- --permission-mode plan":                            {policy.Default, "claude --model x -- --permission-mode plan", false},
		"claude --append-system-prompt --permission-mode":                       {policy.Default, "claude --append-system-prompt --permission-mode", false},
		"vim --permission-mode plan":                                            {policy.Default, "vim --permission-mode plan", false},
	} {
		words := strings.Fields(argv)
		posture, rest, asked := TypedPosture(words, Identify(words, nil))
		if posture != want.posture || strings.Join(rest, " ") != want.rest || asked != want.asked {
			t.Errorf("%s: %v %q %v", argv, posture, rest, asked)
		}
	}
}
