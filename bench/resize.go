package main

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"atrium/internal/vt"
)

const (
	sizes      = 100
	sizeEvery  = 20 * time.Millisecond
	stormPanes = 8
)

// storm gives the terminal a hundred sizes in two seconds. It measures from the
// last until the target is quiet, and how many panes show their size then.
func storm(p place, t target) ([][]float64, error) {
	term, _, err := startPanes(p, t, stormPanes, p.hosted("size"))
	if err != nil {
		return nil, err
	}
	defer term.kill()
	time.Sleep(time.Second)
	term.watch(func(*vt.Terminal) {})
	for i := range sizes {
		time.Sleep(sizeEvery)
		if err := term.resize(size{usual.cols - i%40, usual.rows - i%10}); err != nil {
			return nil, err
		}
	}
	last := time.Now()
	if err := term.quiet(); err != nil {
		return nil, err
	}
	return sample(milliseconds(term.lastOutput().Sub(last)), float64(term.drawnRight())), nil
}

var drawnSize = regexp.MustCompile(`size (\d+)x(\d+)\.`)

// drawnRight counts the panes that show a size with which they can stand
// beside the others.
func (t *terminal) drawnRight() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	cols, rows := t.screen.Size()
	for _, found := range drawnSize.FindAllStringSubmatch(t.screen.Text(), -1) {
		w, _ := strconv.Atoi(found[1])
		h, _ := strconv.Atoi(found[2])
		if w < cols && h < rows {
			n++
		}
	}
	return n
}

// quiet waits until the target has written nothing for a while.
func (t *terminal) quiet() error {
	const silence = 500 * time.Millisecond
	for late := time.Now().Add(patience); time.Since(t.lastOutput()) < silence; time.Sleep(silence / 20) {
		if time.Now().After(late) {
			return fmt.Errorf("it is not quiet within %v", patience)
		}
	}
	return nil
}
