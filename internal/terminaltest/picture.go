package terminaltest

import (
	"strings"

	"atrium/internal/vt"
)

// Picture is what the terminal showed at one moment.
type Picture struct {
	Cols, Rows int
	Grid       []vt.Row // Rows of them
	Cursor     vt.Cursor
	Modes      vt.Modes
	Title      string
}

// Picture returns what the terminal shows now.
func (s *Screen) Picture() *Picture {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.picture()
}

func (s *Screen) picture() *Picture {
	p := &Picture{
		Cols:   s.cols,
		Rows:   s.rows,
		Cursor: s.term.Cursor(),
		Modes:  s.term.Modes(),
		Title:  s.term.Title(),
	}
	for y := range p.Rows {
		p.Grid = append(p.Grid, s.term.Row(y).Clone())
	}
	return p
}

// Line is the text of row y without the blanks at its end.
func (p *Picture) Line(y int) string { return strings.TrimRight(p.Grid[y].Text(), " ") }

// Lines is the text of every row, each without the blanks at its end.
func (p *Picture) Lines() []string {
	lines := make([]string, len(p.Grid))
	for y := range p.Grid {
		lines[y] = p.Line(y)
	}
	return lines
}

// Text is all lines, joined by newlines.
func (p *Picture) Text() string { return strings.Join(p.Lines(), "\n") }

// Contains tells whether some line shows text; text with a newline in it must
// stand in consecutive lines.
func (p *Picture) Contains(text string) bool { return strings.Contains(p.Text(), text) }

// frame draws the lines in a box, so that a failed test shows the edges.
func (p *Picture) frame() string {
	edge := "+" + strings.Repeat("-", p.Cols) + "+\n"
	var b strings.Builder
	b.WriteString(edge)
	for _, line := range p.Lines() {
		b.WriteString("|" + line + strings.Repeat(" ", max(0, p.Cols-len([]rune(line)))) + "|\n")
	}
	b.WriteString(edge)
	return b.String()
}
