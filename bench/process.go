package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cost is what the processes of a target have used up.
type cost struct {
	processor time.Duration
	wakes     int // voluntary switches: each is one waking up
}

// processes are the folders in /proc of the target's own processes.
func (p place) processes(t target) (all []string) {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		executable, err := os.Readlink(folder + "/exe")
		if err != nil || !t.own(executable) {
			continue
		}
		environment, _ := os.ReadFile(folder + "/environ")
		if bytes.Contains(environment, []byte("HOME="+p.dir+"\x00")) {
			all = append(all, folder)
		}
	}
	return all
}

// cost sums up what a target's processes have used so far.
func (p place) cost(t target) (sum cost, err error) {
	processes := p.processes(t)
	if len(processes) == 0 {
		return cost{}, fmt.Errorf("it has no process of its own")
	}
	for _, process := range processes {
		threads, _ := filepath.Glob(process + "/task/*")
		for _, thread := range threads {
			schedule, _ := os.ReadFile(thread + "/schedstat")
			nanoseconds, _, _ := strings.Cut(string(schedule), " ")
			n, err := strconv.Atoi(nanoseconds)
			if err != nil {
				return cost{}, fmt.Errorf("read the time of %s: %w", thread, err)
			}
			sum.processor += time.Duration(n)
			wakes, err := entry(thread+"/status", "voluntary_ctxt_switches:")
			if err != nil {
				return cost{}, err
			}
			sum.wakes += wakes
		}
	}
	return sum, nil
}

// resident is the memory of a target's processes in bytes, what several have
// in common divided among them (PSS).
func (p place) resident(t target) (bytes int, err error) {
	processes := p.processes(t)
	if len(processes) == 0 {
		return 0, fmt.Errorf("it has no process of its own")
	}
	for _, process := range processes {
		kilobytes, err := entry(process+"/smaps_rollup", "Pss:")
		if err != nil {
			return 0, err
		}
		bytes += kilobytes << 10
	}
	return bytes, nil
}

// entry is the number of a line of a file of /proc.
func entry(path, name string) (int, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == name {
			return strconv.Atoi(words[1])
		}
	}
	return 0, fmt.Errorf("%s has no %s", path, name)
}
