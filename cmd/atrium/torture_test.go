//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"atrium/internal/layout"
	"atrium/internal/snapshot"
	"atrium/internal/store"
)

// Of all rounds, these many in each lane; the lanes run beside each other.
const (
	tortureLanes  = 4
	tortureRounds = 50
	resumeEvery   = 20
)

// checks 20 and 24, R001: however and whenever a session that opens, closes and
// resizes panes is killed, its file is a state that it really had. A reader that
// copies the files meanwhile never sees half of one.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	for lane := range uint64(tortureLanes) {
		t.Run(fmt.Sprint("lane ", lane), func(t *testing.T) {
			t.Parallel()
			v := &victim{rig: newRig(t), random: rand.New(rand.NewPCG(seed, lane))}
			v.setenv(wireVariable, []string{"direct", "loopback"}[lane%2])
			copied := v.copies()
			for round := 1; round <= tortureRounds && !t.Failed(); round++ {
				v.round(round)
			}
			if n := copied(); n < tortureRounds {
				t.Errorf("only %d copies were taken", n)
			}
		})
	}
}

// victim is a machine on which one session after the other is killed.
type victim struct {
	*rig
	random *rand.Rand
	kept   string // body of the saved session that is to be offered, "" for none
	model  model
}

// round runs one session to its sudden end and looks at what it left.
func (v *victim) round(number int) {
	v.t.Helper()
	s, had := v.begin(number)
	for range v.random.IntN(12) {
		v.pause(4 * time.Millisecond)
		v.step(s)
		had = append(had, v.model.String())
	}
	v.pause(30 * time.Millisecond)
	if v.random.IntN(4) == 0 {
		s.Kill(syscall.SIGTERM)
		s.Wait()
		v.awaitFor("nothing of the session runs", func() bool { return len(v.processes()) == 0 })
	} else {
		s.crash()
	}
	v.judge(s, number, had)
}

// begin starts a session, or resumes the last one, and returns the states that
// it can have had so far.
func (v *victim) begin(number int) (s *terminal, had []string) {
	v.t.Helper()
	if number%resumeEvery == 0 && v.kept != "" {
		v.setenv("ATRIUM_RESUME_OFFER", "1")
		s = v.startAt(200, 60, "cat")
		s.resume()
		v.awaitFor("the resumed session is saved as it was", func() bool { return body(v.newest().Snapshot) == v.kept && *v.newest().Snapshot.Meta.Pid == s.Pid() })
		v.model = modelOf(v.t, v.newest().Snapshot)
	} else {
		v.setenv("ATRIUM_RESUME_OFFER", "0")
		s = v.startAt(200, 60, "cat")
		v.model = newModel()
		if v.random.IntN(8) > 0 {
			s.waitBar("1:cat*")
		} else {
			return s, []string{v.model.String()} // killed while it starts
		}
	}
	return s, []string{v.model.String()}
}

// pause lets a random time pass: it is the killer's moment, and nothing is
// expected to have happened by then.
func (v *victim) pause(most time.Duration) { <-time.After(time.Duration(v.random.Int64N(int64(most)))) }

// step types one command that changes the session.
func (v *victim) step(s *terminal) {
	const sizes = 5
	switch n := v.random.IntN(10); {
	case n < 3 && v.model.panes() < 8:
		v.model.split(layout.SideBySide)
		s.press("%")
	case n < 5 && v.model.panes() < 8:
		v.model.split(layout.Stacked)
		s.press(`"`)
	case n < 6 && v.model.panes() < 8:
		v.model.open()
		s.press("c")
	case n < 8 && v.model.panes() > 1:
		v.model.kill()
		s.press("x")
	case n < 9:
		s.press([]string{"H", "J", "K", "L"}[v.random.IntN(4)])
	default:
		s.Resize(200+v.random.IntN(sizes), 60+v.random.IntN(sizes))
	}
}

