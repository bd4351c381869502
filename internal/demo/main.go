// Command demo plays atrium's main job without a person: two windows with
// shells and an agent, a crash, the question, and everything back where it
// was. It builds the program from this source tree, runs it on a terminal of
// its own with a home and a state directory that it throws away, fails when
// anything is not as it was, and draws the pictures of the README from what the
// terminal showed. It is run by make demo and by its test, and is no part of
// the product.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func main() {
	if code, played := playAgent(os.Args); played {
		os.Exit(code)
	}
	docs := flag.String("docs", "docs", "folder that the pictures are written into")
	flag.Parse()
	os.Exit(perform(func(t testing.TB) { play(t, os.Stdout, *docs) }))
}

// playAgent is the program under its other name: the stand-in for an agent.
func playAgent(argv []string) (code int, played bool) {
	if filepath.Base(argv[0]) != agentName {
		return 0, false
	}
	if err := runAgent(argv[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1, true
	}
	return 0, true
}

// stage is what package terminaltest needs of a test, outside of one.
type stage struct {
	testing.TB // nil: only the methods below are there
	cleanups   []func()
}

// failed is what a stage panics with, so that everything begun is ended.
type failed string

func (s *stage) Helper() {}

func (s *stage) Fatalf(format string, args ...any) { panic(failed(fmt.Sprintf(format, args...))) }

func (s *stage) Cleanup(f func()) { s.cleanups = append(s.cleanups, f) }

// perform runs f on a stage and returns the exit status.
func perform(f func(testing.TB)) (code int) {
	s := &stage{}
	defer func() {
		why := recover()
		for i := len(s.cleanups) - 1; i >= 0; i-- {
			s.cleanups[i]()
		}
		switch why := why.(type) {
		case nil:
		case failed:
			fmt.Fprintln(os.Stderr, "demo: "+strings.TrimSpace(string(why)))
			code = 1
		default:
			panic(why)
		}
	}()
	f(s)
	return 0
}
