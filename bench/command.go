package main

import (
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// version measures the shortest run there is.
func version(_ place, t target) ([][]float64, error) {
	switch t := t.(type) {
	case tmux:
		return timed(t.command([]string{"tmux", "-V"}))
	case atrium:
		return timed(t.run("--version"))
	}
	return nil, errors.New("it tells no version")
}

const savedSessions = 5

// list measures the listing of what crashed sessions left behind.
func list(p place, t target) ([][]float64, error) {
	a, saves := t.(atrium)
	if !saves {
		return nil, errors.New("it saves nothing")
	}
	for range savedSessions {
		if err := crash(p, a, 1); err != nil {
			return nil, fmt.Errorf("crash: %w", err)
		}
	}
	return timed(a.run("recover", "--list"))
}

func timed(cmd *exec.Cmd) ([][]float64, error) {
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %q", err, out)
	}
	return sample(milliseconds(time.Since(began))), nil
}
