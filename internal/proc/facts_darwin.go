package proc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// zombieState is SZOMB of sys/proc.h.
const zombieState = 5

var errProcArgs = errors.New("process arguments are not shown")

// Start is the start of a process as the kernel tells it: wall-clock seconds
// and microseconds, hence unique across reboots. known is false for a pid that
// is not there.
func Start(pid int) (token string, known bool) {
	info, found, known := kinfo(pid)
	if !known || !found {
		return "", false
	}
	return startToken(info), true
}

func startToken(info *unix.KinfoProc) string {
	at := info.Proc.P_starttime
	return strconv.FormatInt(at.Sec, 10) + "." + strconv.FormatInt(int64(at.Usec), 10)
}

// Ticks cannot be told on this platform.
func Ticks(int) (ticks string, known bool) { return "", false }

// Running tells whether a process with this pid exists and is no zombie.
func Running(pid int) (running, known bool) {
	info, found, known := kinfo(pid)
	return found && info.Proc.P_stat != zombieState, known
}

// kinfo asks for one process. The kernel answers with nothing for a pid that is
// not there, which x/sys reports as an I/O error.
func kinfo(pid int) (info *unix.KinfoProc, found, known bool) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	switch {
	case err == nil:
		return info, int(info.Proc.P_pid) == pid, true
	case errors.Is(err, unix.EIO), errors.Is(err, unix.ESRCH):
		return nil, false, true
	default:
		return nil, false, false
	}
}

// Cwd cannot be told on this platform.
func Cwd(int) (dir string, known bool) { return "", false }

// Snapshot looks at all processes at once. known is false when the process
// table cannot be read. Sessions are not shown.
func Snapshot() (table Table, known bool) {
	all, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil, false
	}
	table = Table{}
	for i := range all {
		p := row(&all[i])
		table[p.Pid] = p
	}
	_, known = table[os.Getpid()]
	return table, known
}

func row(info *unix.KinfoProc) Process {
	return Process{
		ID:     ID{Pid: int(info.Proc.P_pid), Start: startToken(info)},
		Parent: int(info.Eproc.Ppid),
		Group:  int(info.Eproc.Pgid),
		Name:   unix.ByteSliceToString(info.Proc.P_comm[:]),
		Zombie: info.Proc.P_stat == zombieState,
	}
}

// executable finds a process's program by the path it was started by. A
// relative one cannot be followed from here.
func executable(pid int) (os.FileInfo, error) {
	args, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return nil, err
	}
	path, err := startedBy(args)
	if err != nil {
		return nil, err
	}
	return os.Stat(path)
}

// startedBy reads the layout of KERN_PROCARGS2: a 32-bit count, then the path
// up to a NUL.
func startedBy(args []byte) (string, error) {
	size := binary.Size(int32(0))
	if len(args) < size {
		return "", errProcArgs
	}
	path, _, found := bytes.Cut(args[size:], []byte{0})
	if !found || !filepath.IsAbs(string(path)) {
		return "", errProcArgs
	}
	return string(path), nil
}

// user is the effective user of a process.
func user(pid int) (uid int, known bool) {
	info, found, known := kinfo(pid)
	if !known || !found {
		return 0, false
	}
	return int(info.Eproc.Ucred.Uid), true
}

// shortName cuts a program's name as the kernel does.
func shortName(name string) string {
	return name[:min(len(name), 16)]
}
