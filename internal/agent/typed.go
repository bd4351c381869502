package agent

import "atrium/internal/policy"

// TypedPosture is the posture that a person asked for with claude's own flags,
// the last one as claude takes it, and argv without them. Where a session has
// a ceiling it counts as the request of that pane: the ceiling binds whoever
// types, too. asked is false for other products and where no flag says one.
func TypedPosture(argv []string, product Product) (posture policy.Posture, rest []string, asked bool) {
	if product != Claude || len(argv) == 0 {
		return policy.Default, argv, false
	}
	bypass := false
	rest = rewrite(argv, claudeGrammar, func(p piece) []string {
		switch {
		case p.behind || p.open:
		case p.has(map[string]bool{"--dangerously-skip-permissions": true}):
			bypass, asked = true, true
			return nil
		case p.has(map[string]bool{"--permission-mode": true}):
			posture, asked = claudeModes[p.value(argv)], true
			return nil
		}
		return argv[p.at:p.end]
	})
	if bypass {
		posture = policy.Skip
	}
	return posture, rest, asked
}

// claudeModes are the values of --permission-mode. One that is not here is
// taken for the lowest.
var claudeModes = map[string]policy.Posture{
	"plan":              policy.Plan,
	"acceptEdits":       policy.Accept,
	"auto":              policy.Automode,
	"dontAsk":           policy.Automode,
	"bypassPermissions": policy.Skip,
}
