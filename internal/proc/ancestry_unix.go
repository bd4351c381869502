//go:build unix

package proc

import (
	"os"
	"path/filepath"
)

// Ancestor looks for a process above ours that runs the executable selfExe: the
// same device and inode, whatever it is called. One look at the process table
// is walked, at most 64 hops from our parent. A process of another user whose
// executable cannot be read is judged by its name.
func Ancestor(selfExe string) Ancestry {
	own, err := os.Stat(selfExe)
	if err != nil {
		return Ancestry{Verdict: Unknown}
	}
	table, known := Snapshot()
	if !known {
		return Ancestry{Verdict: Unknown}
	}
	name := shortName(filepath.Base(selfExe))
	return climb(table, os.Getpid(), func(p Process) likeness {
		return judge(p, own, name)
	})
}

func judge(p Process, own os.FileInfo, ownName string) likeness {
	if exe, err := executable(p.Pid); err == nil {
		if os.SameFile(exe, own) {
			return ours
		}
		return other
	}
	if user, known := user(p.Pid); known && user != os.Geteuid() {
		return byName(p.Name, ownName)
	}
	return unreadable
}
