package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// start is the record of one start in STUB_LOG, as <pid>.json; what was typed
// is beside it as <pid>.stdin.
type start struct {
	Pid     int       `json:"pid"`
	Argv    []string  `json:"argv"`
	Cwd     string    `json:"cwd"`
	Env     []string  `json:"env"` // NAME=value, as given
	Started time.Time `json:"started"`
}

// logStart records the start in dir and returns where to write what is typed.
// Without a dir nothing is recorded.
func logStart(dir string) (typed io.Writer, err error) {
	if dir == "" {
		return io.Discard, nil
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	s := start{Pid: os.Getpid(), Argv: os.Args, Cwd: cwd, Env: os.Environ(), Started: time.Now()}
	stem := filepath.Join(dir, fmt.Sprint(s.Pid))
	stdin, err := os.Create(stem + ".stdin")
	if err != nil {
		return nil, err
	}
	return stdin, writeWhole(stem+".json", s)
}

// writeWhole makes a file appear complete, since readers look at any time.
func writeWhole(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".tmp", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}

// recordPath is the live record that a running claude keeps of itself.
func (s *session) recordPath() string {
	return filepath.Join(s.home(), "sessions", fmt.Sprintf("%d.json", os.Getpid()))
}

// claim says in the live record which conversation this process is in.
func (s *session) claim() {
	if s.product == "codex" {
		return
	}
	os.MkdirAll(filepath.Dir(s.recordPath()), 0o700)
	writeWhole(s.recordPath(), map[string]any{
		"pid":        os.Getpid(),
		"procStart":  procStart(),
		"sessionId":  s.id,
		"cwd":        s.cwd,
		"entrypoint": "cli",
		"kind":       "interactive",
		"status":     "idle",
	})
}

func (s *session) disclaim() { os.Remove(s.recordPath()) }

// procStart is field 22 of the kernel's line about this process, "" where there
// is none. The name before it may hold blanks, but ends with the last bracket.
func procStart() string {
	line, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return ""
	}
	fields := strings.Fields(string(line[strings.LastIndexByte(string(line), ')')+1:]))
	const afterName = 22 - 3
	if len(fields) <= afterName {
		return ""
	}
	return fields[afterName]
}
