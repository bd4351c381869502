package agenthome

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"atrium/internal/proc"
)

// Live is a claude that runs right now and the conversation it is in. It
// follows what the person does inside the agent.
type Live struct {
	proc.ID   // the agent's own process, which may be below its pane's
	SessionID string
	Cwd       string // real path
}

// recordName is strict: keys for messaging lie beside the records.
var recordName = regexp.MustCompile(`^[1-9][0-9]*\.json$`)

const (
	recordLimit = 1 << 20 // a record is a few hundred bytes

	// Claude rewrites a record in place, so one that does not parse is looked
	// at again.
	recordTries = 3
	recordPause = 2 * time.Millisecond
)

// Live lists the interactive claudes whose record and process agree. known is
// false when the records cannot be read; a place without records has none.
func (c Claude) Live() (all []Live, known bool) {
	dir := filepath.Join(c.Dir, "sessions")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, absence(dir, err) == Missing
	}
	for _, entry := range entries {
		if !recordName.MatchString(entry.Name()) {
			continue
		}
		r, err := readRecord(filepath.Join(dir, entry.Name()))
		if err != nil || entry.Name() != strconv.Itoa(r.pid)+".json" || !r.interactive {
			continue
		}
		if start, runs := r.runs(); runs {
			all = append(all, Live{ID: proc.ID{Pid: r.pid, Start: start}, SessionID: r.sessionID, Cwd: r.cwd})
		}
	}
	return all, true
}

// record is what is used of one file.
type record struct {
	pid         int
	sessionID   string
	procStart   string
	cwd         string
	interactive bool // and not a run of claude -p
}

var errRecord = errors.New("no live session record")

func readRecord(path string) (r record, err error) {
	for range recordTries {
		if r, err = parseFile(path); err == nil || errors.Is(err, fs.ErrNotExist) {
			return r, err
		}
		time.Sleep(recordPause)
	}
	return record{}, err
}

func parseFile(path string) (record, error) {
	f, err := os.Open(path)
	if err != nil {
		return record{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, recordLimit))
	if err != nil {
		return record{}, err
	}
	return parseRecord(text)
}

// parseRecord reads the first value and leaves what follows it: a record that
// became shorter may still have the end of the longer one behind it.
func parseRecord(text []byte) (record, error) {
	var raw struct {
		Pid        int             `json:"pid"`
		SessionID  string          `json:"sessionId"`
		ProcStart  json.RawMessage `json:"procStart"`
		Cwd        string          `json:"cwd"`
		Entrypoint string          `json:"entrypoint"`
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&raw); err != nil {
		return record{}, err
	}
	if raw.Pid <= 0 || raw.SessionID == "" {
		return record{}, errRecord
	}
	return record{
		pid:         raw.Pid,
		sessionID:   raw.SessionID,
		procStart:   strings.Trim(string(raw.ProcStart), `"`),
		cwd:         raw.Cwd,
		interactive: raw.Entrypoint == "cli",
	}, nil
}

// runs compares the recorded start with that of the process that has the pid
// now. Where the platform does not tell the start in claude's form, a running
// process has to do.
func (r record) runs() (start string, runs bool) {
	if running, known := proc.Running(r.pid); !known || !running {
		return "", false
	}
	if ticks, known := proc.Ticks(r.pid); known && ticks != r.procStart {
		return "", false
	}
	return startOf(r.pid), true
}

func startOf(pid int) string {
	start, _ := proc.Start(pid)
	return start
}
