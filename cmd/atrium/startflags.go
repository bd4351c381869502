package main

import (
	"strconv"
	"strings"

	"atrium/internal/policy"
)

// startFlags are the flags in front of a hosted command.
type startFlags struct {
	identity   string
	allowCtl   bool
	maxDepth   *int64 // as typed
	trust      *policy.Posture
	panes      int // -n, 0 for one
	gridRows   int // --grid, 0 for none
	gridCols   int
	foreground bool
	version    bool
	help       bool
	probe      bool
	command    []string // the hosted command, verbatim; empty hosts the shell
}

// parseStartFlags reads atrium's own flags from the front of args. It stops at
// the first word that is none of them: from there on everything belongs to the
// hosted command, whose flags look like ours often enough.
func parseStartFlags(args []string) (startFlags, error) { return parseFlagsOf("atrium", args) }

// parseFlagsOf is parseStartFlags for what follows a verb, which its hints name.
func parseFlagsOf(verb string, args []string) (startFlags, error) {
	p := &flagParser{verb: verb, rest: args}
	for len(p.rest) > 0 {
		took, err := p.one()
		if err != nil {
			return startFlags{}, err
		}
		if !took {
			break
		}
	}
	if len(p.rest) > 0 && p.rest[0] == "--" {
		p.rest = p.rest[1:]
	}
	p.flags.command = p.rest
	return p.flags, nil
}

// onlyAtLaunch is a flag among those given that nothing but a launch obeys, ""
// for none.
func (f startFlags) onlyAtLaunch() string {
	switch {
	case f.panes > 0:
		return "-n"
	case f.gridRows > 0:
		return "--grid"
	case f.version:
		return "--version"
	case f.probe:
		return "--stdin-probe"
	}
	return ""
}

type flagParser struct {
	verb  string // "atrium recover", for hints
	flags startFlags
	rest  []string
}

// one takes one flag with its value.
func (p *flagParser) one() (took bool, err error) {
	name, glued, isGlued := strings.Cut(p.rest[0], "=")
	if f := p.plain(); f != nil && !isGlued {
		*f = true
		p.rest = p.rest[1:]
		return true, nil
	}
	switch name {
	case "--reap-orphans":
		return true, usage(p.verb, "--reap-orphans: the sweep for orphans is not part of this version")
	case "--identity", "-I":
		p.flags.identity = p.value(glued, isGlued)
		return true, nil
	case "--trust":
		return true, p.takeTrust(glued, isGlued)
	case "--skip-permissions":
		if isGlued {
			return false, nil
		}
		p.rest = p.rest[1:]
		return true, p.setTrust(policy.Skip)
	case "--max-depth":
		return true, p.takeDepth(p.value(glued, isGlued))
	case "-n":
		return true, p.takeCount(p.value(glued, isGlued))
	case "--grid":
		return true, p.takeGrid(p.value(glued, isGlued))
	}
	return false, nil
}

// plain is the flag without a value that comes next, if it is one.
func (p *flagParser) plain() *bool {
	switch p.rest[0] {
	case "--allow-ctl":
		return &p.flags.allowCtl
	case "--foreground":
		return &p.flags.foreground
	case "--version", "-V":
		return &p.flags.version
	case "--help", "-h":
		return &p.flags.help
	case "--stdin-probe":
		return &p.flags.probe
	}
	return nil
}

// value takes the flag and its value, "" where there is none.
func (p *flagParser) value(glued string, isGlued bool) string {
	p.rest = p.rest[1:]
	if isGlued || len(p.rest) == 0 {
		return glued
	}
	value := p.rest[0]
	p.rest = p.rest[1:]
	return value
}

// takeTrust reads --trust, --trust POLICY and --trust=POLICY. Bare, and before
// a word that is no policy, it means accept.
func (p *flagParser) takeTrust(glued string, isGlued bool) error {
	p.rest = p.rest[1:]
	if isGlued {
		posture, ok := policy.ParsePosture(glued)
		if !ok {
			return usage(p.verb+" --trust=plan", "--trust=%s: no such policy (default, plan, accept, automode, skip)", glued)
		}
		return p.setTrust(posture)
	}
	if len(p.rest) > 0 {
		if posture, ok := policy.ParsePosture(p.rest[0]); ok {
			p.rest = p.rest[1:]
			return p.setTrust(posture)
		}
	}
	return p.setTrust(policy.Accept)
}

func (p *flagParser) setTrust(posture policy.Posture) error {
	if p.flags.trust != nil {
		return usage(p.verb+" --trust "+posture.String(), "the trust policy may be set once")
	}
	p.flags.trust = &posture
	return nil
}

func (p *flagParser) takeDepth(value string) error {
	depth, err := strconv.ParseInt(value, 10, 64)
	if err != nil || depth < 0 {
		return usage(p.verb+" --max-depth 6", "--max-depth wants a whole number of 0 or more, got %q", value)
	}
	if depth == 0 {
		depth = policy.Unlimited
	}
	p.flags.maxDepth = &depth
	return nil
}

// maxPanes bounds -n and --grid: more panes than that are a slip of the finger.
const maxPanes = 256

func (p *flagParser) takeCount(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 2 || n%2 != 0 || n > maxPanes {
		return usage(p.verb+" -n 4", "-n wants a positive multiple of 2, at most %d, got %q", maxPanes, value)
	}
	p.flags.panes = n
	return nil
}

func (p *flagParser) takeGrid(value string) error {
	r, c, ok := strings.Cut(value, "x")
	rows, errRows := strconv.Atoi(r)
	cols, errCols := strconv.Atoi(c)
	if !ok || errRows != nil || errCols != nil || rows < 1 || cols < 1 || rows > maxPanes || cols > maxPanes ||
		rows*cols < 2 || rows*cols > maxPanes {
		return usage(p.verb+" --grid 2x3", "--grid wants ROWSxCOLS of 2 to %d panes, got %q", maxPanes, value)
	}
	p.flags.gridRows, p.flags.gridCols = rows, cols
	return nil
}
