package durabletest

import "slices"

// Luck decides what a crash leaves: it returns one of choices outcomes, from 0
// on. Outcome 0 is the loss of what was not synced.
type Luck func(choices int) int

// Unlucky loses all that was not synced.
func Unlucky(int) int { return 0 }

// Lucky keeps everything.
func Lucky(choices int) int { return choices - 1 }

// CrashClone returns the file system as it may be found after a power cut now;
// m itself goes on. Each change of names since the SyncDir of its directory is
// lost or kept, whatever becomes of the others; a rename is lost or kept whole.
// The content of a file that changed since its Sync is what was synced, nothing,
// the first half of the new content, or all of it.
func (m *Mem) CrashClone(luck Luck) *Mem {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := map[*node]map[string]*node{}
	for _, c := range m.queue {
		if luck(2) == 0 {
			continue
		}
		if names[c.dir] == nil {
			names[c.dir] = cloneNames(c.dir.durable)
		}
		c.on(names[c.dir])
	}
	cl := crash{luck: luck, names: names, copies: map[*node]*node{}}
	return &Mem{root: cl.copy(m.root), clock: m.clock}
}

// crash copies the nodes that can still be reached, each one once.
type crash struct {
	luck   Luck
	names  map[*node]map[string]*node // what directories with pending changes hold afterwards
	copies map[*node]*node
}

func (c *crash) copy(n *node) *node {
	if done := c.copies[n]; done != nil {
		return done
	}
	after := &node{dir: n.dir, mode: n.mode, owner: n.owner, modTime: n.modTime}
	c.copies[n] = after
	if n.dir {
		c.copyNames(n, after)
		return after
	}
	after.data = c.content(n)
	after.synced = slices.Clone(after.data)
	return after
}

func (c *crash) copyNames(n, after *node) {
	left, pending := c.names[n]
	if !pending {
		left = n.durable
	}
	after.names, after.durable = map[string]*node{}, map[string]*node{}
	for _, name := range sortedNames(left) {
		child := c.copy(left[name])
		after.names[name], after.durable[name] = child, child
	}
}

func (c *crash) content(n *node) []byte {
	if slices.Equal(n.data, n.synced) {
		return slices.Clone(n.data)
	}
	outcomes := [][]byte{n.synced, nil, n.data[:len(n.data)/2], n.data}
	return slices.Clone(outcomes[c.luck(len(outcomes))])
}

func cloneNames(names map[string]*node) map[string]*node {
	clone := make(map[string]*node, len(names))
	for name, n := range names {
		clone[name] = n
	}
	return clone
}

// EveryCrash calls check with each outcome that a crash of m can have.
func EveryCrash(m *Mem, check func(*Mem)) {
	for script := []int{}; script != nil; {
		var limits []int
		check(m.CrashClone(func(choices int) int {
			at := len(limits)
			limits = append(limits, choices)
			if at < len(script) {
				return script[at]
			}
			script = append(script, 0)
			return 0
		}))
		script = next(script[:len(limits)], limits)
	}
}

// next counts up in the mixed base of limits; nil after the last.
func next(script, limits []int) []int {
	for i := len(script) - 1; i >= 0; i-- {
		if script[i]+1 < limits[i] {
			return append(script[:i], script[i]+1)
		}
	}
	return nil
}
