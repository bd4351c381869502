package snapshot

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the .want files of lowered vectors anew")

// expectation is the sidecar of a vector: what must happen to it, and why.
type expectation struct {
	expect, why, check, err string
	repairs                 []string
}

func readExpectation(t *testing.T, path string) (e expectation) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		field, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch {
		case !ok:
			t.Fatalf("%s: no field in %q", path, line)
		case field == "expect":
			e.expect = value
		case field == "why":
			e.why = value
		case field == "check":
			e.check = value
		case field == "error":
			e.err = value
		case field == "repair":
			e.repairs = append(e.repairs, value)
		default:
			t.Fatalf("%s: unknown field %q", path, field)
		}
	}
	return e
}

// TestVectors holds every file under testdata/vectors to its sidecar: accept
// is read and written back byte for byte; lowered is read as the .want file
// says, never as more; refused is an error. (checks 1 to 17, R009, R023, R062)
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("testdata/vectors/*.json")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	for _, file := range files {
		stem := strings.TrimSuffix(file, ".json")
		t.Run(filepath.Base(stem), func(t *testing.T) {
			e := readExpectation(t, stem+".txt")
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkVector(t, stem, data, e)
		})
	}
}

func checkVector(t *testing.T, stem string, data []byte, e expectation) {
	s, err := Decode(data)
	if e.expect == "refused" {
		checkRefusal(t, s, err, e)
		return
	}
	if err != nil {
		t.Fatalf("refused (%v), but %s", err, e.why)
	}
	switch e.expect {
	case "accept":
		if got := Encode(s); string(got) != string(data) {
			t.Errorf("written back as\n%s, but %s", got, e.why)
		}
	case "lowered":
		checkLowered(t, stem+".want", Encode(s), data, e)
	default:
		t.Fatalf("unknown expectation %q", e.expect)
	}
	checkRepairs(t, s.Repairs, e.repairs)
	checkSnapshot(t, s)
}

func checkRefusal(t *testing.T, s Snapshot, err error, e expectation) {
	t.Helper()
	if err == nil {
		t.Fatalf("accepted as %+v, but %s", s, e.why)
	}
	if e.err == "" || !strings.Contains(err.Error(), e.err) || strings.ContainsAny(err.Error(), "\n\x1b") {
		t.Errorf("error %q, want one line with %q", err, e.err)
	}
}

func checkLowered(t *testing.T, want string, got, data []byte, e expectation) {
	t.Helper()
	if string(got) == string(data) {
		t.Error("this vector is canonical: its expectation is accept")
	}
	if *update {
		if err := os.WriteFile(want, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wanted, err := os.ReadFile(want)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(wanted) {
		t.Errorf("read as\n%swant\n%sbecause %s", got, wanted, e.why)
	}
}

func checkRepairs(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("repairs %q, want %q", got, want)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("repair %q, want %q", got[i], want[i])
		}
	}
}

func TestEveryVectorHasAVerdict(t *testing.T) {
	for _, pattern := range []string{"*.txt", "*.want"} {
		files, _ := filepath.Glob("testdata/vectors/" + pattern)
		for _, file := range files {
			stem := strings.TrimSuffix(strings.TrimSuffix(file, ".txt"), ".want")
			if _, err := os.Stat(stem + ".json"); err != nil {
				t.Error(fmt.Errorf("%s belongs to no vector: %w", file, err))
			}
		}
	}
}
