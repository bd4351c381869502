package vt

import (
	"reflect"
	"strings"
	"testing"
)

func TestReplies(t *testing.T) {
	cases := []struct{ name, input, want string }{
		{"DA1", "\x1b[c\x1b[0c", "\x1b[?62;22;52c\x1b[?62;22;52c"},
		{"DA2", "\x1b[>c", "\x1b[>1;277;0c"},
		{"DA3", "\x1b[=c", "\x1bP!|00000000\x1b\\"},
		{"DSR", "\x1b[5n", "\x1b[0n"},
		{"CPR", "\x1b[2;5H\x1b[6n", "\x1b[2;5R"},
		{"CPR in origin mode", "\x1b[2;3r\x1b[?6h\x1b[6n", "\x1b[1;1R"},
		{"CPR with a wrap pending", "0123456789\x1b[6n", "\x1b[1;10R"},
		{"DECXCPR", "\x1b[?6n", "\x1b[?1;1R"},
		{"XTVERSION", "\x1b[>q\x1b[>0q", "\x1bP>|atrium\x1b\\\x1bP>|atrium\x1b\\"},
		{"size", "\x1b[18t", "\x1b[8;4;10t"},
		{"DECRQM", "\x1b[?25$p\x1b[?1$p\x1b[?2026$p\x1b[?2027$p\x1b[?7777$p", "\x1b[?25;1$y\x1b[?1;2$y\x1b[?2026;2$y\x1b[?2027;3$y\x1b[?7777;0$y"},
		{"DECRQM of the screen, the mouse, the origin", "\x1b[?1049h\x1b[?1003h\x1b[?6h\x1b[?1049$p\x1b[?1003$p\x1b[?1000$p\x1b[?6$p", "\x1b[?1049;1$y\x1b[?1003;1$y\x1b[?1000;2$y\x1b[?6;1$y"},
		{"DECRQM ANSI", "\x1b[4h\x1b[4$p\x1b[20$p\x1b[9$p", "\x1b[4;1$y\x1b[20;2$y\x1b[9;0$y"},
		{"DECRQSS SGR", "\x1b[1;4:3;31;48;2;1;2;3;58;5;9m\x1bP$qm\x1b\\", "\x1bP1$r0;1;4:3;38:5:1;48:2::1:2:3;58:5:9m\x1b\\"},
		{"DECRQSS DECSTBM", "\x1b[2;3r\x1bP$qr\x1b\\", "\x1bP1$r2;3r\x1b\\"},
		{"DECRQSS DECSCUSR", "\x1b[5 q\x1bP$q q\x1b\\", "\x1bP1$r5 q\x1b\\"},
		{"DECRQSS unknown", "\x1bP$qs\x1b\\", "\x1bP0$r\x1b\\"},
		{"XTGETTCAP", "\x1bP+q436f;6b31\x1b\\", "\x1bP1+r436f=323536\x1b\\\x1bP0+r\x1b\\"},
		{"DECRQSS of what is always so", "\x1bP$q\"p\x1b\\\x1bP$q\"q\x1b\\\x1bP$qt\x1b\\\x1bP$q$|\x1b\\\x1bP$q*|\x1b\\", "\x1bP1$r62;1\"p\x1b\\\x1bP1$r0\"q\x1b\\\x1bP1$r4t\x1b\\\x1bP1$r10$|\x1b\\\x1bP1$r4*|\x1b\\"},
		{"XTGETTCAP of the clipboard", "\x1bP+q4d73\x1b\\", "\x1bP1+r4d73=5c455d35323b25703125733b25703225735c455c5c\x1b\\"},
		{"DECRQM of what is fixed", "\x1b[?1016$p\x1b[?3$p\x1b[?8$p\x1b[?69$p\x1b[12$p\x1b[2$p", "\x1b[?1016;4$y\x1b[?3;4$y\x1b[?8;3$y\x1b[?69;4$y\x1b[12;3$y\x1b[2;4$y"},
		{"DECRQM of the mouse encodings, the wheel, the reports", "\x1b[?1015h\x1b[?1007l\x1b[?2031h\x1b[?1006$p\x1b[?1015$p\x1b[?1007$p\x1b[?2031$p\x1b[?2048$p", "\x1b[?1006;2$y\x1b[?1015;1$y\x1b[?1007;2$y\x1b[?2031;1$y\x1b[?2048;2$y"},
		{"no printer", "\x1b[?15n", "\x1b[?13n"},
		{"titles, clipboard, pixels are not told", "\x1b[21t\x1b]52;c;?\x07\x1b[14t\x1b[16t\x1b]99;i=1:p=?;\x1b\\", ""},
		{"a question that only other terminals know", "\x1b[?1;1;0S\x1b[>1;?m\x1b]1337;Capabilities\x1b\\\x1b]22;\x07\x1b]66;w=1; \x1b\\", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := fed(t, 10, 4, c.input)
			if got := string(term.TakeReplies()); got != c.want {
				t.Errorf("replies %q, want %q", got, c.want)
			}
			if again := term.TakeReplies(); again != nil {
				t.Errorf("replies again: %q", again)
			}
		})
	}
}

