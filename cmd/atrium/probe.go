package main

import (
	"fmt"
	"time"

	"atrium/internal/term"
)

// probeTime is how long --stdin-probe listens.
const probeTime = 3 * time.Second

// probe prints in hex what the terminal sends.
func (a *app) probe() int {
	tty, err := term.Open(a.in, a.out)
	if err != nil {
		return a.say.fail(fmt.Errorf("cannot take the terminal: %w", err))
	}
	chunks := make(chan []byte)
	go func() {
		defer close(chunks)
		for {
			p := make([]byte, 256)
			n, err := tty.Read(p)
			if err != nil {
				return
			}
			chunks <- p[:n]
		}
	}()
	var seen []byte
	end := time.After(probeTime)
	for open := true; open; {
		select {
		case p := <-chunks:
			seen = append(seen, p...)
		case <-end:
			open = false
		}
	}
	tty.Restore()
	a.say.tell(fmt.Sprintf("% x\n", seen))
	return 0
}
