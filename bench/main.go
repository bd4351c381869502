// Command bench measures atrium beside tmux and beside the hosted program alone
// ("bare", the physical limit), all three as black boxes on a real pty. It owns
// what is measured and how; it may not reach into the product, but for the row
// of the snapshot, which no terminal shows. `make bench` runs it.
//
// The targets take turns round by round, output is time-stamped by the
// goroutine that reads it, and ratios are taken pair by pair within a round, so
// that a machine that changes its pace changes all of them alike. What a target
// cannot do is a row that says n/a and why.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

func main() {
	atrium := flag.String("atrium", "bin/atrium", "the binary to measure")
	rounds := flag.Int("rounds", 10, "how often each target takes its turn, row by row")
	only := flag.String("only", "", "regular expression that the rows to measure match")
	flag.Parse()
	if err := run(*atrium, *rounds, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(atrium string, rounds int, only string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	place, err := newPlace(atrium)
	if err != nil {
		return err
	}
	defer place.remove()
	fmt.Println(machine())
	fmt.Println()
	fmt.Println(header)
	for _, r := range rows() {
		if wanted.MatchString(r.name) {
			fmt.Print(measure(place, r, rounds))
		}
	}
	return nil
}

// place is the folder that everything of one run lives in: the homes, sockets
// and state of the targets, the hosted program and the flood.
type place struct {
	dir    string
	binary string // atrium, by its absolute path
	echo   string // the hosted program, built
	flood  string // file of floodSize bytes
}

func newPlace(atrium string) (place, error) {
	binary, err := filepath.Abs(atrium)
	if err != nil {
		return place{}, err
	}
	dir, err := os.MkdirTemp("", "bench-") // short: a socket's path has 107 bytes
	if err != nil {
		return place{}, err
	}
	p := place{dir: dir, binary: binary, echo: filepath.Join(dir, "echo"), flood: filepath.Join(dir, "flood")}
	if err := buildEcho(p.echo); err != nil {
		p.remove()
		return place{}, err
	}
	if err := writeFlood(p.flood); err != nil {
		p.remove()
		return place{}, err
	}
	return p, nil
}

func (p place) remove() { os.RemoveAll(p.dir) }
