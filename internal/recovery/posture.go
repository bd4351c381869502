package recovery

import (
	"atrium/internal/policy"
	"atrium/internal/snapshot"
)

// applied is the policy of the resumed session: that of the snapshot, with
// trust, control plane and depth replaced by what was typed, and the whole
// capped to an enclosing session. decided tells whether anybody ever chose a
// posture; where nobody did, each agent's own settings rule.
func applied(s snapshot.Snapshot, f Flags, x Facts) (p policy.Policy, ceiling policy.Posture, decided bool) {
	p.MaxDepth = policy.DefaultMaxDepth
	if s.Policy != nil {
		p = *s.Policy
	}
	p.Deny = policy.MergeLists(x.Deny, p.Deny)
	p.ClaudeAliases = policy.MergeLists(x.Aliases, p.ClaudeAliases)
	p.AllowCtl = p.AllowCtl || f.AllowCtl
	if f.MaxDepth != nil {
		p.MaxDepth = *f.MaxDepth
	}
	chosen := wanted(s, f)
	ceiling, decided = policy.Default, chosen != nil || x.Nesting.Found
	if chosen != nil {
		ceiling = *chosen
	}
	if x.Nesting.Found {
		ceiling, _ = policy.Cap(&ceiling, x.Nesting.ceiling())
	}
	if decided {
		p.Trust = &ceiling
	}
	return p, ceiling, decided
}

// ceiling of the outer session. A registry that cannot be read must not lift
// its cap, so it counts as plan.
func (n Nesting) ceiling() policy.Posture {
	if n.Posture == nil {
		return policy.Plan
	}
	return *n.Posture
}

// wanted is the ceiling before an enclosing session caps it: the typed one, or
// the file's, nil where nobody chose one.
func wanted(s snapshot.Snapshot, f Flags) *policy.Posture {
	if f.Trust == nil && s.Policy != nil {
		return s.Policy.Trust
	}
	return f.Trust
}

// fromSnapshot reports whether the ceiling is the file's and not the
// operator's.
func fromSnapshot(s snapshot.Snapshot, f Flags) bool {
	return f.Trust == nil && wanted(s, f) != nil
}
