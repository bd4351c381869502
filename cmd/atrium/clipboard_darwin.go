package main

import (
	"os/exec"

	"atrium/internal/config"
)

// clipboardPrograms are the commands that read a text for the clipboard.
func clipboardPrograms(config.Lookup) [][]string { return [][]string{{"pbcopy"}} }

// detach has nothing to do: pbcopy ends when it has read the text.
func detach(*exec.Cmd) {}
