package main

// history is how many lines the target must keep of a pane.
const history = 10_000

// wide is a terminal on which 64 panes have the width of the printed lines.
var wide = size{640, 200}

// memory measures n panes that have printed 5,000 lines each, kept by all.
func memory(n int) round {
	return func(p place, t target) ([][]float64, error) {
		if m, ok := t.(tmux); ok {
			m.history = history
			t = m
		}
		term, _, err := startPanesIn(p, t, n, p.hosted("lines"), wide)
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
