package main

import (
	"fmt"
	"time"
)

// flood measures cat of a large file, launch to end, and what of it reaches the
// terminal.
func flood(p place, t target) ([][]float64, error) {
	term, err := start(t.one([]string{"cat", p.flood}))
	if err != nil {
		return nil, err
	}
	defer term.kill()
	ended, err := term.end()
	return sample(floodSize/1e6/ended.Sub(term.began).Seconds(), float64(term.written())/1e6), err
}

// floodMany measures cat of a smaller file in eight panes together, launch to
// the end of all. Bare are eight programs on a terminal each.
func floodMany(p place, t target) ([][]float64, error) {
	const n = 8
	took, err := pourMany(p, t, n)
	if err != nil {
		return nil, err
	}
	return sample(n * partSize / 1e6 / took.Seconds()), nil
}

func pourMany(p place, t target, n int) (time.Duration, error) {
	argv := []string{"cat", p.part}
	if t.name() == "bare" {
		return pourApart(t, n, argv)
	}
	cmd, err := t.many(n, argv, usual)
	if err != nil {
		return 0, err
	}
	term, err := start(cmd)
	if err != nil {
		return 0, err
	}
	defer term.kill()
	ended, err := term.end()
	return ended.Sub(term.began), err
}

func pourApart(t target, n int, argv []string) (took time.Duration, err error) {
	began := time.Now()
	var all []*terminal
	for range n {
		term, err := start(t.one(argv))
		if err != nil {
			return 0, fmt.Errorf("%d of %d: %w", len(all), n, err)
		}
		defer term.kill()
		all = append(all, term)
	}
	for _, term := range all {
		ended, err := term.end()
		if err != nil {
			return 0, err
		}
		took = max(took, ended.Sub(began))
	}
	return took, nil
}
