package vt

import "slices"

const maxNotifications = 32

// signalQueue holds the signals not yet taken. It is bounded: of each kind but
// notifications the newest alone counts.
type signalQueue struct {
	list          []Signal
	notifications int
}

func (q *signalQueue) add(s Signal) {
	if s.Kind == SignalNotify {
		if q.notifications == maxNotifications {
			return
		}
		q.notifications++
	} else {
		q.list = slices.DeleteFunc(q.list, func(old Signal) bool { return old.Kind == s.Kind })
	}
	q.list = append(q.list, s)
}

// TakeSignals is what the program asked for beyond its grid since the last
// call, oldest first, and forgets it.
func (t *Terminal) TakeSignals() []Signal {
	list := t.signals.list
	t.signals = signalQueue{}
	return list
}
