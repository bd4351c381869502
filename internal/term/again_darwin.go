package term

import "os"

// openAgain is nil: kqueue does not tell of terminals.
func openAgain(*os.File) *os.File { return nil }
