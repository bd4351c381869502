// Package atrium_test holds the architecture: it parses the sources of the
// whole tree and reports every arrow and every word that ARCHITECTURE.md
// forbids. It parses instead of asking the go command, whose answers a cached
// test would not notice changing.
package atrium_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "atrium/"

// layer is how near to the operating system a package stands.
type layer int

const (
	pure   layer = iota // values and rules
	core                // the session, which starts goroutines and waits for them
	system              // one concern of the operating system
)

// place is one package of the product: its layer, what it may import of the
// module, and the reason for the wall around it.
type place struct {
	layer layer
	may   string
	why   string
}

// places is the table of ARCHITECTURE.md, with the reasons. cmd/atrium is not
// in it: it joins the parts and may import all of them.
var places = map[string]place{
	"safetext": {pure, "", "what makes text safe must not depend on what makes text"},
	"keys":     {pure, "", "the operator's bytes are scanned without knowing what they act on"},
	"vt":       {pure, "", "an emulator that knows of nothing else can be tested with bytes alone"},
	"layout":   {pure, "", "the split tree is geometry, whatever stands in its leaves"},
	"policy":   {pure, "", "who asks may not influence what is allowed"},
	"compose":  {pure, "vt layout safetext front", "a frame is drawn from what is passed in, so that goldens are pictures"},
	"agent":    {pure, "policy", "what an argv means must not depend on what is installed or running"},
	"plan":     {pure, "policy layout", "a plan is what will be done, not the doing"},
	"copymode": {pure, "vt", "reading is keys on lines: it must work alike for any pane, and in a table of tests"},
	"snapshot": {pure, "policy layout safetext", "the format must load without knowing what is alive or where the file lies"},
	"team":     {pure, "safetext", "a bus is counted alike wherever it is kept"},
	"recovery": {pure, "snapshot plan agent policy layout safetext",
		"consent is a pure value: facts are arguments, so that what was shown is what runs"},
	"front":   {pure, "layout vt", "messages must survive serialising, so they hold plain data"},
	"display": {pure, "front compose keys vt layout safetext", "a front is a stranger to the core, so that it can be detached"},
	"session": {core, "vt layout policy agent plan snapshot front copymode",
		"the core reaches the world through ports alone; it never sees a disk, a pty or a terminal"},
	"durable":   {system, "", "bytes reach the disk in the same way whatever they mean"},
	"store":     {system, "durable snapshot team", "files are named, judged and pruned without a session at hand"},
	"nowait":    {system, "", "a descriptor is read the same way whatever its bytes are"},
	"pty":       {system, "nowait proc", "a pane's process is started the same way whatever it is for"},
	"term":      {system, "nowait", "the terminal must be restored even when everything else is broken"},
	"proc":      {system, "", "facts about processes are facts, whoever asks"},
	"agenthome": {system, "agent proc", "an agent's files are read without a session at hand"},
	"config":    {system, "policy keys", "the user's file is read before anything else exists"},
	"client":    {system, "front term display compose", "the relay must work alike for a core in another process"},
}

// inward is what keeps pure packages pure.
const inward = "a package of values and rules sees no system, clock or goroutine, so that tables can test it"

// systemImports are the doors to the operating system in the standard library
// and beside it.
var systemImports = []string{"os", "net", "syscall", "unsafe", "log", "golang.org/x/sys", "golang.org/x/term",
	"github.com/creack/pty", "github.com/charmbracelet/x/conpty"}

// lockImports share memory between goroutines.
var lockImports = []string{"sync"}

// clockCalls are the functions of package time that read or wait for a clock.
var clockCalls = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}

// diskCalls write a file where a crash can leave half of it.
var diskCalls = []string{"WriteFile", "Create", "Rename"}

// diskWriters may call them, for a reason each.
var diskWriters = map[string]string{
	"internal/durable":   "it is the one writer of state",
	"internal/agenthome": "an agent's own file is replaced by the agent's rules, not by ours: links kept, mode kept",
}

// drawers are names that say nothing of what is inside.
var drawers = []string{"util", "utils", "common", "types", "helper", "helpers", "misc", "global", "base", "shared"}

// forbiddenWords must not stand in any text of the repository. They are written
// in two parts, as this file is one of those texts.
var forbiddenWords = map[string]string{
	"/wo" + "rk/main":     "a path of one machine means nothing on another",
	"../sha" + "red":      "the repository builds and passes its tests alone",
	"npmjs" + ".org":      "no file names a registry host, so that any mirror serves",
	"proxy.go" + "lang":   "no file names a registry host, so that any mirror serves",
	"sum.go" + "lang":     "no file names a registry host, so that any mirror serves",
	"deb.deb" + "ian.org": "no file names a registry host, so that any mirror serves",
}

// tree reads every text of the repository: what is neither ignored by git nor
// binary.
func tree(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "node_modules", "bin"}, entry.Name()):
			return filepath.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(name)
		if err == nil && !strings.Contains(string(data), "\x00") {
			files[filepath.ToSlash(name)] = string(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestArchitecture(t *testing.T) {
	files := tree(t)
	if len(files) < len(places) {
		t.Fatalf("only %d files were found", len(files))
	}
	for _, finding := range check(files) {
		t.Error(finding)
	}
}

// The table is told twice, for people and for the check; both must say the same.
func TestArchitectureDocumentSaysTheSame(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		name := strings.TrimSpace(cells[min(1, len(cells)-1)])
		if len(cells) == 5 && strings.HasPrefix(name, "`") {
			rows[strings.Trim(name, "`")] = cells[3]
		}
	}
	for name, place := range places {
		if got, want := sortedWords(rows[name]), sortedWords(place.may); got != want {
			t.Errorf("ARCHITECTURE.md lets %s import %q, the check %q", name, got, want)
		}
		delete(rows, name)
	}
	for name := range rows {
		t.Errorf("ARCHITECTURE.md has a row for %s, the check has none", name)
	}
}

func sortedWords(text string) string {
	words := strings.Fields(text)
	slices.Sort(words)
	return strings.Join(words, " ")
}
