package recovery

import (
	"fmt"
	"strings"

	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/safetext"
	"atrium/internal/snapshot"
)

// Notice is the text that is shown before the question, every line of it
// ended. No string of the file is in it that safetext has not seen.
func (d Decision) Notice() string {
	var b strings.Builder
	for _, line := range d.notice {
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

func notice(s snapshot.Snapshot, f Flags, x Facts, p plan.Plan, panes []pane) []string {
	var lines []string
	if x.PidRuns && !x.Running {
		lines = append(lines, fmt.Sprintf("atrium recover: its atrium (pid %s) still runs but last saved %s ago: "+
			"it may be hung or suspended, and resuming makes a second copy of its agents",
			pid(s), Age(s.Meta.SavedAtMS, x.NowMS)))
	}
	lines = append(lines, "atrium recover: restoring "+summary(s, f, p))
	for _, clause := range aboutAll(s, f, x, p) {
		lines = append(lines, "  "+clause)
	}
	for _, one := range panes {
		lines = append(lines, one.lines(x)...)
	}
	for _, clause := range aftermath(x, panes) {
		lines = append(lines, "  "+clause)
	}
	const screen = 20 // lines; what stands above them may be gone when the question comes
	if len(lines) > screen {
		lines = append(lines, "  in all: "+summary(s, f, p))
	}
	return lines
}

// summary is the one line that names the session's posture and guards.
func summary(s snapshot.Snapshot, f Flags, p plan.Plan) string {
	count := fmt.Sprintf("%d pane(s)", len(s.Panes))
	if s.Policy == nil {
		return count + " — this snapshot predates the policy block, so the session's deny rules, compile pool and " +
			"memory cap are NOT restored; pass them on the command line if the session had them"
	}
	return strings.Join(append([]string{count}, guards(s, f, p)...), ", ")
}

func guards(s snapshot.Snapshot, f Flags, p plan.Plan) []string {
	trust := "trust " + p.Ceiling.String()
	if fromSnapshot(s, f) {
		trust += " (from the snapshot)"
	}
	said := []string{trust}
	if p.Policy.AllowCtl {
		said = append(said, "ctl on (max depth "+depth(p.Policy.MaxDepth)+")")
	}
	if n := len(p.Policy.Deny); n > 0 {
		said = append(said, fmt.Sprintf("%d session deny rule(s)", n))
	}
	if jobs := p.Policy.BuildJobs; jobs != nil && *jobs > 0 {
		said = append(said, fmt.Sprintf("build pool %d", *jobs))
	}
	if memory := p.Policy.MemoryMB; memory != nil && *memory > 0 {
		said = append(said, fmt.Sprintf("memory cap %d MB", *memory))
	}
	return said
}

// depth is unlimited from a number on that no chain of agents reaches.
func depth(n int64) string {
	if n > 1_000_000 {
		return "unlimited"
	}
	return fmt.Sprint(n)
}

// aboutAll is what qualifies the summary.
func aboutAll(s snapshot.Snapshot, f Flags, x Facts, p plan.Plan) []string {
	var said []string
	if s.Policy == nil {
		said = append(said,
			"it runs with "+strings.Join(guards(s, f, p), ", "),
			"to set the rest: ATRIUM_DENY, ATRIUM_BUILD_JOBS and ATRIUM_MEMORY_MB in the environment, --trust and --allow-ctl as flags")
	}
	if !p.Decided {
		said = append(said, "no trust was ever chosen: each agent's own settings rule")
	}
	said = append(said, aboutNesting(x.Nesting, wanted(s, f))...)
	for _, why := range x.Suspect {
		said = append(said, "suspect: "+safetext.Defang(why))
	}
	said = append(said, bounded("mended: ", s.Repairs)...)
	return said
}

func aboutNesting(n Nesting, wanted *policy.Posture) []string {
	if n.Unknown {
		return []string{"whether an atrium session runs around this one cannot be told, so that nothing is capped"}
	}
	if !n.Found || wanted == nil || *wanted <= n.ceiling() {
		return nil
	}
	from := fmt.Sprintf("the policy of the atrium session around this one (pid %d)", n.Pid)
	if n.Posture == nil {
		return []string{fmt.Sprintf("capped to %s, since %s cannot be read", n.ceiling(), from)}
	}
	return []string{fmt.Sprintf("capped to %s, %s", n.ceiling(), from)}
}

// bounded shows the first of many clauses: a hostile file can make any number.
func bounded(prefix string, clauses []string) []string {
	const most = 10
	var said []string
	for i, clause := range clauses {
		if i == most {
			return append(said, fmt.Sprintf("%s%d more", prefix, len(clauses)-most))
		}
		said = append(said, prefix+safetext.Defang(clause))
	}
	return said
}

// aftermath is what a yes does besides starting panes, and what it does not
// bring back.
func aftermath(x Facts, panes []pane) []string {
	var said []string
	if n := len(x.Survivors); n > 0 {
		said = append(said, fmt.Sprintf("ended first: %d process(es) of the dead session that still run: %s", n, survivors(x.Survivors)))
	}
	said = append(said, aboutSidecars(x.Sidecars)...)
	if anyResumes(panes) {
		said = append(said, "ids are those given at the start: what followed a /clear in an agent is another conversation")
	}
	if environmentMatters(x, panes) {
		said = append(said, aboutEnvironment(x.ConfigDir))
	}
	return said
}

func survivors(all []Survivor) string {
	const most = 8
	var names []string
	for i, s := range all {
		if i == most {
			return strings.Join(append(names, fmt.Sprintf("%d more", len(all)-most)), ", ")
		}
		names = append(names, fmt.Sprintf("%d (%s)", s.Pid, safetext.Defang(safetext.Clip(s.Command, 40))))
	}
	return strings.Join(names, ", ")
}

func aboutSidecars(side *Sidecars) []string {
	if side == nil {
		return nil
	}
	said := []string{fmt.Sprintf("bus and board: %d event(s), %d open decision(s) and %d board entry(ies) come back; agents wrote them",
		side.Events, side.OpenDecisions, side.Entries)}
	return append(said, bounded("left out: ", side.LeftOut)...)
}

func anyResumes(panes []pane) bool {
	for _, p := range panes {
		if p.exec.Resumed {
			return true
		}
	}
	return false
}

// environmentMatters where a variable selects the account that an agent runs
// under, or may have selected where its transcripts are.
func environmentMatters(x Facts, panes []pane) bool {
	for _, p := range panes {
		agentPane := p.product.IsAgent()
		missing := p.launch.SessionID != "" && p.launch.Resume == plan.FreshSameID
		if agentPane && (p.launch.Identity != "" || x.ConfigDir != "" || missing) {
			return true
		}
	}
	return false
}

func aboutEnvironment(configDir string) string {
	said := "the environment is not part of a snapshot: panes get that of this shell"
	if configDir == "" {
		return said + ", where CLAUDE_CONFIG_DIR is not set"
	}
	return said + ", where CLAUDE_CONFIG_DIR is " + safetext.Defang(safetext.Clip(configDir, longest))
}
