package main

import (
	"os/exec"
	"syscall"

	"atrium/internal/config"
)

// clipboardPrograms are the commands that read a text for the clipboard, the
// best first: that of the display there is, and under WSL that of Windows.
func clipboardPrograms(env config.Lookup) [][]string {
	var all [][]string
	if display, _ := env("WAYLAND_DISPLAY"); display != "" {
		all = append(all, []string{"wl-copy"})
	}
	if display, _ := env("DISPLAY"); display != "" {
		all = append(all, []string{"xclip", "-selection", "clipboard"}, []string{"xsel", "--clipboard", "--input"})
	}
	return append(all, []string{"clip.exe"})
}

// detach gives the program a session of its own: xclip stays to serve the
// clipboard, and must not end with the terminal.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
