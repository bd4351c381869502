//go:build unix

package pty

import (
	"time"

	"atrium/internal/proc"
)

// killWait is how long a killed process may take; only one that hangs in the
// kernel takes longer.
const killWait = time.Second

// tearDown ends the process group and then frees the terminal. It does not
// wait for the terminal to be let go by others.
func (p *pane) tearDown() error {
	p.asked.Store(true)
	left := proc.EndGroups([]proc.ID{p.leader}, Grace)
	gone := len(left) == 0 && p.endedWithin(killWait)
	if !gone && p.leader.Start == "" {
		// Without a start proc refuses, but our own child is never another's.
		_ = p.process.Kill()
		gone = p.endedWithin(killWait)
	}
	p.input.close()
	_ = p.master.Close()
	if !gone {
		return ErrSurvived
	}
	return nil
}

func (p *pane) endedWithin(limit time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(limit):
		return false
	}
}
