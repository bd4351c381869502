package main

import (
	"fmt"
	"time"
)

const (
	keyCount = 150
	keyPause = 20 * time.Millisecond
)

// keys are typed in turn: none of them occurs in what a target or a hosted
// program draws by itself.
const keys = "#%&@~"

// echoAlone measures from the writing of a key to its arrival on the terminal.
func echoAlone(p place, t target) ([][]float64, error) {
	term, _, err := startReady(t, p.hosted("echo"))
	if err != nil {
		return nil, err
	}
	defer term.kill()
	return typeKeys(term)
}

// echoAmong measures the same in one of eight panes in which that program runs.
// What it draws when it is typed to says that the keys are its.
func echoAmong(program, says string) round {
	return func(p place, t target) ([][]float64, error) {
		term, _, err := startPanes(p, t, 8, p.hosted(program))
		if err != nil {
			return nil, err
		}
		defer term.kill()
		found := term.expect(says)
		if err := term.send(keys[:1]); err != nil {
			return nil, err
		}
		if _, err := term.wait("an answer to a key", found); err != nil {
			return nil, err
		}
		return typeKeys(term)
	}
}

func typeKeys(term *terminal) ([][]float64, error) {
	samples := make([]float64, 0, keyCount)
	for i := range keyCount {
		time.Sleep(keyPause)
		key := string(keys[(i+1)%len(keys)])
		found := term.expect(key)
		sent := time.Now()
		if err := term.send(key); err != nil {
			return nil, err
		}
		at, err := term.wait(fmt.Sprintf("the echo of key %d, %s", i, key), found)
		if err != nil {
			return nil, err
		}
		samples = append(samples, milliseconds(at.Sub(sent)))
	}
	return [][]float64{samples}, nil
}
