package term

// The sequences are xterm's (ctlseqs), the kitty keyboard protocol's, and
// DEC's. Each mode has a sequence of its own: some terminals take only the
// first of a list.

// quiet ends everything that makes a terminal send what nobody typed or type
// keys in another form. It is safe at any time: an earlier run that was killed
// may have left any of it on.
const quiet = "\x1b[?9l\x1b[?1000l\x1b[?1001l\x1b[?1002l\x1b[?1003l" + // mouse
	"\x1b[?1005l\x1b[?1006l\x1b[?1015l\x1b[?1016l" + // mouse encodings
	"\x1b[?1004l" + // focus reports
	"\x1b[?2004l" + // bracketed paste
	"\x1b[?2031l" + // colour scheme reports
	"\x1b[?2048l" + // size reports
	"\x1b[<u\x1b[=0u" + // kitty keys
	"\x1b[>4;0m" + // modifyOtherKeys
	"\x1b[?1l\x1b>" // cursor keys and keypad

// plain ends everything that draws otherwise than a program expects that has
// just started. The scroll region comes first, since it moves the cursor.
const plain = "\x1b[r" + // scroll region
	"\x1b[?2026l" + // synchronized update
	"\x1b[?6l\x1b[?7h\x1b[4l" + // origin, wrap, insert
	"\x1b(B\x0f" + // character set
	"\x1b]8;;\x1b\\" + // hyperlink
	"\x1b[0m" +
	"\x1b[0 q\x1b[?25h" // cursor shape, cursor

// enterScreen takes the screen. The title is pushed, to be popped by
// leaveScreen.
const enterScreen = quiet + "\x1b[22;0t" + "\x1b[?1049h" + quiet + plain + "\x1b[H\x1b[2J"

// leaveScreen gives it back. The key modes are quieted on both screens, since
// terminals keep them for each; what may have been drawn on the main screen by
// the first quiet on a terminal that does not know it ends with plain renditions.
const leaveScreen = quiet + plain + "\x1b]2;\x1b\\" + "\x1b[23;0t" + "\x1b[?1049l" + quiet + "\x1b[0m\x1b[?25h"

// cancelSequence ends whatever sequence a cut-off frame stopped in.
const cancelSequence = "\x18\x1b\\"
