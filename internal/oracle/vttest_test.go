//go:build unix

package oracle_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atrium/internal/oracle"
	"atrium/internal/terminaltest"
	"atrium/internal/vt"
)

var update = flag.Bool("update", false, "write the screens of vttest instead of comparing them")

// exam is one run of vttest, the examination of terminals.
type exam struct {
	t       *testing.T
	s       *terminaltest.Screen
	xterm   *oracle.Terminal
	told    int // bytes that xterm was given
	stops   int // how often it waited for the operator
	screens strings.Builder
}

// What vttest writes last before it waits.
var (
	menu  = []byte("Enter choice number")
	pause = []byte("Push <RETURN>")
)

// stopped waits until vttest waits again, and tells whether for RETURN alone.
func (e *exam) stopped() bool {
	e.t.Helper()
	count := func(raw []byte) int { return bytes.Count(raw, menu) + bytes.Count(raw, pause) }
	e.s.WaitBytes("vttest waits", func(raw []byte) bool { return count(raw) > e.stops })
	raw := e.s.Bytes()
	e.stops = count(raw)
	return bytes.LastIndex(raw, menu) < bytes.LastIndex(raw, pause)
}

// note keeps the screen for the golden file, and holds it against xterm.
func (e *exam) note(agrees bool) {
	e.t.Helper()
	raw := e.s.Bytes()
	e.xterm.Write(raw[e.told:])
	e.told = len(raw)
	p := e.s.Picture()
	diff := oracle.Shown(p.Grid, p.Cursor).Screen().Diff(e.xterm.Grid().Screen())
	if diff != "" && agrees {
		e.t.Errorf("not as xterm: %s\n%s", diff, p.Text())
	}
	draw(&e.screens, p)
}

// draw writes a screen as text, and below each line the renditions of its cells
// where there are any, in hexadecimal digits.
func draw(to *strings.Builder, p *terminaltest.Picture) {
	for y, row := range p.Grid {
		fmt.Fprintf(to, "|%s\n", p.Line(y))
		if marks := strings.TrimRight(renditions(row), " "); marks != "" {
			fmt.Fprintf(to, "~%s\n", marks)
		}
	}
	fmt.Fprintf(to, "cursor %d,%d\n\n", p.Cursor.X, p.Cursor.Y)
}

// renditions has for each cell of a row 1 for bold, 2 for an underline, 4 for
// blinking, 8 for inverse, and * for colours.
func renditions(row vt.Row) string {
	var marks strings.Builder
	for _, c := range row.Cells {
		n := 0
		for i, set := range []bool{c.Attr&vt.Bold != 0, c.Attr.UnderlineStyle() != 0, c.Attr&vt.Blink != 0, c.Attr&vt.Inverse != 0} {
			if set {
				n |= 1 << i
			}
		}
		switch {
		case c.Fg != vt.DefaultColor || c.Bg != vt.DefaultColor:
			marks.WriteByte('*')
		case n == 0:
			marks.WriteByte(' ')
		default:
			fmt.Fprintf(&marks, "%x", n)
		}
	}
	return marks.String()
}

// examine goes through menus, and through all screens behind the last.
func examine(t *testing.T, agrees bool, choices []string) string {
	t.Helper()
	if _, err := exec.LookPath("vttest"); err != nil {
		t.Fatalf("%v; run: make test-deps", err)
	}
	e := &exam{t: t, xterm: oracle.Start(t), s: terminaltest.Start(t, terminaltest.Options{Argv: []string{"vttest", "24x80.80"}})}
	e.xterm.Reset(80, 24, 0)
	e.stopped()
	for _, choice := range choices {
		e.s.Send(choice + "\r")
		for e.stopped() {
			e.note(agrees)
			e.s.Send("\r")
		}
	}
	return e.screens.String()
}

// What the screens should look like, they say themselves; those in the golden
// files were read with that in mind.
func TestVttest(t *testing.T) {
	for _, c := range []struct {
		menus  string
		unlike string // why the screens are not those of xterm.js
	}{
		{menus: "1"},
		{menus: "2", unlike: "it does not bring the underline back with the cursor"},
		{menus: "3 8", unlike: "the British set is ASCII here"},
		{menus: "3 9", unlike: "bytes that are no UTF-8 are shown as such here"},
		{menus: "3 10", unlike: "bytes that are no UTF-8 are shown as such here"},
		{menus: "8"},
		{menus: "11 1 2 2 3"},
		{menus: "11 1 6"},
		{menus: "11 5 1 2 3 4 5 6 7 8 9"},
		{menus: "11 6 2 3 4 5 8 9"},
		{menus: "11 6 6 1 3", unlike: "DECALN is plain here, and SD colours the new line"},
		{menus: "11 6 7 2 3 6", unlike: "SD colours the new line here"},
		{menus: "11 7 2 3 6"},
		{menus: "11 8 7 1 3 4 5", unlike: "DECALN is plain here"},
	} {
		t.Run(c.menus, func(t *testing.T) {
			t.Parallel()
			got := examine(t, c.unlike == "", strings.Fields(c.menus))
			path := filepath.Join("testdata", "vttest", strings.ReplaceAll(c.menus, " ", ".")+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the screens are not those of %s:\n%s", path, got)
			}
		})
	}
}
