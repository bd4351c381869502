//go:build unix

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atrium/internal/terminaltest"
)

// hosted is a real program in a pane of atrium and, beside it, in tmux: what the
// two show is compared after each step.
type hosted struct {
	*rig
	s      *terminal
	socket string
	box    int // of the pane, once there is another one
}

// The pane has this size when it is alone; the bar takes a row.
const hostedCols, hostedRows = 100, 30

// host starts a program in both.
func (r *rig) host(argv ...string) *hosted {
	r.t.Helper()
	for _, name := range []string{"tmux", argv[0]} {
		if _, err := exec.LookPath(name); err != nil {
			r.t.Fatalf("%v; run: make test-deps", err)
		}
	}
	h := &hosted{rig: r, socket: filepath.Join(r.home, "tmux")}
	config := r.write(filepath.Join(r.home, "tmux.conf"), "set -g status off\nset -g default-terminal xterm-256color\nset -g escape-time 0\n", 0o600)
	h.tmux(append([]string{"-f", config, "new-session", "-d", "-x", fmt.Sprint(hostedCols), "-y", fmt.Sprint(hostedRows), "--"}, argv...)...)
	r.t.Cleanup(func() { h.call("kill-server").Run() })
	h.s = r.startAt(hostedCols, hostedRows+1, argv...)
	return h
}

func (h *hosted) call(words ...string) *exec.Cmd {
	cmd := exec.Command("tmux", append([]string{"-u", "-S", h.socket}, words...)...)
	cmd.Dir, cmd.Env = h.project, h.env
	return cmd
}

func (h *hosted) tmux(words ...string) string {
	h.t.Helper()
	out, err := h.call(words...).CombinedOutput()
	if err != nil {
		h.t.Fatalf("tmux %q: %v\n%s", words, err, out)
	}
	return string(out)
}

// types sends keys to both and waits until the pane shows what they bring, and
// tmux the same.
func (h *hosted) types(keys, shows string) {
	h.t.Helper()
	h.s.Send(keys)
	h.tmux("send-keys", "-l", "--", keys)
	h.shows(shows)
}

// shows waits until the pane shows text, and tmux the same screen.
func (h *hosted) shows(text string) {
	h.t.Helper()
	h.s.WaitFor(fmt.Sprintf("the pane shows %q", text), func(p *terminaltest.Picture) bool {
		return strings.Contains(pane(p, h.box), text)
	})
	ours, theirs := "", ""
	if !await(patience, func() bool {
		ours, theirs = trimmed(pane(h.s.Picture(), h.box)), trimmed(h.tmux("capture-pane", "-p"))
		return ours == theirs
	}) {
		h.t.Fatalf("the pane shows\n%s\nand tmux\n%s", ours, theirs)
	}
}

