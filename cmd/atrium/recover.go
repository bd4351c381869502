package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"atrium/internal/config"
	"atrium/internal/durable"
	"atrium/internal/plan"
	"atrium/internal/policy"
	"atrium/internal/recovery"
	"atrium/internal/safetext"
	"atrium/internal/store"
	"atrium/internal/term"
)

// open is the project's store, nil where the session keeps no snapshot: inside
// another one's pane it would be filed and offered as the operator's own.
func (a *app) open(dir string, nested nesting) *store.Store {
	if nested.inside {
		return nil
	}
	home, _ := os.UserHomeDir()
	root, ok := store.Root(a.getenv, home)
	open := func() (*store.Store, error) { return store.Open(durable.OS(), root, dir) }
	if !ok {
		open = func() (*store.Store, error) { return store.OpenTemp(durable.OS(), os.TempDir(), dir) }
	}
	st, err := open()
	if err != nil {
		a.say.note("this session is not saved: %v", err)
		return nil
	}
	return st
}

// offer is the question of a launch whether to resume the session that did not
// end on purpose. done means that the launch is over, with that exit status.
func (a *app) offer(st *store.Store, flags startFlags, dir string, nested nesting) (code int, done bool) {
	env := config.FromEnvironment(a.env)
	if st == nil || !env.ResumeOffer || nested.inside || !a.atTerminal() || !term.IsTerminal(os.Stderr) {
		return 0, false
	}
	listing, err := st.List(time.Now(), alive)
	if err != nil {
		a.say.note("saved sessions cannot be read: %v", err)
		return 0, false
	}
	entry, ok := listing.Offer()
	if !ok {
		return 0, false
	}
	say := a.say.as("atrium recover")
	facts := a.facts(dir, entry, &listing, nested)
	facts.Superseded = facts.Superseded || st.Claimed(entry)
	decision := recovery.Build(entry.Snapshot, recovery.Flags{Trust: flags.trust, AllowCtl: flags.allowCtl, MaxDepth: flags.maxDepth}, facts)
	if len(decision.Refusals) > 0 {
		return 0, false
	}
	a.say.raw(recovery.Offer(entry.Snapshot.Meta.SavedAtMS, facts.NowMS) + "\n")
	say.raw(decision.Notice())
	yes, err := a.ask(recovery.Question)
	switch {
	case err != nil:
		say.note("nothing was resumed (%v); the session is offered again at the next launch", err)
		return 0, errors.Is(err, term.ErrLost) || a.ended.Err() != nil || errors.Is(err, term.ErrInterrupted)
	case !yes:
		a.decline(st, entry)
		return 0, false
	}
	if len(flags.command) > 0 {
		say.note("the session is resumed as it was; %q was not started", flags.command)
	}
	return a.resume(st, entry, dir, decision, nested, flags.identity), true
}

// atTerminal tells whether a session could take the terminal: nothing is asked
// and nothing ended for one that could not start.
func (a *app) atTerminal() bool { return term.IsTerminal(a.in) && term.IsTerminal(a.out) }

// decline keeps a session from being offered again.
func (a *app) decline(st *store.Store, entry store.Entry) {
	if err := st.MarkDeclined(entry.Path); err != nil {
		a.say.note("it could not be marked as declined and will be offered again: %v", err)
		return
	}
	a.say.note("not resumed; it is kept, and this brings it back:")
	a.say.raw("  " + typed([]string{"atrium", "recover", "--snapshot", entry.Path}) + "\n")
}

// recoverFlags are the arguments of the recover verb.
type recoverFlags struct {
	list     bool
	snapshot string
	start    startFlags
}

// parseRecover reads the arguments behind the verb.
func parseRecover(args []string) (f recoverFlags, err error) {
	var rest []string
	for len(args) > 0 {
		name, glued, isGlued := strings.Cut(args[0], "=")
		switch {
		case args[0] == "--list":
			f.list = true
		case name == "--snapshot" && isGlued && glued != "":
			f.snapshot = glued
		case name == "--snapshot" && !isGlued && len(args) > 1 && args[1] != "":
			args = args[1:]
			f.snapshot = args[0]
		case name == "--snapshot":
			return f, usage("atrium recover --snapshot PATH", "--snapshot wants the path of a snapshot")
		default:
			rest = append(rest, args[0])
		}
		args = args[1:]
	}
	if f.start, err = parseFlagsOf("atrium recover", rest); err != nil {
		return f, err
	}
	if flag := f.start.onlyAtLaunch(); flag != "" {
		return f, usage("atrium recover --help", "%s is no flag of recover", flag)
	}
	if len(f.start.command) > 0 {
		return f, usage("atrium recover --help", "%q is no argument of recover", f.start.command[0])
	}
	return f, nil
}

