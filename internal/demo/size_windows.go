package main

import "os"

// watchSize never tells anything: the demo plays on unix alone, for want of a
// terminal to play on.
func watchSize() <-chan os.Signal { return nil }
