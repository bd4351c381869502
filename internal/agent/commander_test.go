package agent

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// seen is what claude's option parser makes of a command line.
type seen struct {
	options     map[string][]string // values by canonical flag, "" for a bare one
	positionals []string
	failed      bool // a value is missing: claude would not start
}

// readAsClaude is a plain model of claude's parser, written from its observed
// behaviour and apart from parse: words are shifted off one by one.
func readAsClaude(argv []string, flags map[string]arity) seen {
	out := seen{options: map[string][]string{}}
	add := func(name, value string) {
		name = canonical(name)
		out.options[name] = append(out.options[name], value)
	}
	looks := func(w string) bool { return len(w) > 1 && strings.HasPrefix(w, "-") }
	words := slices.Clone(argv[1:])
	shift := func() string { w := words[0]; words = words[1:]; return w }
	variadic := ""
	for len(words) > 0 {
		word := shift()
		if word == "--" {
			out.positionals = append(out.positionals, words...)
			return out
		}
		if variadic != "" && !looks(word) {
			add(variadic, word)
			continue
		}
		variadic = ""
		if !looks(word) {
			out.positionals = append(out.positionals, word)
			continue
		}
		if kind, ok := flags[word]; ok {
			switch {
			case kind == none:
				add(word, "")
			case kind == optional && len(words) > 0 && !looks(words[0]):
				add(word, shift())
			case kind == optional:
				add(word, "")
			case len(words) == 0:
				out.failed = true
				return out
			default:
				add(word, shift())
				if kind == many {
					variadic = word
				}
			}
			continue
		}
		if word[1] != '-' && len(word) > 2 {
			if kind, ok := flags[word[:2]]; ok {
				if kind == none {
					add(word[:2], "")
					words = append([]string{"-" + word[2:]}, words...)
				} else {
					add(word[:2], word[2:])
				}
				continue
			}
		}
		name, value, glued := strings.Cut(word, "=")
		if kind := flags[name]; glued && kind != none {
			add(name, value)
			continue
		}
		out.failed = true // an unknown option
		return out
	}
	return out
}

// eagerly is what claude takes for settings before it parses its options.
func eagerly(argv []string) []string {
	var found []string
	for _, word := range argv[1:] {
		if word == "--" {
			break
		}
		if name, _, _ := strings.Cut(word, "="); slices.Contains(claudeEager, name) {
			found = append(found, word)
		}
	}
	return found
}

func canonical(name string) string {
	switch name {
	case "--allowed-tools":
		return "--allowedTools"
	case "--disallowed-tools":
		return "--disallowedTools"
	case "-r":
		return "--resume"
	case "-c":
		return "--continue"
	case "-p":
		return "--print"
	case "-d":
		return "--debug"
	}
	return name
}

// vocabulary has at least one word of every kind that matters, and words that
// only look like one.
var vocabulary = []string{
	"fix", "refactor it", "x=1", "", "-", "--", "--", "-notaflag",
	"--model", "--model=opus", "opus", "--add-dir", "/tmp", "--debug", "-d", "-p", "-pc", "-cd", "-r", "-rabc",
	"--resume", "--resume=abc", "--continue", "-c", "--session-id", "--session-id=abc", "--fork-session",
	"--append-system-prompt", "--append-system-prompt=be kind", "never use --permission-mode",
	"--permission-mode", "--permission-mode=auto", "bypassPermissions",
	"--dangerously-skip-permissions", "--allow-dangerously-skip-permissions",
	"--allowedTools", "--allowed-tools", "--allowedTools=Bash", "Bash(*)", "--disallowedTools", "Edit",
	"--settings", "--settings={}", "--setting-sources", "--mcp-config", "--plugin-dir", "--tools",
	"--new", "--newer", "--new=1", "-z", "--verbose",
}

func drawArgv(t *rapid.T) []string {
	words := rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 9).Draw(t, "words")
	return append([]string{"claude"}, words...)
}

// drawVersion is the flag table of some claude that may know the unknown flags
// of the vocabulary, each with any arity.
func drawVersion(t *rapid.T) map[string]arity {
	flags := maps.Clone(claudeGrammar.flags)
	for _, name := range []string{"--new", "--newer", "-z", "-n"} {
		flags[name] = arity(rapid.IntRange(int(none), int(many)).Draw(t, name))
	}
	flags["-n"] = one
	return flags
}

func knowsAll(argv []string) bool {
	return !slices.ContainsFunc(parse(argv, claudeGrammar), func(p piece) bool { return p.kind == unknown })
}
func splitNUL(joined string) []string { return strings.Split(joined, "\x00") }

// words splits a command line that has no quoting at its blanks.
func words(line string) []string { return strings.Fields(line) }

func wantWords(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\x00") != strings.Join(want, "\x00") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
