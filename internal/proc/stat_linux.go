package proc

// The format is that of proc_pid_stat(5). Only the fields used here are read;
// what follows field 22 is ignored, so that later kernels may add to it.

import (
	"errors"
	"os"
	"strconv"
	"strings"
)

// Fields of the stat line counted from the one after the name, which is field 3
// of the manual page.
const (
	fieldState   = 3 - 3
	fieldParent  = 4 - 3
	fieldGroup   = 5 - 3
	fieldSession = 6 - 3
	fieldStart   = 22 - 3
)

var errStat = errors.New("malformed stat line")

type stat struct {
	pid, parent, group, session int
	name, state, ticks          string
}

func readStat(pid int) (stat, error) {
	line, err := os.ReadFile(procFile(pid, "stat"))
	if err != nil {
		return stat{}, err
	}
	return parseStat(string(line))
}

// parseStat reads one line. The name stands in parentheses and may hold any
// byte, parentheses and blanks too, so it ends at the last one.
func parseStat(line string) (stat, error) {
	open, shut := strings.IndexByte(line, '('), strings.LastIndexByte(line, ')')
	if open < 0 || shut < open {
		return stat{}, errStat
	}
	rest := strings.Fields(line[shut+1:])
	if len(rest) <= fieldStart {
		return stat{}, errStat
	}
	s := stat{name: line[open+1 : shut], state: rest[fieldState], ticks: rest[fieldStart]}
	numbers := map[*int]string{
		&s.pid:     strings.TrimSpace(line[:open]),
		&s.parent:  rest[fieldParent],
		&s.group:   rest[fieldGroup],
		&s.session: rest[fieldSession],
	}
	for to, text := range numbers {
		n, err := strconv.Atoi(text)
		if err != nil {
			return stat{}, errStat
		}
		*to = n
	}
	if _, err := strconv.ParseUint(s.ticks, 10, 64); err != nil {
		return stat{}, errStat
	}
	return s, nil
}

// zombie also covers X, a process on its way out of the table.
func (s stat) zombie() bool { return s.state == "Z" || s.state == "X" }

func (s stat) process(boot string) Process {
	return Process{
		ID:      ID{Pid: s.pid, Start: startToken(s.ticks, boot)},
		Parent:  s.parent,
		Group:   s.group,
		Session: s.session,
		Name:    s.name,
		Zombie:  s.zombie(),
	}
}
