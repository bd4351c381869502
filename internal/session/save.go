package session

import (
	"reflect"
	"time"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/policy"
	"atrium/internal/snapshot"
)

// The cadence of snapshots.
const (
	checkEvery = 5 * time.Second
	beatEvery  = 15 * time.Second
	retryEvery = 3 * time.Second
)

// saving is what is known of the snapshot on disk.
type saving struct {
	now       bool      // the set of panes changed: write at once
	touched   bool      // something that a snapshot holds may have changed
	stirred   time.Time // a shell was busy: when to ask where shells are, zero for never
	busy      bool      // a Save is under way
	looking   bool      // a Locate is under way: a slow one must not keep a snapshot waiting
	failing   bool      // the last write failed, and the operator knows
	writtenAt time.Time // of the last write that landed; zero for none
	triedAt   time.Time
	sent      *snapshot.Snapshot // under way
	written   *snapshot.Snapshot // on disk
}

func (v *saving) urgent() { v.now = true }
func (v *saving) touch()  { v.touched = true }

func (v *saving) stir(now time.Time) {
	if v.stirred.IsZero() {
		v.stirred = now.Add(checkEvery)
	}
}

// allowed tells whether the session has something to save: it keeps snapshots,
// and what it was started for is there. Until then a saved session of a failed
// launch would stand for something that never ran.
func (s *State) allowed() bool {
	return !s.cfg.Volatile && len(s.panes) > 0 && (s.cfg.Resumed || len(s.pending) == 0)
}

// due is when the next write or look is wanted, zero for never.
func (v *saving) due(s *State) time.Time {
	switch {
	case v.busy || !s.allowed():
		return time.Time{}
	case v.failing:
		return v.triedAt.Add(retryEvery)
	case v.now:
		return s.now
	case v.writtenAt.IsZero():
		return time.Time{}
	}
	wake := earlier(v.writtenAt.Add(beatEvery), v.lookAt())
	if v.touched {
		wake = earlier(wake, v.writtenAt.Add(checkEvery))
	}
	return wake
}

// lookAt is when to ask where shells are, zero for never.
func (v *saving) lookAt() time.Time {
	if v.looking {
		return time.Time{}
	}
	return v.stirred
}

func (s *State) saveIfDue() {
	v := &s.saving
	if s.over || !due(s.now, v.due(s)) {
		return
	}
	if !v.now && !v.failing && due(s.now, v.lookAt()) {
		s.locate()
		return
	}
	s.save()
}

// save writes when something changed or the heartbeat asks for it.
func (s *State) save() {
	v := &s.saving
	image := s.capture()
	beat := !v.writtenAt.IsZero() && due(s.now, v.writtenAt.Add(beatEvery))
	forced := v.now || v.failing || beat
	v.now, v.touched = false, false
	if !forced && v.written != nil && reflect.DeepEqual(*v.written, image) {
		return
	}
	v.busy, v.sent, v.triedAt = true, &image, s.now
	s.emit(Save{Snapshot: image})
}

// saved: a write that did not land is not written, and is tried again.
func (s *State) saved(e Saved) {
	v := &s.saving
	v.busy = false
	s.flash(e.Note)
	if e.Err != nil {
		if !v.failing {
			s.flash("the snapshot was not saved: " + e.Err.Error())
		}
		v.failing = true
		return
	}
	if v.failing {
		s.flash("the snapshot is saved again")
	}
	v.failing, v.written, v.writtenAt = false, v.sent, s.now
}

// locate asks where the shells are.
func (s *State) locate() {
	pids := map[front.PaneRef]int{}
	s.each(func(p *pane) {
		if p.kind.shell && p.alive() {
			pids[p.ref] = p.pid
		}
	})
	s.saving.stirred = time.Time{}
	if len(pids) > 0 {
		s.saving.looking = true
		s.emit(Locate{Pids: pids})
	}
}

func (s *State) located(e Located) {
	s.saving.looking = false
	for ref, dir := range e.Dirs {
		if p := s.panes[ref]; p != nil && p.liveDir != dir {
			p.liveDir = dir
			s.saving.touch()
		}
	}
}

// lastSnapshot is what the end of the session leaves on disk: nothing when
// nothing was ever written. A session that did not end on purpose stays open.
func (s *State) lastSnapshot(clean bool) *snapshot.Snapshot {
	if s.saving.written == nil && s.saving.sent == nil || !s.allowed() {
		return nil
	}
	image := s.capture()
	image.Meta.Clean = clean
	return &image
}

// capture is the session as a snapshot.
func (s *State) capture() snapshot.Snapshot {
	image := snapshot.Snapshot{
		Version: snapshot.Version, Active: s.active, Meta: s.cfg.Meta,
		Windows: make([]snapshot.Window, 0, len(s.windows)), Panes: make([]snapshot.Pane, 0, len(s.panes)),
	}
	recorded := s.cfg.Plan.Policy
	image.Policy = &recorded
	for i, w := range s.windows {
		image.Windows = append(image.Windows, snapshot.Window{
			Name: w.name, Tree: w.tree.String(), Focus: w.focus, Zoomed: w.zoomed,
		})
		for _, id := range w.tree.Leaves() {
			image.Panes = append(image.Panes, s.record(i, w.panes[id]))
		}
	}
	return image
}

func (s *State) record(window int, p *pane) snapshot.Pane {
	l := p.launch
	cwd := s.dirOf(p)
	return snapshot.Pane{
		ID: l.Pane, Window: window, Argv: l.Argv, Cwd: &cwd,
		Role: text(l.Role), LiveCwd: text(p.liveIn()), Identity: text(l.Identity),
		SessionID: text(l.SessionID), Agent: text(l.Agent), Worktree: text(l.Worktree),
		Deny: l.Deny, CanSpawn: l.CanSpawn, Depth: l.Depth, ParentPane: s.parentOf(p),
		Mode: s.recordedMode(p), Kickoff: l.Kickoff, Task: l.Task, Norms: text(l.Norms),
		ContextEnv: l.ContextEnv,
	}
}

// liveIn is where a shell was last: as seen, or as its record said.
func (p *pane) liveIn() string {
	if p.liveDir != "" {
		return p.liveDir
	}
	return p.launch.LiveCwd
}

// parentOf is the parent's pane id if that pane is still there, in this window.
func (s *State) parentOf(p *pane) *layout.PaneID {
	if p.launch.Parent == nil || p.window.panes[*p.launch.Parent] == nil {
		return nil
	}
	return p.launch.Parent
}

// recordedMode is the posture that a pane runs at, nil where nobody chose one:
// the agent's own settings rule there, and a resume must not take them away.
func (s *State) recordedMode(p *pane) *policy.Posture {
	if !s.decided(p) {
		return nil
	}
	mode := s.posture(p)
	return &mode
}

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
