package main

import (
	"fmt"
	"time"
)

// many is how many panes the rows of many panes have.
const many = 32

// startOne measures from exec to the first output of the program.
func startOne(p place, t target) ([][]float64, error) {
	term, took, err := startReady(t, p.hosted("echo"))
	if err != nil {
		return nil, err
	}
	term.kill()
	return sample(milliseconds(took)), nil
}

// startReady starts a single pane and waits until its program has drawn.
func startReady(t target, argv []string) (*terminal, time.Duration, error) {
	term, err := start(t.one(argv))
	if err != nil {
		return nil, 0, err
	}
	at, err := term.wait("the program's first output", term.expect("ready"))
	if err != nil {
		term.kill()
		return nil, 0, err
	}
	return term, at.Sub(term.began), nil
}

// startMany measures from exec until the program runs in every pane.
func startMany(p place, t target) ([][]float64, error) {
	term, took, err := startPanes(p, t, many, p.hosted("echo"))
	if err != nil {
		return nil, err
	}
	term.kill()
	return sample(milliseconds(took)), nil
}

// startPanes starts n panes and waits until the program runs in every one.
func startPanes(p place, t target, n int, argv []string) (*terminal, time.Duration, error) {
	return startPanesIn(p, t, n, argv, usual)
}

func startPanesIn(p place, t target, n int, argv []string, in size) (*terminal, time.Duration, error) {
	ready, err := p.listen()
	if err != nil {
		return nil, 0, err
	}
	defer ready.close()
	cmd := t.one(argv)
	if n > 1 {
		if cmd, err = t.many(n, argv, in); err != nil {
			return nil, 0, err
		}
	}
	term, err := startIn(cmd, in)
	if err != nil {
		return nil, 0, err
	}
	at, err := ready.wait(n)
	if err != nil {
		term.kill()
		return nil, 0, fmt.Errorf("%w: %q", err, term.lastWords())
	}
	return term, at.Sub(term.began), nil
}
