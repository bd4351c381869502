package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"atrium/internal/agent"
	"atrium/internal/agenthome"
	"atrium/internal/durable"
	"atrium/internal/layout"
	"atrium/internal/policy"
	"atrium/internal/proc"
	"atrium/internal/recovery"
	"atrium/internal/snapshot"
	"atrium/internal/store"
	"atrium/internal/team"
)

// facts finds out what decides how the session of e comes back. listing is the
// project's, nil where there is no store.
func (a *app) facts(dir string, e store.Entry, listing *store.Listing, nested nesting) recovery.Facts {
	x := recovery.Facts{
		NowMS: time.Now().UnixMilli(), Project: dir,
		Running: e.State == store.Running || ending(e), PidRuns: e.PidRuns,
		Nesting: recovery.Nesting{Found: nested.ceiling != nil, Pid: nested.pid, Posture: nested.ceiling, Unknown: nested.unknown},
		Deny:    a.config.Deny, Aliases: aliasNames(a.config.ClaudeAliases),
		ConfigDir: a.getenv("CLAUDE_CONFIG_DIR"),
		Survivors: survivors(e),
		Sidecars:  sidecars(e),
	}
	if e.Reason != "" {
		x.Suspect = strings.Split(e.Reason, "; ")
	}
	if listing != nil {
		x.Superseded = listing.Superseded(e)
	}
	live := a.liveConversations(commands(e.Snapshot)...)
	x.Panes = map[layout.PaneID]recovery.PaneFacts{}
	for _, p := range e.Snapshot.Panes {
		x.Panes[p.ID] = a.paneFacts(dir, p, live)
	}
	return x
}

// ending tells that the process of a session that is marked as closed is still
// there: it is about to end, or somebody else wrote the mark.
func ending(e store.Entry) bool {
	meta := e.Snapshot.Meta
	return e.State == store.Closed && meta.Pid != nil && meta.PidStart != nil &&
		*meta.Pid != os.Getpid() && alive(*meta.Pid, meta.PidStart) == store.Present
}

// survivors are processes of a dead session's panes that still run. Two
// programs must never write one conversation.
func survivors(e store.Entry) []recovery.Survivor {
	meta := e.Snapshot.Meta
	if meta.Pid == nil || meta.PidStart == nil || e.State == store.Running || e.State == store.Suspended || ending(e) {
		return nil
	}
	found, known := proc.Marked(proc.SessionMark(proc.ID{Pid: *meta.Pid, Start: *meta.PidStart}))
	if !known {
		return nil
	}
	var all []recovery.Survivor
	for _, s := range found {
		if s.Pid != os.Getpid() {
			all = append(all, recovery.Survivor{Pid: s.Pid, Start: s.Start, Command: s.Name})
		}
	}
	return all
}

// endSurvivors ends what the operator agreed to end, and tells what is left.
func endSurvivors(all []recovery.Survivor) (left int) {
	var ids []proc.ID
	for _, s := range all {
		ids = append(ids, proc.ID{Pid: s.Pid, Start: s.Start})
	}
	const grace = 750 * time.Millisecond
	return len(proc.End(ids, grace))
}

// sidecars counts what bus and board of a session in the store bring back.
func sidecars(e store.Entry) *recovery.Sidecars {
	var s recovery.Sidecars
	found := false
	for _, path := range e.Sidecars {
		stem, isState := strings.CutSuffix(path, ".json")
		if !isState {
			continue
		}
		data, err := durable.OS().ReadFile(path, team.MaxSize)
		found = true
		if err == nil {
			err = countTeam(&s, strings.TrimPrefix(filepath.Ext(stem), "."), data)
		}
		if err != nil {
			s.LeftOut = append(s.LeftOut, filepath.Base(path)+": "+err.Error())
		}
	}
	if !found {
		return nil
	}
	return &s
}

// countTeam counts the bus or the board that state is. What is not one, no
// resume brings back.
func countTeam(s *recovery.Sidecars, kind string, state []byte) (err error) {
	switch kind {
	case "bus":
		s.Events, s.OpenDecisions, err = team.CountBus(state)
	case "board":
		s.Entries, err = team.CountBoard(state)
	}
	return err
}

// paneFacts finds out about one pane's places and conversation.
func (a *app) paneFacts(dir string, p snapshot.Pane, live map[string]int) recovery.PaneFacts {
	var x recovery.PaneFacts
	if p.Cwd != nil {
		x.DirGone = gone(*p.Cwd)
	}
	if p.LiveCwd != nil {
		x.LiveDirGone = gone(*p.LiveCwd)
	}
	if len(p.Argv) > 0 && filepath.IsAbs(p.Argv[0]) {
		x.ProgramGone = gone(p.Argv[0])
	}
	if p.SessionID == nil || len(p.Argv) == 0 {
		return x
	}
	cwd := dir
	if p.Cwd != nil {
		cwd = *p.Cwd
	}
	found := a.transcript(p.Argv, cwd, *p.SessionID)
	x.Transcript = transcriptState(found.State)
	if found.State == agenthome.Present && found.Moved {
		x.Path = found.Path
	}
	x.LiveIn = live[*p.SessionID]
	return x
}

// gone tells that a path is certainly not there; what cannot be looked at may
// still be.
func gone(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// liveConversations are the conversations that claudes have open right now, and
// the pids of these, in the places where the commands keep theirs.
func (a *app) liveConversations(commands ...string) map[string]int {
	live := map[string]int{}
	for _, command := range commands {
		home, err := agenthome.Locate(agenthome.Lookup(a.env), a.configDirOf(command))
		if err != nil {
			continue
		}
		all, _ := home.Live()
		for _, l := range all {
			live[l.SessionID] = l.Pid
		}
	}
	return live
}

// commands are the different commands of a snapshot's panes, by stem.
func commands(s snapshot.Snapshot) []string {
	var stems []string
	for _, p := range s.Panes {
		if len(p.Argv) > 0 {
			stems = append(stems, agent.Stem(p.Argv[0]))
		}
	}
	return policy.MergeLists(stems)
}
