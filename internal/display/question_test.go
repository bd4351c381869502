package display

import (
	"reflect"
	"strings"
	"testing"

	"atrium/internal/compose"
	"atrium/internal/front"
	"atrium/internal/keys"
	"atrium/internal/layout"
	"atrium/internal/vt"
)

// paper are colours of a terminal.
var paper = vt.Colors{Foreground: vt.RGB(1, 2, 3), Background: vt.RGB(250, 250, 250), ANSI: [16]vt.Color{15: vt.RGB(9, 8, 7)}}

// asking is a bench whose terminal may be asked, and has shown v.
func asking(t *testing.T, caps compose.Caps, v front.View) (b *bench, first string) {
	b = &bench{Display: New(Setup{Caps: caps, Asks: true}), t: t, outer: vt.New(40, 10, 0)}
	b.Resize(40, 10)
	b.View(v)
	b.outer.SetColors(paper)
	return b, b.draw()
}

// reply lets the emulated terminal answer, and returns what is asked of the core.
func (b *bench) reply() []front.Command { return b.keys(string(b.outer.TakeReplies())) }

// The first frame is whole before anything is asked, and asked is once.
func TestQuestionsStandBehindTheFirstFrame(t *testing.T) {
	b, first := asking(t, allCaps, two())
	frame, asked, found := strings.Cut(first, "\x1b[?2026l")
	if !found || !strings.Contains(frame, "1:pane1") || asked != questions() || !strings.HasSuffix(asked, "\x1b[c") {
		t.Errorf("the first frame is %q", first)
	}
	if !b.Asking() {
		t.Error("nobody waits for the answers")
	}
	b.Repaint()
	if again := b.draw(); strings.Contains(again, "\x1b[c") {
		t.Errorf("asked again: %q", again)
	}
	mute := newBench(t, 40, 10)
	mute.View(two())
	if frame := mute.draw(); strings.Contains(frame, "\x1b[c") || mute.Asking() {
		t.Errorf("a terminal that may not be asked was: %q", frame)
	}
}

func TestAnswersAreTaken(t *testing.T) {
	v := two()
	v.Tiles[0].Modes.Kitty = 1
	b, _ := asking(t, compose.Caps{Depth: compose.Colors256}, v)
	got := b.reply()
	if b.Asking() || len(got) != 1 {
		t.Fatalf("asks the core %#v", got)
	}
	told := got[0].(front.Colors).Colors
	if told.Foreground != paper.Foreground || told.Background != paper.Background || told.ANSI[15] != paper.ANSI[15] {
		t.Errorf("told %+v", told)
	}
	if m := b.outer.Modes(); m.Kitty != 5 || !m.Scheme {
		t.Errorf("modes %+v", m)
	}
	if b.caps != allCaps {
		t.Errorf("a terminal of that name can show %+v", b.caps)
	}
	b.outer.SetColors(vt.Colors{}) // the operator changes to the dark: the terminal says so, and is asked
	if got := b.reply(); got != nil {
		t.Errorf("asks the core %#v before it is answered", got)
	}
	for _, c := range b.reply() {
		told = c.(front.Colors).Colors
	}
	if told.Background != vt.RGB(0, 0, 0) || told.ANSI[15] != paper.ANSI[15] {
		t.Errorf("then told %+v", told)
	}
	if got := b.keys("\x1b[?62;4c\x1b[?0u\x1bP>|dumb 1\x1b\\\x1b]10;rgb:x/y/z\x07"); got != nil || b.outer.Modes().Kitty != 5 {
		t.Errorf("late answers: %#v", got)
	}
}

func TestNoColorStays(t *testing.T) {
	b, _ := asking(t, compose.Caps{Depth: compose.Monochrome}, two())
	b.keys("\x1bP>|kitty(0.40.0)\x1b\\\x1b[?62c")
	if b.caps.Depth != compose.Monochrome || !b.caps.Underlines {
		t.Errorf("can show %+v", b.caps)
	}
}

// An xterm has no kitty keys; its own are made into them.
func TestXtermKeysServeBoth(t *testing.T) {
	v := two()
	v.Tiles[0].Modes.Kitty = 5
	b, _ := asking(t, allCaps, v)
	b.keys("\x1bP>|XTerm(390)\x1b\\\x1b[?64;1;2c")
	if m := b.outer.Modes(); m.OtherKeys != 2 || m.Kitty != 0 {
		t.Errorf("modes %+v", m)
	}
	if got := b.keys("\x1b[27;2;13~"); !reflect.DeepEqual(got, []front.Command{front.Input{Bytes: []byte("\x1b[13;2u")}}) {
		t.Errorf("got %#v", got)
	}
	if got := b.keys("\x1b[27;5;97~\x1b[27;5;97~"); !reflect.DeepEqual(got, []front.Command{front.Input{Bytes: []byte("\x1b[97;5u")}}) {
		t.Errorf("the prefix twice gave %#v", got)
	}
	v.Tiles[0].Modes.Kitty = 0
	b.show(v)
	if m := b.outer.Modes(); m.OtherKeys != 0 {
		t.Errorf("left on: %+v", m)
	}
}

