package term

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
)

const (
	ctrlC         = 0x03
	ctrlBackslash = 0x1c
)

// ErrInterrupted tells that a question was answered with Ctrl+C.
var ErrInterrupted = errors.New("interrupted")

// maxAnswer bounds one line; canonical mode gives no more at once.
const maxAnswer = 4096

// Questions asks on a terminal before a session takes it: whole lines with
// echo, read from the terminal itself. Nothing that was typed before the first
// question can answer it, and nothing that was typed beyond the last answer
// reaches what comes after.
type Questions struct {
	in   *os.File
	out  *os.File
	read *input
	mode *lineMode
	rest []byte // of a read that gave more than a line
}

// Asking prepares for questions; Done must follow.
func Asking(in, out *os.File) (*Questions, error) {
	if !IsTerminal(in) || !IsTerminal(out) {
		return nil, errors.New("a question needs a terminal")
	}
	read, err := newInput(in)
	if err != nil {
		return nil, err
	}
	mode, err := startLine(in, out)
	if err != nil {
		read.close()
		return nil, err
	}
	discardInput(in)
	return &Questions{in: in, out: out, read: read, mode: mode}, nil
}

// Ask writes question and waits for a line, which it returns without its end.
// It fails with io.EOF for Ctrl+D, ErrInterrupted for Ctrl+C, ErrLost for a
// terminal that went away, and the context's error; none of them is an answer.
func (q *Questions) Ask(ctx context.Context, question string) (string, error) {
	if _, err := io.WriteString(q.out, question); err != nil {
		return "", ErrLost
	}
	stop := context.AfterFunc(ctx, q.read.cancel)
	defer stop()
	line, err := q.line()
	if errors.Is(err, errCancelled) {
		err = context.Cause(ctx)
	}
	if err != nil {
		_, _ = io.WriteString(q.out, "\n")
		return "", err
	}
	return line, nil
}

// Done puts the terminal back and throws away what is still unread.
func (q *Questions) Done() {
	q.mode.stop()
	discardInput(q.in)
	q.read.close()
}

// line is the next line, from what was read or from the terminal.
func (q *Questions) line() (string, error) {
	for {
		if i := lineEnd(q.rest); i >= 0 {
			line, end := string(q.rest[:i]), q.rest[i]
			q.rest = q.rest[i+1:]
			if end != '\n' {
				return "", ErrInterrupted
			}
			return strings.TrimSuffix(line, "\r"), nil
		}
		if len(q.rest) >= maxAnswer {
			q.rest = nil
		}
		if err := q.more(); err != nil {
			return "", err
		}
	}
}

func lineEnd(p []byte) int {
	for i, b := range p {
		if b == '\n' || b == ctrlC || b == ctrlBackslash {
			return i
		}
	}
	return -1
}

// more reads on. Ctrl+D is a read of nothing, and so is the end of a terminal,
// which is none any more then.
func (q *Questions) more() error {
	var p [maxAnswer]byte
	n, err := q.read.read(p[:])
	q.rest = append(q.rest, p[:n]...)
	switch {
	case errors.Is(err, errCancelled):
		return err
	case err != nil && !errors.Is(err, io.EOF):
		return ErrLost
	case n == 0 && IsTerminal(q.in):
		return io.EOF
	case n == 0:
		return ErrLost
	}
	return nil
}
