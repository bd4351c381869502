package copymode

import (
	"fmt"
	"testing"
)

// text has a line of each kind: words, marks, an empty one, wide characters,
// one that is wrapped.
func text() *page {
	return pageOf(
		"one two-three  four", // 0
		"",                    // 1
		"  /usr/bin x_1 (y)",  // 2
		"日本 語",                // 3
		"a long li~",          // 4
		"ne of two",           // 5
		"", "", "last")
}

func TestViMoves(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"l", "0,1"}, {"3l", "0,3"}, {"99l", "0,18"}, {"lh", "0,0"}, {"h", "0,0"},
		{"\x1b[C\x1b[B\x1b[A\x1b[D", "0,0"}, {"\x1bOC", "0,1"},
		{"j", "1,0"}, {"2j", "2,0"}, {"99j", "8,0"}, {"jk", "0,0"},
		{"$", "0,18"}, {"$jj", "2,17"}, {"$jjk", "1,0"}, {"5lj", "1,0"}, {"5ljj", "2,5"}, {"3$", "2,17"},
		{"$0", "0,0"}, {"jj^", "2,2"}, {"j^", "1,0"}, {"\x1b[F", "0,18"}, {"\x1b[4~\x1b[1~", "0,0"}, {"10l", "0,10"},
		{"w", "0,4"}, {"ww", "0,7"}, {"3w", "0,8"}, {"4w", "0,15"}, {"5w", "1,0"}, {"6w", "2,2"}, {"7w", "2,3"},
		{"W", "0,4"}, {"WW", "0,15"}, {"3W", "1,0"}, {"4W", "2,2"}, {"5W", "2,11"},
		{"e", "0,2"}, {"ee", "0,6"}, {"eee", "0,7"}, {"5e", "0,18"}, {"6e", "2,2"}, {"E", "0,2"}, {"EE", "0,12"}, {"4E", "2,9"},
		{"$b", "0,15"}, {"$bb", "0,8"}, {"$3b", "0,7"}, {"$BB", "0,4"}, {"jjb", "1,0"}, {"jj2b", "0,15"}, {"b", "0,0"},
		{"jjjl", "3,2"}, {"jjj$", "3,5"}, {"jjjw", "3,5"}, {"jjjll", "3,4"}, {"jjj2ljj", "5,4"},
		{"4jww", "4,7"}, {"4jwww", "5,3"}, {"4jwwe", "5,1"}, {"5jwb", "4,7"}, {"5jwbb", "4,2"}, // a word across the margin
		{"G", "8,0"}, {"3G", "2,0"}, {"Gg", "0,0"}, {"G4g", "3,0"}, {"Ggg", "0,0"},
		{"}", "1,0"}, {"}}", "6,0"}, {"3}", "8,3"}, {"G{", "7,0"}, {"G{{", "1,0"}, {"G3{", "0,0"},
		{"fo", "0,6"}, {"2fo", "0,16"}, {"9fo", "0,0"}, {"to", "0,5"}, {"to;", "0,15"}, {"fo;", "0,16"}, {"fo;,", "0,6"},
		{"$Fo", "0,16"}, {"$To", "0,17"}, {"$To;", "0,7"}, {"$Fo,", "0,16"}, {"fx", "0,0"}, {"f\x1bl", "0,1"}, {"5f\x1bl", "0,1"},
		{"jjjf語", "3,5"}, {"jjjf\xe8\xaa\x9e", "3,5"}, {";", "0,0"},
		{"\x1b[1;5C", "0,1"}, {"\x1b[99~l", "0,1"}, {"5\x1b[99~l", "0,1"}, {"Q", "0,0"}, {"3Ql", "0,1"},
	} {
		m := reading(text(), Vi, 4)
		if out := m.Key([]byte(c.keys)); out.Left || m.where() != c.want {
			t.Errorf("%q leads to %s, want %s (%+v)", c.keys, m.where(), c.want, out)
		}
	}
}