// recover is the verb. The order of its checks is part of what it promises:
// nothing is chosen, asked or changed before the terminal is known to be one.
func (a *app) recover(args []string) int {
	say := a.say.as("atrium recover")
	f, err := parseRecover(args)
	if err != nil {
		return say.fail(err)
	}
	dir, err := os.Getwd()
	if err != nil {
		return say.fail(usage("cd PROJECT && atrium recover", "the current directory is gone"))
	}
	if a.config, err = config.Load(a.env, readConfig); err != nil {
		return say.fail(configError(err))
	}
	nested := a.nesting()
	st, err := a.storeToRead(dir)
	if err != nil {
		return say.fail(err)
	}
	if f.list {
		return a.list(st)
	}
	if !a.atTerminal() {
		return say.fail(usage("atrium recover --list", "resuming needs a terminal and a person at it"))
	}
	entry, listing, code, done := a.choose(st, f.snapshot, say)
	if done {
		return code
	}
	facts := a.facts(dir, entry, listing, nested)
	facts.Superseded = facts.Superseded || st.Claimed(entry)
	decision := recovery.Build(entry.Snapshot, recovery.Flags{Trust: f.start.trust, AllowCtl: f.start.allowCtl, MaxDepth: f.start.maxDepth}, facts)
	if code, refused := refuse(say, decision); refused {
		return code
	}
	say.raw(decision.Notice())
	yes, err := a.ask(recovery.Question)
	if err != nil || !yes {
		say.note("not resumed, nothing was changed")
		return 0
	}
	return a.resume(st, entry, dir, decision, nested, f.start.identity)
}

// storeToRead is the store that recover looks in, from wherever it is called.
func (a *app) storeToRead(dir string) (*store.Store, error) {
	home, _ := os.UserHomeDir()
	root, ok := store.Root(a.getenv, home)
	if !ok {
		return nil, usage("ATRIUM_STATE_DIR=PATH atrium recover", "there is no state directory: neither ATRIUM_STATE_DIR, XDG_STATE_HOME nor HOME is set")
	}
	return store.Open(durable.OS(), root, dir)
}

// choose is the session to resume: the one that was named, or the newest that
// can be.
func (a *app) choose(st *store.Store, path string, say speaker) (entry store.Entry, listing *store.Listing, code int, done bool) {
	all, err := st.List(time.Now(), alive)
	if err != nil && path == "" {
		return entry, nil, say.fail(&hinted{err, elsewhere}), true
	}
	if path != "" {
		entry, err := a.named(all, path)
		if err != nil {
			return entry, nil, say.fail(&hinted{err, "atrium recover --list"}), true
		}
		return entry, &all, 0, false
	}
	entry, ok := all.Recoverable()
	if ok {
		return entry, &all, 0, false
	}
	say.note("nothing saved in this project can be resumed")
	if legacy, ok := st.LegacyNewest(os.TempDir(), alive); ok {
		say.raw(fmt.Sprintf("  an older atrium left one: atrium recover --snapshot %s\n", safetext.Defang(legacy)))
	}
	return entry, nil, 0, true
}

// named is the entry of a file that the operator named, inside the store or
// not.
func (a *app) named(all store.Listing, path string) (store.Entry, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return store.Entry{}, err
	}
	real := path
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		real = resolved
	}
	for _, group := range [][]store.Entry{all.Sessions, all.Suspect} {
		for _, e := range group {
			if e.Path == path || e.Path == real {
				return e, nil
			}
		}
	}
	image, err := store.Load(durable.OS(), path)
	if err != nil {
		return store.Entry{}, err
	}
	return store.Entry{Path: path, Snapshot: image, Liveness: store.Judge(image.Meta, time.Now(), alive)}, nil
}

func refuse(say speaker, d recovery.Decision) (code int, refused bool) {
	if len(d.Refusals) == 0 {
		return 0, false
	}
	r := d.Refusals[0]
	say.fail(&hinted{errors.New(r.Text), r.Hint})
	return r.Code, true
}

// resume starts what the operator said yes to.
func (a *app) resume(st *store.Store, entry store.Entry, dir string, d recovery.Decision, nested nesting, identity string) int {
	say := a.say.as("atrium recover")
	if d.ConfirmSkip && !a.confirmSkip("atrium recover --trust accept") {
		return 0
	}
	unsure, err := claim(st, entry)
	if err != nil {
		return say.fail(err)
	}
	if left := endSurvivors(d.EndFirst); left > 0 {
		return say.fail(usage("atrium recover", "%d process(es) of the dead session could not be ended, nothing was started", left))
	}
	from := &source{path: entry.Path, mine: st.Inside(entry.Path)}
	if nested.inside {
		st = nil // it keeps no session of its own, and the saved one stays
	}
	p := d.Plan
	shell, note := a.defaultShell()
	p.Default = plan.Launch{Argv: shell, Cwd: dir, Identity: identity, CanSpawn: true}
	p.Shell = p.Default
	return a.start(st, p, from, []string{unsure, note, unbuilt(p.Policy)})
}

// claim makes this process the one that brings a session back. What it cannot
// find out it tells: on a full disk too a session must come back.
func claim(st *store.Store, entry store.Entry) (unsure string, err error) {
	elsewhere := usage("atrium recover --list", "its agents were resumed in another session meanwhile")
	if err := st.Claim(entry); errors.Is(err, store.ErrClaimed) {
		return "", elsewhere
	} else if err != nil {
		unsure = "whether another terminal resumes it too cannot be told: " + err.Error()
	}
	if listing, err := st.List(time.Now(), alive); err == nil && listing.Superseded(entry) {
		return "", elsewhere
	}
	return unsure, nil
}

// unbuilt names the guards of a policy that this version records and does not
// have, since a guard that is silently missing is worse than none.
func unbuilt(p policy.Policy) string {
	var missing []string
	if p.BuildJobs != nil && *p.BuildJobs > 0 {
		missing = append(missing, "compile pool")
	}
	if p.MemoryMB != nil && *p.MemoryMB > 0 {
		missing = append(missing, "memory cap")
	}
	if p.AllowCtl {
		missing = append(missing, "control plane")
	}
	if len(missing) == 0 {
		return ""
	}
	return "kept in the snapshot but not enforced by this version: " + strings.Join(missing, ", ")
}
