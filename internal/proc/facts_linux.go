package proc

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Start is the start of a process, unique to it across reboots: the kernel's
// start time in clock ticks since boot and the id of that boot. known is false
// for a pid that is not there.
func Start(pid int) (token string, known bool) {
	ticks, known := Ticks(pid)
	if !known {
		return "", false
	}
	boot, known := bootID()
	return startToken(ticks, boot), known
}

func startToken(ticks, boot string) string { return ticks + "@" + boot }

// Ticks is the start of a process in clock ticks since boot as /proc tells it:
// what agent programs record of themselves.
func Ticks(pid int) (ticks string, known bool) {
	s, err := readStat(pid)
	return s.ticks, err == nil
}

func bootID() (string, bool) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id)), err == nil
}

// Running tells whether a process with this pid exists and is no zombie.
func Running(pid int) (running, known bool) {
	s, err := readStat(pid)
	switch {
	case err == nil:
		return !s.zombie(), true
	case absent(err):
		return false, procMounted()
	default:
		return false, false
	}
}

// absent reports the two ways in which /proc says that a process is not there.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ESRCH)
}

// procMounted guards against an empty /proc, where every process would look
// gone.
func procMounted() bool {
	_, err := readStat(os.Getpid())
	return err == nil
}

// Cwd is the directory a process is in. known is false when it cannot be read
// and when the directory has been removed.
func Cwd(pid int) (dir string, known bool) {
	link := procFile(pid, "cwd")
	dir, err := os.Readlink(link)
	if err != nil {
		return "", false
	}
	there, err := os.Stat(dir)
	if err != nil {
		return "", false
	}
	here, err := os.Stat(link)
	return dir, err == nil && os.SameFile(there, here)
}

// Snapshot looks at all processes at once. known is false when the process
// table cannot be read. Processes that end meanwhile are missing.
func Snapshot() (table Table, known bool) {
	boot, known := bootID()
	if !known {
		return nil, false
	}
	table = Table{}
	for _, pid := range pids() {
		if s, err := readStat(pid); err == nil {
			table[pid] = s.process(boot)
		}
	}
	_, known = table[os.Getpid()]
	return table, known
}

func pids() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var all []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil && pid > 0 {
			all = append(all, pid)
		}
	}
	return all
}

func executable(pid int) (os.FileInfo, error) {
	return os.Stat(procFile(pid, "exe"))
}

// user is the effective user of a process.
func user(pid int) (uid int, known bool) {
	status, err := os.ReadFile(procFile(pid, "status"))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		fields := strings.Fields(line)
		if len(fields) > 2 && fields[0] == "Uid:" {
			uid, err := strconv.Atoi(fields[2])
			return uid, err == nil
		}
	}
	return 0, false
}

// shortName cuts a program's name as the kernel does.
func shortName(name string) string {
	return name[:min(len(name), 15)]
}

func procFile(pid int, name string) string {
	return "/proc/" + strconv.Itoa(pid) + "/" + name
}
