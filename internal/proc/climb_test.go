package proc

import (
	"testing"

	"pgregory.net/rapid"
)

// chain is a table in which each pid's parent is the next one.
func chain(pids ...int) Table {
	table := Table{}
	for i, pid := range pids[:len(pids)-1] {
		table[pid] = Process{ID: ID{Pid: pid}, Parent: pids[i+1]}
	}
	return table
}

func TestClimb(t *testing.T) {
	long := []int{100}
	for pid := 101; pid <= 100+2*maxHops; pid++ {
		long = append(long, pid)
	}
	cases := map[string]struct {
		table Table
		like  map[int]likeness // unreadable where not given, so give all
		want  Ancestry
	}{
		"nothing of ours":          {chain(100, 90, 80, 1), map[int]likeness{90: other, 80: other}, Ancestry{Verdict: None}},
		"parent is init":           {chain(100, 1), nil, Ancestry{Verdict: None}},
		"no parent":                {chain(100, 0), nil, Ancestry{Verdict: None}},
		"its own parent":           {chain(100, 90, 90), map[int]likeness{90: other}, Ancestry{Verdict: None}},
		"the nearest counts":       {chain(100, 90, 80, 70, 1), map[int]likeness{90: other, 80: ours, 70: ours}, Ancestry{Verdict: Found, Pid: 80}},
		"self is not judged":       {chain(100, 90, 1), map[int]likeness{100: ours, 90: other}, Ancestry{Verdict: None}},
		"unreadable":               {chain(100, 90, 80, 1), map[int]likeness{80: ours}, Ancestry{Verdict: Unknown}},
		"ours before unreadable":   {chain(100, 90, 80, 1), map[int]likeness{90: ours}, Ancestry{Verdict: Found, Pid: 90}},
		"a hop is missing":         {chain(100, 90), nil, Ancestry{Verdict: Unknown}},
		"we are missing":           {Table{}, nil, Ancestry{Verdict: Unknown}},
		"too far":                  {chain(long...), everything(long, other), Ancestry{Verdict: Unknown}},
		"a circle":                 {chain(100, 90, 80, 90), map[int]likeness{90: other, 80: other}, Ancestry{Verdict: Unknown}},
		"found at the last hop":    {chain(long...), at(long, maxHops, ours), Ancestry{Verdict: Found, Pid: long[maxHops]}},
		"one past the last hop":    {chain(long...), at(long, maxHops+1, ours), Ancestry{Verdict: Unknown}},
		"init itself is not asked": {chain(100, 90, 1), map[int]likeness{90: other, 1: ours}, Ancestry{Verdict: None}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := climb(c.table, 100, func(p Process) likeness { return c.like[p.Pid] })
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func everything(pids []int, like likeness) map[int]likeness {
	all := map[int]likeness{}
	for _, pid := range pids {
		all[pid] = like
	}
	return all
}

func at(pids []int, i int, like likeness) map[int]likeness {
	all := everything(pids, other)
	all[pids[i]] = like
	return all
}

// A table torn in any way never invents an ancestor and never goes on for ever.
func TestClimbOnlyFindsWhatIsOurs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pid := rapid.IntRange(0, 12)
		table := Table{}
		for child, parent := range rapid.MapOf(pid, pid).Draw(t, "parents") {
			table[child] = Process{ID: ID{Pid: child}, Parent: parent}
		}
		mine := rapid.MapOf(pid, rapid.SampledFrom([]likeness{unreadable, ours, other})).Draw(t, "likeness")
		self := pid.Draw(t, "self")
		got := climb(table, self, func(p Process) likeness { return mine[p.Pid] })
		if got.Verdict == Found && (mine[got.Pid] != ours || !table.Within(self, got.Pid)) {
			t.Fatalf("%+v is no ancestor of ours", got)
		}
		if got.Verdict != Found && got.Pid != 0 {
			t.Fatalf("%+v names a pid", got)
		}
	})
}

func TestNamesakeOfAnotherUserCountsAsOurs(t *testing.T) {
	if byName("atrium", "atrium") != ours || byName("sshd", "atrium") != other {
		t.Error("another user's process is judged by its name alone")
	}
}

func TestParseID(t *testing.T) {
	for text, want := range map[string]ID{
		"12:34@boot": {12, "34@boot"},
		"12:":        {12, ""},
		"7:a:b":      {7, "a:b"},
	} {
		got, ok := ParseID(text)
		if !ok || got != want || got.String() != text {
			t.Errorf("ParseID(%q) = %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "12", ":", "0:x", "-3:x", "x:1", "99999999999999999999:1"} {
		if got, ok := ParseID(text); ok {
			t.Errorf("ParseID(%q) = %+v, want a refusal", text, got)
		}
	}
}

func TestWithin(t *testing.T) {
	table := chain(100, 90, 80, 1)
	for root, want := range map[int]bool{100: true, 90: true, 80: true, 70: false} {
		if got := table.Within(100, root); got != want {
			t.Errorf("within %d: %v", root, got)
		}
	}
}
