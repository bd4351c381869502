package agenthome

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"atrium/internal/agent"
	"atrium/internal/proc"
)

// Live is a claude that runs right now and the conversation it is in. It
// follows what the person does inside the agent.
type Live struct {
	proc.ID   // the agent's own process, which may be below its pane's
	SessionID string
	Cwd       string // real path
}

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
		if live, running := liveRecord(dir, entry.Name()); running {
			all = append(all, live)
		}
	}
	return all, true
}

func liveRecord(dir, name string) (Live, bool) {
	if !agent.IsSessionRecord(name) {
		return Live{}, false
	}
	r, err := readRecord(filepath.Join(dir, name))
	if err != nil || name != strconv.Itoa(r.Pid)+".json" || !r.Interactive() {
		return Live{}, false
	}
	start, running := verify(r)
	return Live{ID: proc.ID{Pid: r.Pid, Start: start}, SessionID: r.SessionID, Cwd: r.Cwd}, running
}

func readRecord(path string) (r agent.SessionRecord, err error) {
	for range recordTries {
		var text []byte
		if text, err = readBounded(path); err != nil {
			return r, err
		}
		if r, err = agent.ParseSessionRecord(text); err == nil {
			return r, nil
		}
		time.Sleep(recordPause)
	}
	return r, err
}

// readBounded reads a regular file. Anything else that an agent may have put
// in its place could keep the reader waiting for ever.
func readBounded(path string) ([]byte, error) { return readRegular(path, recordLimit) }

// readRegular reads at most limit bytes of a file. Anything but a file could
// keep the reader for ever: a pipe that nobody writes to, a device.
func readRegular(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// verify compares the recorded start with that of the process that has the pid
// now. Where the platform does not tell the start in claude's form, a running
// process has to do.
func verify(r agent.SessionRecord) (start string, running bool) {
	if running, known := proc.Running(r.Pid); !known || !running {
		return "", false
	}
	if ticks, known := proc.Ticks(r.Pid); known && ticks != r.ProcStart {
		return "", false
	}
	start, _ = proc.Start(r.Pid)
	return start, true
}
