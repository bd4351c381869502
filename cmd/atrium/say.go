package main

import (
	"fmt"
	"io"
	"strings"
)

// The rules of speech. This is the only file that prints.
//
//   - What was asked for (help, version, lists) goes to standard output; what
//     atrium has to say about its own work goes to standard error.
//   - A message begins with its verb: "atrium:" or "atrium recover:". It is one
//     line, begins in lower case and has no full stop: it states the fact.
//   - An error that can be mended is followed by one line "  try: COMMAND",
//     which is the next thing to type.
//   - A posture that came from a snapshot says so where it is named.
//   - Nothing of a file or an agent is printed before safetext has seen it, and
//     no word of a command in a hint.
type speaker struct {
	out  *output
	err  io.Writer
	verb string // "atrium" or "atrium recover"
}

// as is the speaker of another verb.
func (s speaker) as(verb string) speaker {
	s.verb = verb
	return s
}

// tell prints what was asked for.
func (s speaker) tell(text string) { io.WriteString(s.out, text) }

// output is a writer that remembers that something could not be written: what
// was asked for and did not arrive is no success.
type output struct {
	to   io.Writer
	lost error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if o.lost == nil {
		o.lost = err
	}
	return n, err
}

// note says something about atrium's own work.
func (s speaker) note(format string, args ...any) {
	fmt.Fprintf(s.err, "%s: %s\n", s.verb, fmt.Sprintf(format, args...))
}

// raw prints text that has its own form, such as a notice or a question.
func (s speaker) raw(text string) { io.WriteString(s.err, text) }

// fail says what is wrong and, where there is one, the command that mends it.
// It returns the exit status.
func (s speaker) fail(err error) int {
	for _, line := range strings.Split(strings.TrimRight(err.Error(), "\n"), "\n") {
		s.note("%s", line)
	}
	if h, ok := err.(*hinted); ok && h.hint != "" {
		fmt.Fprintf(s.err, "  try: %s\n", h.hint)
	}
	return 1
}

// hinted is an error with the next command to type.
type hinted struct {
	error
	hint string
}

func (h *hinted) Unwrap() error { return h.error }

// usage is an error in what was typed.
func usage(hint, format string, args ...any) error {
	return &hinted{fmt.Errorf(format, args...), hint}
}
