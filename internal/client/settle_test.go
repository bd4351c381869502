package client

import (
	"testing"
	"testing/synctest"
	"time"

	"atrium/internal/display"
	"atrium/internal/front"
)

// A session that ends before the terminal has answered waits for the answers,
// which are the shell's typing otherwise, and not for a terminal that has none.
func TestEndWaitsForAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		lives   time.Duration
		answers string
		waits   time.Duration
	}{
		"answered at once": {0, "\x1b[?0u\x1b[?62;4c", 0},
		"in part":          {0, "\x1b[?0u", settleTime},
		"never":            {0, "", settleTime},
		"never, by now":    {answerTime, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tty, core := newTty(20, 5), &fakeCore{views: make(chan front.View)}
				result := make(chan error, 1)
				go func() { result <- Run(tty, core, display.Setup{Asks: true}) }()
				synctest.Wait()
				core.views <- view("text")
				time.Sleep(c.lives)
				core.views <- front.View{Ended: true}
				began := time.Now()
				if c.answers != "" {
					tty.typed <- []byte(c.answers)
				}
				if err := <-result; err != nil {
					t.Error(err)
				}
				if got := time.Since(began); got != c.waits {
					t.Errorf("the end took %v, want %v", got, c.waits)
				}
				tty.ends()
			})
		})
	}
}

func TestAsks(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"TERM": "xterm-256color"}, true},
		{map[string]string{"TERM": "screen"}, true},
		{map[string]string{"TERM": "dumb"}, false},
		{map[string]string{"TERM": "linux"}, false},
		{map[string]string{}, false},
		{map[string]string{"WT_SESSION": "x"}, true},
	} {
		if got := Asks(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %t", c.env, got)
		}
	}
}
