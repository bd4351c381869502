package agent

import (
	"slices"
	"strings"
)

var shellNames = []string{
	"sh", "bash", "zsh", "fish", "dash", "ash", "ksh", "mksh", "csh", "tcsh",
	"nu", "elvish", "xonsh", "pwsh", "powershell", "cmd",
}

// isShellName reports whether a stem is that of a shell, in Windows' spelling too.
func isShellName(stem string) bool {
	return slices.Contains(shellNames, strings.ToLower(stem))
}

// IsShell reports whether argv is a shell that a person types in. Its pane
// closes on any exit, since the last command's status says nothing about the
// shell; a shell that was given a command or a script is a command like others.
func IsShell(argv []string) bool {
	if len(argv) == 0 || !isShellName(Stem(argv[0])) {
		return false
	}
	switch strings.ToLower(Stem(argv[0])) {
	case "cmd":
		return !anyFolded(argv[1:], "/c", "/r")
	case "pwsh", "powershell":
		return anyFolded(argv[1:], "-noexit", "-noe") ||
			!anyFolded(argv[1:], "-command", "-c", "-file", "-f", "-encodedcommand", "-e", "-ec")
	}
	return !hasCommand(argv[1:])
}

// hasCommand reports whether the arguments of a Unix shell name a command
// string or a script.
func hasCommand(args []string) bool {
	for i := 0; i < len(args); i++ {
		word := args[i]
		switch {
		case strings.HasPrefix(word, "--command"):
			return true
		case word == "--":
			return i+1 < len(args)
		case slices.Contains(shellValueFlags, word):
			i++
		case strings.HasPrefix(word, "--"):
		case len(word) > 1 && (word[0] == '-' || word[0] == '+'):
			if word[0] == '-' && strings.ContainsRune(word, 'c') {
				return true
			}
			if word[0] == '-' && strings.ContainsRune(word, 's') {
				return false // it reads commands from the terminal, what follows are their arguments
			}
		case word == "-":
		default:
			return true
		}
	}
	return false
}

// shellValueFlags take the next word, which is then no script.
var shellValueFlags = []string{
	"-o", "+o", "-O", "+O", "--rcfile", "--init-file", "-C", "--init-command",
	"--config", "--env-config",
}

func anyFolded(words []string, wanted ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains(wanted, strings.ToLower(word))
	})
}
