//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atrium/internal/claudetest"
	"atrium/internal/layout"
	"atrium/internal/modelapi"
	"atrium/internal/snapshot"
	"atrium/internal/store"
	"atrium/internal/terminaltest"
)

// eachClaude runs test with each pinned version of the real program, the one
// wired directly and the other through the loopback.
func eachClaude(t *testing.T, test func(t *testing.T, r *claudeRig)) {
	t.Helper()
	t.Parallel()
	path197, path332 := claudetest.Install(t)
	for _, c := range []struct{ version, path, wire string }{
		{"2.1.197", path197, "direct"}, {"2.1.332", path332, "loopback"},
	} {
		t.Run(c.version, func(t *testing.T) {
			t.Parallel()
			r := newClaudeRig(newRig(t), c.path)
			r.setenv(wireVariable, c.wire)
			test(t, r)
		})
	}
}

// claudeRig is a machine with the real Claude Code on it, which starts without
// a question in the project, a git repository.
type claudeRig struct {
	*rig
	model *modelapi.Server
}

func newClaudeRig(r *rig, program string) *claudeRig {
	r.t.Helper()
	c := &claudeRig{rig: r, model: modelapi.New()}
	r.t.Cleanup(c.model.Close)
	r.home = claudetest.Home(r.t, r.project)
	for _, entry := range claudetest.Env(r.home, c.model.URL(), program) {
		name, value, _ := strings.Cut(entry, "=")
		r.setenv(name, value)
	}
	r.run("git", "init", "-q")
	return c
}

// The screen of these tests, wide enough for two conversations side by side.
const claudeCols, claudeRows = 130, 40

// launch starts atrium on a claude.
func (c *claudeRig) launch(args ...string) *terminal {
	c.t.Helper()
	return c.startAt(claudeCols, claudeRows, append(args, "claude")...)
}

// say submits a prompt to the claude in a box, which has the focus, and waits
// for the answer that counts so many messages.
func (s *terminal) say(box int, prompt string, count int) {
	s.rig.t.Helper()
	s.ask(box, prompt, fmt.Sprintf("REPLY users=%d", count))
}

// ask submits a prompt to the claude in a box, which has the focus, and waits
// for that answer. An Enter is lost on a claude that does not show yet what was
// typed; and what a claude shows it writes down a moment later, which is what a
// crash leaves.
func (s *terminal) ask(box int, prompt, answer string) {
	s.rig.t.Helper()
	s.typeTo(box, prompt)
	s.Send("\r")
	s.inBox(box, answer)
	s.rig.awaitFor(fmt.Sprintf("the answer to %q is written down", prompt), func() bool { return s.rig.wrote(prompt, answer) })
}

// wrote tells whether a transcript holds the answer, the prompt, and all that
// the one follows from. A claude writes its entries in no order, and on a resume
// an answer whose ancestors are not there has lost them.
func (r *rig) wrote(prompt, answer string) bool {
	for _, path := range r.transcripts() {
		text, _ := os.ReadFile(path)
		thread := readThread(string(text), answer)
		if len(thread) > 0 && strings.Contains(strings.Join(thread, ""), prompt) {
			return true
		}
	}
	return false
}

// readThread are the lines of a transcript from the last that holds the answer
// up to the first message, nil where one is missing.
func readThread(transcript, answer string) (thread []string) {
	type entry struct{ UUID, ParentUUID, line string }
	entries, at := map[string]entry{}, entry{}
	for line := range strings.Lines(transcript) {
		e := entry{line: line}
		if json.Unmarshal([]byte(line), &e) != nil || e.UUID == "" {
			continue
		}
		entries[e.UUID] = e
		if strings.Contains(line, answer) {
			at = e
		}
	}
	for at.UUID != "" {
		thread = append(thread, at.line)
		if at.ParentUUID == "" {
			return thread
		}
		at = entries[at.ParentUUID]
	}
	return nil
}

