// Package team owns the bus and the board of a session. So far it reads their
// saved form, which is as writable by hosted agents as a snapshot, far enough
// to say what a resume would bring back. It knows no file and no clock: store
// keeps the side files, and the command line counts them for the notice.
package team

import (
	"errors"
	"fmt"
)

// MaxSize is the longest side file, in bytes, that is read: four full rings.
const MaxSize = 4 * ring * maxEvent

// checkSize protects the resume from a side file that somebody made huge.
func checkSize(data []byte) error {
	switch {
	case len(data) == 0:
		return errors.New("the file is empty")
	case len(data) > MaxSize:
		return fmt.Errorf("%d bytes are more than %d", len(data), MaxSize)
	}
	return nil
}
