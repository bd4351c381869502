package store

import (
	"errors"
	"fmt"

	"atrium/internal/durable"
)

// RuntimeDir is unsupported here, and so is a Registry: the panes of a session
// are in a job that ends with it.
func RuntimeDir(durable.FS, func(string) string) (string, error) {
	return "", fmt.Errorf("no runtime directory on this platform: %w", errors.ErrUnsupported)
}
