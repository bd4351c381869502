package keys

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// say writes events as one line: typed bytes as they are, the rest in <>.
func say(events []Event) string {
	var b strings.Builder
	for _, e := range events {
		switch e := e.(type) {
		case Bytes:
			b.Write(e.Data)
		case PasteStart:
			b.WriteString("<paste>")
		case Paste:
			b.Write(e.Data)
		case PasteEnd:
			b.WriteString("</paste>")
		case Action:
			fmt.Fprintf(&b, "<%d/%d>", e.Verb, e.Window)
		case Answer:
			fmt.Fprintf(&b, "<answer %c%s>", e.Kind, e.Text)
		case Mouse:
			fmt.Fprintf(&b, "<mouse %d %d,%d %t>", e.Code, e.X, e.Y, e.Up)
		}
	}
	return b.String()
}

func verb(v Verb) string { return fmt.Sprintf("<%d/0>", v) }

// feed gives every read in turn to a new Scanner.
func feed(mouse bool, reads ...string) string {
	s := New(Usual())
	s.SetMouse(mouse)
	var all []Event
	for _, r := range reads {
		all = append(all, s.Feed([]byte(r))...)
	}
	return say(all)
}

func TestScanner(t *testing.T) {
	for _, c := range []struct {
		name  string
		mouse bool
		reads []string
		want  string
	}{
		{"plain", false, []string{"ls -l\r", "é\x00\x7f\xff"}, "ls -l\ré\x00\x7f\xff"},
		{"prefix in one read", false, []string{"a\x01cb"}, "a" + verb(NewWindow) + "b"},
		{"prefix cut from its key", false, []string{"a\x01", "c"}, "a" + verb(NewWindow)}, // check 144
		{"prefix twice", false, []string{"\x01\x01x"}, verb(Literal) + "x"},               // check 144
		{"unknown key", false, []string{"\x01yz"}, "z"},
		{"no-break after a command", false, []string{"\x01n\x01p\x013"}, verb(NextWindow) + verb(PrevWindow) + "<7/2>"},
		{"order is kept", false, []string{"a\x01:make\r"}, "a" + verb(Prompt) + "make\r"},

		{"arrow", false, []string{"\x01\x1b[Ax"}, verb(FocusUp) + "x"},
		{"arrow in application mode", false, []string{"\x01\x1bODx"}, verb(FocusLeft) + "x"},
		{"arrow cut", false, []string{"\x01", "\x1b", "[", "C"}, verb(FocusRight)},
		{"no arrow", false, []string{"\x01\x1b[5~x"}, "x"},
		{"arrow with a modifier", false, []string{"\x01\x1b[1;5Ax"}, "x"},
		{"broken arrow", false, []string{"\x01\x1bxy"}, "y"},
		{"arrow without the prefix", false, []string{"\x1b[A\x1bOA"}, "\x1b[A\x1bOA"},

		{"escape", false, []string{"\x1b"}, "\x1b"}, // check 146
		{"escape, then a word", false, []string{"\x1b", "[A"}, "\x1b[A"},
		{"escape, then the prefix", false, []string{"\x1b\x01c"}, "\x1b" + verb(NewWindow)},
		{"alt key", false, []string{"\x1bf\x1b\r\x1b\x1b[A"}, "\x1bf\x1b\r\x1b\x1b[A"},
		{"function keys", false, []string{"\x1b[15~\x1bOP\x1b[1;2R\x1b[[A"}, "\x1b[15~\x1bOP\x1b[1;2R\x1b[[A"},
		{"key of another mode", false, []string{"\x1b[13;2u\x1b[27;2;13~"}, "\x1b[13;2u\x1b[27;2;13~"},
		{"focus report", false, []string{"\x1b[I\x1b[O"}, "\x1b[I\x1b[O"},

		{"extended prefix", false, []string{"\x1b[97;5uc\x1b[27;5;97~c"}, verb(NewWindow) + verb(NewWindow)}, // R096
		{"extended prefix with locks", false, []string{"\x1b[97:65;69:1uc"}, verb(NewWindow)},
		{"extended prefix released", false, []string{"\x1b[97;5u\x1b[97;5:3uc"}, verb(NewWindow)},
		{"extended prefix, every event", false, []string{"\x1b[57442;5u\x1b[97;5u\x1b[97;5:2u\x1b[97;5:3u\x1b[57442;5:3u\x1b[99;;99u\x1b[99;1:3ux"}, "\x1b[57442;5u\x1b[57442;5:3u" + verb(NewWindow) + "x"},
		{"extended prefix by its place on the keyboard", false, []string{"\x1b[1092::97;5uc"}, verb(NewWindow)},
		{"extended command with shift", false, []string{"\x1b[97;5u\x1b[39:34;2u\x1b[39:34;2:3u\x1b[97;5u\x1b[53;2;37u"}, verb(SplitStacked) + verb(SplitSide)},
		{"extended command with a lock", false, []string{"\x1b[97;133u\x1b[122;129u"}, verb(Zoom)},
		{"extended arrow", false, []string{"\x1b[97;5u\x1b[1;1:1A\x1b[1;1:3A\x1b[1;129A\x01\x1b[1;129B"}, verb(FocusUp) + "\x1b[1;129A" + verb(FocusDown)},
		{"extended command of the keypad", false, []string{"\x01\x1b[57402u"}, "<7/2>"},
		{"extended rotation", false, []string{"\x1b[97;5u\x1b[111;5u"}, verb(Rotate)},
		{"release of what a pane was typed", false, []string{"\x1b[99;;99u\x1b[99;1:3u"}, "\x1b[99;;99u\x1b[99;1:3u"},
		{"release of a key that was obeyed and is typed again", false, []string{"\x01n", "n\x1b[110;1:3u"}, verb(NextWindow) + "n\x1b[110;1:3u"},
		{"a character of several bytes after the prefix", false, []string{"\x01\xc3", "\xa9x\x01語x\x01\xc3x"}, "xxx"},
		{"the focus between prefix and key", false, []string{"\x01\x1b[O\x1b[Ic"}, "\x1b[O\x1b[I" + verb(NewWindow)},
		{"an answer between prefix and key", false, []string{"\x01\x1b]11;rgb:0/0/0\x1b\\\x1b[?1uc"}, "<answer ]11;rgb:0/0/0><answer [?1u>" + verb(NewWindow)},
		{"a long answer", false, []string{"\x1b]4;" + strings.Repeat("0", 9999) + "\x07x"}, "<answer ]4;" + strings.Repeat("0", maxAnswer-4) + ">x"},
		{"extended prefix twice", false, []string{"\x1b[97;5u\x1b[97;5u"}, verb(Literal)},
		{"another key extended", false, []string{"\x1b[97;6u"}, "\x1b[97;6u"},

		{"paste", false, []string{"\x1b[200~a\x01c\x1b[A\x1b[201~\x01c"}, "<paste>a\x01c\x1b[A</paste>" + verb(NewWindow)},
		{"paste over reads", false, []string{"\x1b[20", "0~a\x01", "c\x1b[2", "01", "~\x01c"}, "<paste>a\x01c</paste>" + verb(NewWindow)},
		{"paste with half an end", false, []string{"\x1b[200~\x1b[20\x1b[201~"}, "<paste>\x1b[20</paste>"},
		{"paste after the prefix", false, []string{"\x01\x1b[200~\x01c\x1b[201~"}, "<paste>\x01c</paste>"},
		{"paste whose escape went ahead", false, []string{"x\x1b", "[200~\x01c\x1b[201~"}, "x\x1b[200~\x01c</paste>"},

		{"answers", false, []string{"a\x1b[?61;4;6c\x1b[?61;", "4;6cb\x1b]11;rgb:0/", "0/0\x1b", "\\c\x1b[?997;1nd"}, "a<answer [?61;4;6c><answer [?61;4;6c>b<answer ]11;rgb:0/0/0>c<answer [?997;1n>d"}, // R108
		{"answer ended by bell", false, []string{"\x1b]4;1;rgb:0/0/0\ax\x1bP>|term 1\x1b\\y\x1b[8;24;80tz"}, "<answer ]4;1;rgb:0/0/0>x<answer P>|term 1>y<answer [8;24;80t>z"},
		{"answer that never ends", false, []string{"\x1b]11;rgb\x01c"}, verb(NewWindow)},
		{"answer ended by a key", false, []string{"\x1b]11;rgb\x1b[Ax"}, "\x1b[Ax"},
		{"alt bracket", false, []string{"\x1b]x\x1bPy"}, "\x1b]x\x1bPy"},

		{"mouse", true, []string{"\x1b[<0;3;4M\x1b[<0;3;4m"}, "<mouse 0 2,3 false><mouse 0 2,3 true>"},
		{"mouse cut", true, []string{"a\x1b", "[<6", "4;3;4M"}, "a<mouse 64 2,3 false>"},
		{"mouse off", false, []string{"\x1b[<0;3;4M"}, "\x1b[<0;3;4M"},
		{"mouse, no number", true, []string{"\x1b[<0;;4Mx\x1b[<0;4Mx\x1b[<a"}, "xx"},
		{"mouse, position zero", true, []string{"\x1b[<0;0;4Mx"}, "x"},
		{"mouse, too large", true, []string{"\x1b[<0;99999999;4Mx"}, "x"},
		{"mouse, other end", true, []string{"\x1b[<0;1;4Xx"}, "x"},
		{"mouse, broken off", true, []string{"\x1b[<0;1\x01c"}, verb(NewWindow)},
		{"mouse between prefix and key", true, []string{"\x01\x1b[<35;3;4Mc"}, "<mouse 35 2,3 false>" + verb(NewWindow)},
		{"other sequences with the mouse", true, []string{"\x1b[A\x1bfx"}, "\x1b[A\x1bfx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := feed(c.mouse, c.reads...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestMouseBodyIsBounded(t *testing.T) {
	if got := feed(true, "\x1b[<"+strings.Repeat("1", 32)+"Mx"); got != "x" {
		t.Errorf("a body of 32: got %q", got)
	}
	got := feed(true, "\x1b[<"+strings.Repeat("1", 33)+"x")
	if got != "1x" {
		t.Errorf("a body of 33: got %q, want what follows the bound", got)
	}
}

func TestFlush(t *testing.T) {
	for _, c := range []struct {
		name  string
		mouse bool
		in    string
		wait  Wait
		want  string
		then  string // what "x" gives afterwards
	}{
		{"nothing", false, "a", NoWait, "a", "x"},
		{"escape", true, "\x1b", ShortWait, "\x1b", "x"},
		{"escape that went ahead", false, "\x1b", ShortWait, "\x1b", "x"},
		{"alt bracket", false, "\x1b[", ShortWait, "\x1b[", "x"},
		{"half a key", false, "\x1b[1;", ShortWait, "\x1b[1;", "x"},
		{"escape after the prefix", false, "\x01\x1b", ShortWait, "", "x"},
		{"half a character after the prefix", false, "\x01\xe8\xaa", ShortWait, "", "x"},
		{"half an answer", false, "\x1b[?61;", LongWait, "", "x"},
		{"half an answer string", false, "\x1b]11;rgb", LongWait, "", "x"},
		{"half a mouse report", true, "\x1b[<0;", LongWait, "", "x"},
		{"half a paste", false, "\x1b[200~a\x1b[", NoWait, "<paste>a", "\x1b[x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := New(Usual())
			s.SetMouse(c.mouse)
			events := s.Feed([]byte(c.in))
			if got := s.Waiting(); got != c.wait {
				t.Errorf("waits %d, want %d", got, c.wait)
			}
			events = append(events, s.Flush()...)
			if got := say(events); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if got := say(s.Feed([]byte("x"))); got != c.then {
				t.Errorf("then %q, want %q", got, c.then)
			}
		})
	}
}

// Every command has a key, is in the help, and is obeyed.
func TestEveryBindingIsScanned(t *testing.T) {
	b := Usual()
	seen := map[Stroke]bool{}
	for _, c := range Commands() {
		if c.Name == "" || c.Text == "" || b.KeyOf(c.Verb) == "" {
			t.Errorf("a command without words or keys: %+v", c)
		}
		for _, text := range append(c.Usual, b.KeyOf(c.Verb)) {
			stroke, err := ParseStroke(text)
			if err != nil || stroke.String() != text {
				t.Errorf("%q: %v, %v", text, stroke, err)
			}
			seen[stroke] = true
			if b.actions[stroke] != (Action{Verb: c.Verb}) {
				t.Errorf("%q does %v", text, b.actions[stroke])
			}
			if code := stroke.Code; code > 0 && stroke.Mods == 0 {
				if got := feed(false, "\x01"+string(code)); got != verb(c.Verb) {
					t.Errorf("%q: got %q", text, got)
				}
			}
			if got := feed(false, "\x01"+string(Form{Kitty: 31}.Encode(stroke))); stroke.Code > 0 && got != verb(c.Verb) {
				t.Errorf("%q in the extended form: got %q", text, got)
			}
		}
	}
	if want := len(b.actions) - 9; len(seen) != want {
		t.Errorf("%d keys are bound, %d are told", want, len(seen))
	}
}

// pieces are what terminals send; a text of them meets every state.
var pieces = []string{
	"a", "é", "\r", "\x01", "c", "x", "1", ";", "~", "M", "\x1b[A", "\x1bOA", "\x1b", "[", "\x1b[97;5u", "\x1b[27;5;97~",
	"\x1b[97;5:3u", "\x1b[99;1:3u", "\x1b[57442;5u", "\x1b[13;2u", "語",
	"\x1b[200~", "\x1b[201~", "\x1b[20", "\x1b[?61;4;6c", "\x1b]11;rgb:0/0/0\x1b\\", "\x1b]", "\x1bP>|x\a", "\x1b[<0;3;4M", "\x1b[<0;",
}

func TestCutsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), "")
		mouse := rapid.Bool().Draw(t, "mouse")
		whole, cut := New(Usual()), New(Usual())
		whole.SetMouse(mouse)
		cut.SetMouse(mouse)
		var got []Event
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			// Behind a bare ESC the cut is information: it is the Escape key.
			for n < len(rest) && rest[n-1] == esc {
				n++
			}
			got = append(got, cut.Feed([]byte(rest[:n]))...)
			rest = rest[n:]
		}
		if a, b := say(whole.Feed([]byte(text))), say(got); a != b {
			t.Fatalf("whole %q, cut %q", a, b)
		}
	})
}

