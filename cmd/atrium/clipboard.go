package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"atrium/internal/config"
	"atrium/internal/session"
)

// clipboardTime bounds how long a clipboard program may take to read a text.
const clipboardTime = 3 * time.Second

// clipboard is the program that puts text into the system's clipboard.
type clipboard struct {
	env  config.Lookup
	once sync.Once
	argv []string // nil when there is none
}

// Copy puts text into the system's clipboard. A system that has no program for
// it is no failure: the terminal was sent the text as well.
func (h *host) Copy(e session.Copy) session.Copied {
	return session.Copied{Err: h.clipboard.set(e.Text)}
}

// find looks for the program once: what there is does not change while a
// session runs.
func (c *clipboard) find() {
	for _, argv := range clipboardPrograms(c.env) {
		if path, err := exec.LookPath(argv[0]); err == nil {
			c.argv = append([]string{path}, argv[1:]...)
			return
		}
	}
}

func (c *clipboard) set(text string) error {
	c.once.Do(c.find)
	if c.argv == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), clipboardTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
	cmd.Stdin = strings.NewReader(clipboardText(c.argv[0], text))
	cmd.WaitDelay = clipboardTime / 3
	detach(cmd)
	err := cmd.Run()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = fmt.Errorf("it takes longer than %v", clipboardTime)
	}
	if err != nil {
		return fmt.Errorf("%q: %w", filepath.Base(c.argv[0]), err)
	}
	return nil
}

// clipboardText is text as the program reads it: clip.exe takes what is not
// UTF-16 for the console's code page.
func clipboardText(program, text string) string {
	if !strings.EqualFold(filepath.Base(program), "clip.exe") {
		return text
	}
	encoded := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = append(encoded, byte(unit), byte(unit>>8))
	}
	return string(encoded)
}