// R102: the keys have the form of what has the keyboard, at every moment.
func TestFormFollowsTheFocus(t *testing.T) {
	const shiftEnter, escapeKey = "\x1b[13;2u", "\x1b[27u"
	v := two()
	v.Tiles[0].Modes.Kitty, v.Tiles[1].Modes.OtherKeys = 1, 2
	b, _ := asking(t, allCaps, v)
	b.reply()
	wants := func(what, in string, flags uint8, want string) {
		t.Helper()
		if got := b.outer.Modes().Kitty; got != flags {
			t.Errorf("%s: the terminal has flags %d, want %d", what, got, flags)
		}
		var expected []front.Command
		if want != "" {
			expected = []front.Command{front.Input{Bytes: []byte(want)}}
		}
		if got := b.keys(in); !reflect.DeepEqual(got, expected) {
			t.Errorf("%s: %q gave %#v, want %q", what, in, got, want)
		}
	}
	wants("kitty keys", shiftEnter, 5, shiftEnter)
	wants("a lone escape is the start of a key", "\x1b", 5, "")
	wants("which comes", "[13;2u", 5, shiftEnter)
	v.Tiles[0].Focused, v.Tiles[1].Focused = false, true
	b.show(v)
	wants("xterm's keys", shiftEnter, 5, "\x1b[27;2;13~")
	v.Tiles[1].Modes = vt.Modes{}
	b.show(v)
	wants("no keys", shiftEnter+"\x1b[97;5u\x1b[97;1:3u", 0, "\r")
	b.keys("x") // was the command
	v.Tiles[1].Modes.Kitty = 31
	b.show(v)
	wants("all keys", "\x1b[97;;97u\x1b[97;1:3u", 31, "\x1b[97;;97u\x1b[97;1:3u")
	b.keys("\x1b[97;5u\x1b[58;2;58u")
	wants("the prompt", "\x1b[108;;108u\x1b[108;1:3u\x1b[115;;115u", 0, "")
	b.sees(":ls")
	wants("escape leaves the prompt", escapeKey, 0, "")
	b.lacks(":ls")
	v.Tiles[1].State = front.Exited
	b.show(v)
	wants("a program that is over", shiftEnter, 0, "\r")
}

func TestBoundKeysAreShown(t *testing.T) {
	bound, err := keys.Bind("Ctrl+B", map[string][]string{"help": {"F1"}, "zoom": {"f"}, "kill": {}})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{Display: New(Setup{Caps: allCaps, Keys: bound}), t: t, outer: vt.New(60, 24, 0)}
	b.Resize(60, 24)
	b.show(two())
	b.sees("Ctrl+B F1 for help")
	b.keys("\x02\x1bOP")
	b.sees("Keys after Ctrl+B")
	b.sees("f        zoom the pane")
	b.lacks("kill the pane")
	b.keys("\x1b")
	if got := b.keys("\x02f\x02\x02\x01z"); !reflect.DeepEqual(got, []front.Command{front.Zoom{}, front.Input{Bytes: []byte("\x02\x01z")}}) {
		t.Errorf("got %#v", got)
	}
}

func TestDragOfABorder(t *testing.T) {
	b := withMouse(t, two()) // left at column 0 to 19, right at 20 to 39, rows 0 to 8
	drag := func(side layout.Side, pane front.PaneRef, at int) []front.Command {
		return []front.Command{front.DragBorder{Pane: pane, Side: side, At: at}}
	}
	for _, c := range []struct {
		name, in string
		want     []front.Command
	}{
		{"right border pressed", report(0, 19, 4, 'M'), nil},
		{"and moved", report(32, 22, 4, 'M'), drag(layout.Right, 1, 23)},
		{"twice in one read", report(32, 23, 4, 'M') + report(32, 25, 9, 'M'), drag(layout.Right, 1, 26)},
		{"released", report(0, 25, 9, 'm'), nil},
		{"moved without the button", report(32, 26, 4, 'M'), nil},
		{"left border", report(0, 20, 4, 'M') + report(32, 18, 4, 'M'), append([]front.Command{front.FocusPane{Pane: 2}}, drag(layout.Left, 2, 18)...)},
		{"upper border", report(0, 5, 0, 'M') + report(32, 5, 2, 'M'), drag(layout.Up, 1, 2)},
		{"lower border", report(0, 5, 8, 'M') + report(32, 5, 6, 'M'), drag(layout.Down, 1, 7)},
	} {
		if got := b.keys(c.in); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %#v, want %#v", c.name, got, c.want)
		}
	}
}

// Whatever a terminal answers, nothing of it reaches a pane.
func FuzzAnswers(f *testing.F) {
	f.Add("?62;4c", "11;rgb:ffff/0/00", ">|kitty(1)")
	f.Add("?997;2n", "4;15;rgba:1/2/3/4", "1+r4d73")
	f.Add("8;24;80t", "4;99;rgb:fffff/1/1", "1$r0m")
	f.Fuzz(func(t *testing.T, csi, osc, dcs string) {
		for _, s := range []string{csi, osc, dcs} {
			if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
				return
			}
		}
		b, _ := asking(t, allCaps, one("text"))
		answers := []string{"\x1b]" + osc + "\x07", "\x1bP" + dcs + "\x1b\\"}
		if !strings.HasPrefix(osc, "11;") && !strings.HasPrefix(osc, "4;") || !strings.HasPrefix(dcs, ">|") {
			answers = nil
		}
		if last := len(csi) - 1; last > 1 && csi[0] == '?' && strings.Trim(csi[1:last], "0123456789;") == "" && strings.ContainsRune("cuny", rune(csi[last])) {
			answers = append(answers, "\x1b["+csi)
		}
		for _, c := range b.keys(strings.Join(answers, "")) {
			if _, ok := c.(front.Colors); !ok {
				t.Fatalf("%q gave %#v", answers, c)
			}
		}
	})
}
