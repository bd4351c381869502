//go:build unix

package term

import (
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// watchSize calls changed for every SIGWINCH and, with continued, for every
// SIGCONT, until the returned function is called; no
// call is under way when that returns.
func watchSize(_ func() (cols, rows int), changed func(continued bool)) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, unix.SIGWINCH, unix.SIGCONT)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case s := <-signals:
				changed(s == unix.SIGCONT)
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
		<-ended
	}
}
