//go:build unix

package term

import (
	"os"

	"atrium/internal/nowait"
)

// atOnce writes to the terminal what it takes without waiting. It is nil where
// the terminal cannot be opened once more.
func atOnce(f *os.File) func([]byte) int {
	own := openAgain(f)
	if own == nil {
		return nil
	}
	return nowait.Writer(own)
}
