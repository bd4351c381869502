//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// watchSize tells when the terminal's size has changed.
func watchSize() <-chan os.Signal {
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	return resized
}
