package proc

import "golang.org/x/sys/unix"

// signal checks and then signals. The moment between the two cannot be closed
// on this platform.
func signal(id ID, sig unix.Signal) {
	if same, known := Same(id.Pid, id.Start); same && known {
		_ = unix.Kill(id.Pid, sig)
	}
}
