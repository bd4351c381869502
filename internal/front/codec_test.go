package front

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

func everyCommand() []Command {
	return []Command{
		Input{[]byte("a\x00\xff")}, InputTo{3, []byte("x")}, Resize{80, 24},
		NewWindow{}, NewWindow{[]string{}}, NewWindow{[]string{"a b", ""}},
		Split{layout.SideBySide}, Split{layout.Stacked}, MoveFocus{layout.Up}, FocusPane{7},
		Grow{layout.Down, 2}, SelectWindow{8}, SelectWindow{0}, CycleWindow{-1},
		Zoom{}, Kill{}, Quit{}, Ready{}, Ready{time.Millisecond}, Refresh{}, LastWindow{}, LastPane{}, NextLayout{},
		RenameWindow{"work"}, RenameWindow{}, Swap{-1}, Rotate{true}, Rotate{}, MovePane{-1}, MovePane{0},
		CopyMode{}, Paste{}, Wheel{2, -3}, Point{Pane: 1, X: -2, Y: 3, Do: Release}, Point{},
		DragBorder{Pane: 2, Side: layout.Up, At: 7}, DragBorder{}, Colors{vt.Colors{Background: vt.RGB(1, 2, 3)}}, Colors{},
	}
}

func TestCommandsSurviveTheWire(t *testing.T) {
	var stream bytes.Buffer
	enc, dec := NewEncoder(&stream), NewDecoder(&stream)
	for _, want := range everyCommand() {
		if err := enc.Command(want); err != nil {
			t.Fatalf("encode %#v: %v", want, err)
		}
		got, err := dec.Command()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %#v, %v; want %#v", got, err, want)
		}
	}
}

func TestViewSurvivesTheWire(t *testing.T) {
	want := View{
		Cols: 80, Rows: 24, Active: 1, Note: "n", Full: true,
		Ask:     Ask{Open: true, Label: "/", Text: "x"},
		Windows: []Window{{Name: "sh", Mark: '*'}, {Role: "lead", Mark: '!'}},
		Signals: []vt.Signal{{Kind: vt.SignalBell}},
		Tiles: []Tile{{
			Pane: 4, Index: 2, Rect: layout.Rect{X: 1, Y: 2, W: 3, H: 4}, Message: []string{"gone"}, Mark: "[3/9]",
			Rows: []RowUpdate{{Y: 3, Row: vt.Row{
				Cells:   []vt.Cell{{Rune: 'é', Fg: vt.RGB(1, 2, 3), Attr: vt.Bold, Width: 1, Extra: true}},
				Extras:  map[int]vt.Extra{0: {Cluster: "e\u0301", Link: "x"}},
				Wrapped: true,
			}}},
			Cursor: vt.Cursor{X: 1, Visible: true}, Modes: vt.Modes{Mouse: 1002},
		}},
	}
	var stream bytes.Buffer
	if err := NewEncoder(&stream).View(want); err != nil {
		t.Fatal(err)
	}
	got, err := NewDecoder(&stream).View()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, %v\nwant %#v", got, err, want)
	}
}

func FuzzDecoder(f *testing.F) {
	var stream bytes.Buffer
	enc := NewEncoder(&stream)
	for _, c := range everyCommand() {
		if err := enc.Command(c); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(stream.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		dec := NewDecoder(bytes.NewReader(data))
		for {
			c, err := dec.Command()
			if err != nil {
				return
			}
			if c == nil {
				t.Fatal("a command that is nil without an error")
			}
		}
	})
}