// typeTo types into the claude in a box when it is ready, and waits until the
// claude shows it.
func (s *terminal) typeTo(box int, text string) {
	s.rig.t.Helper()
	s.inBox(box, "❯")
	before := strings.Count(pane(s.Picture(), box), text)
	s.Send(text)
	s.WaitFor(fmt.Sprintf("the prompt in box %d shows %q", box, text), func(p *terminaltest.Picture) bool {
		return strings.Count(pane(p, box), text) > before
	})
}

// inBox waits until a box shows text.
func (s *terminal) inBox(box int, text string) *terminaltest.Picture {
	s.rig.t.Helper()
	return s.WaitFor(fmt.Sprintf("box %d shows %q", box, text), func(p *terminaltest.Picture) bool {
		return strings.Contains(pane(p, box), text)
	})
}

// ids are the conversations of a saved session's panes.
func ids(image snapshot.Snapshot) []string {
	var all []string
	for _, p := range image.Panes {
		if p.SessionID != nil {
			all = append(all, *p.SessionID)
		}
	}
	return all
}

// awaitSettled waits until the newest saved session has the focus in its first
// pane and says where its shell is: from then on nothing of it changes by itself.
func (c *claudeRig) awaitSettled() store.Entry {
	c.t.Helper()
	return c.awaitSaved("says where focus and shell are", func(e store.Entry) bool {
		return e.Snapshot.Active == 0 && e.Snapshot.Windows[0].Focus == 0 &&
			slices.ContainsFunc(e.Snapshot.Panes, func(p snapshot.Pane) bool { return p.LiveCwd != nil })
	})
}

// awaitBody waits until the newest saved session equals an earlier one, byte for
// byte, but for who wrote it and when.
func (c *claudeRig) awaitBody(want string) {
	c.t.Helper()
	got := ""
	same := await(patience, func() bool {
		got = body(c.newest().Snapshot)
		return got == want
	})
	if !same {
		c.t.Fatalf("saved\n%s\nwant\n%s", got, want)
	}
}

// transcripts are the files of conversations on this machine, by id.
func (r *rig) transcripts() map[string]string {
	r.t.Helper()
	paths, err := filepath.Glob(filepath.Join(r.home, ".claude", "projects", "*", "*.jsonl"))
	if err != nil {
		r.t.Fatal(err)
	}
	all := map[string]string{}
	for _, path := range paths {
		all[strings.TrimSuffix(filepath.Base(path), ".jsonl")] = path
	}
	return all
}

// forget deletes the transcript of a conversation.
func (c *claudeRig) forget(id string) {
	c.t.Helper()
	if err := os.Remove(c.transcripts()[id]); err != nil {
		c.t.Fatal(err)
	}
}

// The main job: conversations side by side and a shell in another window, each
// with a moved border, come back from one crash after the other.
func TestRealClaudeComesBack(t *testing.T) {
	eachClaude(t, func(t *testing.T, r *claudeRig) {
		s := r.launch()
		s.press("%")
		s.waitBoxes(2)
		s.press("H", "H", "H", "h", "!", `"`, "K", "1")
		drawn := []layout.Rect{{W: 59, H: 39}, {X: 59, W: 71, H: 39}}
		s.converse(drawn, 1)
		e := r.awaitSettled()
		if trees := [2]string{e.Snapshot.Windows[0].Tree, e.Snapshot.Windows[1].Tree}; trees != [2]string{"v[59:71](0,1)", "h[18:21](2,3)"} {
			t.Errorf("trees %q", trees)
		}
		r.checkStates("running")
		s.crash()
		r.checkStates("crashed")
		first := body(r.newest().Snapshot)

		s = r.launch()
		if notice := s.resume(); !strings.Contains(notice, "never had a turn: it starts fresh under the same id") {
			t.Errorf("nothing is said of the claude without a turn:\n%s", notice)
		}
		s.converse(drawn, 2)
		s.press("2")
		s.say(1, "and here", 1) // the claude that never had a turn, beside the shell
		if below := boxes(s.Picture()); !slices.Equal(below, []layout.Rect{{W: 130, H: 18}, {Y: 18, W: 130, H: 21}}) {
			t.Errorf("window 2 is drawn as %v", below)
		}
		s.press("1")
		r.awaitBody(first)
		r.checkStates("running", "closed")
		s.crash()
		r.checkStates("crashed", "closed")

		s = r.launch()
		s.resume()
		s.converse(drawn, 3)
		s.press("2")
		s.say(1, "and here again", 2)
		s.press("1")
		r.awaitBody(first)
		s.quit()
		r.checkStates("closed", "closed", "closed")
	})
}

