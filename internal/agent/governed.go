package agent

import (
	"maps"
	"slices"
	"strings"
)

// Source is who supplied a command line.
type Source uint8

// The sources, the less trusted first.
const (
	Snapshot Source = iota // a file that a resume reads: everything governed is dropped
	Roster                 // a fleet file or a spawn request: Vet refuses what is not stripped
)

// permissionFlags relax what an agent may do. Posture comes from the policy
// alone, so they are stripped from every argv that a person did not just type.
var permissionFlags = map[string]arity{
	"--dangerously-skip-permissions":       none,
	"--allow-dangerously-skip-permissions": none,
	"--permission-mode":                    one,
	"--allowedTools":                       many,
	"--allowed-tools":                      many,
}

// claudeBypass reach execution, or whoever answers permission questions,
// outside claude's permission system.
var claudeBypass = map[string]bool{
	"--settings": true, "--managed-settings": true, "--setting-sources": true,
	"--mcp-config": true, "--plugin-dir": true, "--plugin-dir-no-mcp": true, "--plugin-url": true,
	"--tools": true, "--agents": true, "--channels": true, "--dangerously-load-development-channels": true,
	"--permission-prompt-tool": true, "--permission-prompts": true, "--inherit-permission-mode": true,
	"--enable-auto-mode": true, "--sdk-url": true,
}

// claudeEager are looked for by claude before it reads its options, in every
// word up to a --, so that they take effect even as another option's value.
var claudeEager = []string{"--settings", "--managed-settings", "--setting-sources"}

// StripGoverned takes out of argv exactly the flags that policy governs, each
// with exactly its own values, and names them, each once, in order. What else
// is there stays: a prompt behind a flag without a value, text inside another
// option's value, and what stands behind --. Product is that of argv.
func StripGoverned(argv []string, product Product, source Source) (rest, names []string) {
	s := &stripper{argv: argv, source: source}
	// What is taken out can leave a -- or a flag beside one that is in no table
	// and might swallow it now, so that the rest is judged until nothing is left.
	for before := -1; len(s.argv) > 0 && len(s.argv) != before; {
		before = len(s.argv)
		s.argv = s.pass(product)
	}
	return s.argv, s.names
}

func (s *stripper) pass(product Product) []string {
	switch product {
	case Claude:
		return s.strip(claudeGrammar, s.claude)
	case Codex:
		return s.strip(codexGrammar, s.codex)
	}
	return s.foreign(product)
}

// stripper collects what is taken out of one command line.
type stripper struct {
	argv   []string
	source Source
	names  []string
}

func (s *stripper) drop(name string) {
	if !slices.Contains(s.names, name) {
		s.names = append(s.names, name)
	}
}

// strip keeps what judge finds no governed name in.
func (s *stripper) strip(g grammar, judge func(piece) (name string)) []string {
	return rewrite(s.argv, s.doom(g), func(p piece) []string {
		name := judge(p)
		if name == "" {
			return s.argv[p.at:p.end]
		}
		s.drop(name)
		return nil
	})
}

// doom adds the permission flags to a grammar, and makes all flags that may be
// dropped leave words alone that look like flags.
func (s *stripper) doom(g grammar) grammar {
	flags := maps.Clone(g.flags)
	doomed := maps.Clone(claudeBypass)
	for name, kind := range permissionFlags {
		flags[name] = kind
		doomed[name] = true
	}
	return grammar{flags: flags, doomed: doomed}
}

// claude names what is governed in a piece of claude's argv, "" for nothing.
func (s *stripper) claude(p piece) string {
	if p.kind == positional || p.kind == terminator {
		return ""
	}
	if name := s.permission(p); name != "" || s.source != Snapshot {
		return name
	}
	for _, name := range p.names {
		if claudeBypass[name] || strings.HasPrefix(name, "--dangerously-") {
			return name
		}
	}
	return s.eager(p)
}

// permission is the permission flag that a piece is, "" for none.
func (s *stripper) permission(p piece) string {
	for _, name := range p.names {
		if _, governed := permissionFlags[name]; governed {
			return name
		}
	}
	return ""
}

// eager is the flag among a piece's values that claude would heed all the same.
func (s *stripper) eager(p piece) string {
	for _, word := range s.argv[p.at+1 : p.end] {
		if name, _, _ := strings.Cut(word, "="); slices.Contains(claudeEager, name) {
			return name
		}
	}
	return ""
}

// foreign strips a program whose other flags atrium does not know. It cannot
// tell a value from a flag there, nor what -- means to a wrapper that hands its
// arguments on, so that every word counts which is a permission flag.
func (s *stripper) foreign(product Product) []string {
	flags := maps.Clone(permissionFlags)
	if s.source == Snapshot {
		maps.Copy(flags, foreignPermissions(product))
	}
	rest := s.argv[:1:1]
	for at := 1; at < len(s.argv); at++ {
		name, _, glued := strings.Cut(s.argv[at], "=")
		kind, governed := flags[name]
		if !governed {
			rest = append(rest, s.argv[at])
			continue
		}
		s.drop(name)
		for taken := 0; !glued && takes(kind, taken) && at+1 < len(s.argv) && !flagLike(s.argv[at+1]); taken++ {
			at++
		}
	}
	return rest
}

// takes reports whether a flag takes one more value after those it has.
func takes(kind arity, taken int) bool {
	return kind == many || kind == one && taken == 0
}

// foreignPermissions are the permission flags of a product's own.
func foreignPermissions(product Product) map[string]arity {
	switch product {
	case Gemini:
		return geminiPermissions
	case Opencode:
		return opencodePermissions
	case Aider:
		return aiderPermissions
	case CursorAgent:
		return cursorPermissions
	}
	return nil
}

// aiderPermissions answer aider's questions. Its parser (Python's argparse)
// takes a beginning of a flag's name that no other flag has.
var aiderPermissions = beginnings("--y", "--yes-always")

// cursorPermissions let cursor-agent run commands and servers unasked.
var cursorPermissions = map[string]arity{
	"--force": none, "-f": none, "--yolo": none, "--approve-mcps": none, "--trust": none,
}

// beginnings are all beginnings of a flag's name from the shortest on.
func beginnings(shortest, name string) map[string]arity {
	all := map[string]arity{}
	for n := len(shortest); n <= len(name); n++ {
		all[name[:n]] = none
	}
	return all
}
