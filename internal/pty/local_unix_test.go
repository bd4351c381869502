//go:build unix

package pty_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"atrium/internal/proc"
	"atrium/internal/pty"
	"atrium/internal/pty/ptytest"

	"golang.org/x/sys/unix"
)

// env is what the panes of these tests get: nothing of the operator's.
func env() []string {
	return []string{"PATH=/usr/local/bin:/usr/bin:/bin", "TERM=xterm", "HOME=/nonexistent"}
}

func start(t *testing.T, argv ...string) pty.Pane {
	t.Helper()
	p, err := pty.Local().Start(pty.Command{Argv: argv, Dir: t.TempDir(), Env: env(), Size: pty.Size{Cols: 80, Rows: 24}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("cleanup: %v", err)
		}
	})
	return p
}

func sh(t *testing.T, script string) pty.Pane { return start(t, "sh", "-c", script) }

// all reads a pane to its end.
func all(t *testing.T, p pty.Pane) string {
	t.Helper()
	text, err := io.ReadAll(p)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// await polls a named condition.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for late := time.Now().Add(30 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("never happened: %s", what)
		}
	}
}

// readUntil reads a pane until it has said text, and returns all it said.
func readUntil(t *testing.T, p pty.Pane, text string) string {
	t.Helper()
	var said []byte
	buf := make([]byte, 4096)
	for !bytes.Contains(said, []byte(text)) {
		n, err := p.Read(buf)
		if said = append(said, buf[:n]...); err != nil {
			t.Fatalf("read: %v before %q; it said %q", err, text, said)
		}
	}
	return string(said)
}

