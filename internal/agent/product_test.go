package agent

import (
	"slices"
	"testing"
)

func TestStem(t *testing.T) {
	for argv0, want := range map[string]string{
		"claude": "claude", "claude.exe": "claude", `C:\t\claude.cmd`: "claude", "/usr/bin/claude": "claude",
		".bashrc": ".bashrc", "/home/x/.local": ".local", "a.b.c": "a.b", "foo.": "foo", "": "", "/": "",
		`a/b\c.d`: "c", "-bash": "bash", "-/bin/zsh": "zsh", "-foo": "-foo", "..": "..",
	} {
		if got := Stem(argv0); got != want {
			t.Errorf("Stem(%q) = %q, want %q", argv0, got, want)
		}
	}
}

// R026: the dash of a login shell is no part of the file to start.
func TestProgramOfLoginShell(t *testing.T) {
	exec := Compose(Start{Argv: []string{"-bash", "-i"}})
	if exec.Program != "bash" {
		t.Errorf("program is %q", exec.Program)
	}
	wantWords(t, exec.Argv, "-bash", "-i")
	if got := Program("-tool"); got != "-tool" {
		t.Errorf("a command that only begins with a dash becomes %q", got)
	}
}

// checks 84, 90, 91; R045; R067
func TestIdentify(t *testing.T) {
	aliases := []string{"/opt/x/claude2.cmd", " ", "ccx"}
	for argv0, want := range map[string]Product{
		"claude": Claude, `C:\tools\claude.cmd`: Claude, "CLAUDE.EXE": Claude, "/opt/claude/2.1/claude": Claude,
		"claude2": Claude, "claude2.exe": Claude, "/x/ccx": Claude,
		"claude-code-router": Other, "claudeflow": Other, "2claude": Other, "claude-monitor": Other,
		"teamclaude": Other, "Claude": Other,
		"/opt/claude/bin/codex": Codex, "gemini": Gemini, "opencode": Opencode, "aider": Aider,
		"cursor-agent": CursorAgent, "bash": Shell, "-zsh": Shell, "cmd.exe": Shell, "pwsh": Shell,
		"vim": Other, "": Other,
	} {
		if got := Identify([]string{argv0}, aliases); got != want {
			t.Errorf("%q is %v, want %v", argv0, got, want)
		}
	}
	if got := Identify(nil, aliases); got != Other {
		t.Errorf("no command at all is %v", got)
	}
}

func TestAgentsAndNames(t *testing.T) {
	for p := Other; p <= CursorAgent; p++ {
		if p.IsAgent() != (p >= Claude) {
			t.Errorf("%v agent: %v", p, p.IsAgent())
		}
	}
	if Claude.Name() != "claude" || CursorAgent.Name() != "cursor-agent" || Other.Name() != "" || Product(99).Name() != "" {
		t.Error("names differ from the products' commands")
	}
	if Product(99).IsAgent() {
		t.Error("an unknown product is no agent")
	}
}

// R143: only a shell that somebody types in closes on any exit.
func TestIsShell(t *testing.T) {
	for line, want := range map[string]bool{
		"bash": true, "-bash": true, "bash -l": true, "bash --login -i": true, "zsh -l": true, "sh": true,
		"bash --rcfile my.rc -i": true, "bash -o vi": true, "bash +x": true, "sh -s a b": true, "fish -C x": true,
		"nu": true, "cmd /k setup.bat": true, "cmd": true, "pwsh -NoLogo": true, "pwsh -NoExit -Command x": true,
		"sh -c exit": false, "bash -lc x": false, "bash run.sh": false, "bash --norc -- run.sh": false,
		"fish --command=x": false, "cmd /C dir": false, "pwsh -Command x": false, "powershell.exe -File x.ps1": false,
		"claude": false, "vim": false, "": false,
	} {
		if got := IsShell(words(line)); got != want {
			t.Errorf("IsShell(%q) = %v", line, got)
		}
	}
}

// R168
func TestScrubKeepsTheOuterSessionAway(t *testing.T) {
	got := Scrub([]string{
		"PATH=/bin", "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_CODE_CHILD_SESSION=1", "AI_AGENT=x",
		"CLAUDE_CONFIG_DIR=/c", "TMUX=/t,1,0", "TMUX_PANE=%1", "TERM=xterm", "TERM_PROGRAM=ghostty", "KITTY_WINDOW_ID=1",
		"WT_SESSION=x", "COLUMNS=80", "LINES=24", "ATRIUM_TOKEN=s", "ATRIUM_PANE=0", "ATRIUM_DENY=rm", "ZELLIJ=0",
	})
	wantWords(t, got, "PATH=/bin", "CLAUDE_CONFIG_DIR=/c", "TERM=xterm", "ATRIUM_DENY=rm")
}

func TestScrubLeavesItsArgumentAlone(t *testing.T) {
	environ := []string{"TMUX=1", "A=b", "STY=2", "C=d"}
	before := slices.Clone(environ)
	Scrub(environ)
	wantWords(t, environ, before...)
}

func TestAtLeast(t *testing.T) {
	for version, want := range map[string]bool{
		"2.1.332 (Claude Code)": true, "2.1.333": true, "2.2.0": true, "v3.0.1": true, "claude 10.0.0": true,
		"2.1.197 (Claude Code)": false, "1.9.999": false, "": false, "2.1": false, "2.1.x": false, "unknown": false,
	} {
		if got := atLeast(version, 2, 1, 332); got != want {
			t.Errorf("atLeast(%q) = %v", version, got)
		}
	}
}
