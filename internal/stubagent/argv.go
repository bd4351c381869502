package main

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// command is what the stub was told to do.
type command struct {
	product   string // "claude" or "codex"
	version   bool
	id        string // chosen at a start
	resume    string // id or path of a transcript
	proceed   bool   // with the newest conversation of the directory
	prompt    string
	hasPrompt bool
}

// valued flags take the next word; greedy ones take every word up to the next
// flag, a prompt too, as the real program's do.
var (
	valued = []string{"--append-system-prompt", "--permission-mode", "--model", "--settings", "--session-id", "--resume", "-r"}
	greedy = []string{"--disallowedTools", "--allowedTools", "--add-dir"}
)

var errNoValue = errors.New("error: the last flag needs a value")

func parse(argv []string) (command, error) {
	c := command{product: product(argv[0])}
	words := argv[1:]
	if c.product == "codex" && len(words) > 1 && words[0] == "resume" {
		c.resume, words = words[1], words[2:]
	}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch {
		case word == "--":
			for _, rest := range words {
				c.say(rest)
			}
			return c, nil
		case slices.Contains(greedy, word):
			words = afterValues(words)
		case slices.Contains(valued, word):
			if len(words) == 0 {
				return c, errNoValue
			}
			c.set(word, words[0])
			words = words[1:]
		case strings.HasPrefix(word, "-"):
			c.set(word, "")
		default:
			c.say(word)
		}
	}
	return c, nil
}

// product is which program the stub is named after; a claude may have any name.
func product(argv0 string) string {
	if strings.TrimSuffix(filepath.Base(argv0), ".exe") == "codex" {
		return "codex"
	}
	return "claude"
}

func afterValues(words []string) []string {
	for i, word := range words {
		if strings.HasPrefix(word, "-") {
			return words[i:]
		}
	}
	return nil
}

func (c *command) set(flag, value string) {
	switch flag {
	case "--session-id":
		c.id = value
	case "--resume", "-r":
		c.resume = value
	case "--continue", "-c":
		c.proceed = true
	case "--version":
		c.version = true
	}
}

func (c *command) say(prompt string) {
	c.prompt, c.hasPrompt = prompt, true
}