func TestRepliesAreBounded(t *testing.T) {
	term := fed(t, 10, 4, strings.Repeat("\x1b[c", 100_000))
	if n := len(term.TakeReplies()); n > maxReplies || n < maxReplies/2 {
		t.Errorf("%d bytes of replies", n)
	}
}

func TestModes(t *testing.T) {
	cases := []struct {
		input string
		want  Modes
	}{
		{"\x1b[?1h\x1b=", Modes{AppCursor: true, AppKeypad: true}},
		{"\x1b[?66h\x1b>", Modes{}},
		{"\x1b[?2004;1004h", Modes{BracketedPaste: true, Focus: true}},
		{"\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h", Modes{Mouse: 1003, MouseForm: 1006}},
		{"\x1b[?1003h\x1b[?1000l", Modes{}},
		{"\x1b[?9h", Modes{Mouse: 9}},
		{"\x1b[?1049h", Modes{AltScreen: true}},
		{"\x1b[?47h\x1b[?1047l", Modes{}},
		{"\x1b[?2026h", Modes{Sync: true}},
		{"\x1b[?2026h\x1b[?2026l", Modes{}},
		{"\x1b[?1;2004;1049h\x1bc", Modes{}},
		{"\x1b[?1h\x1b[!p", Modes{}},
		{"\x1b[?3;5;40;1007;1016;9999h", Modes{}},
		{"\x1b[?1005h\x1b[?1015h", Modes{MouseForm: 1015}},
		{"\x1b[?1006h\x1b[?1005l", Modes{}},
		{"\x1b[?1007l", Modes{NoWheelKeys: true}},
		{"\x1b[?2031;2048h", Modes{Scheme: true, SizeReports: true}},
		{"\x1b[>4;2m", Modes{OtherKeys: 2}},
		{"\x1b[>4;9m", Modes{OtherKeys: 2}},
		{"\x1b[>4;2m\x1b[>4m", Modes{}},
		{"\x1b[>4;2m\x1b[>m", Modes{}},
		{"\x1b[>1;2m", Modes{}},
	}
	for _, c := range cases {
		if got := fed(t, 9, 3, c.input).Modes(); got != c.want {
			t.Errorf("%q: %+v, want %+v", c.input, got, c.want)
		}
	}
}

func TestSyncLeftOpen(t *testing.T) {
	term := fed(t, 9, 3, "\x1b[?2026hx")
	if !term.SyncOpen() {
		t.Error("the update is not open")
	}
	term.EndSync()
	if term.SyncOpen() || term.Modes().Sync {
		t.Error("the update is still open")
	}
}

func TestCursorLook(t *testing.T) {
	term := fed(t, 9, 3, "\x1b[?25l\x1b[4 q\x1b[9 q")
	if got := term.Cursor(); got.Visible || got.Shape != 4 {
		t.Errorf("cursor %+v", got)
	}
	feed(t, term, "\x1b[?25h\x1b[ q")
	if got := term.Cursor(); !got.Visible || got.Shape != 0 {
		t.Errorf("cursor %+v", got)
	}
}

