// Package oracle is a second opinion on package vt: xterm.js without a screen,
// fed with the same bytes, and its grid in the form in which ours can be
// compared with it. It is test-only: the product may not import it. Its callers
// are the tests of the emulator and those that host real programs.
package oracle

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"atrium/internal/vt"
)

// Terminal is one process of node that serves one xterm at a time. It belongs to
// one test and one goroutine.
type Terminal struct {
	t      testing.TB
	in     *bufio.Writer
	out    *bufio.Reader
	stderr bytes.Buffer
}

// Start starts the process; it ends with the test. Reset comes before anything
// else.
func Start(t testing.TB) *Terminal {
	t.Helper()
	script := find(t)
	cmd := exec.Command("node", script)
	o := &Terminal{t: t}
	cmd.Stderr = &o.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("start xterm: %v; run: make test-deps", err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	o.in, o.out = bufio.NewWriter(in), bufio.NewReaderSize(out, 1<<16)
	return o
}

// find is the path of the script, which stands beside the modules it needs.
func find(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	const place = "internal/oracle/testdata/xterm"
	for ; ; dir = filepath.Dir(dir) {
		script := filepath.Join(dir, place, "serve.cjs")
		if _, err := os.Stat(script); err == nil {
			if _, err := os.Stat(filepath.Join(dir, place, "node_modules")); err != nil {
				t.Fatalf("xterm is not installed: %v; run: make test-deps", err)
			}
			return script
		}
		if dir == filepath.Dir(dir) {
			t.Fatalf("%s is nowhere above the test", place)
		}
	}
}

// Reset makes a new xterm of that size that keeps that many lines of scrollback.
func (o *Terminal) Reset(cols, rows, scrollback int) {
	o.t.Helper()
	o.send('N', fmt.Appendf(nil, "%d,%d,%d", cols, rows, scrollback))
}

// Write feeds output of a program.
func (o *Terminal) Write(output []byte) {
	o.t.Helper()
	o.send('W', output)
}

// Resize changes the size.
func (o *Terminal) Resize(cols, rows int) {
	o.t.Helper()
	o.send('R', fmt.Appendf(nil, "%d,%d", cols, rows))
}

func (o *Terminal) send(kind byte, body []byte) {
	o.t.Helper()
	o.in.WriteByte(kind)
	o.in.Write(binary.BigEndian.AppendUint32(nil, uint32(len(body))))
	if _, err := o.in.Write(body); err != nil {
		o.fail(err)
	}
}

func (o *Terminal) fail(err error) {
	o.t.Helper()
	text := o.stderr.String()
	o.t.Fatalf("ask xterm: %v\n%s", err, text[max(0, len(text)-1000):])
}

// state is the script's answer.
type state struct {
	Cols, Rows, X, Y, Scrollback int
	Lines                        []columns
}

// columns are the cells of a line; a list that is missing is that of plain
// blanks.
type columns struct {
	Text                           []string
	Width, Fg, Bg, Attr, Underline []uint32
}

// Grid is what xterm shows and keeps now.
func (o *Terminal) Grid() Grid {
	o.t.Helper()
	o.send('G', nil)
	if err := o.in.Flush(); err != nil {
		o.fail(err)
	}
	var s state
	if err := json.Unmarshal(o.receive(), &s); err != nil {
		o.fail(err)
	}
	return s.grid()
}

func (o *Terminal) receive() []byte {
	o.t.Helper()
	var length [4]byte
	if _, err := io.ReadFull(o.out, length[:]); err != nil {
		o.fail(err)
	}
	body := make([]byte, binary.BigEndian.Uint32(length[:]))
	if _, err := io.ReadFull(o.out, body); err != nil {
		o.fail(err)
	}
	return body
}

func (s *state) grid() Grid {
	g := Grid{Cols: s.Cols, Rows: s.Rows, X: min(s.X, s.Cols-1), Y: s.Y, Scrollback: s.Scrollback}
	for _, l := range s.Lines {
		line := make(Line, s.Cols)
		for x := range line {
			line[x] = l.cell(x)
		}
		g.Lines = append(g.Lines, line)
	}
	return g
}

func (l *columns) cell(x int) Cell {
	text, width := at(l.Text, x, ""), at(l.Width, x, 1)
	if text == "" && width > 0 {
		return blank(color(at(l.Bg, x, 0)))
	}
	return Cell{Text: text, Width: int(width), Fg: color(at(l.Fg, x, 0)), Bg: color(at(l.Bg, x, 0)),
		Attr: vt.Attr(at(l.Attr, x, 0)), Underline: color(at(l.Underline, x, 0))}
}

func at[T any](list []T, x int, missing T) T {
	if list == nil {
		return missing
	}
	return list[x]
}

// color is a colour of xterm, which writes its kind into the highest byte: 1 for
// the first 16 of the palette, 2 for the palette, 3 for the direct ones.
func color(c uint32) vt.Color {
	switch c >> 24 {
	case 1, 2:
		return vt.Palette(uint8(c))
	case 3:
		return vt.RGB(uint8(c>>16), uint8(c>>8), uint8(c))
	}
	return vt.DefaultColor
}
