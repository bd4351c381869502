package main

import (
	"fmt"
	"os"
	"strings"

	"atrium/internal/config"
	"atrium/internal/durable"
	"atrium/internal/policy"
	"atrium/internal/proc"
	"atrium/internal/store"
)

// nesting tells whether atrium runs inside a pane of another one, and what
// that one allows.
type nesting struct {
	inside  bool            // keep no snapshot, offer nothing
	pid     int             // of the outer session, 0 when it is not known
	unknown bool            // it could not be found out
	ceiling *policy.Posture // of the outer session, nil when there is none to keep to
	note    string          // for the operator
}

// nesting looks for an enclosing session: by ancestry, which a pane cannot
// take off, and by the marks in the environment.
func (a *app) nesting() nesting {
	n := nesting{inside: a.marked()}
	exe, err := os.Executable()
	if err != nil {
		n.note = "cannot tell whether this runs inside another atrium"
		return n
	}
	switch found := proc.Ancestor(exe); found.Verdict {
	case proc.Found:
		n.inside, n.pid = true, found.Pid
		ceiling := a.outerCeiling(found.Pid)
		n.ceiling = &ceiling
	case proc.Unknown:
		n.unknown = true
		n.note = "cannot tell whether this runs inside another atrium; the trust policy is as asked for"
	}
	return n
}

// marked tells whether the environment is that of a pane whose session runs.
func (a *app) marked() bool {
	if config.FromEnvironment(a.env).InPane {
		return true
	}
	mark, _ := a.env(config.SessionVar)
	id, ok := proc.ParseID(mark)
	if !ok {
		return false
	}
	same, known := proc.Same(id.Pid, id.Start)
	return same || !known
}

// outerCeiling is the posture of the session of process pid. It is read where
// that session's own environment puts it, since a pane could name another
// place and plant a higher posture there. One that cannot be read counts as
// plan: an enclosed session must not rise by hiding it.
func (a *app) outerCeiling(pid int) policy.Posture {
	env, known := proc.Environ(pid)
	if !known {
		return policy.Plan
	}
	dir, err := store.RuntimeDir(durable.OS(), variables(env))
	if err != nil {
		return policy.Plan
	}
	label, ok := store.ReadPolicy(durable.OS(), dir, pid)
	posture, known := policy.ParsePosture(label)
	if !ok || !known {
		return policy.Plan
	}
	return posture
}

// variables reads an environment as a list of NAME=value.
func variables(env []string) func(name string) string {
	return func(name string) string {
		for _, entry := range env {
			if value, ok := strings.CutPrefix(entry, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

// cap lowers a posture to that of the enclosing session, and says so.
func (n nesting) cap(posture policy.Posture) (capped policy.Posture, note string) {
	if n.ceiling == nil {
		return posture, n.note
	}
	capped, lowered := policy.Cap(&posture, *n.ceiling)
	if !lowered {
		return capped, ""
	}
	return capped, fmt.Sprintf("this runs inside another atrium at %s: trust is %s instead of %s",
		*n.ceiling, capped, posture)
}

// getenv is the environment as a plain function.
func (a *app) getenv(name string) string {
	value, _ := a.env(name)
	return value
}