// R100: a title is short and clean whatever the program sends.
func TestTitles(t *testing.T) {
	cases := []struct{ name, input, title, screen string }{
		{"plain", "\x1b]0;one; two\x07x", "one; two", "x"},
		{"OSC 2", "\x1b]2;two\x1b\\x", "two", "x"},
		{"icon name", "\x1b]1;icon\x07x", "", "x"},
		{"empty", "\x1b]0;a\x07\x1b]0;\x07x", "", "x"},
		{"escape inside", "\x1b]2;evil\x1b[?1003hx", "", "x"},
		{"BEL inside", "\x1b]2;a\x07b\x07x", "a", "bx"},
		{"C1 inside", "\x1b]2;a\u009db\u0085c\x01d\x07x", "abcd", "x"},
		{"bidi control", "\x1b]2;a\u202eb\u2066c\x07x", "abc", "x"},
		{"ill-formed", "\x1b]2;a\xffb\xe8\x07x", "ab", "x"},
		{"100 KB", "\x1b]2;" + strings.Repeat("é", 50_000) + "\x07x", strings.Repeat("é", 128), "x"},
		{"never terminated", "\x1b]2;" + strings.Repeat("z", 100_000) + "\r\nx\r\ny", "", "\nx\ny"},
		{"stack", "\x1b]2;a\x07\x1b[22;0t\x1b]2;b\x07\x1b[23;0tx", "a", "x"},
		{"stack of icons", "\x1b]2;a\x07\x1b[22;1t\x1b]2;b\x07\x1b[23;0tx", "b", "x"},
		{"empty stack", "\x1b]2;a\x07\x1b[23tx", "a", "x"},
		{"bounded stack", "\x1b]2;a\x07" + strings.Repeat("\x1b[22t", 999) + "\x1b]2;b\x07" + strings.Repeat("\x1b[23t", 17) + "x", "a", "x"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := fed(t, 9, 4, c.input)
			if got := term.Title(); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
			if got := screenOf(term); got != c.screen {
				t.Errorf("screen %q, want %q", got, c.screen)
			}
		})
	}
}

func TestStringsThatNeverEnd(t *testing.T) {
	for _, start := range []string{"\x1b]52;c;", "\x1b]2;", "\x1bP", "\x1b_G", "\x1b^", "\x1bX", "\x1bP+q"} {
		term := New(40, 3, 0)
		feed(t, term, start)
		line := strings.Repeat("A", 1<<16)
		for range 80 {
			feed(t, term, line)
		}
		feed(t, term, "\r\nback\x1b[K")
		if got := screenOf(term); !strings.HasSuffix(got, "\nback") {
			t.Errorf("%q: screen %.80q", start, got)
		}
		if got := term.TakeSignals(); got != nil {
			t.Errorf("%q: signals %v", start, got)
		}
		if cap(term.parser.str) > heldBetween {
			t.Errorf("%q: %d bytes are still held", start, cap(term.parser.str))
		}
	}
}

func TestSignals(t *testing.T) {
	big := strings.Repeat("QUJD", 1<<17)
	cases := []struct {
		name, input string
		want        []Signal
	}{
		{"bell, once", "\a\a\a", []Signal{{SignalBell, ""}}},
		{"title, newest", "\x1b]2;a\x07\x1b]2;b\x07", []Signal{{SignalTitle, "b"}}},
		{"title, unchanged", "\x1b]2;\x07", nil},
		{"clipboard", "\x1b]52;c;QUJD\x07", []Signal{{SignalClipboard, "QUJD"}}},
		{"clipboard emptied", "\x1b]52;c;\x07", []Signal{{SignalClipboard, ""}}},
		{"clipboard of 512 KiB", "\x1b]52;;" + big + "\x1b\\", []Signal{{SignalClipboard, big}}},
		{"clipboard beyond the bound", "\x1b]52;c;" + big + big + "\x1b\\", nil},
		{"clipboard read", "\x1b]52;c;?\x07", nil},
		{"clipboard of no base64", "\x1b]52;c;a b\x07\x1b]52;c\x07", nil},
		{"notifications", "\x1b]9;hi\x07\x1b]99;i=1;hi\x07\x1b]777;notify;a;b\x07", []Signal{{SignalNotify, "9;hi"}, {SignalNotify, "99;i=1;hi"}, {SignalNotify, "777;notify;a;b"}}},
		{"notification with a control", "\x1b]9;a\u009bb\nc\x07", []Signal{{SignalNotify, "9;abc"}}},
		{"progress", "\x1b]9;4;1;10\x07\x1b]9;4;1;20\x07", []Signal{{SignalProgress, "9;4;1;20"}}},
		{"clear", "\x1b[H\x1b[2J", []Signal{{SignalClear, ""}}},
		{"clear from home", "\x1b[H\x1b[J", []Signal{{SignalClear, ""}}},
		{"erase below", "\x1b[2H\x1b[J", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := fed(t, 9, 4, c.input)
			if got := term.TakeSignals(); !reflect.DeepEqual(got, c.want) {
				t.Errorf("signals %.80v, want %.80v", got, c.want)
			}
			if again := term.TakeSignals(); again != nil {
				t.Errorf("signals again: %v", again)
			}
		})
	}
	flood := fed(t, 9, 4, strings.Repeat("\x1b]9;x\x07\a", 999))
	if n := len(flood.TakeSignals()); n != maxNotifications+1 {
		t.Errorf("%d signals of a flood", n)
	}
}

