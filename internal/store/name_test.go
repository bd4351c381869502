package store

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
)

func TestProjectDirName(t *testing.T) {
	for project, want := range map[string]string{
		"/":                             "root-af63a24c860189fe",
		"/a":                            "a-07d66707b49cd92d",
		"/work/über uns":                "_ber_uns-",
		"/work/...":                     "root-",
		"/work/\xff\xfe":                "__-",
		"/work/v1.2_x-y":                "v1.2_x-y-",
		"/w/" + strings.Repeat("n", 60): strings.Repeat("n", 40) + "-",
	} {
		got := projectDirName(filepath.FromSlash(project))
		if !strings.HasPrefix(got, want) || len(got)-strings.LastIndexByte(got, '-') != 17 {
			t.Errorf("projectDirName(%q) = %q, want %q and 16 digits", project, got, want)
		}
	}
	if projectDirName("/a/work") == projectDirName("/b/work") {
		t.Error("two projects of one name share a directory")
	}
}

func TestSessionNames(t *testing.T) {
	if pid, start, ok := ParseSessionName(SessionName(42, 7)); pid != 42 || start != 7 || !ok {
		t.Errorf("42-7.json reads as %d, %d, %v", pid, start, ok)
	}
	if SessionName(100, 1) == SessionName(100, 2) { // check 43
		t.Error("a pid that is handed out again gets the old session's file")
	}
	for _, name := range []string{"", ".json", "42.json", "42-.json", "-42-7.json", "42--7.json", "+42-7.json",
		"042-7.json", "42-7.bus.json", "42-7.JSON", "42-7", "0-7.json", "42-9223372036854775808.json", "42-7.tmp"} {
		if _, _, ok := ParseSessionName(name); ok {
			t.Errorf("%q passes for a session's name", name)
		}
	}
}

func FuzzParseSessionName(f *testing.F) {
	for _, name := range []string{"42-7.json", "42-7.bus.json", "-1-1.json", ".json", "9-99999999999999999999.json"} {
		f.Add(name)
	}
	f.Add(SessionName(math.MaxInt, math.MaxInt64))
	f.Fuzz(func(t *testing.T, name string) {
		pid, start, ok := ParseSessionName(name)
		if ok && SessionName(pid, start) != name {
			t.Errorf("%q reads as %d and %d", name, pid, start)
		}
		if ok && (!isSession(name) || stemOf(name)+sessionExt != name) {
			t.Errorf("%q is a session's name and not a session's file", name)
		}
	})
}
