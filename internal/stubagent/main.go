// Command stubagent stands in for claude or codex in tests, whichever its file
// is named: it starts at once, needs no model, keeps conversations where the
// real program keeps them, refuses to resume one that is not there, and writes
// down how it was started. It is test-only, built by package stubtest, and it
// writes nowhere but below its home and the folder STUB_LOG.
//
// The environment changes how it behaves:
//
//	STUB_LOG          folder for the record of each start and the bytes typed
//	STUB_SLEEP_START  how long it sleeps before it looks at anything, as "3s"
//	STUB_BURN         how long it computes before that
//	STUB_IGNORE_HUP   set: a hangup does not end it (two minutes do)
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// version is the real program's that the stub behaves like.
const version = "2.1.197 (Claude Code)"

func main() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
	if os.Getenv("STUB_IGNORE_HUP") == "" {
		signal.Notify(signals, syscall.SIGHUP)
	} else {
		signal.Ignore(syscall.SIGHUP)
	}
	os.Exit(run(signals))
}

func run(signals <-chan os.Signal) (code int) {
	typed, err := logStart(os.Getenv("STUB_LOG"))
	if err != nil {
		return refuse(err)
	}
	burn(duration("STUB_BURN"))
	time.Sleep(duration("STUB_SLEEP_START"))
	command, err := parse(os.Args)
	if err != nil {
		return refuse(err)
	}
	if command.version {
		fmt.Println(version)
		return 0
	}
	s, err := command.open()
	if err != nil {
		return refuse(err)
	}
	return s.live(signals, typed)
}

func refuse(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// duration reads a length of time from the environment; unset is none.
func duration(name string) time.Duration {
	d, _ := time.ParseDuration(os.Getenv(name))
	return d
}

func burn(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

// live talks on the terminal until the person or a signal ends it.
func (s *session) live(signals <-chan os.Signal, typed io.Writer) int {
	terminal := makeRaw()
	defer terminal.restore()
	s.claim()
	defer s.disclaim()
	over := make(chan error, 1)
	go func() { over <- s.talk(io.TeeReader(os.Stdin, typed)) }()
	select {
	case sig := <-signals:
		return signalCode(sig)
	case err := <-over:
		return s.left(err, signals)
	}
}

// left is the exit code after the talk ended: by the person, or because the
// terminal went away, after which the hangup decides.
func (s *session) left(err error, signals <-chan os.Signal) int {
	if errors.Is(err, errExit) {
		fmt.Printf("Resume this session with: claude --resume %s\r\n", s.id)
		return 0
	}
	select {
	case sig := <-signals:
		return signalCode(sig)
	case <-time.After(2 * time.Minute): // a stub that ignores hangups must not live for ever
		return 1
	}
}

// signalCode is the exit code of the real program: an interrupt is a wish, the
// others are told to whoever waits.
func signalCode(sig os.Signal) int {
	number, _ := sig.(syscall.Signal)
	if number == syscall.SIGINT {
		return 0
	}
	return 128 + int(number)
}
