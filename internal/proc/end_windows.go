package proc

import (
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// End ends processes. The platform has no way to ask a process of another
// console, so grace is not given. It returns those that live on: what could not
// be ended, and what it refused to touch, which is this process and any whose
// start is not known.
func End(ids []ID, _ time.Duration) (left []ID) {
	for _, id := range ids {
		terminate(id)
	}
	return await(ids, killWait, lives)
}

// terminate checks the start on the very handle it ends the process by.
func terminate(id ID) {
	if id.Start == "" || id.Pid == os.Getpid() {
		return
	}
	const access = windows.PROCESS_TERMINATE | windows.PROCESS_QUERY_LIMITED_INFORMATION
	handle, err := windows.OpenProcess(access, false, uint32(id.Pid))
	if err != nil {
		return
	}
	defer windows.CloseHandle(handle)
	if start, known := created(handle); known && start == id.Start {
		_ = windows.TerminateProcess(handle, 1)
	}
}

// EndGroups ends nothing: the platform has no process groups. All are returned.
func EndGroups(leaders []ID, _ time.Duration) (left []ID) { return leaders }
