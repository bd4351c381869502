package main

import (
	"os"
	"slices"
	"strings"

	"atrium/internal/agent"
	"atrium/internal/config"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/safetext"
)

// launch is a plain launch: the offer to resume first, then a new session.
func (a *app) launch(flags startFlags) int {
	dir, err := os.Getwd()
	if err != nil {
		return a.say.fail(usage("cd ~ && atrium", "the current directory is gone"))
	}
	if err := a.checkCommand(flags.command); err != nil {
		return a.say.fail(err)
	}
	nested := a.nesting()
	saved := a.open(dir, nested)
	if code, done := a.offer(saved, flags, dir, nested); done {
		return code
	}
	planned, note := a.plainPlan(flags, dir, nested)
	if planned.Ceiling == policy.Skip && !a.confirmSkip(typed(append([]string{"atrium", "--trust", "accept"}, flags.command...))) {
		return 0
	}
	return a.start(saved, planned, nil, slices.Concat(note, a.config.Warnings, []string{unbuilt(planned.Policy)}))
}

// typed is a command line as it could be typed.
func typed(argv []string) string {
	var words []string
	for _, word := range argv {
		words = append(words, safetext.Word(word))
	}
	return strings.Join(words, " ")
}

// checkCommand refuses a mistyped flag in the place of the command, which
// would otherwise be reported as a program that is not found.
func (a *app) checkCommand(command []string) error {
	if len(command) > 0 && len(command[0]) > 1 && command[0][0] == '-' && agent.Program(command[0]) == command[0] {
		return usage("atrium --help", "%q is no flag of atrium", command[0])
	}
	return nil
}

// plainPlan is the plan of a launch that brings nothing back.
func (a *app) plainPlan(flags startFlags, dir string, nested nesting) (planned plan.Plan, notes []string) {
	shell, note := a.defaultShell()
	notes = append(notes, note)
	ceiling := policy.Default
	if flags.trust != nil {
		ceiling = *flags.trust
	}
	ceiling, note = nested.cap(ceiling)
	notes = append(notes, note)
	decided := flags.trust != nil || nested.ceiling != nil
	argv := flags.command
	if len(argv) == 0 {
		argv = shell
	}
	command := plan.Launch{Argv: argv, Cwd: dir, Identity: flags.identity, CanSpawn: true}
	planned = plan.Plan{
		Policy: a.plainPolicy(flags, ceiling, decided), Ceiling: ceiling, Decided: decided,
		Windows: []plan.Window{firstWindow(flags, command)},
		Default: command,
		Shell:   plan.Launch{Argv: shell, Cwd: dir, Identity: flags.identity, CanSpawn: true},
	}
	return planned, notes
}

// plainPolicy is the policy of a launch: configuration, environment and flags.
// A posture that nobody chose is not recorded, since the agents' own settings
// rule there and a resume must not change that.
func (a *app) plainPolicy(flags startFlags, ceiling policy.Posture, decided bool) policy.Policy {
	p := policy.Policy{
		Deny:          policy.MergeLists(a.config.Deny),
		ClaudeAliases: aliasNames(a.config.ClaudeAliases),
		AllowCtl:      flags.allowCtl,
		MaxDepth:      policy.DefaultMaxDepth,
	}
	if decided {
		p.Trust = &ceiling
	}
	if flags.maxDepth != nil {
		p.MaxDepth = *flags.maxDepth
	}
	return p
}

func aliasNames(aliases []config.Alias) []string {
	var names []string
	for _, a := range aliases {
		names = append(names, a.Name)
	}
	return policy.MergeLists(names)
}

// firstWindow is the window of a launch: one pane, -n of them, or a grid.
func firstWindow(flags startFlags, command plan.Launch) plan.Window {
	rows, cols := 1, 1
	switch {
	case flags.gridRows > 0:
		rows, cols = flags.gridRows, flags.gridCols
	case flags.panes > 0:
		rows, cols = layout.ShapeN(flags.panes)
	}
	var ids []layout.PaneID
	var launches []plan.Launch
	for id := range rows * cols {
		l := command
		l.Pane = layout.PaneID(id)
		l.Argv = slices.Clone(command.Argv)
		ids, launches = append(ids, l.Pane), append(launches, l)
	}
	return plan.Window{Tree: layout.Grid(ids, rows, cols).String(), Focus: ids[0], Launches: launches}
}

// startNotes are the notes that are worth telling, the first on the bar.
func startNotes(lists ...[]string) []string {
	all := slices.Concat(lists...)
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}
