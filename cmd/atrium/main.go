// Command atrium hosts coding agents and shells in windows and split panes and
// brings a session back after a crash. This package joins the parts: it reads
// the command line, asks the questions, and hands a plan to a session. It is
// imported by nothing.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"atrium/internal/client"
	"atrium/internal/config"
	"atrium/internal/session"
)

// version is what --version prints; the build sets it for a release.
var version = "0.1.0-dev"

// One processor is enough: what a session does is one goroutine's work and
// passed on to the next one. With more, each passing on wakes a thread, which
// takes longer than the work does for a key.
func main() {
	runtime.GOMAXPROCS(1)
	os.Exit(newApp(direct).run())
}

// newApp is this process as a run of the program.
func newApp(wire func(*session.Loop) client.Core) *app {
	return &app{
		args: os.Args[1:], env: os.LookupEnv, environ: os.Environ(),
		in: os.Stdin, out: os.Stdout,
		say:   speaker{out: &output{to: os.Stdout}, err: os.Stderr, verb: "atrium"},
		wire:  wire,
		newID: newID,
	}
}

// app is one run of the program.
type app struct {
	args    []string
	env     config.Lookup
	environ []string
	in, out *os.File
	say     speaker
	wire    func(*session.Loop) client.Core // joins the front to the core
	newID   func() string                   // of a conversation
	ended   context.Context                 // done when a termination signal came
	config  config.Config
}

// direct hands messages from one side to the other as they are.
func direct(loop *session.Loop) client.Core { return loop }

// run is the whole program; it returns the exit status. Signals are caught
// before anything else, so that none can end atrium between taking the
// terminal and being ready to give it back.
func (a *app) run() int {
	ended, stop := signal.NotifyContext(context.Background(), syscall.SIGHUP, syscall.SIGTERM, os.Interrupt)
	defer stop()
	a.ended = ended
	code := a.dispatch()
	if lost := a.say.out.lost; code == 0 && lost != nil && !errors.Is(lost, syscall.EPIPE) {
		return a.say.fail(fmt.Errorf("the output could not be written: %w", lost))
	}
	return code
}

// dispatch does what the arguments ask for.
func (a *app) dispatch() int {
	if len(a.args) > 0 {
		if run, ok := a.verbs()[a.args[0]]; ok {
			return run()
		}
	}
	flags, err := parseStartFlags(a.args)
	switch {
	case err != nil:
		return a.say.fail(err)
	case flags.version:
		a.say.tell("atrium " + version + "\n")
		return 0
	case flags.help:
		a.say.tell(helpText)
		return 0
	case flags.probe:
		return a.probe()
	}
	if a.config, err = config.Load(a.env, readConfig); err != nil {
		return a.say.fail(configError(err))
	}
	return a.launch(flags)
}
