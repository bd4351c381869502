//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"atrium/internal/durable"
	"atrium/internal/proc"
	"atrium/internal/snapshot"
	"atrium/internal/store"
	"atrium/internal/terminaltest"
)

// eachWire runs test once for every way in which front and core are joined, each
// on a machine of its own and beside other tests.
func eachWire(t *testing.T, test func(t *testing.T, r *rig)) {
	t.Helper()
	t.Parallel()
	for _, wire := range []string{"direct", "loopback"} {
		t.Run(wire, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.setenv(wireVariable, wire)
			test(t, r)
		})
	}
}

// rig is a machine of its own for the program: a home, a project, a store and
// nothing of the operator's.
type rig struct {
	t       *testing.T
	home    string
	project string // where the program is started, by its canonical path
	state   string
	runtime string
	bin     string // first in PATH
	env     []string
}

// newRig makes the machine. At the end of the test nothing that was started on
// it may run any more.
func newRig(t *testing.T) *rig {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t}
	for name, dir := range map[string]*string{
		"home": &r.home, "project": &r.project, "state": &r.state, "runtime": &r.runtime, "bin": &r.bin,
	} {
		*dir = r.mkdir(filepath.Join(base, name))
	}
	r.env = []string{
		"HOME=" + r.home,
		"XDG_RUNTIME_DIR=" + r.runtime,
		"ATRIUM_STATE_DIR=" + r.state,
		"TMPDIR=" + r.mkdir(filepath.Join(base, "tmp")),
		"PATH=" + r.bin + string(filepath.ListSeparator) + os.Getenv("PATH"),
		"TERM=xterm-256color",
		"LANG=C.UTF-8",
		"SHELL=/bin/sh",
		"PS1=ok> ",
	}
	t.Cleanup(r.checkEmpty)
	return r
}

// checkEmpty ends what the test left running, and tells of it: nobody else will.
func (r *rig) checkEmpty() {
	if await(10*time.Second, func() bool { return len(r.processes()) == 0 }) {
		return
	}
	for _, p := range r.processes() {
		r.t.Errorf("process %d (%s) is left over", p.Pid, p.Name)
		syscall.Kill(p.Pid, syscall.SIGKILL)
	}
}