// trimmed is a screen's text without the blanks at the end of its lines.
func trimmed(screen string) string {
	var lines []string
	for line := range strings.Lines(screen) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// narrows puts another pane beside that of the program, which makes it smaller,
// and waits until it shows text there, and tmux the same.
func (h *hosted) narrows(shows string) {
	h.t.Helper()
	h.narrow()
	h.shows(shows)
}

func (h *hosted) narrow() {
	h.t.Helper()
	h.s.press("%", "h")
	at := boxes(h.s.waitFocus(2, 0))[0]
	h.tmux("resize-window", "-x", fmt.Sprint(at.W-2), "-y", fmt.Sprint(at.H-2))
}

// page is a file of numbered lines, one of which holds a word of its own.
func (r *rig) page(lines int) string {
	var text strings.Builder
	for i := 1; i <= lines; i++ {
		fmt.Fprintf(&text, "line %d of the page, with\ta tab", i)
		if i == lines*3/4 {
			text.WriteString(" and a needle")
		}
		text.WriteString("\n")
	}
	return r.write(filepath.Join(r.project, "page.txt"), text.String(), 0o600)
}

func TestRealBash(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.setenv("PS1", `\w $ `)
	r.mkdir(filepath.Join(r.project, "a directory with a long name"))
	h := r.host("bash", "--noprofile", "--norc")
	h.shows("$")
	h.types("echo one two three\r", "one two three\n")
	h.types("echo "+strings.Repeat("wraps ", 30), strings.Repeat("wraps ", 5))
	h.types("\x01\x01X\x02\x02", "Xecho wraps") // to the start of the line: the prefix twice here
	h.types("\x05\x15", "one two three")
	h.types("\x12thr", "(reverse-i-search)`thr': echo one two three")
	h.types("\x07", "$")
	h.types("cd a\t", `cd a\ directory\ with\ a\ long\ name/`)
	h.types("\r", "a directory with a long name $")
	h.types("printf '\\033[31mred\\033[m \\033[1mbold\\033[m\\n'; seq 40\r", "40\n")
	h.types("\x0c", "a directory with a long name $")
	h.types("echo "+strings.Repeat("wraps anew ", 10)+"\r", "wraps anew")
	h.narrow() // tmux lets go of lines at the top that there is room for
	h.s.WaitFor("the line is broken anew", func(p *terminaltest.Picture) bool {
		return strings.Contains(pane(p, 0), "\nwraps anew wraps anew wraps anew wraps anew wrap\ns anew wraps anew")
	})
	h.types("\x0cecho and goes on\r", "\nand goes on")
}

func TestRealVim(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	page := r.page(200)
	r.setenv("PS1", "$ ")
	h := r.host("bash", "--noprofile", "--norc")
	h.shows("$")
	h.types("vim -n -u NONE -N page.txt\r", "line 1 of")
	h.types("5dd", "line 6 of")
	h.types("\x06", "line 34 of")
	h.types("/needle\r", "and a needle")
	h.types("Onew text, 日本語 and e\u0301\x1b", "new text")
	h.types(":set number\r", "150 line")
	h.types(":split\r", "page.txt [+]")
	h.types("\x17w:vsplit\r", "page.txt [+]")
	h.narrows("page.txt")
	h.types(":only\r", "needle")
	h.types("ggVGd", "--No lines in buffer--")
	h.types("u", "more lines")
	h.types(":qa!\r", "$ vim")
	if text := r.files(r.project)[page]; strings.Contains(text, "new text") {
		t.Error("vim wrote the file")
	}
}

func TestRealLess(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.page(400)
	r.setenv("PS1", "$ ")
	h := r.host("bash", "--noprofile", "--norc")
	h.shows("$")
	h.types("less page.txt\r", "line 1 of")
	h.types(" ", "line 58 of")
	h.types("b", "line 1 of")
	h.types("/needle\r", "and a needle")
	h.types("G", "line 400 of")
	h.types("-N\r", "400 line")
	h.narrows("398 line")
	h.types("g", "1 line")
	h.types("q", "$ less")
}

func TestRealFzf(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.setenv("PS1", "$ ")
	h := r.host("bash", "--noprofile", "--norc")
	h.shows("$")
	h.types("seq 500 | fzf --multi --no-info\r", "> 1")
	h.types("42", "> 42")
	h.narrows("> 42")
	h.types("\x0b\x0b\t", "142")
	h.types("\r", "$")
}

// history makes the project a repository with branches and merges.
func (r *rig) history() {
	r.t.Helper()
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		r.setenv("GIT_"+name+"_NAME", "A. Person")
		r.setenv("GIT_"+name+"_EMAIL", "person@example.org")
		r.setenv("GIT_"+name+"_DATE", "2026-01-02T03:04:05Z")
	}
	r.run("git", "init", "-q", "-b", "main")
	for i := range 12 {
		if i%4 == 1 {
			r.run("git", "checkout", "-q", "-b", fmt.Sprint("topic", i))
		}
		r.run("git", "commit", "-q", "--allow-empty", "-m", fmt.Sprint("Change number ", i))
		if i%4 == 3 {
			r.run("git", "checkout", "-q", "main")
			r.run("git", "merge", "-q", "--no-ff", "-m", fmt.Sprint("Merge after ", i), fmt.Sprint("topic", i-2))
		}
	}
}

func TestRealGitLog(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.history()
	r.setenv("PS1", "$ ")
	h := r.host("bash", "--noprofile", "--norc")
	h.shows("$")
	h.types("git log --graph --color --decorate\r", "Merge after 11")
	h.types(" ", "Change number")
	h.narrows("Change number")
	h.types("G", "Change number 0")
	h.types("q", "\n$")
}

// The numbers of htop are never the same twice: only what stands still is
// looked at.
func TestRealHtop(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.setenv("PS1", "$ ")
	s := r.startAt(hostedCols, hostedRows+1, "bash", "--noprofile", "--norc")
	s.WaitText("$")
	s.enter("htop --no-color")
	drawn := func(p *terminaltest.Picture) bool {
		lines := strings.Split(trimmed(pane(p, 0)), "\n")
		return strings.HasPrefix(lines[len(lines)-1], "F1Help  F2Setup") && strings.Contains(pane(p, 0), "PID") &&
			strings.Contains(pane(p, 0), "Mem[") && strings.Contains(pane(p, 0), "Load average:")
	}
	p := s.WaitFor("htop is drawn", drawn)
	if n := len(strings.Split(trimmed(pane(p, 0)), "\n")); n != hostedRows {
		t.Errorf("it takes %d rows of %d", n, hostedRows)
	}
	s.press("%", "h")
	s.WaitFor("htop is drawn in the smaller pane", func(p *terminaltest.Picture) bool { return len(boxes(p)) == 2 && drawn(p) })
	s.Send("\x1b[21~")
	s.WaitFor("the shell's screen is back", func(p *terminaltest.Picture) bool {
		return !drawn(p) && strings.Contains(pane(p, 0), "$ htop --no-color")
	})
	s.quit()
}
