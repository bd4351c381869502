package agent

import (
	"slices"

	"atrium/internal/policy"
)

// Conversation says how a start comes by its agent's conversation. The values
// and their order are those of plan.Resume.
type Conversation uint8

// The ways to come by a conversation.
const (
	Fresh       Conversation = iota // a new one, under NewID where the product takes an id
	FreshSameID                     // a new one under ID, which never had a turn
	FreshNewID                      // a new one under NewID, since the file of ID is empty and blocks it
	ByID                            // resume ID
	ByPath                          // resume the transcript at TranscriptPath, whose id is ID
)

// Start is everything that decides the words a pane is started with.
type Start struct {
	Argv    []string // as typed or recorded; governed flags already stripped where a file supplied it
	Aliases []string // commands that are claude under another name

	Posture    policy.Posture // effective, already capped to the ceiling
	Decided    bool           // somebody chose the posture; false leaves a default to the product's own settings
	AllowExtra []string       // further entries of the accept allowlist

	SessionDeny []string // entries as configured
	OwnDeny     []string // entries as configured

	Norms     string // worktree instructions, "" for none
	Directive string // what tells the agent of the control channel, "" while that is down

	NewID          string // a fresh version 4 UUID, "" if none could be minted
	How            Conversation
	ID             string // recorded conversation id, "" for none
	IDOf           string // name of the product that ID belongs to, "" is claude
	TranscriptPath string // for ByPath
	Kickoff        bool   // the last word is a fleet agent's kickoff
	Task           bool   // TaskWord is the task the agent was given
	Version        string // of the program, "" if not known
}

// Exec is what is really executed for a pane. What is recorded of the pane is
// Start.Argv, never this.
type Exec struct {
	Program   string   // the command to look up; Argv[0] is what it is told its name is
	Argv      []string // nil for an empty Start.Argv
	SessionID string   // conversation the pane is bound to, "" where that is not known
	Resumed   bool     // the conversation continues, with its kickoff and task left out
	Notes     []string // what atrium could not do or overrode, one clause each
}

// Compose adds to the typed words what makes the product run under atrium. It
// never reorders typed words and removes none but those that a resume replaces
// (session flags, a kickoff, a task) and system prompts that it folds into one.
// Every addition stands in one place, in front of a -- and behind every
// prompt, where no flag of claude swallows what follows it.
func Compose(s Start) Exec {
	if len(s.Argv) == 0 {
		return Exec{}
	}
	var exec Exec
	switch product := Identify(s.Argv, s.Aliases); product {
	case Claude:
		exec = composeClaude(s)
	case Codex:
		exec = composeCodex(s)
	case Gemini:
		exec = composeGemini(s)
	case Opencode:
		exec = composeOpencode(s)
	default:
		exec = Exec{Argv: s.Argv, Notes: s.unbound(product)}
	}
	exec.Program = Program(exec.Argv[0])
	exec.Resumed = exec.SessionID != "" && s.resumes()
	return exec
}

// how is what is really done for the conversation. A resume without an id that
// can be one is a fresh start: an id is a word of argv, and one from a file
// that begins with a dash would be a flag.
func (s Start) how() Conversation {
	product := Identify(s.Argv, s.Aliases)
	owner := s.IDOf
	if owner == "" {
		owner = Claude.Name()
	}
	if owner != product.Name() || !validID(s.ID) {
		return Fresh
	}
	switch s.How {
	case FreshNewID:
		if s.NewID == "" {
			return Fresh
		}
	case ByPath:
		if flagLike(s.TranscriptPath) || s.TranscriptPath == "" {
			return Fresh
		}
	case Fresh, FreshSameID, ByID:
	default:
		return Fresh
	}
	return s.How
}

// resumes reports whether the recorded conversation continues.
func (s Start) resumes() bool { return s.how() == ByID || s.how() == ByPath }

// validID reports whether an id is one word of letters, digits, - and _ that
// no product can take for a flag. All products' ids are.
func validID(id string) bool {
	for i := 0; i < len(id); i++ {
		c := id[i]
		alnum := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !alnum && (i == 0 || c != '-' && c != '_') {
			return false
		}
	}
	return id != ""
}

// dropPrompt leaves out what the resumed conversation was already told. A
// kickoff is left out for claude alone.
func (s Start) dropPrompt(typed []string, product Product) []string {
	if s.Kickoff && product == Claude && len(typed) > 1 {
		return typed[:len(typed)-1]
	}
	if at, ok := TaskWord(typed, product); ok && s.Task {
		return slices.Delete(slices.Clone(typed), at, at+1)
	}
	return typed
}

// unbound says what of the session's policy does not reach a product that
// takes no flags from atrium.
func (s Start) unbound(product Product) []string {
	if !product.IsAgent() {
		return nil
	}
	var notes []string
	if s.Decided {
		notes = append(notes, product.Name()+" takes no posture from atrium, its own settings rule")
	}
	return append(notes, s.undenied(product)...)
}

// undenied says what binds claude only: deny rules and instructions.
func (s Start) undenied(product Product) []string {
	var notes []string
	if len(s.SessionDeny)+len(s.OwnDeny) > 0 {
		notes = append(notes, "deny rules do not bind "+product.Name())
	}
	if s.Norms != "" {
		notes = append(notes, product.Name()+" is not given the worktree instructions")
	}
	return notes
}

// TaskWord is the index of the last positional word of a claude or codex argv:
// the task the agent was given on its command line. It is false for other
// products, for a run that only prints (which has nothing else to do), and
// where the word may be the value of a flag that is in no table.
func TaskWord(argv []string, product Product) (index int, ok bool) {
	switch product {
	case Claude:
		return claudeTask(argv)
	case Codex:
		return codexTask(argv)
	}
	return 0, false
}

// lastPositional is the index of the last positional word.
func lastPositional(pieces []piece) (index int, ok bool) {
	for i := len(pieces) - 1; i >= 0; i-- {
		if pieces[i].kind == positional {
			return pieces[i].at, true
		}
	}
	return 0, false
}
