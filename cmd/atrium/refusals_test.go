//go:build unix

package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// checks 2, 5 to 7, 11 and 12, R009: a file that cannot be used is refused with
// one line and a hint, before anything is asked, and stays as it is. The files
// are the vectors of the format.
func TestUnusableSnapshots(t *testing.T) {
	vectors, err := filepath.Abs(filepath.Join("..", "..", "internal", "snapshot", "testdata", "vectors"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(vectors, "*.json"))
	if err != nil || len(files) < 50 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	t.Parallel()
	r := newRig(t)
	r.plant(deadPid, time.Minute, image(r.pane("cat")))
	before := r.files(r.state)
	tried := 0
	for _, file := range files {
		expectation, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(expectation), "expect: refused\n") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tried++
		r.refuses(filepath.Base(file), r.write(filepath.Join(r.home, "bad.json"), string(text), 0o600))
		if after, err := os.ReadFile(filepath.Join(r.home, "bad.json")); err != nil || string(after) != string(text) {
			t.Errorf("%s was changed", file)
		}
	}
	if tried < 30 {
		t.Errorf("only %d vectors are refused", tried)
	}
	r.refuses("a directory", r.home)
	r.refuses("nothing", filepath.Join(r.home, "not-there.json"))
	r.refuses("a pipe", r.fifo("pipe"))
	r.refuses("a device", "/dev/zero")
	if !maps.Equal(before, r.files(r.state)) {
		t.Error("the store changed")
	}
}

// refuses checks how recover speaks of a file that it cannot use.
func (r *rig) refuses(name, path string) {
	r.t.Helper()
	s := r.startAt(300, 24, "recover", "--snapshot", path)
	s.exits(1)
	lines := strings.Split(strings.TrimSuffix(s.says(), "\n"), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "atrium recover: cannot ") || !strings.Contains(lines[0], path) ||
		!strings.HasPrefix(lines[1], "  try: ") {
		r.t.Errorf("%s: it said %q", name, lines)
	}
}
