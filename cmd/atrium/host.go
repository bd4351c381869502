package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"atrium/internal/agent"
	"atrium/internal/agenthome"
	"atrium/internal/config"
	"atrium/internal/front"
	"atrium/internal/nowait"
	"atrium/internal/plan"
	"atrium/internal/proc"
	"atrium/internal/pty"
	"atrium/internal/session"
	"atrium/internal/snapshot"
	"atrium/internal/store"
)

// host carries out a session's effects on this machine.
type host struct {
	app      *app
	panes    pty.Port
	trust    *agenthome.TrustWriter
	place    *store.Place // nil keeps no snapshot
	saved    func() (note string)
	once     sync.Once
	registry *registry
	lookout  *nowait.Lookout

	clipboard clipboard
}

// Start starts a pane's command. A directory that is gone is an error unless
// the start names another one to fall back to.
func (h *host) Start(e session.Start) (session.Process, session.Started) {
	started := session.Started{Dir: h.dirFor(e)}
	if err := checkDir(started.Dir); err != nil {
		if e.Fallback == "" {
			started.Err = err
			return nil, started
		}
		started.Note = fmt.Sprintf("%s is not there, started in %s", started.Dir, e.Fallback)
		started.Dir = e.Fallback
	}
	if e.Trust {
		started.Note = joinNotes(started.Note, h.trustFolder(e.Argv[0], started.Dir))
	}
	if e.Identity != "" {
		started.Note = joinNotes(started.Note, fmt.Sprintf("identity %s cannot be resolved by this version, the pane starts without it", e.Identity))
	}
	h.logStart(e.Argv)
	pane, err := h.panes.Start(pty.Command{
		Argv: e.Argv, Dir: started.Dir, Env: h.environment(e.Pane, e.Env), Size: pty.Size(e.Size),
	})
	if err != nil {
		started.Err = cause(err)
		return nil, started
	}
	started.Pid = pane.Pid()
	return process{pane, h.registry, sync.OnceFunc(func() { sweep(paneMark(e.Pane)) })}, started
}

// cause is an error without the program's name in front, which whoever reports
// a start names anyway.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// dirFor is where a pane is to start: where another one is now, or as recorded.
func (h *host) dirFor(e session.Start) string {
	if e.DirOf != 0 {
		if dir, known := proc.Cwd(e.DirOf); known && checkDir(dir) == nil {
			return dir
		}
	}
	return e.Dir
}

func checkDir(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("the directory %q is not there", dir)
	case err != nil:
		return fmt.Errorf("the directory %q cannot be used: %w", dir, err)
	case !info.IsDir():
		return fmt.Errorf("%q is not a directory", dir)
	}
	return nil
}

func joinNotes(notes ...string) string {
	return strings.Join(startNotes(notes), " · ")
}

// trustFolder gives claude's folder trust to a directory. A failure is told and
// stops nothing: claude then asks the person itself.
func (h *host) trustFolder(command, dir string) (note string) {
	home, err := agenthome.Locate(agenthome.Lookup(h.app.env), h.app.configDirOf(command))
	if err == nil {
		err = h.trust.Trust(home, dir)
	}
	if err != nil {
		return "folder trust was not written: " + err.Error()
	}
	return ""
}

// configDirOf is the directory of its own that a claude alias has, "" for
// claude's usual place.
func (a *app) configDirOf(command string) string {
	stem := agent.Stem(command)
	for _, alias := range a.config.ClaudeAliases {
		if agent.Stem(alias.Name) == stem {
			return alias.ConfigDir
		}
	}
	return ""
}

// environment is a pane's: atrium's own without what belongs to the terminal
// and the agent around it, the marks of session and pane, and what the launch
// adds.
func (h *host) environment(pane front.PaneRef, extra [][2]string) []string {
	env := agent.Scrub(h.app.environ)
	env = append(env,
		"TERM=xterm-256color", "COLORTERM=truecolor", "TERM_PROGRAM=atrium", "TERM_PROGRAM_VERSION="+version,
		proc.SessionMark(proc.Self()), paneMark(pane))
	for _, pair := range extra {
		env = append(env, pair[0]+"="+pair[1])
	}
	return env
}

