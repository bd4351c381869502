package proc

// Survivor is a process that carries a session's mark.
type Survivor struct {
	ID
	Name string // the kernel's short name for it, any bytes
	Pgid int
}

// SessionMark is the environment entry that every process of owner's panes
// carries.
func SessionMark(owner ID) string { return SessionVar + "=" + owner.String() }
