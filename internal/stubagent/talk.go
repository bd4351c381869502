package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// errExit is the wish of the person to leave.
var errExit = errors.New("exit")

// rawMode is a terminal whose line discipline is off, so that the stub gets
// the very bytes that were sent. The zero value is no terminal.
type rawMode struct{ before *term.State }

func makeRaw() rawMode {
	before, err := term.MakeRaw(int(os.Stdin.Fd()))
	if err != nil {
		return rawMode{}
	}
	return rawMode{before}
}

func (r rawMode) restore() {
	if r.before != nil {
		term.Restore(int(os.Stdin.Fd()), r.before)
	}
}

// talk greets, submits the prompt of the command line, and answers each line
// until the input ends.
func (s *session) talk(input io.Reader) error {
	fmt.Printf("stub %s, session %s, %d earlier messages\r\n", s.product, s.id, s.messages)
	if s.hasPrompt {
		fmt.Printf("> %s\r\n", s.prompt)
		if err := s.hear(s.prompt); err != nil {
			return err
		}
	}
	fmt.Print("> ")
	var line []byte
	buffer := make([]byte, 4096)
	for {
		n, err := input.Read(buffer)
		if err != nil {
			return err
		}
		if line, err = s.take(line, buffer[:n]); err != nil {
			return err
		}
	}
}

// take echoes what was typed and hears each finished line; it returns the
// unfinished one.
func (s *session) take(line, typed []byte) ([]byte, error) {
	for _, b := range typed {
		switch b {
		case '\r', '\n':
			fmt.Print("\r\n")
			if err := s.hear(string(line)); err != nil {
				return nil, err
			}
			fmt.Print("> ")
			line = nil
		case 0x03, 0x04: // Ctrl-C, Ctrl-D
			return nil, errExit
		default:
			os.Stdout.Write([]byte{b})
			line = append(line, b)
		}
	}
	return line, nil
}

// hear acts on one line of the person.
func (s *session) hear(line string) error {
	switch line {
	case "":
		return nil
	case "/exit":
		return errExit
	case "/clear":
		if err := s.clear(); err != nil {
			return err
		}
		s.claim()
		fmt.Printf("session %s\r\n", s.id)
		return nil
	}
	for _, role := range []string{"user", "assistant"} {
		if err := s.append(role, line); err != nil {
			return err
		}
	}
	fmt.Printf("heard %q, %d messages\r\n", line, s.messages)
	return nil
}
