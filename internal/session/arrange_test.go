package session

import (
	"strings"
	"testing"

	"atrium/internal/front"
	"atrium/internal/layout"
)

func (r *rig) tree() string { return r.s.current().tree.String() }

func TestArrangingTheWindow(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"}, []string{"b"}, []string{"c"})
	r.up()
	steps := []struct {
		do    front.Command
		tree  string
		focus layout.PaneID
	}{
		{front.Swap{By: 1}, "v(1,v(0,2))", 0},
		{front.Swap{By: -1}, "v(0,v(1,2))", 0},
		{front.Swap{By: -1}, "v(2,v(1,0))", 0},
		{front.Rotate{}, "v(0,v(2,1))", 0},
		{front.Rotate{Backward: true}, "v(2,v(1,0))", 0},
		{front.NextLayout{}, "v(2,v(1,0))", 0},
		{front.NextLayout{}, "h(2,h(1,0))", 0},
		{front.NextLayout{}, "h[1:1](2,v(1,0))", 0},
		{front.NextLayout{}, "v[1:1](2,h(1,0))", 0},
		{front.MoveFocus{Side: layout.Left}, "v[1:1](2,h(1,0))", 2},
		{front.LastPane{}, "v[1:1](2,h(1,0))", 0},
		{front.LastPane{}, "v[1:1](2,h(1,0))", 2},
	}
	for i, s := range steps {
		r.do(s.do)
		if w := r.s.current(); w.tree.String() != s.tree || w.focus != s.focus {
			t.Errorf("step %d, %#v: %s focus %d, want %s focus %d", i, s.do, w.tree, w.focus, s.tree, s.focus)
		}
	}
	if image := r.s.capture(); image.Windows[0].Tree != "v[1:1](2,h(1,0))" {
		t.Errorf("recorded %q", image.Windows[0].Tree)
	}
}

func TestMovingAPaneToAnotherWindow(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"}, []string{"b"})
	r.up()
	r.do(front.MovePane{Index: -1})
	if len(r.s.windows) != 2 || r.s.active != 1 || r.tree() != "0" || r.s.windows[0].tree.String() != "1" {
		t.Fatalf("%d windows, active %d: %s", len(r.s.windows), r.s.active, r.tree())
	}
	r.do(front.MovePane{Index: -1})
	if !strings.Contains(r.s.note.text, "the pane is there already") {
		t.Errorf("note %q", r.s.note.text)
	}
	r.do(front.MovePane{Index: 0})
	if len(r.s.windows) != 1 || r.tree() != "v(1,0)" || r.s.current().focus != 0 {
		t.Fatalf("%d windows: %s, focus %d", len(r.s.windows), r.tree(), r.s.current().focus)
	}
	r.do(front.MovePane{Index: 7})
	if !strings.Contains(r.s.note.text, "no window 8") {
		t.Errorf("note %q", r.s.note.text)
	}
	if ends := of[End](r); len(ends) != 0 {
		t.Errorf("moving ended %v", ends)
	}
}

func TestLastWindowAndNames(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"})
	r.up()
	r.do(front.LastWindow{})
	if r.s.note.text != "no window before this one" {
		t.Errorf("note %q", r.s.note.text)
	}
	r.do(front.NewWindow{})
	r.up()
	r.do(front.LastWindow{})
	if r.s.active != 0 {
		t.Errorf("window %d", r.s.active)
	}
	r.do(front.LastWindow{})
	r.do(front.RenameWindow{Name: "  wo\x1b[31mrk\x07 " + strings.Repeat("x", 100)})
	name := r.s.capture().Windows[1].Name
	if want := ("wo[31mrk " + strings.Repeat("x", 100))[:maxName]; name != want || r.s.picture().Windows[1].Name != want {
		t.Errorf("name %q, want %q", name, want)
	}
	r.do(front.RenameWindow{})
	if got := r.s.picture().Windows[1].Name; got != "bash" {
		t.Errorf("without a name it shows %q", got)
	}
}

func TestLastWindowAfterAPaneWasMovedOut(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"}, []string{"b"})
	r.do(front.NewWindow{})
	r.up()
	r.do(front.SelectWindow{Index: 0})
	r.print(2, "news")
	r.do(front.MovePane{Index: -1})
	if p := r.s.focused(); p.ref != 0 || r.s.active != 2 {
		t.Fatalf("pane %d in window %d has the focus", p.ref, r.s.active)
	}
	r.do(front.LastWindow{})
	if p := r.s.focused(); p.ref != 1 {
		t.Errorf("back is pane %d", p.ref)
	}
	r.do(front.MovePane{Index: 2})
	if mark := r.s.picture().Windows[0].Mark; mark != '+' {
		t.Errorf("a window that nobody looked at is marked %q", mark)
	}
}

// A border goes where it is dragged to, as far as the tiles allow; that of the
// window stays.
func TestDraggingABorder(t *testing.T) {
	r := newRig(t, Config{}, []string{"a"}, []string{"b"})
	r.up()
	for _, c := range []struct {
		do   front.DragBorder
		tree string
	}{
		{front.DragBorder{Pane: 0, Side: layout.Right, At: 50}, "v[50:30](0,1)"},
		{front.DragBorder{Pane: 0, Side: layout.Right, At: 50}, "v[50:30](0,1)"},
		{front.DragBorder{Pane: 1, Side: layout.Left, At: 20}, "v[20:60](0,1)"},
		{front.DragBorder{Pane: 1, Side: layout.Left, At: -5}, "v[3:77](0,1)"},
		{front.DragBorder{Pane: 0, Side: layout.Right, At: 999}, "v[77:3](0,1)"},
		{front.DragBorder{Pane: 0, Side: layout.Left, At: 10}, "v[77:3](0,1)"},
		{front.DragBorder{Pane: 1, Side: layout.Right, At: 60}, "v[77:3](0,1)"},
		{front.DragBorder{Pane: 0, Side: layout.Up, At: 5}, "v[77:3](0,1)"},
		{front.DragBorder{Pane: 0, Side: layout.Down, At: 5}, "v[77:3](0,1)"},
		{front.DragBorder{Pane: 9, Side: layout.Down, At: 5}, "v[77:3](0,1)"},
		{front.DragBorder{Pane: 0, Side: 9, At: 5}, "v[77:3](0,1)"},
	} {
		r.do(c.do)
		if got := r.tree(); got != c.tree {
			t.Errorf("%+v: %s, want %s", c.do, got, c.tree)
		}
	}
	r.do(front.Zoom{})
	r.do(front.DragBorder{Pane: 0, Side: layout.Right, At: 40})
	if got := r.tree(); got != "v[77:3](0,1)" {
		t.Errorf("zoomed: %s", got)
	}
}
