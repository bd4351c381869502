package agent

import (
	"slices"
	"strings"
)

// arity says which words after a flag are its values.
type arity uint8

const (
	none     arity = iota
	optional       // the next word, unless it looks like a flag
	one            // the next word, whatever it looks like
	many           // the next word whatever it looks like, then all up to a flag
)

// pieceKind tells what a run of words is.
type pieceKind uint8

const (
	positional pieceKind = iota
	flag                 // a known flag, or a cluster of short ones, with its values
	unknown              // a flag that is in no table, and one word that may be its value
	terminator           // --
)

// piece is words argv[at:end] of a command line that belong together.
type piece struct {
	kind    pieceKind
	at, end int
	names   []string // the flags as typed, without = and what follows; of a cluster each one
	glued   bool     // the value of the last name is in the same word
	open    bool     // the product might take the following word as a value, whatever it looks like
	hungry  bool     // the product might take the following word as a value, unless it looks like a flag
	behind  bool     // it stands behind a --
}

// grammar is the table of one product's flags, each under every spelling.
type grammar struct {
	flags map[string]arity
	// doomed names flags that are about to be taken out: they take no word that
	// looks like a flag, so that what they would have swallowed is judged too.
	doomed map[string]bool
	// doubt is set where a flag that is in no table may have swallowed the last
	// word. Whether a word that looks like a flag is one, or another's value, is
	// not known from there on, and every such word is read as a flag.
	doubt bool
}

// parse cuts argv[1:] into pieces, which cover it in order. It reads words as
// the option parsers of claude (commander) and codex (clap) do: a required
// value may look like a flag, even like --; an optional one may not.
//
// A flag that is in no table may have a value or none, so the word after it is
// never called a prompt, and a -- right behind it may be its value: the words
// behind that are then still read as flags, for a guard that trusted the --
// could be stepped around.
func parse(argv []string, g grammar) []piece {
	var pieces []piece
	behind := false
	for at := 1; at < len(argv); {
		next := g.piece(argv, at)
		next.behind = behind
		if next.kind == terminator {
			behind = true
			doubtful := len(pieces) > 0 && pieces[len(pieces)-1].open
			if !doubtful {
				return append(append(pieces, next), literals(argv, next.end)...)
			}
		}
		g.doubt = g.doubt || next.kind == unknown && next.open
		pieces = append(pieces, next)
		at = next.end
	}
	return pieces
}

// literals are the words behind a --, each by itself.
func literals(argv []string, from int) []piece {
	var pieces []piece
	for at := from; at < len(argv); at++ {
		pieces = append(pieces, piece{kind: positional, at: at, end: at + 1, behind: true})
	}
	return pieces
}

// piece reads the piece that begins at a word.
func (g grammar) piece(argv []string, at int) piece {
	word := argv[at]
	switch {
	case word == "--":
		return piece{kind: terminator, at: at, end: at + 1}
	case !flagLike(word):
		return piece{kind: positional, at: at, end: at + 1}
	}
	if kind, known := g.flags[word]; known {
		return g.withValues(argv, piece{kind: flag, at: at, names: []string{word}}, kind)
	}
	if name, _, glued := strings.Cut(word, "="); glued && strings.HasPrefix(word, "--") {
		return g.gluedPiece(at, name)
	}
	if strings.HasPrefix(word, "--") {
		return unknownPiece(argv, at, []string{word})
	}
	return g.cluster(argv, at)
}

func (g grammar) gluedPiece(at int, name string) piece {
	kind := unknown
	if _, known := g.flags[name]; known {
		kind = flag
	}
	return piece{kind: kind, at: at, end: at + 1, names: []string{name}, glued: true}
}

// cluster reads a word of short flags, -pc or -rID.
func (g grammar) cluster(argv []string, at int) piece {
	letters := argv[at][1:]
	p := piece{kind: flag, at: at, end: at + 1}
	for i := 0; i < len(letters); i++ {
		name := "-" + letters[i:i+1]
		kind, known := g.flags[name]
		if !known {
			return unknownPiece(argv, at, append(p.names, "-"+letters[i:]))
		}
		p.names = append(p.names, name)
		last := i == len(letters)-1
		if last {
			return g.withValues(argv, p, kind)
		}
		if kind != none {
			p.glued = true
			return p
		}
	}
	return p
}

