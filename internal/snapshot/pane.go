package snapshot

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"atrium/internal/layout"
	"atrium/internal/policy"
)

func decodePanes(top object) ([]Pane, error) {
	list, ok := asList(top["panes"])
	if !ok {
		return nil, errors.New(`"panes" is missing or no list`)
	}
	if len(list) > layout.MaxPanes {
		return nil, fmt.Errorf("%d panes are more than the %d of a session", len(list), layout.MaxPanes)
	}
	panes := make([]Pane, len(list))
	seen := make(map[layout.PaneID]bool, len(list))
	for i, raw := range list {
		p, err := decodePane(raw)
		if err != nil {
			return nil, fmt.Errorf("panes[%d]: %w", i, err)
		}
		if seen[p.ID] {
			return nil, fmt.Errorf("two panes have the id %d, so the layout is ambiguous", p.ID)
		}
		seen[p.ID] = true
		panes[i] = p
	}
	return panes, nil
}

func decodePane(raw json.RawMessage) (Pane, error) {
	o, ok := asObject(raw)
	if !ok {
		return Pane{}, errors.New("not an object")
	}
	var p Pane
	steps := []func(object, *Pane) error{readID, readArgv, readNames, readOwnDeny, readRights}
	for _, read := range steps {
		if err := read(o, &p); err != nil {
			return Pane{}, err
		}
	}
	p.LiveCwd, p.Agent, p.Norms = o.text("live_cwd"), o.text("agent"), o.text("norms")
	p.Kickoff, p.Task = o.flag("kickoff", false), o.flag("task", false)
	p.ContextEnv = decodeEnv(o["context_env"])
	p.Window = -1 // in no window; arrange settles it
	if w := o.count("window"); w != nil {
		p.Window = *w
	}
	return p, refuseNUL(p)
}

func readID(o object, p *Pane) error {
	id, ok := asInt(o["id"])
	switch {
	case !ok:
		return errors.New(`"id" is missing or no whole number`)
	case id < 0:
		return fmt.Errorf("the id %d is negative", id)
	case id > math.MaxInt32:
		return fmt.Errorf("the id %d is out of range", id)
	}
	p.ID = layout.PaneID(id)
	return nil
}

func readArgv(o object, p *Pane) (err error) {
	argv, ok := asTexts(o["argv"])
	if !ok {
		return errors.New(`"argv" is missing or no list of strings`)
	}
	p.Argv = argv
	return nil
}

// readNames reads the strings that every version wrote: a pane without one of
// these keys is not a pane record.
func readNames(o object, p *Pane) error {
	for _, field := range []struct {
		key string
		to  **string
	}{
		{"role", &p.Role}, {"cwd", &p.Cwd}, {"identity", &p.Identity},
		{"session_id", &p.SessionID}, {"worktree", &p.Worktree},
	} {
		raw, present := o[field.key]
		if !present {
			return fmt.Errorf("%q is missing", field.key)
		}
		*field.to = o.text(field.key)
		if *field.to == nil && string(raw) != "null" {
			return fmt.Errorf("%q is neither a string nor null", field.key)
		}
	}
	return nil
}

func readOwnDeny(o object, p *Pane) (err error) {
	p.Deny, err = guardList(o, "deny", "the pane's own deny list")
	return err
}

// readRights reads what a pane may do. A mode that cannot be read is the
// lowest one, since reading it as unrecorded would lift the pane to the
// ceiling; a spawn right that cannot be read is that of a hand-opened pane
// only where there is no role, which is how an agent of a fleet is told apart.
func readRights(o object, p *Pane) error {
	p.CanSpawn = o.flag("can_spawn", p.Role == nil)
	if depth, ok := asInt(o["depth"]); ok && depth > 0 {
		p.Depth = min(depth, math.MaxInt32) // so that counting on never wraps to a small depth
	}
	if parent := o.count("parent_pane"); parent != nil {
		id := layout.PaneID(*parent)
		p.ParentPane = &id
	}
	if raw, ok := o.get("mode"); ok {
		word, _ := asText(raw)
		mode, known := policy.ParsePosture(word)
		if !known {
			mode = policy.Default
		}
		p.Mode = &mode
	}
	return nil
}

func decodeEnv(raw json.RawMessage) [][2]string {
	list, _ := asList(raw)
	var pairs [][2]string
	for _, entry := range list {
		if pair, ok := asTexts(entry); ok && len(pair) == 2 {
			pairs = append(pairs, [2]string{pair[0], pair[1]})
		}
	}
	return restorable(pairs)
}

// restorable keeps the only environment that a snapshot may carry, in both
// directions: a pane's environment (PATH, a preload, a token) is a stronger
// lever than its command line, and a NUL in an allowed value would be a second
// variable on Windows.
func restorable(pairs [][2]string) [][2]string {
	var kept [][2]string
	for _, pair := range pairs {
		name, value := pair[0], pair[1]
		allowed := name == "CONTEXT_MODE_DIR" || name == "CONTEXT_MODE_SESSION_SUFFIX"
		if allowed && utf8.ValidString(value) && !strings.ContainsFunc(value, unicode.IsControl) {
			kept = append(kept, pair)
		}
	}
	return kept
}

// refuseNUL protects what atrium appends to a command: on Windows a NUL ends
// the command line, and the posture and deny flags behind it would be gone.
func refuseNUL(p Pane) error {
	for _, field := range []struct {
		what   string
		values []string
	}{
		{"its command", p.Argv}, {"its deny list", p.Deny},
		{"its instructions", some(p.Norms)}, {"its directory", some(p.Cwd)}, {"its last directory", some(p.LiveCwd)},
		{"its identity", some(p.Identity)}, {"its session id", some(p.SessionID)}, {"its agent", some(p.Agent)},
		{"its worktree", some(p.Worktree)}, {"its role", some(p.Role)},
	} {
		for _, value := range field.values {
			if strings.ContainsRune(value, 0) {
				return fmt.Errorf("%s holds a NUL, which would cut off the guards behind it", field.what)
			}
		}
	}
	return nil
}

func some(s *string) []string {
	if s == nil {
		return nil
	}
	return []string{*s}
}
