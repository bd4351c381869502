package terminaltest

import (
	"errors"
	"os"
	"os/exec"
)

var errNoTerminal = errors.New("terminaltest opens no terminal on windows")

func startOnTerminal(*exec.Cmd, int, int) (*os.File, error) { return nil, errNoTerminal }

func setSize(*os.File, int, int) error { return errNoTerminal }
