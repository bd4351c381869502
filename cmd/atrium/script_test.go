package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"atrium/internal/durable"
	"atrium/internal/store"
)

// TestScripts runs the command line without a terminal as its specification,
// one script for each part.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			for name, dir := range map[string]string{
				"HOME": "home", "XDG_RUNTIME_DIR": "run", "ATRIUM_STATE_DIR": "state", "TMPDIR": "tmp",
			} {
				path := filepath.Join(env.WorkDir, dir)
				env.Setenv(name, path)
				if name != "ATRIUM_STATE_DIR" {
					if err := os.MkdirAll(path, 0o700); err != nil {
						return err
					}
				}
			}
			env.Values["memory"] = memory{}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"expand": expand, "storedir": storeDir, "keep": keep, "kept": kept,
		},
	})
}

// expand FILE... replaces $NAME in files by the script's variables.
func expand(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		path := ts.MkAbs(name)
		text, err := os.ReadFile(path)
		ts.Check(err)
		ts.Check(os.WriteFile(path, []byte(os.Expand(string(text), ts.Getenv)), 0o600))
	}
}

// storeDir NAME sets a variable to the directory in the store of the project
// that the script is in, and makes that directory.
func storeDir(ts *testscript.TestScript, _ bool, args []string) {
	st, err := store.Open(durable.OS(), ts.Getenv("ATRIUM_STATE_DIR"), ts.MkAbs("."))
	ts.Check(err)
	ts.Check(os.MkdirAll(st.Dir(), 0o700))
	ts.Check(os.Chmod(filepath.Dir(st.Dir()), 0o700))
	ts.Setenv(args[0], st.Dir())
	ts.Setenv("PROJECT", st.Project())
}

// memory is what keep remembers.
type memory map[string]string

// keep DIR remembers every file below a directory.
func keep(ts *testscript.TestScript, _ bool, args []string) {
	m := ts.Value("memory").(memory)
	clear(m)
	maps.Copy(m, below(ts, args[0]))
}

// kept DIR fails unless the files below are those that keep saw, byte for byte.
func kept(ts *testscript.TestScript, _ bool, args []string) {
	before, now := ts.Value("memory").(memory), below(ts, args[0])
	if !maps.Equal(before, now) {
		ts.Fatalf("%s holds %q, held %q", args[0], slices.Sorted(maps.Keys(now)), slices.Sorted(maps.Keys(before)))
	}
}

func below(ts *testscript.TestScript, dir string) memory {
	found := memory{}
	err := filepath.WalkDir(ts.MkAbs(dir), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		found[path] = string(text)
		return err
	})
	ts.Check(err)
	return found
}