func TestEncodePaste(t *testing.T) {
	cases := []struct{ modes, in, want string }{
		{"", "a\nb\r\nc\rd", "a\rb\rc\rd"},
		{"\x1b[?2004h", "a\nb", "\x1b[200~a\rb\x1b[201~"},
		{"\x1b[?2004h", "", "\x1b[200~\x1b[201~"},
		{"\x1b[?2004h", "a\x1b[201~rm\n", "\x1b[200~arm\r\x1b[201~"},
		{"\x1b[?2004h", "\x1b[20\x1b[201~1~x", "\x1b[200~x\x1b[201~"},
		{"\x1b[?2004h", "\x1b[2\u009b201~01~x", "\x1b[200~x\x1b[201~"},
	}
	for _, c := range cases {
		if got := string(fed(t, 9, 4, c.modes).EncodePaste([]byte(c.in))); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestEncodeFocus(t *testing.T) {
	term := New(9, 4, 0)
	if got := term.EncodeFocus(true); got != nil {
		t.Errorf("unasked: %q", got)
	}
	feed(t, term, "\x1b[?1004h")
	if in, out := string(term.EncodeFocus(true)), string(term.EncodeFocus(false)); in != "\x1b[I" || out != "\x1b[O" {
		t.Errorf("in %q, out %q", in, out)
	}
}

func TestEncodeMouse(t *testing.T) {
	cases := []struct {
		modes         string
		button, x, y  int
		press, motion bool
		want          string
	}{
		{"", 0, 0, 0, true, false, ""},
		{"1000", 0, 0, 0, true, false, "\x1b[M !!"},
		{"1000", 0, 2, 1, false, false, "\x1b[M##\""},
		{"1000;1006", 0, 2, 1, true, false, "\x1b[<0;3;2M"},
		{"1000;1006", 0, 2, 1, false, false, "\x1b[<0;3;2m"},
		{"1000;1006", 20, 2, 1, true, false, "\x1b[<20;3;2M"},
		{"1000;1006", 65, 2, 1, true, false, "\x1b[<65;3;2M"},
		{"1000;1006", 65, 2, 1, false, false, ""},
		{"1000;1006", 0, 2, 1, true, true, ""},
		{"1002;1006", 0, 2, 1, true, true, "\x1b[<32;3;2M"},
		{"1002;1006", 3, 2, 1, false, true, ""},
		{"1003;1006", 3, 2, 1, false, true, "\x1b[<35;3;2M"},
		{"9", 1, 0, 0, true, false, "\x1b[M!!!"},
		{"9", 1, 0, 0, false, false, ""},
		{"9", 64, 0, 0, true, false, ""},
		{"1000", 0, 250, 0, true, false, ""},
		{"1000;1006", 0, 250, 0, true, false, "\x1b[<0;251;1M"},
		{"1000;1005", 0, 250, 0, true, false, "\x1b[M \u011b!"},
		{"1000;1005", 0, 2, 1, false, false, "\x1b[M##\""},
		{"1000;1005", 0, 2015, 0, true, false, ""},
		{"1000;1015", 0, 250, 1, true, false, "\x1b[32;251;2M"},
		{"1000;1015", 16, 2, 1, false, false, "\x1b[51;3;2M"},
		{"1003;1015", 3, 2, 1, false, true, "\x1b[67;3;2M"},
		{"1000;1006;1016", 0, 2, 1, true, false, "\x1b[<0;3;2M"},
	}
	for _, c := range cases {
		modes := fed(t, 300, 4, "\x1b[?"+c.modes+"h").Modes()
		if got := string(modes.EncodeMouse(c.button, c.x, c.y, c.press, c.motion)); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
