package main

import (
	"embed"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"atrium/internal/config"
	"atrium/internal/keys"
)

// pages are the manual pages as they are written. In them VERSION is the
// program's, and a line KEYS or ENVIRONMENT stands for the table of that.
//
//go:embed manual/*.1
var pages embed.FS

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man DIR", Short: "write the manual pages into DIR", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return writeManual(args[0]) },
	}
}

func writeManual(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	all, err := pages.ReadDir("manual")
	if err != nil {
		return err
	}
	for _, entry := range all {
		if err := writePage(filepath.Join(dir, entry.Name()), manualPage(entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

func writePage(path string, page []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(page)
	return errors.Join(err, f.Close())
}

// manualPage is a page with its tables, nil if there is no such page.
func manualPage(name string) []byte {
	text, err := pages.ReadFile("manual/" + name)
	if err != nil {
		return nil
	}
	return []byte(strings.NewReplacer(
		`"atrium VERSION"`, `"atrium `+version+`"`,
		"\nKEYS\n", "\n"+keyTable(),
		"\nENVIRONMENT\n", "\n"+variableTable(),
	).Replace(string(text)))
}

func keyTable() string {
	var b strings.Builder
	for _, k := range keys.Usual().Rows() {
		b.WriteString(".TP 10\n" + `\fB` + roff(k.Keys) + `\fR` + "\n" + roff(k.Text) + "\n")
	}
	return ".PD 0\n" + b.String() + ".PD\n"
}

func variableTable() string {
	var b strings.Builder
	for _, v := range config.Variables() {
		if !v.Pane {
			b.WriteString(".TP\n" + `\fB` + v.Name + `\fR=\fI` + roff(v.Form) + `\fR` + "\n" + roff(v.Effect) + "\n")
		}
	}
	return b.String()
}

// roff is text that troff prints as it is: a quote or a point at the start of a
// line would be a request, and a bare dash is no dash to copy.
func roff(text string) string {
	return `\&` + strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", "").Replace(text)
}