// converse waits for the two claudes of window 1 in their places and lets both
// answer a prompt. The left one has the focus before and after.
func (s *terminal) converse(drawn []layout.Rect, count int) {
	s.rig.t.Helper()
	s.WaitFor(fmt.Sprintf("the panes are drawn at %v", drawn), func(p *terminaltest.Picture) bool {
		return strings.Contains(bar(p), "1:claude*") && slices.Equal(boxes(p), drawn)
	})
	s.say(0, fmt.Sprintf("apple %d", count), count)
	s.press("l")
	s.say(1, fmt.Sprintf("pear %d", count), count)
	s.press("h")
}

// R047: an id from after a /clear is not known, and the question says which
// conversation will come back.
func TestRealClaudeAfterClear(t *testing.T) {
	eachClaude(t, func(t *testing.T, r *claudeRig) {
		s := r.launch()
		s.say(0, "one", 1)
		s.say(0, "two", 2)
		s.typeTo(0, "/clear")
		s.Send("\r")
		s.WaitFor("the conversation is cleared", func(p *terminaltest.Picture) bool {
			return !p.Contains("REPLY users=2") && p.Contains("❯")
		})
		s.say(0, "other", 1)
		given := ids(r.newest().Snapshot)
		s.crash()

		s = r.launch()
		if notice := s.resume(); !strings.Contains(notice, "ids are those given at the start: what followed a /clear") {
			t.Errorf("the notice does not speak of /clear:\n%s", notice)
		}
		s.say(0, "three", 3)
		if now := ids(r.awaitPanes(1).Snapshot); !slices.Equal(now, given) {
			t.Errorf("conversations %q, want %q", now, given)
		}
		s.quit()
	})
}

// R034, R050: three conversations of one folder come back each in its own pane.
// One whose transcript is gone starts fresh under its id, and the question says
// so; one that goes only after the question keeps its place, with the agent's
// own words, its id and the command to type.
func TestRealClaudeWithoutTranscripts(t *testing.T) {
	eachClaude(t, func(t *testing.T, r *claudeRig) {
		s := r.launch()
		s.press("%")
		s.waitBoxes(2)
		s.press(`"`)
		s.waitBoxes(3)
		s.say(2, "bottom", 1)
		s.press("k")
		s.say(1, "top", 1)
		s.say(1, "top again", 2)
		s.press("h")
		s.say(0, "left", 1)
		given := ids(r.awaitSaved("has the focus on the left", func(e store.Entry) bool {
			return len(e.Snapshot.Panes) == 3 && e.Snapshot.Windows[0].Focus == 0
		}).Snapshot)
		s.crash()

		r.forget(given[2])
		s = r.launch()
		notice := s.asked()
		r.forget(given[0])
		s.Send("\r")
		if n := strings.Count(notice, "never had a turn: it starts fresh under the same id"); n != 1 {
			t.Errorf("%d conversations are told to start fresh, want 1:\n%s", n, notice)
		}
		s.WaitFor("the left pane tells what is wrong", func(p *terminaltest.Picture) bool {
			said := strings.Join(strings.FieldsFunc(pane(p, 0), func(r rune) bool { return strings.ContainsRune("│┌┐└┘─ \n", r) }), " ")
			return strings.Contains(said, "No conversation found with session ID: "+given[0]) &&
				strings.Contains(said, "conversation "+given[0]+" by hand: claude --resume "+given[0]+" Enter resumes it")
		})
		s.press("l")
		s.say(2, "bottom once more", 1)
		s.press("k")
		s.say(1, "top once more", 3)
		if now := ids(r.awaitPanes(3).Snapshot); !slices.Equal(now, given) {
			t.Errorf("conversations %q, want %q", now, given)
		}
		s.press("h")
		s.Send("\r") // without a transcript it can only start fresh
		s.say(0, "left once more", 1)
		s.quit()
	})
}

