package agent

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Vet judges the argv of a spawn request or of a fleet's agent. It gives back
// what may be started, without the permission flags, and their names. It
// refuses an empty argv, flags of claude and codex outside a short list, and
// agents that no posture can be applied to. Whether a command that is no agent
// may run at all is not judged here.
func Vet(argv, aliases []string) (rest, stripped []string, err error) {
	if len(argv) == 0 || argv[0] == "" {
		return nil, nil, errors.New("no command given")
	}
	product := Identify(argv, aliases)
	rest, stripped = StripGoverned(argv, product, Roster)
	switch product {
	case Claude:
		err = vetClaude(rest)
	case Codex:
		err = vetFlags(rest, codexGrammar, "--model", "-m")
	case Gemini, Opencode, Aider, CursorAgent:
		err = fmt.Errorf("%s cannot be started this way: no posture can be applied to it", product.Name())
	}
	if err != nil {
		return nil, nil, err
	}
	return rest, stripped, nil
}

func vetClaude(argv []string) error {
	if command := claudeCommand(argv, parse(argv, claudeGrammar)); command != "" {
		return fmt.Errorf("claude %s cannot be started this way: no posture can be applied to it", command)
	}
	return vetFlags(argv, claudeGrammar, "--model", "--effort", "--continue", "-c", "--resume", "-r")
}

// vetFlags refuses a word that looks like a flag and is not listed. It judges
// values too, since no value of a listed flag begins with a dash; only what
// certainly stands behind a -- is a prompt whatever it looks like.
func vetFlags(argv []string, g grammar, allowed ...string) error {
	for _, p := range parse(argv, g) {
		if p.kind == terminator || p.kind == positional && p.behind {
			continue
		}
		for _, word := range argv[p.at:p.end] {
			name, _, _ := strings.Cut(word, "=")
			if flagLike(word) && !slices.Contains(allowed, name) {
				return fmt.Errorf("flag %q is not allowed here; allowed are %s", name, strings.Join(allowed, " "))
			}
		}
	}
	return nil
}
