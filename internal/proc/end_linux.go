package proc

import "golang.org/x/sys/unix"

// signal reaches exactly the process id names: the descriptor is taken first
// and the start compared after, so that the pid cannot change hands between
// check and signal.
func signal(id ID, sig unix.Signal) {
	fd, err := unix.PidfdOpen(id.Pid, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	if same, known := Same(id.Pid, id.Start); same && known {
		_ = unix.PidfdSendSignal(fd, sig, nil, 0)
	}
}
