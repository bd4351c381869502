// Package config is the operator's own file, config.json, and the one table of
// every key in it and every ATRIUM_* name in the environment. It reads the file
// strictly, because a mistyped guard is a missing guard, and lays the
// environment over it: lists merge, single values override. It writes nothing
// and knows no flag; the command line calls it once at start and lays its flags
// on top. The control client does not read it.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"atrium/internal/keys"
	"atrium/internal/policy"
)

// Config is what the operator set for every session. Nil and empty mean not
// set.
type Config struct {
	ClaudeAliases []Alias
	Deny          []string // as written, not normalised
	CtlAllow      []string
	TrustAllow    []string
	BuildJobs     *int // size of the compile pool; 0 is none
	MemoryMB      *int // memory ceiling of a session, MB; 0 is none
	Scrollback    *int // lines kept of each pane; 0 to MaxScrollback
	CopyKeys      CopyKeys
	Keys          *keys.Bindings // nil for the usual ones
	Fleet         FleetDefaults
	Warnings      []string // about the file, one clause each, for the operator
}

// MaxScrollback is the most lines that may be kept of a pane.
const MaxScrollback = 1_000_000

// CopyKeys is whose keys move the cursor in copy mode.
type CopyKeys uint8

// The styles of keys; vi is the default.
const (
	ViKeys CopyKeys = iota
	EmacsKeys
)

// Alias is a command that is claude under another name.
type Alias struct {
	Name      string
	ConfigDir string // where it keeps its files, "" for claude's usual place
}

// FleetDefaults is what a fleet takes where its own file is silent.
type FleetDefaults struct {
	Trust    *policy.Posture
	Identity string
	AllowCtl *bool
	Grid     string // "RxC"
}

// Lookup reads an environment variable, as os.LookupEnv does.
type Lookup func(name string) (value string, set bool)

// ReadFile reads a whole file, as os.ReadFile does. Only an error that is
// fs.ErrNotExist means that there is no file.
type ReadFile func(path string) ([]byte, error)

// Load reads the operator's file and lays the environment over it. A missing
// file is an empty one. Every error is an *Error.
func Load(env Lookup, read ReadFile) (Config, error) {
	var c Config
	if path := Path(env); path != "" {
		text, err := read(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return Config{}, &Error{File: path, Fact: "cannot be read", Cause: err,
				Hint: "make it readable, or name another file in " + FileVar}
		default:
			if c, err = decode(path, text, home(env)); err != nil {
				return Config{}, err
			}
		}
	}
	c.overlay(env)
	return c, nil
}

// Path is where the operator's file is looked for; "" when the environment
// names no place at all.
func Path(env Lookup) string {
	if path := value(env, FileVar); path != "" {
		return path
	}
	dir := userDir(env)
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "atrium", "config.json")
}

// Error says what is wrong with the operator's file. Error is the fact, Hint
// what to write instead.
type Error struct {
	File  string
	Key   string // dotted path of the key, "" for the file as a whole
	Fact  string
	Hint  string
	Cause error // nil when the fact says it all
}

func (e *Error) Error() string {
	text := fmt.Sprintf("configuration %q", e.File)
	if e.Key != "" {
		text += fmt.Sprintf(": key %q", e.Key)
	}
	text += " " + e.Fact
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }
