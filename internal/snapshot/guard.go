package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"atrium/internal/policy"
)

// guardError is a guard that is there and cannot be read. Reading it as empty
// would start a session without a guard that it had.
func guardError(guard, want string) error {
	return fmt.Errorf("%s is not %s, and a resume without it would run unguarded; "+
		"start fresh and pass the rules on the command line or in ATRIUM_DENY", guard, want)
}

// guardList is a list that protects something: absent is empty, damaged is an
// error, a NUL in it too.
func guardList(o object, key, guard string) ([]string, error) {
	raw, ok := o.get(key)
	if !ok {
		return nil, nil
	}
	list, ok := asTexts(raw)
	if !ok {
		return nil, guardError(guard, "a list of strings")
	}
	if slices.ContainsFunc(list, func(s string) bool { return strings.ContainsRune(s, 0) }) {
		return nil, fmt.Errorf("%s holds a NUL, which would cut off the guards behind it", guard)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return list, nil
}

func decodePolicy(top object) (*policy.Policy, error) {
	raw, ok := top.get("policy")
	if !ok {
		return nil, nil
	}
	o, ok := asObject(raw)
	if !ok {
		return nil, guardError("the policy block", "an object")
	}
	p := &policy.Policy{
		BuildJobs: o.count("build_jobs"),
		MemoryMB:  o.count("memory_mb"),
		AllowCtl:  o.flag("allow_ctl", false),
		MaxDepth:  policy.DefaultMaxDepth,
	}
	if depth, ok := asInt(o["max_depth"]); ok && depth >= 0 {
		p.MaxDepth = depth
	}
	if word := o.text("trust"); word != nil {
		if ceiling, known := policy.ParsePosture(*word); known {
			p.Trust = &ceiling
		}
	}
	return p, readGuards(o, p)
}

func readGuards(o object, p *policy.Policy) (err error) {
	if p.Deny, err = guardList(o, "deny", "the session's deny list"); err != nil {
		return err
	}
	if p.ClaudeAliases, err = guardList(o, "claude_aliases", "the list of claude aliases, which says whom the deny list binds,"); err != nil {
		return err
	}
	if _, declared := o.get("topics"); !declared {
		return nil
	}
	if p.Topics, err = guardList(o, "topics", "the list of bus topics"); p.Topics == nil {
		p.Topics = []string{} // declared and empty admits none; nil would admit all
	}
	return err
}
