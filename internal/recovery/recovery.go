// Package recovery decides what a resume would do, from a snapshot, the flags
// as typed and facts that others gathered, as one value: the plan that is
// started after a yes, the refusals, and the notice that the operator reads
// before it. Since the same value is shown and started, what was shown is what
// runs. It touches nothing and asks nobody; the command line gathers the facts,
// prints the notice and asks.
package recovery

import (
	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/snapshot"
)

// Flags are the session flags of atrium itself as typed, nil where they were
// not. A flag inside a hosted command is none of them.
type Flags struct {
	Trust    *policy.Posture
	AllowCtl bool
	MaxDepth *int64
}

// Decision is what a resume would do.
type Decision struct {
	Plan        plan.Plan  // Default and Shell are left to the caller
	Refusals    []Refusal  // why it must not be started, the first one to be told; nil for none
	EndFirst    []Survivor // to be ended after a yes and before the plan is started
	ConfirmSkip bool       // the plan runs at skip, which has a question of its own

	notice []string
}

// Refusal is why a snapshot is not resumed: the fact, the command to type
// next ("" for none) and the exit status that goes with it.
type Refusal struct {
	Text string
	Hint string
	Code int
}

// Build decides how s comes back.
func Build(s snapshot.Snapshot, f Flags, x Facts) Decision {
	d := Decision{Refusals: refusals(s, x), EndFirst: x.Survivors}
	d.Plan.Policy, d.Plan.Ceiling, d.Plan.Decided = applied(s, f, x)
	d.ConfirmSkip = d.Plan.Ceiling == policy.Skip

	panes := decidePanes(s, d.Plan, x)
	for _, w := range s.Windows {
		d.Plan.Windows = append(d.Plan.Windows, plan.Window{Name: w.Name, Tree: w.Tree, Focus: w.Focus, Zoomed: w.Zoomed})
	}
	for i, p := range s.Panes {
		w := &d.Plan.Windows[p.Window]
		w.Launches = append(w.Launches, panes[i].launch)
	}
	d.Plan.Active = s.Active
	d.notice = notice(s, f, x, d.Plan, panes)
	return d
}
