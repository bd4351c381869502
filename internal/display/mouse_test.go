package display

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
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
	if got := b.keys(report(0, 5, 5, 'M') + report(0, 5, 5, 'm')); got != nil {
		t.Errorf("the pane had the focus already: %#v", got)
	}
	want := []front.Command{front.FocusPane{Pane: 2}}
	if got := b.keys(report(0, 25, 5, 'M')); !reflect.DeepEqual(got, want) {
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
	v.Tiles[1].Modes = vt.Modes{Mouse: 1002, MouseSGR: true}
	b := withMouse(t, v)
	want := []front.Command{front.InputTo{Pane: 2, Bytes: []byte("\x1b[<64;5;3M")}}
	if got := b.keys(report(64, 25, 3, 'M')); !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v", got)
	}
	for where, at := range map[string]string{
		"a pane that did not ask": report(64, 5, 3, 'M'), "a border": report(65, 20, 3, 'M'), "the bar": report(65, 1, 9, 'M'),
	} {
		if got := b.keys(at); got != nil {
			t.Errorf("the wheel on %s: %#v", where, got)
		}
	}
	v.Tiles[1].Modes.MouseSGR = false
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

// copied is what a drag puts into the clipboard, and how often.
func copied(b *bench, from, to [2]int) (text string, times int) {
	b.keys(report(0, from[0], from[1], 'M'))
	b.keys(report(32, (from[0]+to[0])/2, to[1], 'M'))
	b.keys(report(32, to[0], to[1], 'M'))
	b.Input([]byte(report(0, to[0], to[1], 'm')))
	frame := b.draw()
	for part := range strings.SplitSeq(frame, "\x1b]52;c;") {
		payload, _, ok := strings.Cut(part, "\x1b\\")
		if decoded, err := base64.StdEncoding.DecodeString(payload); ok && err == nil && len(decoded) > 0 {
			text, times = string(decoded), times+1
		}
	}
	return text, times
}

func TestDragCopies(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to [2]int
		want     string
	}{
		{"within a row", [2]int{1, 1}, [2]int{4, 1}, "left"},
		{"backwards", [2]int{4, 1}, [2]int{1, 1}, "left"},
		{"over rows", [2]int{6, 1}, [2]int{6, 2}, "text\nsecond"},
		{"blanks at the end are left out", [2]int{1, 2}, [2]int{18, 2}, "second row"},
		{"clamped to its tile", [2]int{6, 1}, [2]int{35, 2}, "text\nsecond row"},
		{"from the border", [2]int{0, 0}, [2]int{4, 1}, "left"},
		{"past the bottom", [2]int{1, 2}, [2]int{5, 9}, "second row\n\n\n\n\n"},
		{"in the other pane", [2]int{21, 1}, [2]int{25, 1}, "right"},
	} {
		b := withMouse(t, two())
		if got, times := copied(b, c.from, c.to); got != c.want || times != 1 {
			t.Errorf("%s: copied %q %d times, want %q", c.name, got, times, c.want)
		}
	}
}

func TestDragOfWideCharacters(t *testing.T) {
	v := two()
	v.Tiles[0].Rows[0].Row = vt.Row{
		Cells:  []vt.Cell{{Rune: '中', Width: 2}, {}, {Rune: 'e', Width: 1, Extra: true}, {Rune: 0, Width: 1}, {Rune: 'x', Width: 1}},
		Extras: map[int]vt.Extra{2: {Cluster: "e\u0301"}},
	}
	b := withMouse(t, v)
	if got, _ := copied(b, [2]int{2, 1}, [2]int{5, 1}); got != "中e\u0301 x" {
		t.Errorf("copied %q", got)
	}
}

func TestClickCopiesNothing(t *testing.T) {
	b := withMouse(t, two())
	b.keys(report(0, 3, 1, 'M'))
	b.Input([]byte(report(0, 3, 1, 'm')))
	if frame := b.draw(); frame != "" {
		t.Errorf("a click wrote %q", frame)
	}
}

func TestSelectionIsSeenAndGoes(t *testing.T) {
	b := withMouse(t, two())
	b.keys(report(0, 1, 1, 'M') + report(32, 4, 1, 'M'))
	inverted := func(x int) bool { return b.outer.Row(1).Cells[x].Attr&vt.Inverse != 0 }
	if inverted(0) || !inverted(1) || !inverted(4) || inverted(5) {
		t.Error("the selection is not what is inverted")
	}
	b.keys(report(0, 4, 1, 'm'))
	if inverted(1) {
		t.Error("the selection stays after the release")
	}
	b.sees("copied")
	b.keys("x")
	b.lacks("copied")
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
