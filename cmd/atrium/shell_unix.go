//go:build unix

package main

const (
	shellVariable = "SHELL"
	fallbackShell = "sh"
)
