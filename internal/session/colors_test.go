package session

import (
	"strings"
	"testing"

	"atrium/internal/front"
	"atrium/internal/vt"
)

// told are the bytes that went to a pane since the last call.
func (r *rig) told(pane front.PaneRef) string {
	var b strings.Builder
	for _, w := range of[Write](r) {
		if w.Pane == pane {
			b.Write(w.Bytes)
		}
	}
	return b.String()
}

func (r *rig) prints(pane front.PaneRef, text string) {
	r.t.Helper()
	r.step(Output{Pane: pane, Bytes: []byte(text)})
}

// A program that asks for the terminal's colours is told when they are known.
func TestColorsAreWaitedFor(t *testing.T) {
	const ask, dark, light = "\x1b]11;?\x07\x1b[5n", "\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[0n", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[0n"
	white := front.Colors{Colors: vt.Colors{Background: vt.RGB(255, 255, 255)}}
	t.Run("the front tells", func(t *testing.T) {
		r := newRig(t, Config{}, []string{"a"}, []string{"b"})
		r.up()
		r.prints(0, ask)
		if got := r.told(0); got != "" {
			t.Errorf("told %q too early", got)
		}
		r.do(white)
		if got := r.told(0); got != light {
			t.Errorf("told %q", got)
		}
		r.prints(1, ask)
		if got := r.told(1); got != light {
			t.Errorf("the other is told %q", got)
		}
		r.do(front.NewWindow{})
		r.up()
		r.prints(2, ask)
		if got := r.told(2); got != light {
			t.Errorf("a new one is told %q", got)
		}
	})
	t.Run("nobody tells", func(t *testing.T) {
		r := newRig(t, Config{}, []string{"a"})
		r.up()
		r.prints(0, ask)
		r.pass(colorTime)
		if got := r.told(0); got != dark {
			t.Errorf("told %q", got)
		}
		r.prints(0, "\x1b[?2031h")
		r.do(white) // late, but still news
		if got := r.told(0); got != "\x1b[?997;2n" {
			t.Errorf("then %q", got)
		}
	})
}

// Mode 2048: a program that asked is told of every change of its size.
func TestSizeIsReported(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"})
	r.up()
	r.prints(0, "\x1b[?2048h")
	if got := r.told(0); got != "\x1b[48;23;80;0;0t" {
		t.Errorf("at once %q", got)
	}
	r.do(front.Resize{Cols: 100, Rows: 31})
	if got := r.told(0); got != "\x1b[48;30;100;0;0t" {
		t.Errorf("then %q", got)
	}
}

// R110: a full-screen program that says so gets no arrow keys for the wheel.
func TestWheelIsNoKeysForWhoSaysSo(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"})
	r.up()
	r.prints(0, "\x1b[?1049h")
	r.do(front.Wheel{Pane: 0, Lines: -1})
	if got := r.told(0); got != "\x1b[A" {
		t.Errorf("the wheel is %q", got)
	}
	r.prints(0, "\x1b[?1007l")
	r.do(front.Wheel{Pane: 0, Lines: -1})
	if got := r.told(0); got != "" {
		t.Errorf("the wheel is still %q", got)
	}
}
