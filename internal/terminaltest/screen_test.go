package terminaltest_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"atrium/internal/terminaltest"
)

// shell starts a shell that runs script on a terminal of 40 by 6.
func shell(t testing.TB, script string) *terminaltest.Screen {
	t.Helper()
	return terminaltest.Start(t, terminaltest.Options{Argv: []string{"sh", "-c", script}, Cols: 40, Rows: 6})
}

func TestScreenShowsWhatTheProgramDrew(t *testing.T) {
	s := shell(t, `printf 'one\r\n\033[3;5Htwo\033]0;name\007'; read stay`)
	p := s.WaitText("two")
	if got := strings.Join(p.Lines(), "|"); got != "one||    two|||" {
		t.Errorf("lines %q", got)
	}
	if p.Cursor.X != 7 || p.Cursor.Y != 2 {
		t.Errorf("cursor %+v", p.Cursor)
	}
	p = s.WaitFor("the title is set", func(p *terminaltest.Picture) bool { return p.Title != "" })
	if p.Title != "name" {
		t.Errorf("title %q", p.Title)
	}
}

func TestSendTypes(t *testing.T) {
	s := shell(t, `read line; echo "got <$line>"; read stay`)
	s.Send("some words\r")
	s.WaitText("got <some words>")
}

func TestProgramRunsInItsDirectoryWithItsEnvironmentAlone(t *testing.T) {
	t.Setenv("LEAK", "from the test")
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/found", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := terminaltest.Start(t, terminaltest.Options{
		Argv: []string{"sh", "-c", `echo *; echo "<$GIVEN> <$LEAK>"`},
		Env:  []string{"GIVEN=here", "PATH=" + os.Getenv("PATH")},
		Dir:  dir,
	})
	s.Wait()
	if got := string(s.Bytes()); got != "found\r\n<here> <>\r\n" {
		t.Errorf("wrote %q", got)
	}
}

func TestWaitTellsHowItEnded(t *testing.T) {
	if got := shell(t, "exit 7").Wait(); got != (terminaltest.Exit{Code: 7}) {
		t.Errorf("exit 7: %v", got)
	}
	s := shell(t, "echo up; read stay")
	s.WaitText("up")
	s.Kill(syscall.SIGKILL)
	if got := s.Wait(); got != (terminaltest.Exit{Code: -1, Signal: syscall.SIGKILL}) {
		t.Errorf("killed: %v", got)
	}
	s.Kill(syscall.SIGKILL) // a signal to the dead is no failure
}

func TestHangUpReachesTheProgram(t *testing.T) {
	s := shell(t, "echo up; read stay")
	s.WaitText("up")
	s.HangUp()
	if got := s.Wait(); got.Signal != syscall.SIGHUP {
		t.Errorf("ended with %v", got)
	}
}

func TestResizeTellsTheProgram(t *testing.T) {
	s := shell(t, `trap 'stty size' WINCH; echo up; while :; do read line && echo "$line"; done`)
	s.WaitText("up")
	s.Resize(30, 9)
	p := s.WaitText("9 30")
	if p.Cols != 30 || p.Rows != 9 || len(p.Lines()) != 9 {
		t.Errorf("picture of %dx%d with %d lines", p.Cols, p.Rows, len(p.Lines()))
	}
}

// Programs ask where the cursor is and wait for the answer before they draw.
func TestQuestionsOfTheProgramAreAnswered(t *testing.T) {
	s := shell(t, `stty raw -echo; printf 'ab\033[6n'; answer=$(dd bs=1 count=6 2>/dev/null | od -An -c); stty sane
		echo; echo "answer $answer"; read stay`)
	s.WaitText(`answer  033   [   1   ;   3   R`)
}

func TestBytesHoldsEverythingInOrder(t *testing.T) {
	s := shell(t, `i=0; while [ $i -lt 2000 ]; do echo "line $i"; i=$((i+1)); done`)
	s.Wait()
	var want bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&want, "line %d\r\n", i)
	}
	if !bytes.Equal(s.Bytes(), want.Bytes()) {
		t.Errorf("%d bytes, want %d", len(s.Bytes()), want.Len())
	}
}

// A program that reads nothing must not hold the test that types at it.
func TestSendNeverBlocks(t *testing.T) {
	s := shell(t, `stty raw -echo; echo up; trap 'echo again; exec cat >/dev/null' TERM; while :; do sleep 100 & wait; done`)
	s.WaitText("up")
	s.Send(strings.Repeat("x", 1<<20))
	s.Kill(syscall.SIGTERM)
	s.WaitText("again")
}

func TestWaitReadParts(t *testing.T) {
	s := shell(t, `stty raw -echo; echo up; dd bs=100 count=2 2>/dev/null | od -An -c; read stay`)
	s.WaitText("up")
	s.Send("ab")
	s.WaitRead()
	s.Send("cd")
	s.WaitText("a   b   c   d") // dd took them in two reads, or it would still wait
}

func TestFreezeHoldsTheProgram(t *testing.T) {
	s := shell(t, `read go; yes | head -c 1000000; echo; echo done; read stay`)
	s.Freeze()
	s.Send("\r")
	s.WaitRead()
	if n := len(s.Bytes()); n > 200_000 {
		t.Errorf("%d bytes were read", n)
	}
	s.Thaw()
	s.WaitText("done")
}

// recorder is a testing.TB that notes a failure instead of ending the test.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}
func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	panic(r)
}

func TestFailureNamesTheConditionAndShowsTheScreen(t *testing.T) {
	r := &recorder{TB: t}
	func() {
		defer func() {
			if got := recover(); got != r {
				panic(got)
			}
		}()
		shell(r, "echo something else; exit 3").WaitText("the prompt")
	}()
	for _, want := range []string{
		`waited until the screen shows "the prompt"`,
		"the program's terminal closed",
		"|something else                          |",
		`last bytes "something else\r\n"`,
	} {
		if !strings.Contains(r.failure, want) {
			t.Errorf("failure lacks %q:\n%s", want, r.failure)
		}
	}
}