func TestEmacsMoves(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"\x06", "0,1"}, {"\x06\x02", "0,0"}, {"\x05", "0,19"}, {"\x05\x06", "1,0"}, {"\x0e\x02", "0,19"},
		{"\x0e\x0e\x10", "1,0"}, {"\x1bf", "0,3"}, {"\x1bf\x1bf", "0,7"}, {"\x1bf\x1bf\x1bf\x1bf", "0,19"},
		{"\x1bf\x1bb", "0,0"}, {"\x1b>", "8,0"}, {"\x1b>\x1b<", "0,0"}, {"\x0e\x0e\x1bm", "2,2"},
		{"\x16", "2,0"}, {"\x16\x1bv", "0,0"}, {"\x1b}", "1,0"}, {"5\x06", "0,1"}, {"jhkl", "0,0"},
		{"\x1b[F", "0,19"}, {"\x1b[C", "0,1"},
	} {
		m := reading(text(), Emacs, 4)
		if out := m.Key([]byte(c.keys)); out.Left || m.where() != c.want {
			t.Errorf("%q leads to %s, want %s (%+v)", c.keys, m.where(), c.want, out)
		}
	}
}

// The view of 10 rows over 100 lines: its first line and the cursor's.
func TestPagesAndTheView(t *testing.T) {
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("line %d", i))
	}
	for _, c := range []struct {
		keys      string
		top, line int
	}{
		{"", 90, 99}, {"g", 0, 0}, {"G", 90, 99}, {"k", 90, 98}, {"9k", 90, 90}, {"10k", 89, 89},
		{"\x15", 85, 94}, {"\x15\x04", 90, 99}, {"\x04", 90, 99}, {"\x02", 82, 91}, {"\x02\x06", 90, 99}, {"\x1b[5~", 82, 91}, {"\x1b[5~\x1b[6~", 90, 99},
		{"2\x02", 74, 83}, {"g\x06", 8, 8}, {"g\x02", 0, 0}, {"g5j\x15", 0, 0}, {"g\x04", 5, 5},
		{"H", 90, 90}, {"M", 90, 94}, {"L", 90, 99}, {"HL", 90, 99}, {"3H", 90, 92}, {"3L", 90, 97}, {"99H", 90, 99},
		{"\x19", 89, 98}, {"3\x19", 87, 96}, {"3\x19\x05", 88, 96}, {"gG\x05", 90, 99}, {"50G", 49, 49}, {"50GL", 49, 58},
	} {
		m := New(pageOf(lines...), Vi, 20, 10, 0, 9)
		m.Key([]byte(c.keys))
		if m.top != c.top || m.at.line != c.line {
			t.Errorf("%q: view from %d, cursor on %d; want %d, %d", c.keys, m.top, m.at.line, c.top, c.line)
		}
	}
}

func TestLeaving(t *testing.T) {
	for _, c := range []struct {
		style Style
		keys  string
		rest  string
	}{
		{Vi, "q", ""}, {Vi, "\x1b", ""}, {Vi, "\x03", ""}, {Vi, "\r", ""}, {Vi, "qls\r", "ls\r"}, {Vi, "\x1bx", "x"}, {Vi, "vq", ""},
		{Emacs, "q", ""}, {Emacs, "\x1b", ""}, {Emacs, "\x03", ""}, {Emacs, "\x07", ""}, {Emacs, "\x00\x07\x07x", "x"},
	} {
		got := reading(text(), c.style, 4).Key([]byte(c.keys))
		if !got.Left || got.Copied || string(got.Rest) != c.rest {
			t.Errorf("%q: %+v", c.keys, got)
		}
	}
	if got := reading(text(), Vi, 4).Key([]byte("y")); got.Left || got.Note == "" {
		t.Errorf("y without a selection: %+v", got)
	}
}

func TestPasteIsNoKeys(t *testing.T) {
	m := reading(text(), Vi, 4)
	for _, part := range []string{"\x1b[200~qq\x1b[20", "1~", "\x1b[200~q\x1b[201", "~\x1b[200~q\x1b[201~l"} {
		if got := m.Key([]byte(part)); got.Left {
			t.Fatalf("%q left", part)
		}
	}
	if m.where() != "0,1" {
		t.Errorf("the cursor is at %s", m.where())
	}
}