// logStart appends a command line to the operator's log of starts.
func (h *host) logStart(argv []string) {
	path := config.FromEnvironment(h.app.env).SpawnLog
	if path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	fmt.Fprintf(f, "%q\n", argv)
}

// Examine finds out how a pane may be started again.
func (h *host) Examine(e session.Examine) session.Examined {
	l := e.Launch
	out := session.Examined{Pane: e.Pane, Dir: checkDir(orElse(l.Cwd, ".")) == nil}
	if l.SessionID == "" || len(l.Argv) == 0 {
		return out
	}
	out.LiveIn = h.app.liveConversations(l.Argv[0])[l.SessionID]
	found := h.app.transcript(l.Argv, l.Cwd, l.SessionID)
	out.Resume = transcriptState(found.State).Resume()
	if found.State == agenthome.Present && found.Moved {
		out.Resume, out.Transcript = plan.ByPath, found.Path
	}
	return out
}

// transcript looks for a conversation where the claude that had it keeps it. Of
// any other agent's nothing is known.
func (a *app) transcript(argv []string, cwd, id string) agenthome.Transcript {
	if agent.Identify(argv, aliasNames(a.config.ClaudeAliases)) != agent.Claude {
		return agenthome.Transcript{}
	}
	home, err := agenthome.Locate(agenthome.Lookup(a.env), a.configDirOf(argv[0]))
	if err != nil {
		return agenthome.Transcript{}
	}
	return home.Transcript(cwd, id)
}

func transcriptState(s agenthome.State) plan.Transcript {
	switch s {
	case agenthome.Present:
		return plan.TranscriptPresent
	case agenthome.Empty:
		return plan.TranscriptEmpty
	case agenthome.Missing:
		return plan.TranscriptMissing
	}
	return plan.TranscriptUnknown
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// Locate tells where shells are now.
func (h *host) Locate(e session.Locate) session.Located {
	dirs := map[front.PaneRef]string{}
	for ref, pid := range e.Pids {
		if dir, known := proc.Cwd(pid); known {
			dirs[ref] = dir
		}
	}
	return session.Located{Dirs: dirs}
}

// Save writes a snapshot. With the first one that lands the session that this
// one resumes is given up: from then on everything it held is held here.
func (h *host) Save(image snapshot.Snapshot) session.Saved {
	if h.place == nil {
		return session.Saved{}
	}
	if err := h.place.Save(image, time.Now()); err != nil {
		return session.Saved{Err: err}
	}
	var out session.Saved
	h.once.Do(func() { out.Note = h.saved() })
	return out
}

// Groups records the process groups of the session.
func (h *host) Groups(pids []int) { h.registry.set(pids) }

// Look has the runtime look for keys.
func (h *host) Look() { h.lookout.Look() }

// process is a pane's command as a session sees it.
type process struct {
	pty.Pane
	registry *registry
	sweep    func() // ends what left the pane's process group
}

// Close keeps a process group that could not be ended in the registry, for
// whoever ends it later. What a command left behind that ended by itself lives
// on, as in any terminal, until the session ends.
func (p process) Close() error {
	err := p.Pane.Close()
	survived := errors.Is(err, pty.ErrSurvived)
	if survived {
		p.registry.survived(p.Pid())
	}
	if survived || p.Pane.Wait().ByUs {
		p.sweep()
	}
	return err
}

// Write and Resize are no failure for a command that has ended meanwhile: that
// it did is Wait's to tell.
func (p process) Write(keys []byte) (int, error) {
	n, err := p.Pane.Write(keys)
	if errors.Is(err, pty.ErrEnded) {
		return len(keys), nil
	}
	return n, err
}

func (p process) Resize(size session.Size) error {
	err := p.Pane.Resize(pty.Size(size))
	if errors.Is(err, pty.ErrEnded) {
		return nil
	}
	return err
}

func (p process) Wait() session.Exit {
	exit := p.Pane.Wait()
	if exit.ByUs {
		exit.Signal = ""
	}
	return session.Exit{Code: exit.Code, Signal: exit.Signal}
}

// clock is the machine's.
type clock struct{}

func (clock) Now() time.Time { return time.Now() }

func (clock) Alarm(d time.Duration) (<-chan time.Time, func()) {
	timer := time.NewTimer(d)
	return timer.C, func() { timer.Stop() }
}
