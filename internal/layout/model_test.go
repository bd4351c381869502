package layout

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// textModel is a tree kept as nothing but its canonical text, changed by
// editing that text.
type textModel string

func (m textModel) split(at PaneID, dir Dir, id PaneID) textModel {
	word := regexp.MustCompile(fmt.Sprintf(`([(,]|^)%d([),]|$)`, at))
	letter := []string{Stacked: "h", SideBySide: "v"}[dir]
	return textModel(word.ReplaceAllString(string(m), fmt.Sprintf("${1}%s(%d,%d)${2}", letter, at, id)))
}

func (m textModel) close(id PaneID) textModel {
	s := string(m)
	for start := range s {
		head := regexp.MustCompile(`^[vh](\[\d+:\d+\])?\(`).FindString(s[start:])
		if head == "" {
			continue
		}
		first := operand(s[start+len(head):])
		second := operand(s[start+len(head)+len(first)+1:])
		all := head + first + "," + second + ")"
		if first == fmt.Sprint(id) {
			return textModel(strings.Replace(s, all, second, 1))
		}
		if second == fmt.Sprint(id) {
			return textModel(strings.Replace(s, all, first, 1))
		}
	}
	return m
}

// operand is the text up to the comma or parenthesis that ends it.
func operand(s string) string {
	depth := 0
	for i, c := range s {
		if depth == 0 && (c == ',' || c == ')') {
			return s[:i]
		}
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	return s
}

func (m textModel) leaves() (ids []PaneID) {
	bare := regexp.MustCompile(`\[[^]]*\]`).ReplaceAllString(string(m), "")
	for _, word := range regexp.MustCompile(`\d+`).FindAllString(bare, -1) {
		var id PaneID
		fmt.Sscan(word, &id)
		ids = append(ids, id)
	}
	return ids
}

func TestTreeAgainstItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, model, fresh := New(0), textModel("0"), PaneID(1)
		area := Rect{W: rapid.IntRange(1, 200).Draw(t, "cols"), H: rapid.IntRange(1, 80).Draw(t, "rows")}
		pick := func() PaneID { return rapid.SampledFrom(model.leaves()).Draw(t, "pane") }
		t.Repeat(map[string]func(*rapid.T){
			"split": func(t *rapid.T) {
				at, dir := pick(), Dir(rapid.IntRange(0, 1).Draw(t, "dir"))
				if err := tree.Split(at, dir, fresh); err != nil {
					t.Fatal(err)
				}
				model = model.split(at, dir, fresh)
				fresh++
			},
			"close": func(t *rapid.T) {
				id := pick()
				if next, err := tree.Close(id); err == nil {
					model = model.close(id)
					if next != model.leaves()[0] {
						t.Fatalf("focus goes to %d of %s", next, model)
					}
				}
			},
			"grow": func(t *rapid.T) {
				growKeepsTheRest(t, tree, area, pick())
				model = textModel(tree.String())
			},
			"": func(t *rapid.T) { agree(t, tree, model, area) },
		})
	})
}

func agree(t *rapid.T, tree *Tree, model textModel, area Rect) {
	if tree.String() != string(model) {
		t.Fatalf("tree %s, model %s", tree, model)
	}
	if err := tree.Check(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(tree.Leaves(), model.leaves()) || tree.Len() != len(model.leaves()) {
		t.Fatalf("leaves %v of %s", tree.Leaves(), model)
	}
	again, err := Parse(tree.String())
	if err != nil || !slices.Equal(again.Rects(area), tree.Rects(area)) || again.String() != tree.String() {
		t.Fatalf("%s comes back as %s, error %v", tree, again, err)
	}
	covers(t, tree, Rect{X: 3, Y: 5, W: 70 * tree.Len(), H: 70 * tree.Len()})
}

// covers paints every cell: with room enough each belongs to one pane.
func covers(t *rapid.T, tree *Tree, area Rect) {
	total := 0
	placed := tree.Rects(area)
	for i, p := range placed {
		total += p.Rect.W * p.Rect.H
		if p.Rect.X < area.X || p.Rect.Y < area.Y || p.Rect.X+p.Rect.W > area.X+area.W || p.Rect.Y+p.Rect.H > area.Y+area.H {
			t.Fatalf("pane %d at %v leaves %v in %s", p.ID, p.Rect, area, tree)
		}
		for _, q := range placed[:i] {
			if p.Rect.X < q.Rect.X+q.Rect.W && q.Rect.X < p.Rect.X+p.Rect.W &&
				p.Rect.Y < q.Rect.Y+q.Rect.H && q.Rect.Y < p.Rect.Y+p.Rect.H {
				t.Fatalf("panes %d and %d overlap in %s", p.ID, q.ID, tree)
			}
		}
	}
	if total != area.W*area.H {
		t.Fatalf("%d of %d cells are covered in %s", total, area.W*area.H, tree)
	}
}

// growKeepsTheRest moves a border and looks at nothing but the rectangles.
func growKeepsTheRest(t *rapid.T, tree *Tree, area Rect, id PaneID) {
	side := Side(rapid.IntRange(0, 3).Draw(t, "side"))
	cells := rapid.IntRange(-9, 9).Draw(t, "cells")
	before, text := tree.Rects(area), tree.String()
	moved := tree.Grow(area, id, side, cells)
	after := tree.Rects(area)
	if moved == slices.Equal(before, after) {
		t.Fatalf("grow of %d in %s told %v; then %s", id, text, moved, tree)
	}
	for i, p := range after {
		if old := before[i].Rect; p.Rect.W < min(3, old.W) || p.Rect.H < min(3, old.H) {
			t.Fatalf("grow crushed %d from %v to %v", p.ID, old, p.Rect)
		}
	}
}

func TestFitsMeansEveryTileHasAnInnerCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := Balanced(upTo(rapid.IntRange(1, 9).Draw(t, "panes")))
		area := Rect{W: rapid.IntRange(0, 30).Draw(t, "cols"), H: rapid.IntRange(0, 20).Draw(t, "rows")}
		at := rapid.SampledFrom(tree.Leaves()).Draw(t, "at")
		dir := Dir(rapid.IntRange(0, 1).Draw(t, "dir"))
		before, fits := tree.String(), tree.Fits(area, at, dir)
		if tree.String() != before {
			t.Fatalf("asking changed %s to %s", before, tree)
		}
		if err := tree.Split(at, dir, 100); err != nil {
			t.Fatal(err)
		}
		least := slices.MinFunc(tree.Rects(area), func(a, b Placed) int {
			return min(a.Rect.W, a.Rect.H) - min(b.Rect.W, b.Rect.H)
		})
		if fits != (least.Rect.W >= 3 && least.Rect.H >= 3) {
			t.Fatalf("fits %v, and pane %d has %v", fits, least.ID, least.Rect)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"7", "v(1,h(2,3))", "v[20:80](1,2)", "v(1,1)", "h[1:1](", strings.Repeat("v(1,", 2000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tree, err := Parse(s)
		if err != nil {
			return
		}
		if tree.String() != s {
			t.Errorf("%q was read as %q", s, tree)
		}
		if err := tree.Check(); err != nil {
			t.Errorf("%q: %v", s, err)
		}
		for _, p := range tree.Rects(Rect{W: 80, H: 24}) {
			if p.Rect.W < 1 || p.Rect.H < 1 {
				t.Errorf("%q: pane %d gets %v", s, p.ID, p.Rect)
			}
		}
	})
}
