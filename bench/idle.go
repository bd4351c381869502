package main

import "time"

const (
	settling = 6 * time.Second // until what a start brings about is over
	idling   = 10 * time.Second
)

func idleFigures(name string) []figure {
	return []figure{{name: name + ": processor", unit: "%"}, {name: name + ": wake-ups", unit: "1/s"}}
}

// idle measures what n silent panes cost.
func idle(n int) round {
	return func(p place, t target) ([][]float64, error) {
		term, _, err := startPanes(p, t, n, p.hosted("echo"))
		if err != nil {
			return nil, err
		}
		defer term.kill()
		time.Sleep(settling)
		used, err := p.used(t, idling)
		return sample(used.share(idling), float64(used.wakes)/idling.Seconds()), err
	}
}

// used is what a target costs within a time.
func (p place) used(t target, within time.Duration) (cost, error) {
	before, err := p.cost(t)
	if err != nil {
		return cost{}, err
	}
	time.Sleep(within)
	after, err := p.cost(t)
	return cost{after.processor - before.processor, after.wakes - before.wakes}, err
}

// share is how much of one processor c is, in percent.
func (c cost) share(within time.Duration) float64 {
	return 100 * c.processor.Seconds() / within.Seconds()
}
