package proc_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"atrium/internal/proc"
)

// helperVar makes the test binary a program that looks for its ancestors.
const helperVar = "ATRIUM_PROC_TEST_HELPER"

func TestMain(m *testing.M) {
	if exe := os.Getenv(helperVar); exe != "" {
		a := proc.Ancestor(exe)
		io.WriteString(os.Stdout, fmt.Sprint(a.Verdict, " ", a.Pid))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for late := time.Now().Add(30 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("never happened: %s", what)
		}
	}
}

// start runs a shell script in a process group of its own and returns once it
// has said "ready".
func start(t *testing.T, script string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sh", "-c", script)
	cmd.Env = append([]string{"PATH=/usr/bin:/bin"}, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	})
	if _, err := io.ReadFull(out, make([]byte, len("ready\n"))); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func id(t *testing.T, pid int) proc.ID {
	t.Helper()
	start, known := proc.Start(pid)
	if !known {
		t.Fatalf("start of %d is not known", pid)
	}
	return proc.ID{Pid: pid, Start: start}
}

func running(t *testing.T, pid int) bool {
	t.Helper()
	running, known := proc.Running(pid)
	if !known {
		t.Fatalf("it is not known whether %d runs", pid)
	}
	return running
}

func TestSelf(t *testing.T) {
	self := proc.Self()
	if self.Pid != os.Getpid() || self.Start == "" {
		t.Fatalf("self is %+v", self)
	}
	if same, known := proc.Same(self.Pid, self.Start); !same || !known {
		t.Errorf("self is not itself: %v, %v", same, known)
	}
	if same, known := proc.Same(self.Pid, self.Start+"0"); same || !known {
		t.Errorf("another start is taken for ours: %v, %v", same, known)
	}
	if same, known := proc.Same(self.Pid, ""); same || known {
		t.Errorf("no start is taken for an answer: %v, %v", same, known)
	}
	ticks, known := proc.Ticks(self.Pid)
	if !known || !strings.HasPrefix(self.Start, ticks+"@") || len(self.Start) < len(ticks)+10 {
		t.Errorf("start %q does not hold the ticks %q and the boot", self.Start, ticks)
	}
}

func TestZombieIsNotRunning(t *testing.T) { // check 34
	cmd := start(t, "echo ready; exec sleep 600")
	who := id(t, cmd.Process.Pid)
	if same, known := proc.Same(who.Pid, who.Start); !same || !known {
		t.Fatalf("before its end: %v, %v", same, known)
	}
	cmd.Process.Kill()
	await(t, "the child is a zombie", func() bool { return !running(t, who.Pid) })
	if _, known := proc.Start(who.Pid); !known {
		t.Fatal("the zombie is gone from the table already")
	}
	if same, known := proc.Same(who.Pid, who.Start); same || !known {
		t.Errorf("a zombie counts as running: %v, %v", same, known)
	}
	cmd.Wait()
	if running(t, who.Pid) {
		t.Error("a reaped process counts as running")
	}
	if _, known := proc.Start(who.Pid); known {
		t.Error("a reaped process has a start")
	}
}

func TestCwd(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "here (deleted)")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := start(t, `cd "$DIR"; echo ready; exec sleep 600`, "DIR="+dir)
	if got, known := proc.Cwd(cmd.Process.Pid); got != dir || !known {
		t.Errorf("got %q, %v, want %q", got, known, dir)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if got, known := proc.Cwd(cmd.Process.Pid); known {
		t.Errorf("a removed directory is told as %q", got) // R043
	}
}

