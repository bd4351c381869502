package proc

import (
	"errors"
	"strconv"

	"golang.org/x/sys/windows"
)

// Start is the creation time of a process, 100 ns units since 1601, hence
// unique across reboots. known is false for a pid that is not there or not
// ours to ask.
func Start(pid int) (token string, known bool) {
	handle, err := query(pid)
	if err != nil {
		return "", false
	}
	defer windows.CloseHandle(handle)
	return created(handle)
}

func created(handle windows.Handle) (token string, known bool) {
	var creation, exit, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(handle, &creation, &exit, &kernel, &user); err != nil {
		return "", false
	}
	at := uint64(creation.HighDateTime)<<32 | uint64(creation.LowDateTime)
	return strconv.FormatUint(at, 10), true
}

// Ticks cannot be told on this platform.
func Ticks(int) (ticks string, known bool) { return "", false }

// Running tells whether a process with this pid exists and has not ended. An
// ended process stays openable while somebody holds a handle to it, so its
// handle is asked too.
func Running(pid int) (running, known bool) {
	handle, err := query(pid)
	switch {
	case errors.Is(err, windows.ERROR_INVALID_PARAMETER):
		return false, true
	case errors.Is(err, windows.ERROR_ACCESS_DENIED):
		return true, true
	case err != nil:
		return false, false
	}
	defer windows.CloseHandle(handle)
	event, err := windows.WaitForSingleObject(handle, 0)
	return event == uint32(windows.WAIT_TIMEOUT), err == nil
}

func query(pid int) (windows.Handle, error) {
	const access = windows.PROCESS_QUERY_LIMITED_INFORMATION | windows.SYNCHRONIZE
	return windows.OpenProcess(access, false, uint32(pid))
}

// Cwd cannot be told on this platform.
func Cwd(int) (dir string, known bool) { return "", false }

// Snapshot cannot be told on this platform.
func Snapshot() (table Table, known bool) { return nil, false }
