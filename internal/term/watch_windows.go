package term

import "time"

// sizePoll is how often the size is asked for, since nothing tells of a change.
const sizePoll = 150 * time.Millisecond

// watchSize calls changed whenever size differs from the time before, until
// the returned function is called; no call is under way when that returns.
func watchSize(size func() (cols, rows int), changed func(continued bool)) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(sizePoll)
		defer ticker.Stop()
		cols, rows := size()
		for {
			select {
			case <-ticker.C:
			case <-done:
				return
			}
			c, r := size()
			if c != cols || r != rows {
				cols, rows = c, r
				changed(false)
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
