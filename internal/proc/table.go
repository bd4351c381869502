package proc

// maxHops bounds every walk from a process to its ancestors, so that a table
// torn by processes coming and going cannot send it in circles.
const maxHops = 64

// Process is one row of a Table.
type Process struct {
	ID
	Parent  int
	Group   int    // process group
	Session int    // the pid of the session leader, 0 where the platform hides it
	Name    string // the kernel's short name for it, any bytes
	Zombie  bool
}

// Table is one look at all processes, by pid.
type Table map[int]Process

// Within reports whether pid is root or lives below it.
func (t Table) Within(pid, root int) bool {
	for range maxHops {
		if pid == root {
			return true
		}
		p, found := t[pid]
		if !found || p.Parent <= 1 || p.Parent == pid {
			return false
		}
		pid = p.Parent
	}
	return false
}

// InSession lists the processes whose session is led by leader, zombies left
// out: all of a pane's jobs, whichever process group a shell gave them.
func (t Table) InSession(leader int) []ID {
	return t.pick(func(p Process) bool { return p.Session == leader })
}

// inGroup lists the members of a process group, zombies left out.
func (t Table) inGroup(group int) []ID {
	return t.pick(func(p Process) bool { return p.Group == group })
}

func (t Table) pick(keep func(Process) bool) []ID {
	var ids []ID
	for _, p := range t {
		if !p.Zombie && keep(p) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}