// ancestry runs the helper below a shell, in the copy of the test binary that
// exe names, and returns what it found of itself.
func ancestry(t *testing.T, exe, selfExe string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", `"$0"; exit 0`, exe)
	cmd.Env = []string{"PATH=/usr/bin:/bin", helperVar + "=" + selfExe}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestAncestor(t *testing.T) { // check 101
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	renamed := filepath.Join(t.TempDir(), "sh")
	if err := os.Link(exe, renamed); err != nil {
		t.Skip("the test binary cannot be linked here: ", err)
	}
	found := fmt.Sprint(proc.Found, " ", os.Getpid())
	if got := ancestry(t, exe, exe); got != found {
		t.Errorf("got %s, want %s", got, found)
	}
	if got := ancestry(t, renamed, renamed); got != found {
		t.Errorf("under another name: got %s, want %s", got, found)
	}
	impostor := filepath.Join(t.TempDir(), filepath.Base(exe))
	copyFile(t, "/bin/sleep", impostor)
	if got := ancestry(t, exe, impostor); got == found {
		t.Error("a file of our name is taken for us")
	}
	if got, want := ancestry(t, exe, "/no/such/file"), fmt.Sprint(proc.Unknown, " 0"); got != want {
		t.Errorf("an unreadable executable of ours: %s, want %s", got, want) // check 102
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o755); err != nil {
		t.Fatal(err)
	}
}

func pids(found []proc.Survivor) (all []int) {
	for _, s := range found {
		all = append(all, s.Pid)
	}
	return all
}

func TestSurvivorsAreFoundAndEnded(t *testing.T) { // R052, R160
	owner := proc.ID{Pid: 999999, Start: "of " + t.Name()}
	mark := proc.SessionMark(owner)
	cmd := start(t, `trap '' HUP TERM; (trap '' HUP TERM; setsid sleep 600 & (sleep 600 &) ) ; echo ready; while :; do sleep 600; done`, mark, "OTHER=1")
	start(t, "echo ready; exec sleep 600", mark+"0")

	var found []proc.Survivor
	await(t, "all four are seen", func() bool {
		found, _ = proc.Marked(mark)
		return len(found) == 4 && countNamed(found, "sleep") == 3
	})
	if !slices.Contains(pids(found), cmd.Process.Pid) || found[0].Pgid == 0 {
		t.Errorf("found %+v without %d", found, cmd.Process.Pid)
	}
	if some, known := proc.Marked(mark, "OTHER=2"); len(some) != 0 || !known {
		t.Errorf("found %+v by a mark they do not carry", some)
	}
	if some, known := proc.Marked(mark, "OTHER=1"); len(some) != 4 || !known {
		t.Errorf("found %+v by both marks, want all four", some)
	}

	var ids []proc.ID
	for _, s := range found {
		ids = append(ids, s.ID)
	}
	if left := proc.End(ids, proc.Grace); len(left) != 0 {
		t.Errorf("left %+v", left)
	}
	if some, _ := proc.Marked(mark); len(some) != 0 {
		t.Errorf("still there: %+v", some)
	}
}

func countNamed(found []proc.Survivor, name string) (n int) {
	for _, s := range found {
		if s.Name == name {
			n++
		}
	}
	return n
}

func TestEndTouchesNothingUnproven(t *testing.T) { // R161
	cmd := start(t, "echo ready; exec sleep 600")
	pid := cmd.Process.Pid
	refused := []proc.ID{{Pid: pid}, {Pid: 1, Start: id(t, 1).Start}, proc.Self()}
	if left := proc.End(refused, time.Millisecond); !slices.Equal(left, refused) {
		t.Errorf("left %+v, want all of %+v", left, refused)
	}
	if left := proc.End([]proc.ID{{Pid: pid, Start: "another"}, {Pid: 0, Start: "x"}, {Pid: -pid, Start: "x"}}, time.Millisecond); len(left) != 0 {
		t.Errorf("left %+v of processes that are not there", left)
	}
	if !running(t, pid) {
		t.Error("a process was ended by its pid alone")
	}
}

func TestEndWakesAStoppedProcess(t *testing.T) {
	cmd := start(t, "trap 'exit 7' TERM; echo ready; kill -STOP $$; sleep 600")
	await(t, "it is stopped", func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", cmd.Process.Pid))
		return err == nil && strings.Contains(string(stat), ") T ")
	})
	if left := proc.End([]proc.ID{id(t, cmd.Process.Pid)}, 30*time.Second); len(left) != 0 {
		t.Errorf("left %+v", left)
	}
	if cmd.Wait(); cmd.ProcessState.ExitCode() != 7 {
		t.Errorf("it ended with %v, want its own 7", cmd.ProcessState)
	}
}

func TestEndGroups(t *testing.T) { // check 151
	stubborn := start(t, "trap '' HUP TERM; (while :; do sleep 600; done) & echo ready; while :; do sleep 600; done")
	orphaned := start(t, "trap '' HUP TERM; sleep 600 & echo ready; exec sleep 600")
	leaders := []proc.ID{id(t, stubborn.Process.Pid), id(t, orphaned.Process.Pid)}
	orphaned.Process.Kill()
	orphaned.Wait()
	members := func(leader proc.ID) int {
		table, known := proc.Snapshot()
		if !known {
			t.Fatal("no process table")
		}
		n := 0
		for _, p := range table {
			if p.Group == leader.Pid && !p.Zombie {
				n++
			}
		}
		return n
	}
	if members(leaders[1]) != 1 {
		t.Fatal("the orphaned group is gone before it was ended")
	}
	if left := proc.EndGroups(leaders, 100*time.Millisecond); len(left) != 0 {
		t.Errorf("left %+v", left)
	}
	for _, leader := range leaders {
		if n := members(leader); n != 0 {
			t.Errorf("group %d still has %d members", leader.Pid, n)
		}
	}
}

func TestEndGroupsTouchesNothingUnproven(t *testing.T) { // R161
	cmd := start(t, "echo ready; exec sleep 600")
	taken := proc.ID{Pid: cmd.Process.Pid, Start: "of a former leader"}
	if left := proc.EndGroups([]proc.ID{taken}, time.Millisecond); len(left) != 0 {
		t.Errorf("left %+v of a group that is gone", left)
	}
	own := id(t, syscall.Getpgrp())
	refused := []proc.ID{{Pid: cmd.Process.Pid}, own}
	if left := proc.EndGroups(refused, time.Millisecond); !slices.Equal(left, refused) {
		t.Errorf("left %+v, want %+v", left, refused)
	}
	if !running(t, cmd.Process.Pid) {
		t.Error("a group was ended by its number alone")
	}
}

func TestGroupOfZombiesIsGone(t *testing.T) {
	leader := start(t, "echo ready; exec sleep 600")
	who := id(t, leader.Process.Pid)
	member := exec.Command("sleep", "600")
	member.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: who.Pid}
	if err := member.Start(); err != nil {
		t.Fatal(err)
	}
	defer member.Wait()
	member.Process.Kill()
	await(t, "the member is a zombie", func() bool { return !running(t, member.Process.Pid) })
	leader.Process.Kill()
	leader.Wait()
	if left := proc.EndGroups([]proc.ID{who}, 0); len(left) != 0 {
		t.Errorf("left %+v: a zombie is no survivor", left)
	}
}

func TestInSession(t *testing.T) {
	cmd := exec.Command("bash", "-c", "set -m; sleep 600 & echo ready; wait")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	io.ReadFull(out, make([]byte, 6))
	await(t, "shell and job are seen", func() bool {
		table, _ := proc.Snapshot()
		return len(table.InSession(cmd.Process.Pid)) == 2
	})
	table, _ := proc.Snapshot()
	if left := proc.End(table.InSession(cmd.Process.Pid), proc.Grace); len(left) != 0 {
		t.Errorf("left %+v", left)
	}
}
