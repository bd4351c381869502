package display

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"atrium/internal/front"
)

// maxPrompt bounds the command line, in bytes.
const maxPrompt = 64 << 10

// prompt is the command line on the bar row.
type prompt struct {
	open bool
	line []byte
}

// text is the line for the eye; a character that is not here whole is not
// shown yet.
func (p *prompt) text() string { return strings.ToValidUTF8(string(p.line), "") }

// promptKey edits the prompt, opens what was typed, or gives up.
func (d *Display) promptKey(key []byte) {
	if len(key) > 1 && key[0] == escape {
		return
	}
	switch key[0] {
	case escape, ctrlC:
		d.prompt = prompt{}
	case '\r', '\n':
		d.launch()
	default:
		d.prompt.edit(key)
	}
}

// launch opens the typed command in a new window; an empty line is none.
func (d *Display) launch() {
	argv := words(string(d.prompt.line))
	d.prompt = prompt{}
	if len(argv) > 0 {
		d.send(front.NewWindow{Argv: argv})
	}
}

func (p *prompt) edit(key []byte) {
	const ctrlH, ctrlU, ctrlW, del = 0x08, 0x15, 0x17, 0x7f
	switch key[0] {
	case ctrlH, del:
		_, n := utf8.DecodeLastRune(p.line)
		p.line = p.line[:len(p.line)-n]
	case ctrlU:
		p.line = nil
	case ctrlW:
		p.line = withoutLastWord(p.line)
	default:
		if key[0] >= ' ' {
			p.insert(key)
		}
	}
}

// insert adds text at the end. Line ends and other control characters, as in a
// paste, count as blanks, so that nothing but Enter opens a command.
func (p *prompt) insert(text []byte) {
	for _, b := range text {
		if b < ' ' || b == 0x7f {
			b = ' '
		}
		if len(p.line) < maxPrompt {
			p.line = append(p.line, b)
		}
	}
}

func withoutLastWord(line []byte) []byte {
	s := strings.TrimRightFunc(string(line), unicode.IsSpace)
	s = strings.TrimRightFunc(s, func(r rune) bool { return !unicode.IsSpace(r) })
	return []byte(s)
}

// words splits a command line at blanks. Single and double quotes keep what
// is between them together, also inside a word; there is no other quoting, so
// that a path with backslashes means itself. An open quote ends with the line.
func words(line string) []string {
	var out []string
	var word strings.Builder
	var quote rune
	started := false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, started = r, true
		case quote == 0 && unicode.IsSpace(r):
			if started {
				out = append(out, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteRune(r)
			started = true
		}
	}
	if started {
		out = append(out, word.String())
	}
	return out
}
