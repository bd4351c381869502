//go:build unix

package proc

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// End asks processes to end, gives them grace together and kills the rest. It
// returns those that live on: what could not be killed, and what it refused to
// touch, which is init, this process, and any process whose start is not known.
// The identity is checked again before each signal.
func End(ids []ID, grace time.Duration) (left []ID) {
	return end(ids, grace, target{allowed: mayEnd, alive: lives, deliver: signal})
}

// EndGroups is End for whole process groups, each named by its leader's ID. A
// group outlives its leader and keeps its number as long as a member lives; a
// group whose number another process has taken over is left alone. Our own
// group is refused.
func EndGroups(leaders []ID, grace time.Duration) (left []ID) {
	return end(leaders, grace, target{allowed: mayEndGroup, alive: groupLives, deliver: signalGroup})
}

// target is what End and EndGroups differ in.
type target struct {
	allowed func(ID) bool
	alive   func(ID) bool
	deliver func(ID, unix.Signal)
}

// step is signals to send and how long to wait for them to work.
type step struct {
	signals []unix.Signal
	wait    time.Duration
}

// steps are taken one after the other. A hang-up follows the request to end,
// since an interactive shell ignores the first and saves its history at the
// second; SIGCONT goes along because a stopped process takes a signal only once
// it goes on.
func steps(grace time.Duration) []step {
	return []step{
		{[]unix.Signal{unix.SIGTERM, unix.SIGCONT}, grace / 3},
		{[]unix.Signal{unix.SIGHUP, unix.SIGCONT}, grace - grace/3},
		{[]unix.Signal{unix.SIGKILL}, killWait},
	}
}

func end(ids []ID, grace time.Duration, on target) (left []ID) {
	ids = filter(ids, on.alive)
	left = filter(ids, func(id ID) bool { return !on.allowed(id) })
	ids = filter(ids, on.allowed)
	for _, step := range steps(grace) {
		for _, id := range ids {
			for _, sig := range step.signals {
				on.deliver(id, sig)
			}
		}
		ids = await(ids, step.wait, on.alive)
	}
	return append(left, ids...)
}

func mayEnd(id ID) bool {
	return id.Pid > 1 && id.Pid != os.Getpid() && id.Start != ""
}

func mayEndGroup(leader ID) bool {
	return mayEnd(leader) && leader.Pid != unix.Getpgrp()
}

// groupLives asks the leader before it looks through the whole table, which is
// needed only for a group whose leader is gone: the kernel counts zombies that
// nobody reaps as members.
func groupLives(leader ID) bool {
	if same, known := Same(leader.Pid, leader.Start); same && known {
		return true
	}
	if unix.Kill(-leader.Pid, 0) == unix.ESRCH || takenOver(leader) {
		return false
	}
	table, known := Snapshot()
	return !known || len(table.inGroup(leader.Pid)) > 0
}

// takenOver reports that the leader's pid belongs to another process now, and
// with it the group's number.
func takenOver(leader ID) bool {
	now, known := Start(leader.Pid)
	return known && leader.Start != "" && now != leader.Start
}

func signalGroup(leader ID, sig unix.Signal) {
	if !takenOver(leader) {
		_ = unix.Kill(-leader.Pid, sig)
	}
}
