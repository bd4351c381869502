package main

import "math"

// history is how many lines the target must keep of a pane.
const history = 10_000

// roomFor is a terminal on which n panes have about 80 columns and 25 rows each.
func roomFor(n int) size {
	side := int(math.Ceil(math.Sqrt(float64(n))))
	return size{80 * side, 25 * side}
}

// memory measures n panes that have printed 5,000 lines each, kept by all.
func memory(n int) round {
	return func(p place, t target) ([][]float64, error) {
		if m, ok := t.(tmux); ok {
			m.history = history
			t = m
		}
		term, _, err := startPanesIn(p, t, n, p.hosted("lines"), roomFor(n))
		if err != nil {
			return nil, err
		}
		defer term.kill()
		if err := term.quiet(); err != nil {
			return nil, err
		}
		bytes, err := p.resident(t)
		return sample(float64(bytes) / (1 << 20)), err
	}
}
