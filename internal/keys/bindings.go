package keys

import (
	"errors"
	"fmt"
	"strings"
)

// Bindings are the prefix and what the keys after it do, for the scanner and
// for the help alike. They do not change.
type Bindings struct {
	prefix  Stroke
	byte    byte // the prefix as a terminal without extended keys sends it
	actions map[Stroke]Action
	names   map[Verb]string // how the first key of each is written
	rows    []Row
}

// Row is a line of the help: keys, and what they do.
type Row struct{ Keys, Text string }

// Usual are the bindings of an operator who bound nothing.
func Usual() *Bindings {
	b, err := Bind("", nil)
	if err != nil {
		panic(err) // the table of commands contradicts itself
	}
	return b
}

// PrefixName is the name of the prefix in a configuration, beside those of the
// commands.
const PrefixName = "prefix"

// BindError is a binding that cannot be. Name is that of the command or
// PrefixName, Error a clause that follows it.
type BindError struct{ Name, Fact string }

func (e *BindError) Error() string { return e.Fact }

// Bind makes bindings of a prefix, "" for the usual one, and of the keys of
// commands by name. A command that is not named keeps its usual keys, but for
// those that another one was given; one with an empty list has none. Every
// error is a *BindError.
func Bind(prefix string, bound map[string][]string) (*Bindings, error) {
	b := &Bindings{actions: map[Stroke]Action{}, names: map[Verb]string{}}
	if err := b.setPrefix(prefix); err != nil {
		return nil, &BindError{PrefixName, err.Error()}
	}
	strokes := map[string][]Stroke{}
	owner := map[Stroke]string{}
	for _, c := range Commands() {
		for _, text := range bound[c.Name] {
			s, err := ParseStroke(text)
			if err != nil {
				return nil, &BindError{c.Name, fmt.Sprintf("has the key %q, which %s", text, err)}
			}
			if other, taken := owner[s]; taken && other != c.Name {
				return nil, &BindError{c.Name, fmt.Sprintf("has the key %q, which %q has too", text, other)}
			}
			owner[s] = c.Name
			strokes[c.Name] = append(strokes[c.Name], s)
		}
	}
	for _, c := range Commands() {
		if _, named := bound[c.Name]; !named {
			strokes[c.Name] = b.usual(c, owner)
		}
	}
	b.fill(strokes, bound)
	return b, nil
}

// setPrefix takes a key that every terminal can send, and that is not typed.
func (b *Bindings) setPrefix(text string) (err error) {
	if text == "" {
		text = UsualPrefix
	}
	if b.prefix, err = ParseStroke(text); err != nil {
		return fmt.Errorf("is %q, which %w", text, err)
	}
	var ok bool
	if b.byte, ok = b.prefix.control(); !ok {
		return fmt.Errorf("is %q, which %w", text, errNoPrefix)
	}
	return nil
}

var errNoPrefix = errors.New(`cannot be the prefix; write Ctrl with a letter but I and M, or with Space, \, ], ^ or _`)

// usual are the usual keys of c that nobody else was given.
func (b *Bindings) usual(c Command, owner map[Stroke]string) []Stroke {
	var free []Stroke
	if c.Verb == Literal {
		free = append(free, b.prefix)
	}
	for _, text := range c.Usual {
		s, err := ParseStroke(text)
		if err != nil {
			panic(err) // the table of commands names no key
		}
		free = append(free, s)
	}
	kept := free[:0]
	for _, s := range free {
		if _, taken := owner[s]; !taken {
			kept = append(kept, s)
		}
	}
	return kept
}

// fill makes the tables of keys and of the help. The digits choose a window
// unless something else was bound to them.
func (b *Bindings) fill(strokes map[string][]Stroke, bound map[string][]string) {
	for i := range 9 {
		b.actions[Stroke{Code: '1' + rune(i)}] = Action{Verb: SelectWindow, Window: i}
	}
	for _, g := range groups {
		row, anew := Row{Text: g.text}, false
		var names []string
		for _, c := range g.commands {
			for _, s := range strokes[c.Name] {
				b.actions[s] = Action{Verb: c.Verb}
			}
			if len(strokes[c.Name]) > 0 {
				b.names[c.Verb] = strokes[c.Name][0].String()
				names = append(names, b.names[c.Verb])
			}
			_, named := bound[c.Name]
			anew = anew || named
		}
		if !anew {
			row.Text += g.extra
		}
		if row.Keys = strings.Join(names, " "); row.Keys != "" {
			b.rows = append(b.rows, row)
		}
	}
}

// Rows are the lines of the help. A command without keys is not in them.
func (b *Bindings) Rows() []Row { return b.rows }

// Prefix is the prefix.
func (b *Bindings) Prefix() Stroke { return b.prefix }

// KeyOf is how the first key of a command is written, "" for none.
func (b *Bindings) KeyOf(v Verb) string { return b.names[v] }
