package vt

import "testing"

// Each case is named after the sequence it is about: input, the screen it
// draws, where the cursor ends.
func TestSequences(t *testing.T) {
	const abc = "abcdef\r\nghijkl\r\nmnopqr\r\nstuvwx" // four rows of six
	cases := []struct {
		name       string
		cols, rows int
		input      string
		want       string
		x, y       int
	}{
		{"text", 10, 2, "hi", "hi", 2, 0},
		{"CR LF", 10, 3, "a\r\nb\nc", "a\nb\n c", 2, 2},
		{"LNM", 10, 3, "\x1b[20ha\nb", "a\nb", 1, 1},
		{"BS", 10, 2, "ab\bc", "ac", 2, 0},
		{"BS at the left edge", 10, 2, "\b\bx", "x", 1, 0},
		{"BS with a wrap pending", 3, 2, "abc\bX", "aXc", 2, 0},
		{"VT FF", 10, 3, "a\vb\fc", "a\n b\n  c", 3, 2},
		{"LF scrolls", 3, 2, "a\r\nb\r\nc", "b\nc", 1, 1},
		{"autowrap", 3, 3, "abcd", "abc\nd", 1, 1},
		{"pending wrap", 3, 3, "abc", "abc", 2, 0},
		{"pending wrap then CR", 3, 3, "abc\rX", "Xbc", 1, 0},
		{"pending wrap then LF", 3, 3, "abc\nX", "abc\n  X", 2, 1},
		{"pending wrap then CUP", 3, 3, "abc\x1b[1;3HX", "abX", 2, 0},
		{"pending wrap then SGR", 3, 3, "abc\x1b[1mX", "abc\nX", 1, 1},
		{"pending wrap at the foot", 3, 2, "abcdefg", "def\ng", 1, 1},
		{"DECAWM off", 3, 2, "\x1b[?7labcdX", "abX", 2, 0},
		{"DECAWM off voids a pending wrap", 3, 2, "abc\x1b[?7lX", "abX", 2, 0},
		{"HT", 20, 2, "a\tb", "a       b", 9, 0},
		{"HT at the right edge", 10, 2, "\t\t\tx", "         x", 9, 0},
		{"HTS TBC", 20, 2, "\x1b[3g\x1b[5G\x1bH\r\tx", "    x", 5, 0},
		{"TBC here", 20, 2, "\x1b[9G\x1b[g\r\tx", "                x", 17, 0},
		{"CHT CBT", 30, 2, "\x1b[2Ix\x1b[Zy", "                y", 17, 0},
		{"CBT to the left edge", 30, 2, "abc\x1b[9Zy", "ybc", 1, 0},
		{"CUP", 10, 4, "\x1b[2;3Hx", "\n  x", 3, 1},
		{"CUP without parameters", 10, 4, "abc\x1b[Hx", "xbc", 1, 0},
		{"CUP zero is one", 10, 4, "abc\x1b[0;0Hx", "xbc", 1, 0},
		{"CUP clamps", 4, 3, "\x1b[99;99Hx", "\n\n   x", 3, 2},
		{"CUP left out row", 10, 3, "\x1b[;3Hx", "  x", 3, 0},
		{"HVP", 10, 4, "\x1b[2;3fx", "\n  x", 3, 1},
		{"CUU CUD CUF CUB", 10, 4, "\x1b[3B\x1b[4C\x1b[Ax\x1b[2Dy", "\n\n   yx", 4, 2},
		{"CUU stops at the region", 6, 4, "\x1b[2;3r\x1b[3H\x1b[9Ax", "\nx", 1, 1},
		{"CUU above the region", 6, 4, "\x1b[3;4r\x1b[2H\x1b[9Ax", "x", 1, 0},
		{"CUD stops at the region", 6, 4, "\x1b[2;3r\x1b[2H\x1b[9Bx", "\n\nx", 1, 2},
		{"CUD below the region", 6, 4, "\x1b[1;2r\x1b[3H\x1b[9Bx", "\n\n\nx", 1, 3},
		{"CNL CPL", 6, 4, "ab\x1b[2Ecd\x1b[Fx", "ab\nx\ncd", 1, 1},
		{"CHA HPA HPR", 9, 2, "\x1b[4Ga\x1b[2`b\x1b[2ac", " b ac", 5, 0},
		{"VPA VPR", 4, 4, "\x1b[3da\x1b[1db\x1b[ec", " b\n  c\na", 3, 1},
		{"ED 0", 6, 4, abc + "\x1b[2;3H\x1b[J", "abcdef\ngh", 2, 1},
		{"ED 1", 6, 4, abc + "\x1b[2;3H\x1b[1J", "\n   jkl\nmnopqr\nstuvwx", 2, 1},
		{"ED 2", 6, 4, abc + "\x1b[2;3H\x1b[2J", "", 2, 1},
		{"ED 0 with a wrap pending", 6, 4, abc + "\x1b[1;6Hf\x1b[J", "abcdef", 5, 0},
		{"EL 0", 6, 2, "abcdef\x1b[3G\x1b[K", "ab", 2, 0},
		{"EL 1", 6, 2, "abcdef\x1b[3G\x1b[1K", "   def", 2, 0},
		{"EL 2", 6, 2, "abcdef\x1b[3G\x1b[2K", "", 2, 0},
		{"EL 0 with a wrap pending", 6, 2, "abcdef\x1b[K", "abcdef", 5, 0},
		{"DECSED DECSEL", 6, 2, "abcdef\x1b[3G\x1b[?K\r\nx\x1b[?1J", "", 1, 1},
		{"ECH", 6, 2, "abcdef\x1b[2G\x1b[3X", "a   ef", 1, 0},
		{"ECH past the end", 6, 2, "abcdef\x1b[5G\x1b[99X", "abcd", 4, 0},
		{"ICH", 6, 2, "abcdef\x1b[2G\x1b[2@", "a  bcd", 1, 0},
		{"ICH past the end", 6, 2, "abcdef\x1b[2G\x1b[99@x", "ax", 2, 0},
		{"DCH", 6, 2, "abcdef\x1b[2G\x1b[2P", "adef", 1, 0},
		{"DCH past the end", 6, 2, "abcdef\x1b[2G\x1b[99P", "a", 1, 0},
		{"IL", 6, 4, abc + "\x1b[2;3H\x1b[L", "abcdef\n\nghijkl\nmnopqr", 0, 1},
		{"IL in a region", 6, 4, abc + "\x1b[1;3r\x1b[2H\x1b[9L", "abcdef\n\n\nstuvwx", 0, 1},
		{"IL outside the region", 6, 4, abc + "\x1b[1;2r\x1b[3;2H\x1b[L", "abcdef\nghijkl\nmnopqr\nstuvwx", 1, 2},
		{"DL", 6, 4, abc + "\x1b[2;3H\x1b[2M", "abcdef\nstuvwx", 0, 1},
		{"DL in a region", 6, 4, abc + "\x1b[1;3r\x1b[2H\x1b[M", "abcdef\nmnopqr\n\nstuvwx", 0, 1},
		{"SU", 6, 4, abc + "\x1b[2S", "mnopqr\nstuvwx", 5, 3},
		{"SD", 6, 4, abc + "\x1b[T", "\nabcdef\nghijkl\nmnopqr", 5, 3},
		{"SU in a region", 6, 4, abc + "\x1b[2;3r\x1b[S", "abcdef\nmnopqr\n\nstuvwx", 0, 0},
		{"SD in a region", 6, 4, abc + "\x1b[2;3r\x1b[9T", "abcdef\n\n\nstuvwx", 0, 0},
		{"CSI T with five parameters", 6, 4, abc + "\x1b[1;2;3;4;5T", "abcdef\nghijkl\nmnopqr\nstuvwx", 5, 3},
		{"REP", 10, 2, "ab\x1b[3bc", "abbbbc", 6, 0},
		{"REP wraps", 3, 2, "a\x1b[4b", "aaa\naa", 2, 1},
		{"REP without a character before", 10, 2, "a\x1b[3G\x1b[3bx", "a x", 3, 0},
		{"IRM", 6, 2, "abcd\x1b[2G\x1b[4hXY\x1b[4lZ", "aXYZcd", 4, 0},
		{"DECSTBM homes", 6, 4, abc + "\x1b[2;3r", "abcdef\nghijkl\nmnopqr\nstuvwx", 0, 0},
		{"DECSTBM LF at its foot", 6, 4, abc + "\x1b[2;3r\x1b[3;1H\nX", "abcdef\nmnopqr\nX\nstuvwx", 1, 2},
		{"DECSTBM LF below it", 6, 4, abc + "\x1b[2;3r\x1b[4;1H\nX", "abcdef\nghijkl\nmnopqr\nXtuvwx", 1, 3},
		{"DECSTBM of one row is refused", 6, 4, abc + "\x1b[2;2r\x1b[GX", "abcdef\nghijkl\nmnopqr\nXtuvwx", 1, 3},
		{"DECSTBM reset", 6, 4, abc + "\x1b[2;3r\x1b[r\x1b[4H\nX", "ghijkl\nmnopqr\nstuvwx\nX", 1, 3},
		{"DECOM", 6, 4, abc + "\x1b[2;3r\x1b[?6h\x1b[1;2HX\x1b[9;1HY", "abcdef\ngXijkl\nYnopqr\nstuvwx", 1, 2},
		{"DECOM VPA", 6, 4, "\x1b[2;3r\x1b[?6h\x1b[2dX", "\n\nX", 1, 2},
		{"IND", 6, 2, "ab\x1bDc\x1bDd", "  c\n   d", 4, 1},
		{"NEL", 6, 2, "ab\x1bEc", "ab\nc", 1, 1},
		{"RI", 6, 3, "ab\r\ncd\x1bMX", "abX\ncd", 3, 0},
		{"RI scrolls", 6, 3, "ab\r\ncd\x1b[H\x1bMX", "X\nab\ncd", 1, 0},
		{"RI in a region", 6, 4, abc + "\x1b[2;3r\x1b[2H\x1bM", "abcdef\n\nghijkl\nstuvwx", 0, 1},
		{"C1 IND NEL RI", 6, 3, "a\u0084b\u0085c\u008dX", "a\n X\nc", 2, 1},
		{"C1 CSI", 6, 3, "abc\u009b1Gx", "xbc", 1, 0},
		{"DECALN", 3, 2, "\x1b#8", "EEE\nEEE", 0, 0},
		{"DECSC DECRC", 6, 3, "ab\x1b7\x1b[3;3Hx\x1b8y", "aby\n\n  x", 3, 0},
		{"DECRC without DECSC", 6, 3, "ab\x1b8y", "yb", 1, 0},
		{"DECRC brings the pending wrap back", 3, 2, "abc\x1b7\x1b[H\x1b8X", "abc\nX", 1, 1},
		{"SCOSC SCORC", 6, 3, "ab\x1b[s\x1b[3;3Hx\x1b[uy", "aby\n\n  x", 3, 0},
		{"1048", 6, 3, "ab\x1b[?1048h\x1b[3;3Hx\x1b[?1048ly", "aby\n\n  x", 3, 0},
		{"1049", 6, 2, "ab\x1b[?1049hX\x1b[?1049lc", "abc", 3, 0},
		{"1049 clears", 6, 2, "ab\x1b[?1049hX\x1b[?1049l\x1b[?1049h", "", 2, 0},
		{"1047", 6, 2, "ab\x1b[?1047hX\x1b[?1047ly", "ab y", 4, 0},
		{"47 keeps what it shows", 6, 2, "\x1b[?47hX\x1b[?47l\x1b[?47h", "X", 1, 0},
		{"SCS SO SI", 6, 2, "\x1b(0lqk\x1b(Bq", "┌─┐q", 4, 0},
		{"G1", 6, 2, "\x1b)0q\x0eq\x0fq", "q─q", 3, 0},
		{"DECSTR", 6, 4, abc + "\x1b[2;3r\x1b[?6h\x1b[4h\x1b[!p\x1b[HX", "Xbcdef\nghijkl\nmnopqr\nstuvwx", 1, 0},
		{"RIS", 6, 4, abc + "\x1b[2;3r\x1bcX", "X", 1, 0},
		{"kitty keyboard is swallowed", 9, 2, "a\x1b[>1u\x1b[<u\x1b[?u\x1b[=5;1ub", "ab", 2, 0},
		{"modifyOtherKeys is swallowed", 9, 2, "a\x1b[>4;2m\x1b[>4m\x1b[?4mb", "ab", 2, 0},
		{"unknown CSI", 9, 2, "a\x1b[5%x\x1b[1;2 z\x1b[?1;2;3wb", "ab", 2, 0},
		{"CSI with a misplaced marker", 9, 2, "a\x1b[1?hb\x1b[!1pc", "abc", 3, 0},
		{"CSI with a control inside", 9, 3, "ab\x1b[1\r\n;3Hx\x1b[2\nCy", "abx\n     y", 6, 1},
		{"CSI aborted by CAN", 9, 2, "a\x1b[3\x18Hb", "aHb", 3, 0},
		{"CSI aborted by ESC", 9, 2, "abc\x1b[3\x1b[Gx", "xbc", 1, 0},
		{"CSI aborted by text", 9, 2, "a\x1b[3é", "aé", 2, 0},
		{"CSI with forty parameters", 9, 2, "a\x1b[1;2;3;4;5;6;7;8;9;10;1;2;3;4;5;6;7;8;9;10;1;2;3;4;5;6;7;8;9;10;1;2;3;4;5;6;7;8;9;10mb", "ab", 2, 0},
		{"CSI with a huge parameter", 9, 2, "ab\x1b[99999999999999999999Dx", "xb", 1, 0},
		{"OSC ended by BEL", 9, 2, "a\x1b]0;t\x07b", "ab", 2, 0},
		{"OSC ended by ST", 9, 2, "a\x1b]0;t\x1b\\b", "ab", 2, 0},
		{"OSC ended by C1 ST", 9, 2, "a\x1b]0;t\u009cb", "ab", 2, 0},
		{"OSC aborted by CAN", 9, 2, "a\x1b]0;t\x18b", "ab", 2, 0},
		{"OSC aborted by ESC", 9, 2, "abc\x1b]0;t\x1b[Gx", "xbc", 1, 0},
		{"OSC unknown", 9, 2, "a\x1b]133;A\x07\x1b]7;file:///x\x07\x1b]1337;y\x07\x1b]11;?\x07b", "ab", 2, 0},
		{"DCS APC PM SOS", 9, 2, "a\x1bPq#0!9~\x1b\\\x1b_Gf=1;AAAA\x1b\\\x1b^p\x1b\\\x1bXs\x07s\x1b\\b", "ab", 2, 0},
		{"DEL is nothing", 9, 2, "a\x7fb", "ab", 2, 0},
		{"NUL is nothing", 9, 2, "a\x00b", "ab", 2, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := fed(t, c.cols, c.rows, c.input)
			if got := screenOf(term); got != c.want {
				t.Errorf("screen %q, want %q", got, c.want)
			}
			if got := term.Cursor(); got.X != c.x || got.Y != c.y {
				t.Errorf("cursor %d,%d, want %d,%d", got.X, got.Y, c.x, c.y)
			}
		})
	}
}
