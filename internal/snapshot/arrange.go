package snapshot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"atrium/internal/layout"
)

// arranger gives every pane exactly one leaf: a resumed child without a tile
// could be neither seen nor closed.
type arranger struct {
	panes   []Pane
	free    map[layout.PaneID]bool // panes that have no leaf yet
	windows []arranged
	repairs []string
}

// arranged is a window on its way from the file to a Snapshot.
type arranged struct {
	Window
	tree   *layout.Tree
	broken error          // why the file's own tree cannot be used
	focus  *layout.PaneID // as the file tells it, nil where it does not
}

// arrange fills Windows, Active and Repairs, sets every pane's Window and
// sorts the panes by window and leaf.
func arrange(s *Snapshot, top object, first firstLayout) {
	if len(s.Panes) == 0 {
		s.Windows = []Window{{}}
		return
	}
	a := arranger{panes: s.Panes, free: make(map[layout.PaneID]bool, len(s.Panes))}
	for _, p := range s.Panes {
		a.free[p.ID] = true
	}
	list, ok := asList(top["windows"])
	if _, present := top.get("windows"); present && len(list) == 0 {
		a.repair("no window can be read: all panes come back in the first one")
	}
	if ok && len(list) > 0 {
		a.readWindows(list)
	} else {
		a.onlyLayout(first)
	}
	a.placeRest()
	s.Active = a.settle(s, top)
	s.Repairs = a.repairs
}

func (a *arranger) repair(format string, args ...any) {
	a.repairs = append(a.repairs, fmt.Sprintf(format, args...))
}

// readWindows takes the trees that can be read first, so that a window whose
// tree is damaged gets only panes that are nowhere else.
func (a *arranger) readWindows(list []json.RawMessage) {
	for i, raw := range list {
		w := readWindow(raw)
		if w.broken == nil {
			w.tree = a.claim(i, w.tree)
		}
		a.windows = append(a.windows, w)
	}
	for i := range a.windows {
		w := &a.windows[i]
		if w.broken == nil {
			continue
		}
		ids := a.take(func(p Pane) bool { return p.Window == i })
		w.tree = layout.Balanced(ids)
		a.repair("window %d: %v: its %d pane(s) stand in a grid", i+1, w.broken, len(ids))
	}
}

func readWindow(raw json.RawMessage) (w arranged) {
	o, _ := asObject(raw)
	if name := o.text("name"); name != nil {
		w.Name = plainName(*name)
	}
	if id, ok := asInt(o["focus"]); ok {
		focus := layout.PaneID(id)
		w.focus = &focus
	}
	w.Zoomed = o.flag("zoomed", false)
	word, _ := asText(o["tree"])
	w.tree, w.broken = layout.Parse(word)
	return w
}

// claim keeps the leaves of tree that are panes of the file and of no window
// before this one, with the proportions between them.
func (a *arranger) claim(window int, tree *layout.Tree) *layout.Tree {
	kept, gone := a.sortOut(tree.Leaves())
	if len(gone) == 0 {
		return tree
	}
	a.repair("window %d: no pane for leaf %s: left out", window+1, listed(gone))
	if len(kept) == 0 {
		return nil
	}
	for _, id := range gone {
		_, _ = tree.Close(id) // a leaf of this tree, and never its last one
	}
	return tree
}

// onlyLayout reads a file that knows one window and no proportions.
func (a *arranger) onlyLayout(first firstLayout) {
	kept, gone := a.sortOut(first.ids)
	if len(gone) > 0 {
		a.repair("window 1: no pane for leaf %s: left out", listed(gone))
	}
	a.windows = []arranged{{tree: layout.Balanced(kept), focus: &first.focus}}
}

// sortOut parts leaves with a free pane, which they take, from those without.
func (a *arranger) sortOut(leaves []layout.PaneID) (kept, gone []layout.PaneID) {
	for _, id := range leaves {
		if a.free[id] {
			delete(a.free, id)
			kept = append(kept, id)
		} else {
			gone = append(gone, id)
		}
	}
	return kept, gone
}

// placeRest appends panes that no layout names to the first window.
func (a *arranger) placeRest() {
	rest := a.take(func(Pane) bool { return true })
	if len(rest) == 0 {
		return
	}
	a.repair("pane %s in no layout: added to window 1", listed(rest))
	w := &a.windows[0]
	if w.tree.Len() == 0 {
		w.tree = layout.Balanced(rest)
		return
	}
	for _, id := range rest {
		leaves := w.tree.Leaves()
		_ = w.tree.Split(leaves[len(leaves)-1], layout.SideBySide, id) // a new id, and few enough
	}
}

// take gives away the free panes that fit, in file order.
func (a *arranger) take(fits func(Pane) bool) []layout.PaneID {
	var ids []layout.PaneID
	for _, p := range a.panes {
		if a.free[p.ID] && fits(p) {
			delete(a.free, p.ID)
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// settle writes the windows that have a pane, and their panes, into s. It
// returns the active window's index among them.
func (a *arranger) settle(s *Snapshot, top object) (active int) {
	wanted, named := asInt(top["active"])
	if named && (wanted < 0 || wanted >= int64(len(a.windows))) {
		a.repair("the active window does not exist: the first one is active")
	}
	byID := make(map[layout.PaneID]Pane, len(s.Panes))
	for _, p := range s.Panes {
		byID[p.ID] = p
	}
	s.Panes = s.Panes[:0:0]
	for i, w := range a.windows {
		leaves := w.tree.Leaves()
		if len(leaves) == 0 {
			a.repair("window %d: no pane: left out", i+1)
			continue
		}
		if int64(i) == wanted {
			active = len(s.Windows)
		}
		for _, id := range leaves {
			p := byID[id]
			p.Window = len(s.Windows)
			s.Panes = append(s.Panes, p)
		}
		w.Tree, w.Focus = w.tree.String(), a.focus(i, w, leaves)
		s.Windows = append(s.Windows, w.Window)
	}
	return active
}

func (a *arranger) focus(i int, w arranged, leaves []layout.PaneID) layout.PaneID {
	if w.focus != nil && slices.Contains(leaves, *w.focus) {
		return *w.focus
	}
	a.repair("window %d: the focus names no pane: set to pane %d", i+1, leaves[0])
	return leaves[0]
}

// listed names ids, cut short: a hostile file can hold as many as it likes.
func listed(ids []layout.PaneID) string {
	const most = 8
	words := make([]string, 0, most)
	for _, id := range ids[:min(len(ids), most)] {
		words = append(words, fmt.Sprint(id))
	}
	if len(ids) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(words, ", "), len(ids)-most)
	}
	return strings.Join(words, ", ")
}

// plainName takes control characters out of a window's name, which programs in
// a pane may choose through its title.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
}
