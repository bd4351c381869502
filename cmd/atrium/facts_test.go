package main

import (
	"testing"

	"atrium/internal/agenthome"
	"atrium/internal/config"
)

// Only claude keeps its conversations where atrium looks: of any other agent's
// it must not say that they never were.
func TestTranscriptsOfClaudeOnly(t *testing.T) {
	home := t.TempDir()
	a := &app{
		env:    func(name string) (string, bool) { return home, name == "HOME" },
		config: config.Config{ClaudeAliases: []config.Alias{{Name: "cc"}}},
	}
	for command, want := range map[string]agenthome.State{
		"claude": agenthome.Missing, "/opt/bin/claude": agenthome.Missing, "cc": agenthome.Missing,
		"codex": agenthome.Unknown, "gemini": agenthome.Unknown, "vim": agenthome.Unknown,
	} {
		if got := a.transcript([]string{command}, home, "0e9d6f7c-1111-4222-8333-444455556666").State; got != want {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
}
