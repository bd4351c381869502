package vt

// Source: the kitty keyboard protocol (progressive enhancement: CSI > u,
// CSI < u, CSI = u, CSI ? u), xterm's ctlseqs (XTMODKEYS and XTQMODKEYS of
// resource 4, modifyOtherKeys).
//
// Deviations: the other resources of XTMODKEYS are swallowed, and level 3 of
// modifyOtherKeys counts as 2.

const (
	kittyFlags    = 31 // all that the protocol knows
	maxKeyStack   = 16
	maxOtherKeys  = 2
	resourceOther = 4
)

// keyStack is the state of the kitty keyboard protocol on one screen.
type keyStack struct {
	flags uint8
	below []uint8 // the flags pushed over, the oldest first
}

// push keeps the newest flags when a program pushes without end.
func (k *keyStack) push(flags uint8) {
	if len(k.below) == maxKeyStack {
		k.below = append(k.below[:0], k.below[1:]...)
	}
	k.below = append(k.below, k.flags)
	k.flags = flags
}

// pop takes n entries off; a stack that is empty then has no flags.
func (k *keyStack) pop(n int) {
	left := len(k.below) - n
	if left < 0 {
		*k = keyStack{}
		return
	}
	k.flags = k.below[left]
	k.below = k.below[:left]
}

// keyStack is that of the screen that is shown.
func (t *Terminal) keyStack() *keyStack {
	if t.scr == &t.alt {
		return &t.altKeys
	}
	return &t.mainKeys
}

func (t *Terminal) pushKeys(s *sequence) {
	t.keyStack().push(uint8(s.value(0, 0) & kittyFlags))
	t.modes.Kitty = t.keyStack().flags
}

func (t *Terminal) popKeys(s *sequence) {
	t.keyStack().pop(s.count(0))
	t.modes.Kitty = t.keyStack().flags
}

// setKeys replaces the flags (1), adds some (2) or takes some away (3).
func (t *Terminal) setKeys(s *sequence) {
	k, flags := t.keyStack(), uint8(s.value(0, 0)&kittyFlags)
	switch s.value(1, 1) {
	case 1:
		k.flags = flags
	case 2:
		k.flags |= flags
	case 3:
		k.flags &^= flags
	}
	t.modes.Kitty = k.flags
}

func (t *Terminal) reportKeys(*sequence) { t.reply("\x1b[?%du", t.modes.Kitty) }

// modifyKeys is XTMODKEYS. Without a value the resource is reset, without a
// resource all of them are.
func (t *Terminal) modifyKeys(s *sequence) {
	if s.n == 0 || s.value(0, 0) == resourceOther {
		t.modes.OtherKeys = uint8(min(s.value(1, 0), maxOtherKeys))
	}
}

// reportModifyKeys is XTQMODKEYS.
func (t *Terminal) reportModifyKeys(s *sequence) {
	if s.value(0, 0) == resourceOther {
		t.reply("\x1b[>4;%dm", t.modes.OtherKeys)
	}
}
