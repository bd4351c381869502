//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"atrium/internal/recovery"
	"atrium/internal/snapshot"
	"atrium/internal/terminaltest"
)

// list is what `atrium recover --list` prints, which needs no terminal.
func (r *rig) list() string {
	r.t.Helper()
	cmd := exec.Command(r.atrium(), "recover", "--list")
	cmd.Dir, cmd.Env = r.project, r.env
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("recover --list: %v", err)
	}
	return string(out)
}

// states are the states of the listed sessions, the newest first.
func (r *rig) states() []string {
	r.t.Helper()
	var states []string
	for line := range strings.Lines(r.list()) {
		state, _, _ := strings.Cut(line, " ")
		if slices.Contains([]string{"running", "crashed", "closed", "suspended", "unreadable", "suspect"}, state) {
			states = append(states, state)
		}
	}
	return states
}

// checkStates compares the states that `recover --list` tells.
func (r *rig) checkStates(want ...string) {
	r.t.Helper()
	if got := r.states(); !slices.Equal(got, want) {
		r.t.Errorf("recover --list tells %q, want %q:\n%s", got, want, r.list())
	}
}

// resume answers the question that the launch asks with Enter, and returns the
// notice above it.
func (s *terminal) resume() (notice string) {
	s.rig.t.Helper()
	notice = s.asked()
	s.Send("\r")
	return notice
}

// asked waits for the question whether to resume. The notice above it may be
// longer than the screen, and its lines than a row.
func (s *terminal) asked() (notice string) {
	s.rig.t.Helper()
	s.WaitText(strings.TrimSpace(recovery.Question))
	return strings.ReplaceAll(string(s.Bytes()), "\r\n", "\n")
}

// body is a snapshot's bytes but for who wrote it and when.
func body(image snapshot.Snapshot) string {
	image.Meta = snapshot.Meta{}
	return string(snapshot.Encode(image))
}

// pane is what the box of that number holds. A pane that is alone has no box.
func pane(p *terminaltest.Picture, box int) string {
	all := boxes(p)
	switch {
	case box < len(all):
		return inside(p, all[box])
	case box == 0 && !p.Contains("┌"):
		return strings.Join(p.Lines()[:p.Rows-1], "\n")
	}
	return ""
}

// run runs a program in the project to its end.
func (r *rig) run(argv ...string) {
	r.t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = r.project, r.env
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("%q: %v\n%s", argv, err, out)
	}
}

// commandOf is the command line with which atrium started the one pane whose
// program has that name. An agent starts more of itself with the same words.
func (r *rig) commandOf(name string) []string {
	r.t.Helper()
	var words []string
	for _, p := range r.processes() {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.Pid))
		argv := strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
		if err != nil || filepath.Base(argv[0]) != name {
			continue
		}
		if words != nil && !slices.Equal(words, argv) {
			r.t.Fatalf("%q runs as %q and as %q", name, words, argv)
		}
		words = argv
	}
	return words
}

// waitBoxes waits until so many bordered panes are drawn.
func (s *terminal) waitBoxes(n int) *terminaltest.Picture {
	s.rig.t.Helper()
	return s.WaitFor(fmt.Sprintf("%d panes are drawn", n), func(p *terminaltest.Picture) bool { return len(boxes(p)) == n })
}
