package display

import (
	"fmt"
	"reflect"
	"testing"

	"atrium/internal/front"
	"atrium/internal/vt"
)

// withMouse is two panes with capture on.
func withMouse(t *testing.T, v front.View) *bench {
	b := newBench(t, 40, 10)
	b.show(v)
	b.keys("\x01m")
	return b
}

// report is an SGR report at a zero-based cell.
func report(code, x, y int, final rune) string {
	return fmt.Sprintf("\x1b[<%d;%d;%d%c", code, x+1, y+1, final)
}

func TestPressFocuses(t *testing.T) {
	b := withMouse(t, two())
	for _, c := range b.keys(report(0, 5, 5, 'M') + report(0, 5, 5, 'm')) {
		if _, focuses := c.(front.FocusPane); focuses {
			t.Error("the pane had the focus already")
		}
	}
	if got := b.keys(report(0, 25, 5, 'M')); len(got) == 0 || got[0] != (front.FocusPane{Pane: 2}) {
		t.Errorf("got %#v", got)
	}
	for _, other := range []string{
		report(2, 25, 5, 'M'), report(1, 25, 5, 'M'), report(35, 25, 5, 'M'), report(0, 25, 9, 'M'), report(0, 99, 99, 'M'),
	} {
		if got := b.keys(other); got != nil {
			t.Errorf("%q: got %#v", other, got)
		}
	}
}

func TestMouseOffIsPassedOn(t *testing.T) {
	b := newBench(t, 40, 10)
	b.show(two())
	press := report(0, 25, 5, 'M')
	want := []front.Command{front.Input{Bytes: []byte(press)}}
	if got := b.keys(press); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v", got)
	}
}

func TestWheel(t *testing.T) { // R110
	v := two()
	v.Tiles[1].Modes = vt.Modes{Mouse: 1002, MouseForm: 1006}
	b := withMouse(t, v)
	want := []front.Command{front.InputTo{Pane: 2, Bytes: []byte("\x1b[<64;5;3M")}}
	if got := b.keys(report(64, 25, 3, 'M')); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v", got)
	}
	for at, want := range map[string]front.Command{
		report(64, 5, 3, 'M'): front.Wheel{Pane: 1, Lines: -3}, report(65, 5, 3, 'M'): front.Wheel{Pane: 1, Lines: 3},
	} {
		if got := b.keys(at); !reflect.DeepEqual(got, []front.Command{want}) {
			t.Errorf("a pane that did not ask: %#v", got)
		}
	}
	for where, at := range map[string]string{
		"a pane, sideways": report(66, 5, 3, 'M'), "a border": report(65, 20, 3, 'M'), "the bar": report(65, 1, 9, 'M'),
	} {
		if got := b.keys(at); got != nil {
			t.Errorf("the wheel on %s: %#v", where, got)
		}
	}
	v.Tiles[1].Modes.MouseForm = 0
	b.show(v)
	want = []front.Command{front.InputTo{Pane: 2, Bytes: []byte("\x1b[Ma%#")}}
	if got := b.keys(report(65, 25, 3, 'M')); !reflect.DeepEqual(got, want) {
		t.Errorf("the old form: got %q", got)
	}
	b.keys("\x01?")
	if got := b.keys(report(64, 25, 3, 'M')); got != nil {
		t.Errorf("under the help: %#v", got)
	}
}

// The button belongs to the pane in which it was pressed, in its own cells.
func TestButtonIsToldToTheCore(t *testing.T) {
	point := func(pane front.PaneRef, x, y int, do front.Pointing) front.Command {
		return front.Point{Pane: pane, X: x, Y: y, Do: do}
	}
	b := withMouse(t, two())
	for _, c := range []struct {
		report string
		want   []front.Command
	}{
		{report(0, 3, 2, 'M'), []front.Command{point(1, 2, 1, front.Press)}},
		{report(32, 3, 2, 'M'), nil}, // it did not move
		{report(32, 4, 2, 'M'), []front.Command{point(1, 3, 1, front.Drag)}},
		{report(32, 30, 9, 'M'), []front.Command{point(1, 29, 8, front.Drag)}},
		{report(32, 0, 0, 'M'), []front.Command{point(1, -1, -1, front.Drag)}},
		{report(0, 0, 0, 'm'), []front.Command{point(1, -1, -1, front.Release)}},
		{report(0, 0, 0, 'm'), nil},
		{report(32, 5, 5, 'M'), nil},
		{report(0, 25, 5, 'M'), []front.Command{front.FocusPane{Pane: 2}, point(2, 4, 4, front.Press)}},
		{report(0, 25, 5, 'm'), []front.Command{point(2, 4, 4, front.Release)}},
		{report(0, 25, 9, 'M'), nil},
	} {
		if got := b.keys(c.report); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %#v, want %#v", c.report, got, c.want)
		}
	}
}

func TestPaneGoesDuringADrag(t *testing.T) {
	b := withMouse(t, two())
	b.keys(report(0, 25, 1, 'M') + report(32, 28, 1, 'M'))
	v := two()
	v.Tiles = v.Tiles[:1]
	b.show(v)
	if got := b.keys(report(32, 29, 2, 'M') + report(0, 29, 2, 'm')); got != nil {
		t.Errorf("got %#v", got)
	}
}

// What the core is being typed takes the place of the bar, but not of atrium's
// own prompt.
func TestAskOfTheCore(t *testing.T) {
	b := newBench(t, 40, 10)
	v := two()
	v.Ask = front.Ask{Open: true, Label: "/", Text: "needle"}
	v.Tiles[0].Mark = "[3/9]"
	b.show(v)
	b.sees("/needle")
	b.sees("[3/9]")
	b.lacks("1:sh*")
	if got := b.keys("x"); !reflect.DeepEqual(got, []front.Command{front.Input{Bytes: []byte("x")}}) {
		t.Errorf("got %#v", got)
	}
	b.keys("\x01:")
	b.lacks("/needle")
	b.keys("\x1b")
	b.sees("/needle")
	b.show(two())
	b.lacks("needle")
	b.lacks("[3/9]")
}
