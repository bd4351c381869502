// Package agenthome is what an agent product keeps on this machine: claude's
// transcripts, the records of its live sessions and the list of folders it
// trusts. It reads them as things another program owns and may be writing at
// this moment, and writes one of them, the folder trust, with the least change.
// What could not be found out is never reported as absent. recovery's facts and
// session's spawn effect come from here; rules about products are in agent.
//
// The layout is that of claude 2.1.197 and 2.1.332.
package agenthome

import (
	"errors"
	"path/filepath"
)

// Claude is one place where claude, or an alias of it, keeps its files.
type Claude struct {
	Dir  string // transcripts and live records are below it
	File string // the configuration that holds folder trust
}

// ErrNoHome means that the environment names no home directory.
var ErrNoHome = errors.New("no home directory: HOME is not set")

// Lookup reads an environment variable, as os.LookupEnv does.
type Lookup func(name string) (value string, set bool)

// Locate finds claude's place. configDir is an alias's own directory, "" for
// the one that a claude started in this environment would use.
func Locate(env Lookup, configDir string) (Claude, error) {
	if configDir == "" {
		configDir, _ = env("CLAUDE_CONFIG_DIR")
	}
	if configDir != "" {
		return Claude{Dir: configDir, File: filepath.Join(configDir, ".claude.json")}, nil
	}
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home, _ := env(name); home != "" {
			return Claude{Dir: filepath.Join(home, ".claude"), File: filepath.Join(home, ".claude.json")}, nil
		}
	}
	return Claude{}, ErrNoHome
}
