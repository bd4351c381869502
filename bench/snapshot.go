package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"atrium/internal/durable"
	"atrium/internal/layout"
	"atrium/internal/snapshot"
)

// plain stands beside atrium in the rows of the snapshot: the same bytes
// written to a file and synced, which is what the disk alone takes.
type plain struct{ target }

func (plain) name() string { return "plain" }
func (plain) stop()        {}

const savedPanes = 100

// image is a session of many agents, with a prompt of ordinary length each.
func image() snapshot.Snapshot {
	s := snapshot.Snapshot{Version: snapshot.Version}
	prompt := make([]byte, 1200)
	for i := range prompt {
		prompt[i] = "agents work "[i%12]
	}
	for i := range savedPanes {
		cwd, session := fmt.Sprintf("/home/somebody/project/part%d", i), fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		id := layout.PaneID(i)
		s.Windows = append(s.Windows, snapshot.Window{Name: "claude", Tree: fmt.Sprint(i), Focus: id})
		s.Panes = append(s.Panes, snapshot.Pane{
			ID: id, Window: i, Cwd: &cwd, SessionID: &session, CanSpawn: true,
			Argv: []string{"claude", "--append-system-prompt", string(prompt), "--model", "opus"},
			Deny: []string{"Bash(git push *)"},
		})
	}
	return s
}

// encodeSnapshot measures the encoder; a plain file has none.
func encodeSnapshot(_ place, t target) ([][]float64, error) {
	if t.name() == "plain" {
		return nil, fmt.Errorf("a plain file is not encoded")
	}
	s := image()
	began := time.Now()
	snapshot.Encode(s)
	return sample(milliseconds(time.Since(began))), nil
}

// writeSnapshot measures the durable replace of the encoded bytes.
func writeSnapshot(p place, t target) ([][]float64, error) {
	text := snapshot.Encode(image())
	path := filepath.Join(p.dir, "snapshot-of-"+t.name())
	began := time.Now()
	var err error
	if t.name() == "plain" {
		err = writeSynced(path, text)
	} else {
		err = durable.Replace(durable.OS(), path, text)
	}
	return sample(milliseconds(time.Since(began))), err
}

func writeSynced(path string, text []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Sync()
}