// unknownPiece holds a flag that is in no table and the word that may be its value.
func unknownPiece(argv []string, at int, names []string) piece {
	p := piece{kind: unknown, at: at, end: at + 1, names: names, open: true, hungry: true}
	if p.end < len(argv) && !flagLike(argv[p.end]) {
		p.end++
		p.open, p.hungry = false, false
	}
	return p
}

// withValues ends a piece behind the values that its last flag takes.
func (g grammar) withValues(argv []string, p piece, kind arity) piece {
	p.end = p.at + 1
	doomed := g.doomed[p.names[len(p.names)-1]]
	plain := p.end < len(argv) && !flagLike(argv[p.end])
	takesAny := (kind == one || kind == many) && p.end < len(argv) && !doomed && !g.doubt
	switch {
	case kind == none:
	case plain || takesAny:
		p.end++
	default:
		p.open = kind != optional && !doomed
		p.hungry = true
	}
	if kind == many {
		p.hungry = true
		for p.end > p.at+1 && p.end < len(argv) && !flagLike(argv[p.end]) {
			p.end++
		}
	}
	return p
}

// flagLike reports whether a word looks like a flag; a lone dash does not.
func flagLike(word string) bool { return len(word) > 1 && word[0] == '-' }

// has reports whether the piece is or contains one of these flags.
func (p piece) has(names map[string]bool) bool {
	return slices.ContainsFunc(p.names, func(name string) bool { return names[name] })
}

// value is the piece's single value, "" for none.
func (p piece) value(argv []string) string {
	if !p.glued {
		return strings.Join(argv[p.at+1:p.end], " ")
	}
	word := argv[p.at]
	if strings.HasPrefix(word, "--") {
		_, value, _ := strings.Cut(word, "=")
		return value
	}
	return strings.TrimPrefix(word[1+len(p.names):], "=")
}

// without rewrites a piece's words so that these flags and their values are
// gone, and of a cluster the other flags remain.
func (p piece) without(argv []string, names map[string]bool) []string {
	if !p.has(names) {
		return argv[p.at:p.end]
	}
	if len(p.names) == 1 {
		return nil
	}
	kept := "-"
	for _, name := range p.names {
		if !names[name] {
			kept += name[1:]
		}
	}
	if names[p.names[len(p.names)-1]] {
		return shortened(kept)
	}
	tail := argv[p.at+1 : p.end]
	if p.glued {
		kept += argv[p.at][1+len(p.names):]
	}
	return append(shortened(kept), tail...)
}

// shortened is a cluster as words, none when no flag is left in it.
func shortened(cluster string) []string {
	if cluster == "-" {
		return nil
	}
	return []string{cluster}
}

// rewrite maps every piece of argv to the words that stay of it, in order. One
// thing is moved: a positional word that comes to stand behind a flag which
// would now swallow it, since what stood between them is gone, goes in front of
// that flag.
func rewrite(argv []string, g grammar, keep func(piece) []string) []string {
	out := slices.Clone(argv[:1])
	var hungry []string // the flags at the end that would swallow a word
	for _, p := range parse(argv, g) {
		words := keep(p)
		switch {
		case len(words) == 0:
		case p.kind == positional && !p.behind:
			out = append(out, words...)
		case p.hungry:
			hungry = append(hungry, words...)
		default:
			out = append(append(out, hungry...), words...)
			hungry = nil
		}
	}
	return append(out, hungry...)
}

// insert puts words where more flags can stand.
func insert(argv []string, g grammar, added []string) []string {
	return slices.Insert(slices.Clone(argv), insertion(argv, parse(argv, g)), added...)
}

// insertion is the index at which more flags can stand: at the end, but before
// a --, and before flags that would take the first of them for a value. The
// last matters for guards: an argv that ends in --model would otherwise turn
// off the deny list behind it.
func insertion(argv []string, pieces []piece) int {
	last := slices.IndexFunc(pieces, func(p piece) bool { return p.kind == terminator })
	at := len(argv)
	if last < 0 {
		last = len(pieces)
	} else {
		at = pieces[last].at
	}
	for last > 0 && pieces[last-1].open {
		last--
		at = pieces[last].at
	}
	return at
}
