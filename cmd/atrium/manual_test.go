package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var longFlag = regexp.MustCompile(`--[a-z][a-z-]*`)

// flagsOf are the long flags that a command completes.
func flagsOf(c *cobra.Command) []string {
	names := []string{"--help"}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != f.Shorthand {
			names = append(names, "--"+f.Name)
		}
	})
	return sorted(names)
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// The flags are told in four places: to the shell, in the help, in the manual
// and to the parser.
func TestFlagsAreTheSameWhereverTheyAreTold(t *testing.T) {
	root := newApp(direct).commands()
	recover, _, err := root.Find([]string{"recover"})
	if err != nil {
		t.Fatal(err)
	}
	_, recoverLines, _ := strings.Cut(recoverHelp, "\n\n")
	_, rootLines, _ := strings.Cut(helpText, "flags:")
	for _, c := range []struct {
		command *cobra.Command
		help    string
		page    string
	}{{root, rootLines, "atrium.1"}, {recover, recoverLines, "atrium-recover.1"}} {
		want := flagsOf(c.command)
		if got := sorted(longFlag.FindAllString(c.help, -1)); !slices.Equal(got, want) {
			t.Errorf("the help names %v, completion %v", got, want)
		}
		page := strings.ReplaceAll(string(manualPage(c.page)), `\-`, "-")
		if got := sorted(longFlag.FindAllString(page, -1)); !slices.Equal(got, want) {
			t.Errorf("%s names %v, completion %v", c.page, got, want)
		}
	}
	for _, name := range flagsOf(root) {
		if flags, err := parseStartFlags([]string{name, "4"}); err == nil && len(flags.command) > 0 && flags.command[0] == name {
			t.Errorf("%s is no flag to the parser", name)
		}
	}
}

func TestManualIsWrittenWithItsTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	if err := writeManual(dir); err != nil {
		t.Fatal(err)
	}
	pages, err := fs.Glob(os.DirFS(dir), "*.1")
	if err != nil || !slices.Equal(pages, []string{"atrium-recover.1", "atrium.1"}) {
		t.Fatalf("wrote %v, %v", pages, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "atrium.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"atrium ` + version + `"`, "zoom the pane", "ATRIUM_STATE_DIR", `\fB\&"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, line := range strings.Split(string(text), "\n") {
		if line == "KEYS" || line == "ENVIRONMENT" || strings.HasPrefix(line, "'") {
			t.Errorf("the page has the line %q", line)
		}
	}
}
