// Package nowait reads and writes descriptors that are set not to wait, so that
// no thread ever does. It is what a key passes through: on Linux the system
// calls go around the bookkeeping with which the runtime prepares for one that
// takes long, and which after each pause wakes a thread to watch over it. It
// knows nothing of what the bytes are. pty and term call it. Windows has no such
// descriptors.
package nowait
