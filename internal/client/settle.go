package client

import "time"

const (
	// answerTime is how long a terminal may take to answer before it is taken
	// for one that does not.
	answerTime = 2 * time.Second
	// settleTime is how long the end of a session waits for answers that are
	// still to come.
	settleTime = 300 * time.Millisecond
)

// settle reads the answers to what the terminal was asked a moment ago, in a
// session that ended at once: a shell would take them for typing.
func (r *relay) settle(in reading) {
	late := time.NewTimer(settleTime)
	defer late.Stop()
	for r.display.Asking() && time.Since(r.began) < answerTime {
		select {
		case p := <-in.bytes:
			r.display.Input(p)
		case <-in.failed:
			return
		case <-late.C:
			return
		}
	}
}
