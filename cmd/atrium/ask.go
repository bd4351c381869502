package main

import (
	"errors"
	"io"
	"os"
	"strings"

	"atrium/internal/recovery"
	"atrium/internal/term"
)

// maxAsks is how often a question is put before an unclear answer is a no.
const maxAsks = 3

// ask puts a question whose default is yes. An error is no answer at all: end
// of input, Ctrl+C, a terminal that went away.
func (a *app) ask(question string) (yes bool, err error) {
	q, err := term.Asking(a.in, os.Stderr)
	if err != nil {
		return false, err
	}
	defer q.Done()
	for range maxAsks {
		line, err := q.Ask(a.ended, question)
		if err != nil {
			return false, err
		}
		switch recovery.ParseAnswer(line) {
		case recovery.Yes:
			return true, nil
		case recovery.No:
			return false, nil
		}
	}
	return false, nil
}

const skipWarning = `atrium: trust skip lets every agent run any command, change and delete any
file of yours and reach the network, all without asking.
`

// confirmSkip asks before a session runs without any permission question. Only
// a typed yes goes on.
func (a *app) confirmSkip(instead string) bool {
	a.say.raw(skipWarning)
	if q, err := term.Asking(a.in, os.Stderr); err == nil {
		defer q.Done()
		line, err := q.Ask(a.ended, "Run without permission questions? [y/N] ")
		answer := strings.ToLower(strings.TrimSpace(line))
		if err == nil && (answer == "y" || answer == "yes") {
			return true
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, term.ErrInterrupted) {
			a.say.note("no answer: %v", err)
		}
	}
	a.say.note("aborted, nothing was started")
	a.say.raw("  try: " + instead + "\n")
	return false
}
