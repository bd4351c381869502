package main

import "os"

// echo writes back every byte it reads, as it is.
func echo() error {
	ready()
	return repeat()
}

// repeat writes back one read at a time, with no buffer that could hold a key.
func repeat() error {
	buffer := make([]byte, 4096)
	for {
		n, err := os.Stdin.Read(buffer)
		if err != nil {
			return nil // the terminal is gone
		}
		if _, err := os.Stdout.Write(buffer[:n]); err != nil {
			return nil
		}
	}
}
