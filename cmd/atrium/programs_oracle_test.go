//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atrium/internal/claudetest"
	"atrium/internal/oracle"
	"atrium/internal/terminaltest"
)

// witness is a program in a pane of atrium whose output is written down on its
// way and shown by another emulator: what a pane shows must be what that shows,
// cell by cell.
type witness struct {
	*rig
	s     *terminal
	log   string
	told  int // bytes of the log that xterm was given
	xterm *oracle.Terminal
}

// watch starts a program under script(1), which keeps what it writes.
func (r *rig) watch(command string) *witness {
	r.t.Helper()
	if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
		r.t.Fatalf("%v; run: make test-deps", err)
	}
	w := &witness{rig: r, log: filepath.Join(r.home, "output"), xterm: oracle.Start(r.t)}
	w.xterm.Reset(hostedCols, hostedRows, 0)
	w.s = r.startAt(hostedCols, hostedRows+1, "script", "-q", "-f", "-c", command, "-O", w.log)
	return w
}

// alone is what the only pane shows, which may draw boxes of its own.
func alone(p *terminaltest.Picture) string { return strings.Join(p.Lines()[:p.Rows-1], "\n") }

// types types and waits until the pane shows text, and xterm the same.
func (w *witness) types(keys, shows string) {
	w.t.Helper()
	w.s.Send(keys)
	w.shows(shows)
}

// shows waits until the pane shows text, and xterm the same.
func (w *witness) shows(text string) {
	w.t.Helper()
	w.s.WaitFor(fmt.Sprintf("the pane shows %q", text), func(p *terminaltest.Picture) bool {
		return strings.Contains(alone(p), text)
	})
	diff := ""
	if !await(patience, func() bool { diff = w.diff(); return diff == "" }) {
		w.t.Fatalf("the pane is not as xterm has it: %s\n%s", diff, alone(w.s.Picture()))
	}
}

// diff is the first difference that can be seen. Where a hidden cursor stands
// cannot.
func (w *witness) diff() string {
	w.t.Helper()
	w.xterm.Write(w.output())
	p := w.s.Picture()
	ours, theirs := oracle.Shown(p.Grid[:p.Rows-1], p.Cursor).Screen(), w.xterm.Grid().Screen()
	if !p.Cursor.Visible {
		ours.X, ours.Y = theirs.X, theirs.Y
	}
	return ours.Diff(theirs)
}

// output is what the program wrote since the last look. The first line of the
// log is of script itself.
func (w *witness) output() []byte {
	w.t.Helper()
	log, err := os.ReadFile(w.log)
	if err != nil {
		w.t.Fatal(err)
	}
	_, written, _ := bytes.Cut(log, []byte("\n"))
	fresh := written[w.told:]
	w.told = len(written)
	return fresh
}

// resizes changes the terminal while the program is quiet.
func (w *witness) resizes(cols, rows int, shows string) {
	w.t.Helper()
	w.xterm.Write(w.output())
	w.xterm.Resize(cols, rows)
	w.s.Resize(cols, rows+1)
	w.shows(shows)
}

func TestWitnessedVim(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.page(200)
	r.write(filepath.Join(r.project, "main.c"), "#include <stdio.h>\n\nint main(void) {\n\treturn printf(\"日本語\\n\"); /* why */\n}\n", 0o600)
	w := r.watch("vim -u NONE -N -n main.c")
	w.shows("#include")
	w.types(":syntax on | set number hlsearch cursorline\r", "  1 #include")
	w.types("/return\r", "return")
	w.types(":vsplit page.txt\r", "line 1 of")
	w.resizes(80, 20, "line 1 of")
	w.types("VG", "VISUAL LINE")
	w.types("\x1b:diffthis\r", "line 200 of")
	w.types(":help\r", "VIM - main help file")
	w.s.Send(":qa!\r")
	w.s.exits(0)
}

