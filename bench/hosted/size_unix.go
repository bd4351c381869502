//go:build unix

package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// size draws the size of its terminal, anew whenever that changes.
func size() error {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	ready()
	go func() {
		for range changed {
			cols, rows := dimensions()
			fmt.Printf("\x1b[2J\x1b[Hsize %dx%d.", cols, rows)
		}
	}()
	return ends()
}
