package policy

import "strings"

// # What a deny entry covers
//
// An entry is either a rule in claude's own form or a command prefix.
//
// A rule is a tool's name (WebFetch) or a name with a pattern in parentheses,
// Bash(git push --force*). It reaches claude as it is written.
//
// A command prefix such as
//
//	git push
//
// becomes Bash(git push*): claude refuses a command whose text begins with
// exactly these characters, whatever follows them. That covers
//
//	git push
//	git push origin main
//	git push --force
//	git pushx             (there is no word boundary)
//
// and it covers nothing that says the same in other words:
//
//	git -C . push         git -c a=b push      git --no-pager push
//	/usr/bin/git push     sh -c 'git push'     a script or alias that pushes
//	rm -fr x              for the entry rm -rf; so do rm -r -f x and
//	                      rm --recursive --force x
//
// Every form that matters is an entry of its own, or one wide rule is used
// instead: Bash(git *push*) refuses every git command with push anywhere
// behind it, a commit message that mentions it included. How claude takes a
// compound line (a && b, a | b) apart before it matches is claude's affair.
//
// A prefix that begins with a small letter is a command, always: the tools of
// an MCP server (mcp__server__tool) cannot be named by an entry.
//
// Rules bind claude only. No other product takes them, which whoever starts
// one must be told.

// builtinDeny protects the compile pool, whose descriptors an agent's commands
// inherit and could overwrite.
func builtinDeny() []string {
	return []string{"Bash(*CARGO_MAKEFLAGS*)", "PowerShell(*CARGO_MAKEFLAGS*)"}
}

// DenyRules is what a claude pane is denied: the built-in rules, then the
// session's entries, then the pane's own, each normalised. Of equal rules the
// first is kept.
func DenyRules(session, own []string) []string {
	rules := builtinDeny()
	for _, list := range [][]string{session, own} {
		for _, entry := range list {
			if rule, ok := NormalizeDeny(entry); ok {
				rules = append(rules, rule)
			}
		}
	}
	return MergeLists(rules)
}

// NormalizeDeny is the rule that one deny entry stands for. It is false for a
// blank entry, which denies nothing.
func NormalizeDeny(entry string) (rule string, ok bool) {
	entry = strings.TrimSpace(entry)
	if entry == "" {
		return "", false
	}
	if isToolName(entry) || isPatternRule(entry) {
		return entry, true
	}
	return "Bash(" + entry + "*)", true
}

// isPatternRule reports whether s is a tool's name with a pattern in parentheses.
func isPatternRule(s string) bool {
	name, rest, found := strings.Cut(s, "(")
	return found && isToolName(name) && strings.HasSuffix(rest, ")")
}

// isToolName reports whether s has the shape of claude's own tool names: ASCII
// letters and digits, a capital first.
func isToolName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		upper := c >= 'A' && c <= 'Z'
		other := c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !upper && (i == 0 || !other) {
			return false
		}
	}
	return s != ""
}
