package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"atrium/internal/front"
	"atrium/internal/layout"
	"atrium/internal/plan"
	"atrium/internal/snapshot"
)

// rig drives a State by hand: every effect is kept, and nothing answers but
// what a test says.
type rig struct {
	t       *testing.T
	s       *State
	now     time.Time
	effects []Effect
	nextPid int
}

// newRig is a session of the launches in one window, side by side.
func newRig(t *testing.T, cfg Config, argvs ...[]string) *rig {
	t.Helper()
	if len(cfg.Plan.Windows) == 0 {
		cfg.Plan.Windows = []plan.Window{windowOf(argvs...)}
	}
	cfg.Plan.Default = plan.Launch{Argv: []string{"bash"}, CanSpawn: true}
	cfg.Plan.Shell = plan.Launch{Argv: []string{"sh"}, CanSpawn: true}
	if cfg.Cols == 0 {
		cfg.Cols, cfg.Rows = 80, 24
	}
	cfg.Dir = "/p"
	cfg.Scrollback = 100
	ids := 0
	cfg.NewID = func() string { ids++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", ids) }
	r := &rig{t: t, s: New(cfg), now: time.Unix(1000, 0), nextPid: 100}
	r.step(Begin{})
	t.Cleanup(r.check)
	return r
}

func windowOf(argvs ...[]string) plan.Window {
	w := plan.Window{}
	var ids []layout.PaneID
	for i, argv := range argvs {
		id := layout.PaneID(i)
		ids = append(ids, id)
		w.Launches = append(w.Launches, plan.Launch{Pane: id, Argv: argv, CanSpawn: true})
	}
	w.Tree = layout.Grid(ids, 1, len(ids)).String()
	return w
}

func (r *rig) step(e Event) []Effect {
	r.t.Helper()
	effects := r.s.Step(r.now, e)
	r.effects = append(r.effects, effects...)
	r.check()
	return effects
}

// check holds the invariants of a session after every step.
func (r *rig) check() {
	r.t.Helper()
	if err := r.s.Check(); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) do(c front.Command) []Effect { r.t.Helper(); return r.step(Operator{Command: c}) }

// pass lets time go by and wakes the session as its alarm would.
func (r *rig) pass(d time.Duration) {
	r.t.Helper()
	end := r.now.Add(d)
	for {
		wake := r.s.NextWake()
		if wake.IsZero() || wake.After(end) {
			break
		}
		if wake.After(r.now) {
			r.now = wake
		}
		before := len(r.effects)
		r.step(Woken{})
		if r.s.NextWake().Equal(wake) && len(r.effects) == before {
			r.t.Fatalf("the alarm for %v brings nothing about and is asked for again", wake)
		}
	}
	r.now = end
}

// of are the effects of one type since the last call for that type.
func of[E Effect](r *rig) []E {
	var found []E
	var rest []Effect
	for _, e := range r.effects {
		if e, ok := e.(E); ok {
			found = append(found, e)
			continue
		}
		rest = append(rest, e)
	}
	r.effects = rest
	return found
}

// up answers every Start with a process.
func (r *rig) up() []Start {
	r.t.Helper()
	var all []Start
	for {
		starts := of[Start](r)
		if len(starts) == 0 {
			return all
		}
		for _, s := range starts {
			r.nextPid++
			r.step(Started{Pane: s.Pane, Pid: r.nextPid, Dir: s.Dir})
		}
		all = append(all, starts...)
	}
}

// saves answers every Save with success and returns the last image.
func (r *rig) saves() (last *snapshot.Snapshot, count int) {
	r.t.Helper()
	for {
		saves := of[Save](r)
		if len(saves) == 0 {
			return last, count
		}
		for _, s := range saves {
			last = &s.Snapshot
			count++
			r.step(Saved{})
		}
	}
}

func (r *rig) finished() Finish {
	r.t.Helper()
	all := of[Finish](r)
	if len(all) != 1 {
		r.t.Fatalf("%d ends, want one", len(all))
	}
	return all[0]
}

func (r *rig) print(pane front.PaneRef, text string) {
	r.t.Helper()
	r.step(Output{Pane: pane, Bytes: []byte(text)})
}

// tile is how the front would see a pane now.
func (r *rig) tile(ref front.PaneRef) front.Tile {
	r.t.Helper()
	for _, tile := range r.s.picture().Tiles {
		if tile.Pane == ref {
			return tile
		}
	}
	r.t.Fatalf("pane %d is not drawn", ref)
	return front.Tile{}
}

func argvs(image *snapshot.Snapshot) string {
	var all []string
	for _, p := range image.Panes {
		all = append(all, strings.Join(p.Argv, " "))
	}
	return strings.Join(all, " | ")
}
