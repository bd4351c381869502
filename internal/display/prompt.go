package display

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"atrium/internal/front"
)

// maxPrompt bounds the command line, in bytes.
const maxPrompt = 64 << 10

// prompt is the line on the bar row in which something is typed.
type prompt struct {
	open bool
	line []byte
	asks asks
}

// asks is what a prompt wants to know.
type asks uint8

// The questions. Each has its own label and its own answer.
const (
	aCommand asks = iota // to open in a new window
	aName                // for the window
	aWindow              // to move the focused pane to
)

// label stands in front of the typed line.
func (a asks) label() string {
	switch a {
	case aName:
		return "name of this window: "
	case aWindow:
		return "move the pane to window (empty: one of its own): "
	}
	return ":"
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
		d.answer()
	default:
		d.prompt.edit(key)
	}
}

// answer does what was typed.
func (d *Display) answer() {
	line, question := string(d.prompt.line), d.prompt.asks
	d.prompt = prompt{}
	switch question {
	case aName:
		d.send(front.RenameWindow{Name: line})
	case aWindow:
		d.moveTo(strings.TrimSpace(line))
	default:
		if argv := words(line); len(argv) > 0 {
			d.send(front.NewWindow{Argv: argv})
		}
	}
}

// moveTo moves the focused pane to the window of that number.
func (d *Display) moveTo(number string) {
	if number == "" {
		d.send(front.MovePane{Index: -1})
		return
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		d.note = "a window has a number from 1 on"
		return
	}
	d.send(front.MovePane{Index: n - 1})
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
