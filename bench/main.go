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
	"errors"
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
		if r.matches(wanted) {
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
	host   string // the hosted programs, built
	flood  string // file of floodSize bytes
	part   string // file of partSize bytes
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
	in := func(name string) string { return filepath.Join(dir, name) }
	p := place{dir: dir, binary: binary, host: in("hosted"), flood: in("flood"), part: in("part")}
	err = errors.Join(buildHosted(p.host), writeFlood(p.flood, floodSize), writeFlood(p.part, partSize))
	if err != nil {
		p.remove()
		return place{}, err
	}
	return p, nil
}

// hosted is the command of a hosted program.
func (p place) hosted(name string) []string { return []string{p.host, name} }

func (p place) remove() { os.RemoveAll(p.dir) }
