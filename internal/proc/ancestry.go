package proc

// Verdict is the answer to "does this process run inside another one of our
// kind?".
type Verdict uint8

// The verdicts. The zero value is Unknown.
const (
	Unknown     Verdict = iota // the walk could not be finished
	None                       // no ancestor is
	Found                      // Ancestry.Pid is the nearest one
	Unsupported                // the platform does not tell
)

// Ancestry is the outcome of Ancestor.
type Ancestry struct {
	Verdict Verdict
	Pid     int // for Found
}

// likeness is what can be told of one ancestor's executable.
type likeness uint8

const (
	unreadable likeness = iota
	ours
	other
)

// climb walks from self's parent upwards and stops at the first process that
// judge calls ours. self is never judged. It is pure, so that torn tables and
// odd ancestors are table tests.
func climb(table Table, self int, judge func(Process) likeness) Ancestry {
	pid := self
	for range maxHops {
		here, found := table[pid]
		if !found {
			return Ancestry{Verdict: Unknown}
		}
		if here.Parent <= 1 || here.Parent == pid {
			return Ancestry{Verdict: None}
		}
		parent, found := table[here.Parent]
		if !found {
			return Ancestry{Verdict: Unknown}
		}
		switch judge(parent) {
		case ours:
			return Ancestry{Verdict: Found, Pid: parent.Pid}
		case unreadable:
			return Ancestry{Verdict: Unknown}
		}
		pid = parent.Pid
	}
	return Ancestry{Verdict: Unknown}
}

// byName judges a process of another user whose executable cannot be looked
// at. A namesake counts as ours, so that a ceiling is not lost to a change of
// user.
func byName(name, own string) likeness {
	if name == own {
		return ours
	}
	return other
}
