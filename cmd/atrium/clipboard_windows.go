package main

import (
	"os/exec"

	"atrium/internal/config"
)

// clipboardPrograms are the commands that read a text for the clipboard.
func clipboardPrograms(config.Lookup) [][]string { return [][]string{{"clip.exe"}} }

// detach has nothing to do: clip.exe ends when it has read the text.
func detach(*exec.Cmd) {}
