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
// take off, and by the marks in the environment, which stay when the program was
// replaced or a command left its place in the tree of processes. Where both
// tell, the lower ceiling counts.
func (a *app) nesting() nesting {
	var n nesting
	session, running, known := a.marked()
	n.inside = running || !known || config.FromEnvironment(a.env).InPane
	if running {
		n.within(session.Pid, a.outerCeiling(session.Pid))
	}
	exe, err := os.Executable()
	if err != nil {
		n.unknown = true
		n.note = "cannot tell whether this runs inside another atrium"
		return n
	}
	switch found := proc.Ancestor(exe); found.Verdict {
	case proc.Found:
		n.within(found.Pid, a.outerCeiling(found.Pid))
	case proc.Unknown:
		n.unknown = !running
		n.note = "cannot tell whether this runs inside another atrium; the trust policy is as asked for"
	}
	return n
}

// within notes an enclosing session.
func (n *nesting) within(pid int, ceiling policy.Posture) {
	n.inside = true
	if n.ceiling == nil || ceiling < *n.ceiling {
		n.pid, n.ceiling = pid, &ceiling
	}
}

// marked is the session whose mark the environment has, whether it runs, and
// whether that could be found out.
func (a *app) marked() (session proc.ID, running, known bool) {
	mark, _ := a.env(config.SessionVar)
	session, ok := proc.ParseID(mark)
	if !ok {
		return session, false, true
	}
	running, known = proc.Same(session.Pid, session.Start)
	return session, running, known
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
