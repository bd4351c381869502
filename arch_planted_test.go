package atrium_test

import (
	"strings"
	"testing"
)

// planted is trees of one fault each, and a part of the finding that must name
// it, or "" where there is none to find.
var planted = map[string]struct {
	path, text string
	want       string
}{
	"an arrow up": {"internal/session/a.go",
		"// Package session is.\npackage session\n\nimport _ \"atrium/internal/store\"\n",
		"internal/session/a.go:4: imports atrium/internal/store: the core reaches the world through ports alone"},
	"an arrow down": {"internal/session/a.go",
		"// Package session is.\npackage session\n\nimport _ \"atrium/internal/vt\"\n", ""},
	"a test may look anywhere": {"internal/session/a_test.go",
		"package session\n\nimport _ \"atrium/internal/store\"\n", ""},
	"a test's stand-in in the product": {"cmd/atrium/a.go",
		"// Package main is.\npackage main\n\nimport _ \"atrium/internal/modelapi\"\n", "stands in for the world in tests"},
	"a stand-in in a stand-in": {"internal/claudetest/a.go",
		"// Package claudetest is.\npackage claudetest\n\nimport _ \"atrium/internal/modelapi\"\n", ""},
	"the system in a pure package": {"internal/plan/a.go",
		"// Package plan is.\npackage plan\n\nimport _ \"os/exec\"\n", "imports os/exec: " + inward},
	"a lock in a pure package": {"internal/plan/a.go",
		"// Package plan is.\npackage plan\n\nimport _ \"sync\"\n", "imports sync: " + inward},
	"a goroutine in a pure package": {"internal/vt/a.go",
		"// Package vt is.\npackage vt\n\nfunc f() { go f() }\n", "go statement: " + inward},
	"a clock in the core": {"internal/session/a.go",
		"// Package session is.\npackage session\n\nimport \"time\"\n\nvar t = time.Now()\n", "time.Now: time arrives as an argument"},
	"a clock under another name": {"internal/session/a.go",
		"// Package session is.\npackage session\n\nimport clock \"time\"\n\nvar t = clock.Now()\n", "time.Now: "},
	"a clock where the system is": {"internal/proc/a.go",
		"// Package proc is.\npackage proc\n\nimport \"time\"\n\nvar t = time.Now()\n", ""},
	"a type of a clock's package": {"internal/plan/a.go",
		"// Package plan is.\npackage plan\n\nimport \"time\"\n\nvar t time.Time\n", ""},
	"a package without a place": {"internal/newcomer/a.go",
		"// Package newcomer is.\npackage newcomer\n", "newcomer is not in the table"},
	"a drawer": {"internal/durable/durabletest/a.go",
		"// Package helpers is.\npackage helpers\n", "a drawer fills"},
	"no doc":    {"internal/plan/a.go", "package plan\n", "internal/plan: 0 package docs"},
	"a promise": {"internal/plan/a.go", "// Package plan is.\npackage plan\n\nfunc Do() {}\n", "func Do has no doc"},
	"a promise on a method": {"internal/plan/a.go",
		"// Package plan is.\npackage plan\n\n// T is.\ntype T int\n\nfunc (t *T) Do() {}\n", "func Do has no doc"},
	"a promise among constants": {"internal/plan/a.go",
		"// Package plan is.\npackage plan\n\nconst Top = 1\n", "Top has no doc"},
	"a method of nobody's business": {"internal/plan/a.go",
		"// Package plan is.\npackage plan\n\ntype t int\n\nfunc (t) Do() {}\n", ""},
	"speech": {"internal/store/a.go",
		"// Package store is.\npackage store\n\nimport \"fmt\"\n\nfunc f() { fmt.Println() }\n", "only cmd/atrium speaks"},
	"speech by descriptor": {"internal/store/a.go",
		"// Package store is.\npackage store\n\nimport \"os\"\n\nvar w = os.Stderr\n", "only cmd/atrium speaks"},
	"speech where it belongs": {"cmd/atrium/a.go",
		"// Package main is.\npackage main\n\nimport \"os\"\n\nvar w = os.Stderr\n", ""},
	"speech of a tool": {"bench/a.go",
		"// Package main is.\npackage main\n\nimport \"os\"\n\nvar w = os.Stderr\n", ""},
	"a second writer": {"internal/store/a.go",
		"// Package store is.\npackage store\n\nimport \"os\"\n\nvar f = os.Rename\n", "half a file"},
	"the one writer": {"internal/durable/a.go",
		"// Package durable is.\npackage durable\n\nimport \"os\"\n\nvar f = os.Rename\n", ""},
	"a branch by system": {"internal/proc/a.go",
		"// Package proc is.\npackage proc\n\nimport \"runtime\"\n\nvar s = runtime.GOOS\n", "a file of its own"},
	"a sleep in a test": {"internal/proc/a_test.go",
		"package proc\n\nimport \"time\"\n\nfunc f() { time.Sleep(1) }\n", "waits for a named condition"},
	"a poll in a test": {"internal/proc/a_test.go",
		"package proc\n\nimport \"time\"\n\nfunc await() { time.Sleep(1) }\n", ""},
	"a sleep on a clock that stands still": {"internal/session/a_test.go",
		"package session\n\nimport \"time\"\n\nfunc f() { inBubble(func() { time.Sleep(1) }) }\n", ""},
	"a host in a lock file": {"testdata/agents/package-lock.json",
		"{\n\"resolved\": \"https://registry.npm" + "js.org/x\"}\n", "testdata/agents/package-lock.json:2: "},
	"a sentence": {"README.md", "atrium hosts agents\n", ""},
	"not Go":     {"internal/plan/a.go", "package\n", "what cannot be read"},
}

func TestCheckFindsWhatIsPlanted(t *testing.T) {
	for name, p := range planted {
		t.Run(name, func(t *testing.T) {
			found := check(map[string]string{p.path: p.text})
			switch {
			case p.want == "" && len(found) > 0:
				t.Errorf("found %q where nothing is wrong", found)
			case p.want != "" && (len(found) != 1 || !strings.Contains(found[0], p.want)):
				t.Errorf("found %q, want one with %q", found, p.want)
			}
		})
	}
}

func TestCheckFindsASecondDoc(t *testing.T) {
	doc := "// Package plan is.\npackage plan\n"
	found := check(map[string]string{"internal/plan/a.go": doc, "internal/plan/b.go": doc})
	if len(found) != 1 || !strings.Contains(found[0], "2 package docs") {
		t.Errorf("found %q", found)
	}
}