// await polls what nothing tells the change of: processes and files. It tells
// whether the condition came to hold.
func await(limit time.Duration, holds func() bool) bool {
	for end := time.Now().Add(limit); ; time.Sleep(10 * time.Millisecond) {
		if holds() {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

// patience bounds the waits for files and processes of a broken run.
const patience = 30 * time.Second

// awaitFor ends the test unless the condition comes to hold.
func (r *rig) awaitFor(condition string, holds func() bool) {
	r.t.Helper()
	if !await(patience, holds) {
		r.t.Fatalf("waited until %s: it did not come within %v", condition, patience)
	}
}

// processes are the programs that run on this machine.
func (r *rig) processes() []proc.Survivor {
	found, known := proc.Marked("HOME=" + r.home)
	if !known {
		r.t.Error("the process table cannot be read")
	}
	return found
}

func (r *rig) mkdir(path string) string {
	r.t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// write makes a file, whatever its directories.
func (r *rig) write(path, text string, mode os.FileMode) string {
	r.t.Helper()
	r.mkdir(filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// script puts a shell script into PATH under that name.
func (r *rig) script(name, text string) string {
	r.t.Helper()
	return r.write(filepath.Join(r.bin, name), "#!/bin/sh\n"+text+"\n", 0o755)
}

// setenv sets a variable for what is started from now on.
func (r *rig) setenv(name, value string) {
	r.unsetenv(name)
	r.env = append(r.env, name+"="+value)
}

func (r *rig) unsetenv(name string) {
	var kept []string
	for _, entry := range r.env {
		if !strings.HasPrefix(entry, name+"=") {
			kept = append(kept, entry)
		}
	}
	r.env = kept
}

// terminal is one run of a program on a terminal.
type terminal struct {
	*terminaltest.Screen
	rig *rig
}

// start starts atrium in the project on a terminal of 80 by 24.
func (r *rig) start(args ...string) *terminal {
	r.t.Helper()
	return r.startAt(80, 24, args...)
}

// startAt starts atrium in the project on a terminal of that size.
func (r *rig) startAt(cols, rows int, args ...string) *terminal {
	r.t.Helper()
	return r.startProgram(cols, rows, append([]string{r.atrium()}, args...)...)
}

// startProgram starts any program in the project.
func (r *rig) startProgram(cols, rows int, argv ...string) *terminal {
	r.t.Helper()
	return &terminal{rig: r, Screen: terminaltest.Start(r.t, terminaltest.Options{
		Argv: argv, Env: r.env, Dir: r.project, Cols: cols, Rows: rows,
	})}
}

// atrium is the program's path, as PATH has it.
func (r *rig) atrium() string {
	r.t.Helper()
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, "atrium")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	r.t.Fatal("the test binary did not install itself as atrium")
	return ""
}

// press types keys after the prefix, each after one of its own.
func (s *terminal) press(keys ...string) {
	for _, key := range keys {
		s.Send("\x01" + key)
	}
}

// enter types a line.
func (s *terminal) enter(line string) { s.Send(line + "\r") }

// answer waits for the question and types a line: what is typed before it
// answers nothing.
func (s *terminal) answer(line string) {
	s.rig.t.Helper()
	s.WaitText("[Y/n]")
	s.enter(line)
}

// prompted waits for the prompt of the shell in the only pane.
func (s *terminal) prompted() *terminal {
	s.rig.t.Helper()
	s.WaitText("ok>")
	return s
}

// exits waits for the end and checks the exit status.
func (s *terminal) exits(code int) {
	s.rig.t.Helper()
	if got := s.Wait(); got != (terminaltest.Exit{Code: code}) {
		s.rig.t.Fatalf("ended with %v, want code %d; last bytes %q", got, code, tail(s.Bytes()))
	}
}

// quit ends the session with the key.
func (s *terminal) quit() {
	s.rig.t.Helper()
	s.press("q")
	s.exits(0)
}

// crash kills atrium as nothing else does, and waits for what it hosted.
func (s *terminal) crash() {
	s.rig.t.Helper()
	s.Kill(syscall.SIGKILL)
	s.Wait()
	s.rig.awaitFor("the panes of the killed session are gone", func() bool { return len(s.rig.processes()) == 0 })
}

// tail is the end of what a program wrote.
func tail(raw []byte) []byte { return raw[max(0, len(raw)-400):] }

// store is the project's store.
func (r *rig) store() *store.Store {
	r.t.Helper()
	st, err := store.Open(durable.OS(), r.state, r.project)
	if err != nil {
		r.t.Fatal(err)
	}
	return st
}

// saved are the saved sessions of the project.
func (r *rig) saved() store.Listing {
	r.t.Helper()
	all, err := r.store().List(time.Now(), alive)
	if err != nil {
		r.t.Fatal(err)
	}
	return all
}

// newest is the saved session with the latest heartbeat.
func (r *rig) newest() store.Entry {
	r.t.Helper()
	all := r.saved().Sessions
	if len(all) == 0 {
		r.t.Fatal("no session is saved")
	}
	return all[0]
}

// awaitSaved waits until the newest saved session is as cond wants it.
func (r *rig) awaitSaved(condition string, cond func(store.Entry) bool) store.Entry {
	r.t.Helper()
	var found store.Entry
	r.awaitFor("the newest saved session "+condition, func() bool {
		all := r.saved().Sessions
		if len(all) > 0 {
			found = all[0]
		}
		return len(all) > 0 && cond(found)
	})
	return found
}

// awaitPanes waits until the newest saved session has that many panes.
func (r *rig) awaitPanes(n int) store.Entry {
	r.t.Helper()
	return r.awaitSaved("has its panes", func(e store.Entry) bool { return len(e.Snapshot.Panes) == n })
}

// deadPid is beyond the greatest pid that the system gives.
const deadPid = 1<<22 + 1

// plant saves a session of process pid as it was some time ago, and returns its
// path.
func (r *rig) plant(pid int, age time.Duration, image snapshot.Snapshot) string {
	r.t.Helper()
	at := time.Now().Add(-age)
	place := r.store().Place(pid, at.UnixMilli())
	if err := place.Save(image, at); err != nil {
		r.t.Fatal(err)
	}
	return place.Path()
}

// files are all files below dir with their content, by path.
func (r *rig) files(dir string) map[string]string {
	r.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return all
}

// fifo makes a named pipe, for a script to wait at.
func (r *rig) fifo(name string) string {
	r.t.Helper()
	path := filepath.Join(r.home, name)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// feed lets a script that waits at a named pipe go on.
func (r *rig) feed(fifo string) {
	r.t.Helper()
	if err := os.WriteFile(fifo, []byte("go\n"), 0); err != nil {
		r.t.Fatal(err)
	}
}
