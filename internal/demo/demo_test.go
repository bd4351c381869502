package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// The test binary stands in for the agent as the demo itself does.
func TestMain(m *testing.M) {
	if code, played := playAgent(os.Args); played {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// The pictures of the README are what the program draws, not what it drew once.
func TestDemo(t *testing.T) {
	docs := t.TempDir()
	play(t, io.Discard, docs)
	for _, name := range []string{"atrium.svg", "resume.svg"} {
		drawn, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(drawn) != string(kept) {
			t.Errorf("docs/%s is not what atrium shows now; look at what changed and run: make demo", name)
		}
	}
}
