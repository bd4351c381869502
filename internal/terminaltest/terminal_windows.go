package terminaltest

import (
	"errors"
	"os"
	"os/exec"
)

var errNoTerminal = errors.New("terminaltest opens no terminal on windows")

func startOnTerminal(*exec.Cmd, int, int) (*os.File, string, error) { return nil, "", errNoTerminal }

func unread(string) (bool, error) { return false, errNoTerminal }

func setSize(*os.File, int, int) error { return errNoTerminal }