func TestLocalKeepsTheContract(t *testing.T) {
	const raw = "stty raw -echo; printf ready; "
	scripts := map[ptytest.Program]string{
		ptytest.Copy:   raw + "exec cat",
		ptytest.Exit3:  raw + "printf bye; exit 3",
		ptytest.Killed: raw + "kill -TERM $$",
		ptytest.Sizes: raw + `show() { set -- $(stty size); printf '%sx%s;' $2 $1; }
			trap show WINCH; show; while :; do sleep 0.05; done`,
		ptytest.Deaf:     raw + "exec sleep 600",
		ptytest.Stubborn: "trap '' HUP TERM; " + raw + "while :; do sleep 600; done",
		ptytest.Held:     raw + "printf bye; trap '' HUP TERM; sleep 600 & exit 0",
	}
	ptytest.Suite(t, func(t *testing.T, program ptytest.Program, size pty.Size) pty.Pane {
		p, err := pty.Local().Start(pty.Command{
			Argv: []string{"sh", "-c", scripts[program]}, Dir: t.TempDir(), Env: env(), Size: size,
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	})
}

func TestArgumentsAndEnvironmentArriveExactly(t *testing.T) { // R023
	argv := []string{"sh", "-c", `for a; do printf '<%s>' "$a"; done; printf '[%s|%s]' "$ONE" "$PWD"`,
		"sh", "a file  with two spaces.txt", "-n2", "date; uptime", "", "q'\"$x`", "\xff"}
	dir := t.TempDir()
	p, err := pty.Local().Start(pty.Command{Argv: argv, Dir: dir, Env: append(env(), "ONE=1 2", "PWD="+dir)})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := "<a file  with two spaces.txt><-n2><date; uptime><><q'\"$x`><\xff>[1 2|" + dir + "]"
	if got := all(t, p); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestNothingOfOurEnvironmentLeaks(t *testing.T) {
	t.Setenv("ATRIUM_PTY_TEST", "secret")
	p, err := pty.Local().Start(pty.Command{Argv: []string{"/bin/sh", "-c", `printf "[$ATRIUM_PTY_TEST]"`}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if got := all(t, p); got != "[]" {
		t.Errorf("got %q", got)
	}
}

func TestLoginShell(t *testing.T) { // R026
	p := start(t, "-bash", "-c", `printf '%s ' "$0"; shopt -q login_shell && printf login`)
	if got := all(t, p); got != "-bash login" {
		t.Errorf("got %q", got)
	}
}

func TestPaneLeadsItsOwnSession(t *testing.T) {
	p := sh(t, `printf '%s ' "$(ps -o pid=,pgid=,sid=,tpgid= -p $$)"; tty`)
	fields := strings.Fields(all(t, p))
	pid := strconv.Itoa(p.Pid())
	if len(fields) != 5 || fields[0] != pid || fields[1] != pid || fields[2] != pid || !strings.HasPrefix(fields[4], "/dev/") {
		t.Errorf("pid, group, session, foreground, terminal: %v, want %s for the first three", fields, pid)
	}
}

func TestForegroundIsTheJob(t *testing.T) {
	p := start(t, "bash", "--norc", "-i")
	if _, err := p.Write([]byte("sleep 600\n")); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, p)
	await(t, "the job has the terminal", func() bool {
		pgid, known := p.Foreground()
		return known && pgid != p.Pid()
	})
}

func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plain := write("plain", "text", 0o644)
	odd := write("odd", "\x00\x01", 0o755)
	cases := map[string]struct {
		argv []string
		dir  string
		is   error
		says string
	}{
		"nothing":                    {nil, dir, pty.ErrNoCommand, ""},
		"empty word":                 {[]string{""}, dir, pty.ErrNoCommand, ""},
		"a lone dash":                {[]string{"-"}, dir, pty.ErrNoCommand, ""},
		"not found":                  {[]string{"no-such-program"}, dir, pty.ErrNotFound, `"no-such-program"`},
		"path not found":             {[]string{"/no/such/program"}, dir, os.ErrNotExist, `"/no/such/program"`},
		"not executable":             {[]string{plain}, dir, unix.EACCES, plain},
		"in PATH only without leave": {[]string{"plain"}, dir, unix.EACCES, plain},
		"a directory":                {[]string{dir}, dir, unix.EISDIR, dir},
		"no program":                 {[]string{odd}, dir, unix.ENOEXEC, odd},
		"directory gone":             {[]string{"sh"}, filepath.Join(dir, "gone"), os.ErrNotExist, `directory "` + filepath.Join(dir, "gone") + `" is gone`},
		"directory is a file":        {[]string{"sh"}, plain, unix.ENOTDIR, plain},
		"NUL in a word":              {[]string{"sh", "a\x00b"}, dir, unix.EINVAL, `"sh"`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p, err := pty.Local().Start(pty.Command{Argv: c.argv, Dir: c.dir, Env: []string{"PATH=/usr/bin:/bin:" + dir}})
			if err == nil {
				p.Close()
				t.Fatal("it started")
			}
			if !errors.Is(err, c.is) {
				t.Errorf("%q is not %q", err, c.is)
			}
			if text := err.Error(); !strings.Contains(text, c.says) || strings.Contains(text, "\n") {
				t.Errorf("%q does not say %q in one line", text, c.says)
			}
		})
	}
}

func TestProgramsAreFoundThroughThePanesOwnPath(t *testing.T) {
	dir := t.TempDir()
	script := []byte("#!/bin/sh\nprintf '%s' \"$0\"\n")
	if err := os.WriteFile(filepath.Join(dir, "claude"), script, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for path, want := range map[string]string{
		dir:               filepath.Join(dir, "claude"),
		"/nowhere:" + dir: filepath.Join(dir, "claude"),
		".:":              "", // what lies in the project is not run for its name
	} {
		p, err := pty.Local().Start(pty.Command{Argv: []string{"claude"}, Dir: dir, Env: []string{"PATH=" + path}})
		switch {
		case err != nil && want != "":
			t.Errorf("PATH=%s: %v", path, err)
		case err == nil:
			if got := all(t, p); got != want {
				t.Errorf("PATH=%s ran %q, want %q", path, got, want)
			}
			p.Close()
		}
	}
}

func TestRelativeProgramIsTakenFromThePanesDirectory(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "run"), []byte("#!/bin/sh\nprintf ran\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := pty.Local().Start(pty.Command{Argv: []string{"./run"}, Dir: dir, Env: env()})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if got := all(t, p); got != "ran" {
		t.Errorf("got %q", got)
	}
}

func TestLastWordsAreNotLost(t *testing.T) {
	for range 20 {
		p := sh(t, "i=0; while [ $i -lt 200 ]; do echo line $i; i=$((i+1)); done")
		p.Wait()
		if got := all(t, p); !strings.HasSuffix(got, "line 199\n") {
			t.Fatalf("lost the end: %.60q", got[max(0, len(got)-60):])
		}
	}
}

func TestFloodOfAHolderDoesNotKeepAnEndedPane(t *testing.T) {
	p := sh(t, "trap '' HUP; yes & exit 0")
	p.Wait()
	if n, err := io.Copy(io.Discard, p); err != nil || n > 8<<20 {
		t.Errorf("read %d bytes, %v", n, err)
	}
}

func TestPasteToASlowReaderArrivesWhole(t *testing.T) { // R106
	p := sh(t, `stty raw -echo; printf ready
		i=0; while [ $i -lt 100 ]; do head -c 1024; sleep 0.001; i=$((i+1)); done | sha256sum`)
	readUntil(t, p, "ready")
	paste := bytes.Repeat([]byte("0123456789abcdef"), 100<<10/16)
	if n, err := p.Write(paste); n != len(paste) || err != nil {
		t.Fatalf("write: %d, %v", n, err)
	}
	if got, want := all(t, p), fmt.Sprintf("%x", sha256.Sum256(paste)); !strings.Contains(got, want) {
		t.Errorf("got %q, want %s", got, want)
	}
}

func TestStoppedPaneClosesWithItsGroup(t *testing.T) { // R166
	p := sh(t, "sleep 600 & echo $!; kill -STOP $$; wait")
	child, err := strconv.Atoi(strings.TrimSpace(readUntil(t, p, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if running, known := proc.Running(child); running || !known {
		t.Error("a child of the pane is still running")
	}
}

func TestCloseEndsAGrandchildThatHoldsTheTerminal(t *testing.T) { // R163, check 151
	p := sh(t, "trap '' HUP TERM; (while :; do sleep 600; done) & echo $!; wait; sleep 600")
	child, err := strconv.Atoi(strings.TrimSpace(readUntil(t, p, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if running, known := proc.Running(child); running || !known {
		t.Error("the grandchild is still running")
	}
}

func TestInteractiveShellSavesItsHistoryAtClose(t *testing.T) {
	dir := t.TempDir()
	history := filepath.Join(dir, "history")
	p, err := pty.Local().Start(pty.Command{Argv: []string{"bash", "--norc", "-i"}, Dir: dir,
		Env: append(env(), "HISTFILE="+history, "PS1=>"), Size: pty.Size{Cols: 80, Rows: 24}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write([]byte("echo remem''bered\n")); err != nil {
		t.Fatal(err)
	}
	readUntil(t, p, "remembered")
	go io.Copy(io.Discard, p)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(history); !strings.Contains(string(text), "echo remem") {
		t.Errorf("history %q, %v", text, err)
	}
}

func TestNoDescriptorsOrGoroutinesStay(t *testing.T) {
	count := func() int {
		entries, err := os.ReadDir("/dev/fd")
		if err != nil {
			t.Skip("this platform does not list descriptors: ", err)
		}
		return len(entries)
	}
	sh(t, "exit 0").Close() // whatever the first pane makes the runtime open
	before := count()
	for range 10 {
		p := sh(t, "exec sleep 600")
		p.Close()
		p.Wait()
		if _, err := pty.Local().Start(pty.Command{Argv: []string{"/no/such"}}); err == nil {
			t.Fatal("it started")
		}
	}
	await(t, "the descriptors are back", func() bool { return count() <= before })
}

func TestSizesOutOfRange(t *testing.T) {
	for size, want := range map[pty.Size]string{
		{}:                       "1 1\n",
		{Cols: -5, Rows: 3}:      "3 1\n",
		{Cols: 1 << 20, Rows: 2}: "2 32767\n",
	} {
		p, err := pty.Local().Start(pty.Command{Argv: []string{"stty", "size"}, Env: env(), Size: size})
		if err != nil {
			t.Fatal(err)
		}
		if got := all(t, p); got != want {
			t.Errorf("%+v came out as %q, want %q", size, got, want)
		}
		p.Close()
	}
}
