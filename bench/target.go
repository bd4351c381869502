package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// target is one way to run programs in panes.
type target interface {
	name() string
	// one is the command that hosts argv in a single pane and ends with it.
	one(argv []string) *exec.Cmd
	// many is the command that hosts argv in n panes at once, on a terminal of
	// that size.
	many(n int, argv []string, in size) (*exec.Cmd, error)
	// own tells of a process whether it is the target's and not the hosted
	// programs', by the path of its executable.
	own(executable string) bool
	// stop ends what a killed command left running.
	stop()
}

// environment is all that a target inherits, so that nothing of the operator's
// settings is measured.
func (p place) environment(extra ...string) []string {
	return append([]string{
		"HOME=" + p.dir,
		"PATH=" + os.Getenv("PATH"),
		"TERM=xterm-256color",
		"LANG=C.UTF-8",
		"SHELL=/bin/sh",
		"BENCH_READY=" + p.readySocket(),
	}, extra...)
}

func (p place) command(argv []string, extra ...string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = p.environment(extra...)
	cmd.Dir = p.dir
	return cmd
}

// bare is the hosted program alone.
type bare struct{ place }

func (bare) name() string                  { return "bare" }
func (b bare) one(argv []string) *exec.Cmd { return b.command(argv) }
func (bare) stop()                         {}

func (bare) own(string) bool { return false }

func (bare) many(int, []string, size) (*exec.Cmd, error) {
	return nil, fmt.Errorf("one program has one terminal")
}

// tmux is the one that is installed, without a configuration, on a server of
// its own.
type tmux struct {
	place
	history int // lines it keeps of a pane, 0 for its usual
}

func (tmux) name() string { return "tmux" }

func (m tmux) argv(words ...string) []string {
	return append([]string{"tmux", "-S", filepath.Join(m.dir, "tmux"), "-f", "/dev/null"}, words...)
}

func (m tmux) one(argv []string) *exec.Cmd {
	return m.command(m.argv(append([]string{"new-session", "--"}, argv...)...))
}

func (tmux) own(executable string) bool { return filepath.Base(executable) == "tmux" }

// many is a script, as its users write them: panes are split off one by one.
func (m tmux) many(n int, argv []string, in size) (*exec.Cmd, error) {
	call := strings.Join(m.argv(), " ")
	hosted := strings.Join(argv, " ")
	first := call
	if m.history > 0 {
		first += fmt.Sprintf(` start-server \; set-option -g history-limit %d \;`, m.history)
	}
	script := fmt.Sprintf("%s new-session -d -x %d -y %d %s\n", first, in.cols, in.rows, hosted)
	for range n - 1 {
		script += fmt.Sprintf("%s split-window %s \\; select-layout tiled\n", call, hosted)
	}
	script += "exec " + call + " attach\n"
	return m.command([]string{"sh", "-ec", script}), nil
}

func (m tmux) stop() {
	words := m.argv("kill-server")
	m.command(words).Run()
}

// atrium is the binary under measurement, with a state directory of its own.
type atrium struct{ place }

func (atrium) name() string { return "atrium" }

func (a atrium) stateDir() string { return filepath.Join(a.dir, "state") }

func (a atrium) run(words ...string) *exec.Cmd {
	return a.command(append([]string{a.binary}, words...),
		"ATRIUM_STATE_DIR="+a.stateDir(), "ATRIUM_RESUME_OFFER=0")
}

func (a atrium) one(argv []string) *exec.Cmd { return a.run(argv...) }

func (a atrium) own(executable string) bool { return executable == a.binary }

func (a atrium) many(n int, argv []string, _ size) (*exec.Cmd, error) {
	return a.run(append([]string{"-n", fmt.Sprint(n)}, argv...)...), nil
}

// stop forgets what was saved, so that no round finds the session of the last.
func (a atrium) stop() { os.RemoveAll(a.stateDir()) }
