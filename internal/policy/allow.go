package policy

import "strings"

// acceptPrefixes are the commands that an agent at Accept runs unasked. They
// build, test and look. Deliberately missing: atrium itself beyond ctl, which
// could start a session of another posture, and git push, git reset --hard and
// git clean, which lose or publish work.
func acceptPrefixes() []string {
	return []string{
		"atrium ctl",
		"python", "python3", "pytest",
		"cargo test", "cargo build", "cargo check", "cargo clippy", "cargo fmt", "cargo run", "cargo clean",
		"go test", "go build", "go vet",
		"node", "npm test",
		"git status", "git log", "git diff", "git branch", "git show",
		"git add", "git commit", "git merge", "git worktree",
	}
}

// AcceptAllowlist is the accept allowlist as claude rules, the built-in ones
// first, then each extra list in order (the configuration's, then the
// environment's). Of equal rules the first is kept.
func AcceptAllowlist(extra ...[]string) []string {
	var rules []string
	for _, list := range append([][]string{acceptPrefixes()}, extra...) {
		for _, entry := range list {
			if rule, ok := allowRule(entry); ok {
				rules = append(rules, rule)
			}
		}
	}
	return MergeLists(rules)
}

// allowRule is the rule of one entry. A tool's bare name is read as a command
// prefix here, unlike in a deny entry: as a rule it would allow the whole tool.
func allowRule(entry string) (rule string, ok bool) {
	entry = strings.TrimSpace(entry)
	if entry == "" {
		return "", false
	}
	if isPatternRule(entry) {
		return entry, true
	}
	return "Bash(" + entry + " *)", true
}

// MergeLists joins lists in order. Of equal strings the first is kept, so that
// a list which is merged with itself at every resume never grows. The result
// is nil when nothing is left.
func MergeLists(lists ...[]string) []string {
	var merged []string
	seen := map[string]bool{}
	for _, list := range lists {
		for _, s := range list {
			if !seen[s] {
				seen[s] = true
				merged = append(merged, s)
			}
		}
	}
	return merged
}
