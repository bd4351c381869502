package proc

import "time"

// Grace is how long a process that was asked to end may take before it is
// killed.
const Grace = 750 * time.Millisecond

// killWait is how long a killed process may take to be gone. Only one that
// hangs in the kernel takes longer; it is reported instead of waited for.
const killWait = time.Second

// poll is how often it is looked whether the targets are gone.
const poll = 10 * time.Millisecond

// await waits until no target is alive or the time is up, and returns those
// that are.
func await(targets []ID, limit time.Duration, alive func(ID) bool) []ID {
	deadline := time.Now().Add(limit)
	for {
		targets = filter(targets, alive)
		if len(targets) == 0 || !time.Now().Before(deadline) {
			return targets
		}
		time.Sleep(poll)
	}
}

func filter(ids []ID, keep func(ID) bool) []ID {
	var kept []ID
	for _, id := range ids {
		if keep(id) {
			kept = append(kept, id)
		}
	}
	return kept
}

// lives errs towards alive, so that what cannot be told is reported as left.
func lives(id ID) bool {
	same, known := Same(id.Pid, id.Start)
	return same || !known
}
