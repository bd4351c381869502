package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// resumeMany measures from the yes to a resume until the program runs in every
// pane again, and until the first frame. tmux brings nothing back: its round is
// the script that makes the same panes anew.
func resumeMany(p place, t target) ([][]float64, error) {
	a, resumes := t.(atrium)
	if !resumes {
		return startMany(p, t)
	}
	first, all, err := resume(p, a)
	return sample(milliseconds(all), milliseconds(first)), err
}

// resume kills a session of many panes and brings it back.
func resume(p place, a atrium) (first, all time.Duration, err error) {
	if err := crash(p, a, many); err != nil {
		return 0, 0, fmt.Errorf("crash: %w", err)
	}
	ready, err := p.listen()
	if err != nil {
		return 0, 0, err
	}
	defer ready.close()
	term, err := start(a.run("recover"))
	if err != nil {
		return 0, 0, err
	}
	defer term.kill()
	if _, err := term.wait("the question", term.expect("[Y/n]")); err != nil {
		return 0, 0, err
	}
	frame := term.expect(border)
	yes := time.Now()
	if err := term.send("\r"); err != nil {
		return 0, 0, err
	}
	drawn, err := term.wait("a frame", frame)
	if err != nil {
		return 0, 0, err
	}
	up, err := ready.wait(many)
	return drawn.Sub(yes), up.Sub(yes), err
}

// border is what no notice holds and every frame of many panes does.
const border = "─"

// crash runs a session until it is saved with all its panes, and kills it.
func crash(p place, a atrium, n int) error {
	term, _, err := startPanes(p, a, n, p.hosted("echo"))
	if err != nil {
		return err
	}
	defer term.kill()
	for late := time.Now().Add(patience); !saved(a.stateDir(), n); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			return fmt.Errorf("no snapshot of %d panes within %v", n, patience)
		}
	}
	return nil
}

// saved tells whether some file of the store names the programs of n panes.
func saved(stateDir string, n int) bool {
	files, _ := filepath.Glob(filepath.Join(stateDir, "*", "*.json"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && strings.Count(string(text), `"argv"`) == n {
			return true
		}
	}
	return false
}
