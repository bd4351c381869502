//go:build unix

package client

import (
	"os"
	"sync"
	"testing"

	"github.com/creack/pty"

	"atrium/internal/display"
	"atrium/internal/front"
	"atrium/internal/term"
	"atrium/internal/vt"
)

// window shows what arrives at the other end of a pty.
type window struct {
	mu      sync.Mutex
	changed sync.Cond
	screen  *vt.Terminal
}

func (w *window) read(master *os.File) {
	var p [4096]byte
	for {
		n, err := master.Read(p[:])
		if err != nil {
			return
		}
		w.mu.Lock()
		_, _ = w.screen.Write(p[:n])
		w.changed.Broadcast()
		w.mu.Unlock()
	}
}

// await waits until the screen meets a condition.
func (w *window) await(met func(*vt.Terminal) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !met(w.screen) {
		w.changed.Wait()
	}
}

// quitter is a session of one pane that ends when it is asked to.
type quitter struct{ views chan front.View }

func (q quitter) Views() <-chan front.View { return q.views }

func (q quitter) Send(c front.Command) {
	switch c.(type) {
	case front.Ready:
		v := view("hello")
		v.Tiles[0].Modes = vt.Modes{BracketedPaste: true, AppCursor: true}
		q.views <- v
	case front.Quit:
		q.views <- front.View{Ended: true}
	}
}

func TestOnARealTerminal(t *testing.T) { // check 150, R094
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	defer master.Close()
	if err := pty.Setsize(tty, &pty.Winsize{Cols: 20, Rows: 5}); err != nil {
		t.Fatal(err)
	}
	w := &window{screen: vt.New(20, 5, 0)}
	w.changed.L = &w.mu
	go w.read(master)

	terminal, err := term.Open(tty, tty)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- Run(terminal, quitter{make(chan front.View, 1000)}, display.Setup{}) }()
	w.await(func(s *vt.Terminal) bool {
		m := s.Modes()
		return s.Row(0).Text() == "hello" && m.AltScreen && m.BracketedPaste && m.AppCursor
	})
	if _, err := master.WriteString("\x01q"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("ended with %v", err)
	}
	w.await(func(s *vt.Terminal) bool { return s.Modes() == vt.Modes{} && s.Cursor().Visible })
}
