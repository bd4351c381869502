package proc

import (
	"fmt"
	"os"
	"testing"
)

const tail = " -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 85865 3133440 394"

func TestParseStat(t *testing.T) {
	for name, zombie := range map[string]bool{"sh": false, "a) R 1 (b": false, "": false, "x y\n)": true} {
		state := "S"
		if zombie {
			state = "Z"
		}
		s, err := parseStat(fmt.Sprintf("42 (%s) %s 7 40 39 34816", name, state) + tail)
		want := stat{pid: 42, parent: 7, group: 40, session: 39, name: name, state: state, ticks: "85865"}
		if err != nil || s != want || s.zombie() != zombie {
			t.Errorf("%q: %+v, %v", name, s, err)
		}
	}
	for _, line := range []string{"", "42", "42 sh S 1 2 3", "42 )sh( S 7 40 39 1" + tail, "x (sh) S 7 40 39 1" + tail,
		"42 (sh) S 7 40 x 1" + tail, "42 (sh) S 7 40 39 1 0 -1", "42 (sh) S 7 40 39 1 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 -85865 3133440"} {
		if s, err := parseStat(line); err == nil {
			t.Errorf("%q was read as %+v", line, s)
		}
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add("42 (sh) S 7 40 39 34816" + tail)
	f.Add("1 ((sd-pam)) Z 0 0 0 0" + tail)
	f.Fuzz(func(t *testing.T, line string) {
		s, err := parseStat(line)
		if err != nil && s != (stat{}) {
			t.Errorf("a refused line still gave %+v", s)
		}
		if err == nil && (s.ticks == "" || s.state == "") {
			t.Errorf("taken without a start or a state: %+v", s)
		}
	})
}

func TestUser(t *testing.T) {
	if uid, known := user(os.Getpid()); !known || uid != os.Geteuid() {
		t.Errorf("we are %d, %v, want %d", uid, known, os.Geteuid())
	}
	if _, known := user(1 << 30); known {
		t.Error("a process that is not there has a user")
	}
}