// Without the prefix, answers and mouse reports a Scanner is a pipe.
func TestEverythingElseIsPassedOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.SampledFrom([]byte("abAO[;~15M<\r\x1b\x1b\xc3\x00"))).Draw(t, "text")
		s := New(Usual())
		var got []byte
		for _, e := range append(s.Feed(text), s.Flush()...) {
			got = append(got, e.(Bytes).Data...)
		}
		if !bytes.Equal(got, text) {
			t.Fatalf("got %q, want %q", got, text)
		}
	})
}

func FuzzScanner(f *testing.F) {
	f.Add([]byte(strings.Join(pieces, "")), true)
	f.Add([]byte("\x1b]11;\x1b[?1;\x01\x1b[200"), false)
	f.Fuzz(func(t *testing.T, in []byte, mouse bool) {
		s := New(Usual())
		s.SetMouse(mouse)
		events := s.Feed(in)
		if !subsequence(events, in) {
			t.Fatalf("%q made of %q", say(events), in)
		}
		events = s.Flush()
		if s.state == pasting {
			events = s.Feed([]byte(PasteEndMarker))
			if _, ok := events[len(events)-1].(PasteEnd); !ok {
				t.Fatalf("a paste that does not end: %q", in)
			}
		}
		if s.Armed() {
			s.Feed([]byte("_"))
		}
		if got := s.Feed([]byte("\x01q")); !reflect.DeepEqual(got, []Event{Action{Verb: Quit}}) {
			t.Fatalf("the prefix is lost after %q: %q", in, say(got))
		}
	})
}

// subsequence tells that nothing was passed on that did not come in, in order.
func subsequence(events []Event, in []byte) bool {
	for _, e := range events {
		var data []byte
		switch e := e.(type) {
		case Bytes:
			data = e.Data
		case Paste:
			data = e.Data
		}
		for _, b := range data {
			i := bytes.IndexByte(in, b)
			if i < 0 {
				return false
			}
			in = in[i+1:]
		}
	}
	return true
}
