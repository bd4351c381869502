package layout

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// String is the canonical text of t, the form that snapshots keep: a leaf is
// its id; v(A,B) is A and B side by side, h(A,B) is A on top of B; a split
// with its own weights says them, v[20:60](A,B). The empty tree is "".
func (t *Tree) String() string {
	if t == nil || t.root == nil {
		return ""
	}
	return string(t.root.append(nil))
}

func (n *node) append(s []byte) []byte {
	if n.leaf() {
		return strconv.AppendInt(s, int64(n.id), 10)
	}
	if n.dir == SideBySide {
		s = append(s, 'v')
	} else {
		s = append(s, 'h')
	}
	if n.weights != [2]int{} {
		s = fmt.Appendf(s, "[%d:%d]", n.weights[0], n.weights[1])
	}
	s = n.first.append(append(s, '('))
	s = n.second.append(append(s, ','))
	return append(s, ')')
}

// Parse reads the text that String writes and nothing else: no spaces, no
// signs, no leading zeros, no id twice, at most MaxPanes panes, weights of 1
// to 65535. The empty text is refused: a window has a pane.
func Parse(s string) (*Tree, error) {
	p := parser{rest: s, seen: map[PaneID]bool{}}
	root, err := p.node(0)
	if err == nil && p.rest != "" {
		err = errors.New("text after the tree")
	}
	if err != nil {
		return nil, fmt.Errorf("split tree, byte %d: %w", len(s)-len(p.rest), err)
	}
	return &Tree{root: root}, nil
}

type parser struct {
	rest string
	seen map[PaneID]bool
}

func (p *parser) node(depth int) (*node, error) {
	switch {
	case depth >= MaxPanes:
		return nil, fmt.Errorf("more than %d levels", MaxPanes)
	case p.take("v"):
		return p.split(SideBySide, depth)
	case p.take("h"):
		return p.split(Stacked, depth)
	default:
		return p.leaf()
	}
}

func (p *parser) leaf() (*node, error) {
	id, err := p.number()
	switch {
	case err != nil:
		return nil, err
	case p.seen[PaneID(id)]:
		return nil, fmt.Errorf("pane %d is in the tree twice", id)
	case len(p.seen) >= MaxPanes:
		return nil, fmt.Errorf("more than %d panes", MaxPanes)
	}
	p.seen[PaneID(id)] = true
	return &node{id: PaneID(id)}, nil
}

func (p *parser) split(dir Dir, depth int) (_ *node, err error) {
	n := &node{dir: dir}
	if p.take("[") {
		if n.weights, err = p.weights(); err != nil {
			return nil, err
		}
	}
	if err = p.expect("("); err != nil {
		return nil, err
	}
	if n.first, err = p.node(depth + 1); err != nil {
		return nil, err
	}
	if err = p.expect(","); err != nil {
		return nil, err
	}
	if n.second, err = p.node(depth + 1); err != nil {
		return nil, err
	}
	return n, p.expect(")")
}

func (p *parser) weights() (w [2]int, err error) {
	for i, end := range []string{":", "]"} {
		if w[i], err = p.number(); err != nil {
			return w, err
		}
		if w[i] < 1 || w[i] > maxWeight {
			return w, fmt.Errorf("weight %d is not 1 to %d", w[i], maxWeight)
		}
		if err = p.expect(end); err != nil {
			return w, err
		}
	}
	return w, nil
}

func (p *parser) number() (int, error) {
	digits := len(p.rest) - len(strings.TrimLeft(p.rest, "0123456789"))
	word := p.rest[:digits]
	if word == "" {
		return 0, errors.New("expected a pane id, a weight, v or h")
	}
	if len(word) > 1 && word[0] == '0' {
		return 0, errors.New("number with a leading zero")
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0, errors.New("number too large")
	}
	p.rest = p.rest[digits:]
	return n, nil
}

func (p *parser) take(word string) bool {
	rest, ok := strings.CutPrefix(p.rest, word)
	p.rest = rest
	return ok
}

func (p *parser) expect(word string) error {
	if !p.take(word) {
		return fmt.Errorf("expected %q", word)
	}
	return nil
}
