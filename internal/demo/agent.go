package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"atrium/internal/agent"
)

// agentName is the name under which atrium takes the stand-in for claude.
const agentName = "claude"

// answers are what the agent knows to say, one after the other.
var answers = []string{
	"mean divides by the number of readings, and there are none yet.",
	"Done: the mean of nothing is 0 now, and TestMeanOfNothing holds it.",
}

// conversation is one that the agent remembers: a line said by the operator,
// its answer, and so on.
type conversation struct {
	path    string // of its transcript, where claude would keep it
	said    []string
	resumed bool
}

// runAgent plays claude: it prints what was said so far, answers each line, and
// keeps the conversation in a file that it finds again by --resume.
func runAgent(args []string) error {
	c, err := openConversation(args)
	if err != nil {
		return err
	}
	lines := inputLines(os.Stdin)
	resized := watchSize()
	for {
		c.draw(os.Stdout)
		select {
		case <-resized:
		case line, more := <-lines:
			if !more {
				return nil
			}
			if err := c.answer(line); err != nil {
				return err
			}
		}
	}
}

func inputLines(r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(r); in.Scan(); {
			lines <- in.Text()
		}
	}()
	return lines
}

// openConversation begins the conversation that --session-id names or goes on
// with that of --resume, which must be there.
func openConversation(args []string) (*conversation, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	id := valueOf(args, "--session-id")
	resumed := valueOf(args, "--resume")
	folder := filepath.Join(os.Getenv("HOME"), ".claude", "projects", agent.TranscriptSlug(cwd))
	c := &conversation{path: filepath.Join(folder, id+resumed+".jsonl"), resumed: resumed != ""}
	if !c.resumed {
		return c, os.MkdirAll(folder, 0o700)
	}
	text, err := os.ReadFile(c.path)
	if err != nil {
		return nil, errors.New("no conversation found with session id " + resumed)
	}
	c.said = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	return c, nil
}

// valueOf is the word after flag, "" without one.
func valueOf(args []string, flag string) string {
	if i := slices.Index(args, flag); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

// answer takes a line of the operator, and writes both down before either shows.
func (c *conversation) answer(line string) error {
	turn := len(c.said) / 2
	c.said = append(c.said, line, answers[turn%len(answers)])
	return os.WriteFile(c.path, []byte(strings.Join(c.said, "\n")+"\n"), 0o600)
}

// draw paints the whole screen, the cursor in the box for the next line.
func (c *conversation) draw(w io.Writer) {
	const orange, grey, off = "\x1b[38;5;173m", "\x1b[90m", "\x1b[m"
	cols, _, err := term.GetSize(int(os.Stdin.Fd()))
	if err != nil || cols < 10 {
		return
	}
	var b strings.Builder
	b.WriteString("\x1b[H\x1b[2J\r\n " + orange + "✻" + off + " \x1b[1ma stand-in for claude\x1b[m\r\n   " + grey + c.memory() + off + "\r\n")
	for i, text := range c.said {
		mark := "\r\n " + grey + "❯" + off
		if i%2 == 1 {
			mark = " " + orange + "●" + off
		}
		b.WriteString(mark + " " + strings.Join(wrap(text, cols-4), "\r\n   ") + "\r\n")
	}
	edge := strings.Repeat("─", cols-4)
	fmt.Fprintf(&b, "\r\n %s╭%s╮\r\n │%s ❯%s│\r\n ╰%s╯%s\x1b[A\x1b[6G", grey, edge, off, strings.Repeat(" ", cols-6)+grey, edge, off)
	io.WriteString(w, b.String())
}

// memory says what the agent remembers of the conversation.
func (c *conversation) memory() string {
	if !c.resumed {
		return "a new conversation"
	}
	return fmt.Sprintf("resumed, remembers %d messages", len(c.said))
}

// wrap breaks text at blanks into lines of at most width characters.
func wrap(text string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case len(*last)+1+len(word) > width:
			lines = append(lines, word)
		default:
			*last += " " + word
		}
	}
	return lines
}
