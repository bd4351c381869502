package vt

// csiHandler obeys one kind of control sequence.
type csiHandler func(*Terminal, *sequence)

// control obeys a control sequence. One that is not in a table is swallowed.
func (t *Terminal) control(s *sequence) {
	if s.final == 'm' && s.prefix == 0 && s.inter == 0 {
		t.selectRendition(s)
		return
	}
	if s.final != 'b' {
		t.join.open = false
	}
	if h := handlerOf(s); h != nil {
		h(t, s)
	}
}

func handlerOf(s *sequence) csiHandler {
	switch {
	case s.prefix == 0 && s.inter == 0:
		return csiPlain[s.final&0x7f]
	case s.prefix == '?' && s.inter == 0:
		return csiPrivate[s.final&0x7f]
	}
	return csiOthers[[3]byte{s.prefix, s.inter, s.final}]
}

var csiPlain = [128]csiHandler{
	'@': (*Terminal).insertCells,
	'A': (*Terminal).cursorUp,
	'B': (*Terminal).cursorDown,
	'C': (*Terminal).cursorForward,
	'D': (*Terminal).cursorBack,
	'E': (*Terminal).nextLine,
	'F': (*Terminal).previousLine,
	'G': (*Terminal).column,
	'H': (*Terminal).position,
	'I': (*Terminal).tabForward,
	'J': (*Terminal).eraseDisplay,
	'K': (*Terminal).eraseLine,
	'L': (*Terminal).insertLines,
	'M': (*Terminal).deleteLines,
	'P': (*Terminal).deleteCells,
	'S': (*Terminal).panDown,
	'T': (*Terminal).panUp,
	'X': (*Terminal).eraseCells,
	'Z': (*Terminal).tabBackward,
	'`': (*Terminal).column,
	'a': (*Terminal).cursorForward,
	'b': (*Terminal).repeat,
	'c': (*Terminal).reportPrimary,
	'd': (*Terminal).line,
	'e': (*Terminal).cursorDown,
	'f': (*Terminal).position,
	'g': (*Terminal).tabClear,
	'h': (*Terminal).setModes,
	'l': (*Terminal).resetModes,
	'n': (*Terminal).reportStatus,
	'r': (*Terminal).setRegion,
	's': (*Terminal).saveCursorCSI,
	't': (*Terminal).windowOperation,
	'u': (*Terminal).restoreCursorCSI,
}

var csiPrivate = [128]csiHandler{
	'J': (*Terminal).eraseDisplay,
	'K': (*Terminal).eraseLine,
	'h': (*Terminal).setPrivateModes,
	'l': (*Terminal).resetPrivateModes,
	'm': (*Terminal).reportModifyKeys,
	'n': (*Terminal).reportPrivateStatus,
	'u': (*Terminal).reportKeys,
}

// csiOthers is keyed by prefix, intermediate and final byte.
var csiOthers = map[[3]byte]csiHandler{
	{'>', 0, 'c'}:   (*Terminal).reportSecondary,
	{'=', 0, 'c'}:   (*Terminal).reportTertiary,
	{'>', 0, 'm'}:   (*Terminal).modifyKeys,
	{'>', 0, 'q'}:   (*Terminal).reportVersion,
	{'>', 0, 'u'}:   (*Terminal).pushKeys,
	{'<', 0, 'u'}:   (*Terminal).popKeys,
	{'=', 0, 'u'}:   (*Terminal).setKeys,
	{0, ' ', 'q'}:   (*Terminal).setShape,
	{0, '!', 'p'}:   (*Terminal).softResetCSI,
	{0, '$', 'p'}:   (*Terminal).reportMode,
	{'?', '$', 'p'}: (*Terminal).reportPrivateMode,
}
