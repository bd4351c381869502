package recovery

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"atrium/internal/agent"
	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/safetext"
)

const (
	verbatim = 40  // characters of a word without a space that is shown as it is
	preview  = 60  // characters of norms that are shown
	longest  = 120 // characters of a flag, a path, a value or a word of no agent that are shown
	most     = 60  // words of a command that are shown
)

// lines are what the notice says of one pane.
func (p pane) lines(x Facts) []string {
	lines := []string{
		"  [" + show(p.label) + "] " + p.command(),
		"      " + strings.Join(p.facts(x), " · "),
	}
	if how := p.conversation(); how != "" {
		lines = append(lines, "      "+how)
	}
	if len(p.ignored) > 0 {
		lines = append(lines, "      ignored: "+safetext.Defang(strings.Join(p.ignored, ", "))+" (posture comes from the policy alone)")
	}
	if p.lost != "" {
		lines = append(lines, "      note: its last directory "+show(p.lost)+" is gone, it starts in the one it began in")
	}
	if p.product == agent.Other && (p.decided && p.mode != policy.Default || len(p.launch.Deny) > 0) {
		lines = append(lines, "      note: no agent that atrium knows, so it gets no posture and no deny rules")
	}
	for _, note := range p.exec.Notes {
		lines = append(lines, "      note: "+show(note))
	}
	for _, why := range p.launch.Held {
		lines = append(lines, "      held, not started: "+show(why))
	}
	return lines
}

// show defangs a string of the file and keeps it to a line.
func show(s string) string { return safetext.Defang(safetext.Clip(s, longest)) }

// command is the words the pane runs, word 0 as its stem. What an agent is told
// is shown by its length; any other program's words are what it does.
func (p pane) command() string {
	argv := p.exec.Argv
	if len(argv) == 0 {
		return "(no command)"
	}
	words := []string{show(agent.Stem(argv[0]))}
	for i, word := range argv[1:] {
		switch {
		case i == most:
			return fmt.Sprintf("%s … %d more word(s)", strings.Join(words, " "), len(argv)-1-i)
		case word == p.launch.Transcript:
			words = append(words, show(word)) // what is approved must be seen
		case p.product.IsAgent():
			words = append(words, shorten(word))
		default:
			words = append(words, quoted(safetext.Clip(word, longest)))
		}
	}
	return strings.Join(words, " ")
}

// quoted is a word of a command line as it would be typed, defanged.
func quoted(word string) string {
	if safetext.Word(word) == word {
		return word
	}
	return "'" + safetext.Defang(word) + "'"
}

// shorten shows flags and short words as they are and prompts by their length.
// A flag that is long because its value is glued to it shows its name.
func shorten(word string) string {
	n := utf8.RuneCountInString(word)
	dash := strings.HasPrefix(word, "-")
	name, value, glued := strings.Cut(word, "=")
	switch {
	case word == "":
		return "''"
	case dash && n <= longest, n <= verbatim && !strings.Contains(word, " "):
		return safetext.Defang(word)
	case dash && glued:
		return fmt.Sprintf("%s=<%d chars>", show(name), utf8.RuneCountInString(value))
	case dash:
		return fmt.Sprintf("%s<%d chars>", safetext.Defang(safetext.Clip(word, verbatim)), n)
	}
	return fmt.Sprintf("<%d chars>", n)
}

// facts are what decides how much the pane may do, and where.
func (p pane) facts(x Facts) []string {
	l := p.launch
	var said []string
	if len(l.Argv) > 0 && agent.Stem(l.Argv[0]) != l.Argv[0] {
		said = append(said, "program "+show(l.Argv[0]))
	}
	if dir := p.directory(); dir != "" && path.Clean(dir) != path.Clean(x.Project) {
		said = append(said, "cwd "+show(dir))
		if p.trusts() {
			said = append(said, "claude is told to trust it")
		}
	}
	if l.Identity != "" {
		said = append(said, "identity "+show(l.Identity))
	}
	if p.product.IsAgent() {
		said = append(said, p.modeLine())
	}
	said = append(said, spawnRight(l.CanSpawn))
	if n := len(l.Deny); n > 0 {
		said = append(said, fmt.Sprintf("%d own deny rule(s)", n))
	}
	if n := utf8.RuneCountInString(l.Norms); n > 0 {
		said = append(said, fmt.Sprintf(`norms "%s" (%d chars)`, safetext.Defang(safetext.Clip(l.Norms, preview+1)), n))
	}
	for i, pair := range l.ContextEnv {
		later := func(other [2]string) bool { return other[0] == pair[0] }
		if !slices.ContainsFunc(l.ContextEnv[i+1:], later) { // the last one counts
			said = append(said, show(pair[0])+"="+show(pair[1]))
		}
	}
	return said
}

// trusts tells that the start of the pane marks its directory as trusted in
// claude's own configuration.
func (p pane) trusts() bool {
	return p.product == agent.Claude && p.decided && p.mode != policy.Default
}

// directory is where the pane starts.
func (p pane) directory() string {
	if p.launch.LiveCwd != "" {
		return p.launch.LiveCwd
	}
	return p.launch.Cwd
}

func spawnRight(may bool) string {
	if may {
		return "may spawn teammates"
	}
	return "cannot spawn"
}

// conversation is what there is to say of the agent's conversation, "" where
// the command says it all.
func (p pane) conversation() string {
	name := p.product.Name()
	switch {
	case !p.product.IsAgent(), p.exec.Resumed, p.userChose():
		return ""
	case p.launch.SessionID == "":
		return name + " starts a new conversation: no session id is recorded"
	case p.launch.Resume == plan.FreshSameID && p.exec.SessionID != "":
		return "its conversation never had a turn: it starts fresh under the same id"
	case p.launch.Resume == plan.FreshNewID:
		return "its transcript is empty: it starts fresh under a new id"
	}
	return name + " starts a new conversation: the recorded id is none of its own"
}

// modeLine is the posture that the pane gets, if it gets one: without a choice
// an agent follows its own settings, and to call that default would be wrong.
func (p pane) modeLine() string {
	if !p.decided {
		return "mode not set"
	}
	return "mode " + p.mode.String()
}