// judge looks at what a killed session left: whole files and nothing else, and
// in its own the newest state that it wrote, one of those it had.
func (v *victim) judge(s *terminal, number int, had []string) {
	v.t.Helper()
	all := v.saved()
	for _, bad := range all.Unreadable {
		v.t.Errorf("round %d: %v", number, bad.Err)
	}
	if len(all.Suspect) > 0 {
		v.t.Errorf("round %d: suspect: %v", number, all.Suspect)
	}
	at := slices.IndexFunc(all.Sessions, func(e store.Entry) bool { return *e.Snapshot.Meta.Pid == s.Pid() })
	if at < 0 {
		return // it had not started its first pane
	}
	e := all.Sessions[at]
	if at != 0 || e.State != store.Crashed {
		v.t.Errorf("round %d: its session is number %d, %v", number, at+1, e.State)
	}
	if got := stateOf(e.Snapshot); !slices.Contains(had, got) {
		v.t.Errorf("round %d: saved %s, which it never was of\n%s", number, got, strings.Join(had, "\n"))
	}
	v.kept = body(e.Snapshot)
}

// copies copies every saved session again and again until it is told to stop,
// and then tells how many it took. Each must be whole.
func (r *rig) copies() (stop func() int) {
	over, n := make(chan struct{}), make(chan int)
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for taken := 0; ; {
			select {
			case <-over:
				n <- taken
				return
			case <-tick.C:
				taken += r.copyAll()
			}
		}
	}()
	return func() int { close(over); return <-n }
}

func (r *rig) copyAll() (n int) {
	paths, _ := filepath.Glob(filepath.Join(r.state, "*", "*.json"))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue // pruned
		}
		image, decoded := snapshot.Decode(text)
		if err != nil || decoded != nil || len(image.Panes) == 0 || len(image.Repairs) > 0 {
			r.t.Errorf("a copy of %s: %v, %v, %q", path, err, decoded, text)
		}
		n++
	}
	return n
}

// model is a session as far as its trees go, border moves left out.
type model struct {
	windows []*layout.Tree
	focus   []layout.PaneID
	active  int
	next    layout.PaneID
}

func newModel() model {
	var m model
	m.open()
	return m
}

func modelOf(t *testing.T, image snapshot.Snapshot) model {
	t.Helper()
	m := model{active: image.Active}
	for _, w := range image.Windows {
		tree, err := layout.Parse(w.Tree)
		if err != nil {
			t.Fatal(err)
		}
		m.windows, m.focus = append(m.windows, tree), append(m.focus, w.Focus)
		m.next = max(m.next, slices.Max(tree.Leaves())+1)
	}
	return m
}

func (m *model) open() {
	m.windows, m.focus = append(m.windows, layout.New(m.next)), append(m.focus, m.next)
	m.active = len(m.windows) - 1
	m.next++
}

func (m *model) split(dir layout.Dir) {
	if err := m.windows[m.active].Split(m.focus[m.active], dir, m.next); err != nil {
		panic(err)
	}
	m.focus[m.active] = m.next
	m.next++
}

func (m *model) kill() {
	i := m.active
	if m.windows[i].Len() > 1 {
		m.focus[i], _ = m.windows[i].Close(m.focus[i])
		return
	}
	m.windows, m.focus = slices.Delete(m.windows, i, i+1), slices.Delete(m.focus, i, i+1)
	m.active = max(0, min(i, len(m.windows)-1))
}

func (m *model) panes() (n int) {
	for _, w := range m.windows {
		n += w.Len()
	}
	return n
}

func (m *model) String() string {
	var trees []string
	for _, w := range m.windows {
		trees = append(trees, w.String())
	}
	return unweighted(trees)
}

// stateOf is a saved session as a model's String says it.
func stateOf(image snapshot.Snapshot) string {
	var trees []string
	for _, w := range image.Windows {
		trees = append(trees, w.Tree)
	}
	return unweighted(trees)
}

var weights = regexp.MustCompile(`\[\d+:\d+\]`)

func unweighted(trees []string) string { return weights.ReplaceAllString(strings.Join(trees, " "), "") }
