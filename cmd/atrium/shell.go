package main

import (
	"fmt"
	"os/exec"
	"strings"
)

// defaultShell is the operator's shell, from SHELL: a path, or a path with
// arguments as some set it. A shell that is not there is said and replaced by
// sh, so that a mistake in the environment never costs the pane.
func (a *app) defaultShell() (argv []string, note string) {
	value, _ := a.env(shellVariable)
	value = strings.TrimSpace(value)
	if value == "" {
		return []string{fallbackShell}, ""
	}
	if _, err := exec.LookPath(value); err == nil {
		return []string{value}, ""
	}
	if words := strings.Fields(value); len(words) > 1 {
		if _, err := exec.LookPath(words[0]); err == nil {
			return words, ""
		}
	}
	return []string{fallbackShell}, fmt.Sprintf("%s is %q, which is not there; using %s", shellVariable, value, fallbackShell)
}