// A session at accept: folder trust is given before the agent could ask, and
// posture and deny rules reach it, the first time and each time it comes back.
func TestRealClaudeUnderPolicy(t *testing.T) {
	eachClaude(t, func(t *testing.T, r *claudeRig) {
		r.home = claudetest.Home(t) // trusts no folder
		r.setenv("HOME", r.home)
		r.setenv("ATRIUM_DENY", "git push")
		s := r.launch("--trust", "accept")
		r.checkGuarded(s, 1)
		first := body(r.awaitPanes(1).Snapshot)
		s.crash()
		r.unsetenv("ATRIUM_DENY")
		for generation := 2; generation <= 3; generation++ {
			s = r.launch()
			notice := s.resume()
			for _, want := range []string{"trust accept (from the snapshot)", "1 session deny rule(s)", "mode accept"} {
				if !strings.Contains(notice, want) {
					t.Errorf("generation %d: the notice lacks %q:\n%s", generation, want, notice)
				}
			}
			r.checkGuarded(s, generation)
			r.awaitBody(first)
			s.crash()
		}
	})
}

// checkGuarded checks the only pane's claude, which then has answered so many
// prompts.
func (c *claudeRig) checkGuarded(s *terminal, count int) {
	c.t.Helper()
	s.inBox(0, "accept edits on")
	if config := c.files(c.home)[filepath.Join(c.home, ".claude.json")]; !strings.Contains(config, `"hasTrustDialogAccepted"`) {
		c.t.Errorf("no folder is trusted: %s", config)
	}
	words := c.commandOf("claude")
	for _, want := range [][]string{
		{"--permission-mode", "acceptEdits"},
		{"--disallowedTools", "Bash(*CARGO_MAKEFLAGS*)", "PowerShell(*CARGO_MAKEFLAGS*)", "Bash(git push*)"},
	} {
		if !holdsRun(words, want) {
			c.t.Errorf("claude got %q, which lacks %q", words, want)
		}
	}
	s.ask(0, fmt.Sprintf("%d dotool: git push origin", count), fmt.Sprintf("REPLY tool done users=%d", count))
	if !s.Picture().Contains("Permission to use Bash with command git push origin has been denied") {
		c.t.Errorf("a denied command was run:\n%s", s.Picture().Text())
	}
}

// holdsRun tells whether the words hold that run of words.
func holdsRun(words, run []string) bool {
	for i := range words {
		if i+len(run) <= len(words) && slices.Equal(words[i:i+len(run)], run) {
			return true
		}
	}
	return false
}

// R102: Shift+Enter is a new line in a claude that asked for keys it can tell
// from Enter, which 2.1.197 only does in terminals that it knows by name.
func TestRealClaudeTellsShiftEnter(t *testing.T) {
	_, path := claudetest.Install(t)
	eachWire(t, func(t *testing.T, rig *rig) {
		r := newClaudeRig(rig, path)
		s := r.launch()
		s.inBox(0, "❯")
		s.kittyIs(5)
		s.typeTo(0, "first")
		s.Send("\x1b[13;2u")
		s.typeTo(0, "second")
		s.Send("\x1b[97;5u\x1b[97;5u") // Ctrl+A for the pane: to the start of the line
		s.typeTo(0, "my ")
		s.Send("\r")
		s.inBox(0, "REPLY users=1")
		r.awaitFor("the prompt is written down", func() bool { return r.wrote(`first\nmy second`, "REPLY users=1") })
		s.Send("\x1b[97;5u\x1b[113;1u")
		s.exits(0)
	})
}