func TestWitnessedLess(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.page(400)
	w := r.watch("less page.txt")
	w.shows("line 1 of")
	w.types(" ", "line 58 of")
	w.types("/needle\r", "needle")
	w.types("-N\r", "328 line")
	w.resizes(60, 12, "needle")
	w.types("?line 1 \r", "line 1 of")
	w.s.quit()
}

// What htop counts is never the same twice, but the same in both.
func TestWitnessedHtop(t *testing.T) {
	t.Parallel()
	w := newRig(t).watch("htop")
	w.shows("Load average:")
	w.types("\x1b[15~", "├")     // F5, the tree
	w.types("\x1b[12~", "Setup") // F2
	w.types("\x1b[B\x1b[B", "Setup")
	w.types("\x1b", "F5List")
	w.resizes(70, 18, "F5List")
	w.s.Send("q")
	w.s.exits(0)
}

func TestWitnessedFzf(t *testing.T) {
	t.Parallel()
	w := newRig(t).watch("seq 500 | fzf --multi --color dark --border --header words")
	w.shows("500/500")
	w.types("42", "23/500")
	w.types("\t\x0b\t", "(2)")
	w.resizes(50, 12, "(2)")
	w.types("\x15", "500/500")
	w.s.Send("\x1b")
	w.s.exits(0)
}

func TestWitnessedTmux(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	config := r.write(filepath.Join(r.home, "tmux.conf"), "set -g escape-time 0\nset -g default-command 'bash --norc'\n", 0o600)
	r.setenv("PS1", "$ ")
	socket := filepath.Join(r.home, "tmux")
	w := r.watch(fmt.Sprintf("tmux -u -S %s -f %s", socket, config))
	w.shows("$")
	w.types("seq 60\r", "60\n$")
	w.types("\x02%", "│")
	w.types("\x02\"", "─")
	w.types("printf '\\e[38;5;208;4:3mcolour\\e[m 日本語\\n'\r", "colour 日本語")
	w.resizes(82, 22, "colour 日本語")
	w.types("\x02[", "[0/")
	w.s.Send("\x02d")
	w.s.exits(0)
}

func TestWitnessedGitLog(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.history()
	w := r.watch("git log --graph --color --decorate --stat")
	w.shows("Merge after 11")
	w.types(" ", "Change number")
	w.resizes(64, 16, "Change number")
	w.types("G", "Change number 0")
	w.s.Send("q")
	w.s.exits(0)
}

func TestWitnessedMc(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.page(40)
	r.write(filepath.Join(r.project, "日本語.txt"), "x", 0o600)
	w := r.watch("mc --nosubshell")
	w.shows("page.txt")
	w.awaitFor("mc listens", func() bool { // what comes before is lost
		w.s.Send("\x1b[F")
		return strings.Count(w.s.Picture().Text(), "日本語.txt") > 2
	})
	w.types("\x1b[20~\r", "File listing") // F9, the menu
	w.types("\x1b\x1b", "page.txt")
	w.resizes(76, 20, "page.txt")
	w.types("\x1b[18~", "Create a new Directory") // F7
	w.types("\x1b\x1b", "page.txt")
	w.s.Send("\x1b[21~")
	w.s.exits(0)
}

func TestWitnessedClaude(t *testing.T) {
	t.Parallel()
	_, program := claudetest.Install(t)
	r := newClaudeRig(newRig(t), program)
	w := r.watch(program + " --permission-mode default")
	w.shows("❯")
	w.types("hello there", "hello there")
	w.types("\r", "REPLY users=1")
	w.resizes(84, 24, "REPLY users=1")
	w.types("dotool: git push origin", "git push origin")
	w.types("\r", "Do you want to proceed?")
	w.types("\x1b", "❯")
	w.resizes(hostedCols, hostedRows, "❯")
	w.types("/clear", "/clear")
	w.types("\r", "❯")
	w.s.quit()
}
