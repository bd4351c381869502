package main

const (
	shellVariable = "COMSPEC"
	fallbackShell = "cmd"
)
