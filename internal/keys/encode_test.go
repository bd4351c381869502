package keys

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

var (
	legacy   = Form{}
	claude   = Form{Kitty: 1} // as 2.1.197 asks; 2.1.332 asks for 5
	codex    = Form{Kitty: 7}
	everyone = Form{Kitty: 31}
	other1   = Form{OtherKeys: 1}
	other2   = Form{OtherKeys: 2}
)

// R102 and the like: what each program gets of what the terminal sends.
func TestTranslate(t *testing.T) {
	for _, c := range []struct {
		name, in, legacy, claude, other string
	}{
		{"text", "ls -l\r\té語\x1b\x7f\x01", "ls -l\r\té語\x1b\x7f\x01", "ls -l\r\té語\x1b\x7f\x01", "ls -l\r\té語\x1b\x7f\x01"},
		{"old sequences", "\x1b[A\x1bOA\x1b[15~\x1bf\x1b[Z\x1b[[A", "\x1b[A\x1bOA\x1b[15~\x1bf\x1b[Z\x1b[[A", "\x1b[A\x1bOA\x1b[15~\x1bf\x1b[Z\x1b[[A", "\x1b[A\x1bOA\x1b[15~\x1bf\x1b[Z\x1b[[A"},
		{"no key", "\x1b[I\x1b[O\x1b[200~\x1b[<0;1;2M\x1b[?1u\x1b[", "\x1b[I\x1b[O\x1b[200~\x1b[<0;1;2M\x1b[?1u\x1b[", "\x1b[I\x1b[O\x1b[200~\x1b[<0;1;2M\x1b[?1u\x1b[", "\x1b[I\x1b[O\x1b[200~\x1b[<0;1;2M\x1b[?1u\x1b["},
		{"no number", "\x1b[x;2u\x1b[1;2;3;4u\x1b[13;2:9u\x1b[13;999u", "\x1b[x;2u\x1b[1;2;3;4u\x1b[13;2:9u\x1b[13;999u", "\x1b[x;2u\x1b[1;2;3;4u\x1b[13;2:9u\x1b[13;999u", "\x1b[x;2u\x1b[1;2;3;4u\x1b[13;2:9u\x1b[13;999u"},

		{"Shift+Enter", "\x1b[13;2u", "\r", "\x1b[13;2u", "\x1b[27;2;13~"},
		{"Shift+Enter of xterm", "\x1b[27;2;13~", "\r", "\x1b[13;2u", "\x1b[27;2;13~"},
		{"Ctrl+Enter", "\x1b[13;5u", "\r", "\x1b[13;5u", "\x1b[27;5;13~"},
		{"Alt+Enter", "\x1b[13;3u", "\x1b\r", "\x1b[13;3u", "\x1b[27;3;13~"},
		{"Enter", "\x1b[13u", "\r", "\r", "\r"},
		{"Escape", "\x1b[27u", "\x1b", "\x1b[27u", "\x1b"},
		{"Alt+Escape", "\x1b[27;3u", "\x1b\x1b", "\x1b[27;3u", "\x1b[27;3;27~"},
		{"Shift+Tab", "\x1b[9;2u", "\x1b[Z", "\x1b[9;2u", "\x1b[27;2;9~"},
		{"Ctrl+Tab", "\x1b[9;5u", "\t", "\x1b[9;5u", "\x1b[27;5;9~"},
		{"Ctrl+Backspace", "\x1b[127;5u", "\b", "\x1b[127;5u", "\x1b[27;5;127~"},
		{"Alt+Backspace", "\x1b[127;3u", "\x1b\x7f", "\x1b[127;3u", "\x1b[27;3;127~"},
		{"Ctrl+Space", "\x1b[32;5u", "\x00", "\x1b[32;5u", "\x1b[27;5;32~"},
		{"Ctrl+C", "\x1b[99;5u", "\x03", "\x1b[99;5u", "\x1b[27;5;99~"},
		{"Ctrl+C with locks", "\x1b[99;197u", "\x03", "\x1b[99;197u", "\x1b[27;5;99~"},
		{"Ctrl+Shift+X", "\x1b[120:88;6u", "\x18", "\x1b[120;6u", "\x1b[27;6;88~"},
		{"Ctrl+Alt+A", "\x1b[97;7u", "\x1b\x01", "\x1b[97;7u", "\x1b[27;7;97~"},
		{"Ctrl+[", "\x1b[91;5u", "\x1b", "\x1b[91;5u", "\x1b[27;5;91~"},
		{"Ctrl+/", "\x1b[47;5u", "\x1f", "\x1b[47;5u", "\x1b[27;5;47~"},
		{"Ctrl+2 to 8", "\x1b[50;5u\x1b[51;5u\x1b[56;5u", "\x00\x1b\x7f", "\x1b[50;5u\x1b[51;5u\x1b[56;5u", "\x1b[27;5;50~\x1b[27;5;51~\x1b[27;5;56~"},
		{"Ctrl+1", "\x1b[49;5u", "1", "\x1b[49;5u", "\x1b[27;5;49~"},
		{"Ctrl+Ф where A is", "\x1b[1092::97;5u", "\x01", "\x1b[1092;5u", "\x1b[27;5;97~"},
		{"Alt+x", "\x1b[120;3u", "\x1bx", "\x1b[120;3u", "\x1b[27;3;120~"},
		{"Alt+Shift+x", "\x1b[120:88;4u", "\x1bX", "\x1b[120;4u", "\x1b[27;4;88~"},
		{"Super+x", "\x1b[120;9u", "", "\x1b[120;9u", "\x1b[27;9;120~"},
		{"a letter as a sequence", "\x1b[97;;97u\x1b[97:65;2;65u", "aA", "aA", "aA"},
		{"a shifted letter without its text", "\x1b[97;2u", "A", "A", "A"},
		{"a shifted character told", "\x1b[53:37;2u", "%", "%", "%"},
		{"text of several characters", "\x1b[0;;101:769u", "e\u0301", "e\u0301", "e\u0301"},

		{"releases", "\x1b[97;1:3u\x1b[13;1:3u\x1b[27;1:3u\x1b[1;1:3A\x1b[3;1:3~", "", "", ""},
		{"repetitions", "\x1b[97;1:2u\x1b[27;1:2u\x1b[1;1:2A\x1b[3;5:2~", "a\x1b\x1b[A\x1b[3;5~", "a\x1b[27u\x1b[A\x1b[3;5~", "a\x1b\x1b[A\x1b[3;5~"},
		{"modifiers alone", "\x1b[57441;2u\x1b[57442;5:3u\x1b[57358;65u", "", "", ""},

		{"function keys with modifiers", "\x1b[1;5A\x1b[1;2P\x1b[15;2~\x1b[3;5~", "\x1b[1;5A\x1b[1;2P\x1b[15;2~\x1b[3;5~", "\x1b[1;5A\x1b[1;2P\x1b[15;2~\x1b[3;5~", "\x1b[1;5A\x1b[1;2P\x1b[15;2~\x1b[3;5~"},
		{"function keys with a lock", "\x1b[1;129A\x1b[1;129P\x1b[3;129~", "\x1b[A\x1bOP\x1b[3~", "\x1b[1;129A\x1b[1;129P\x1b[3;129~", "\x1b[A\x1bOP\x1b[3~"},
		{"F13", "\x1b[57376u\x1b[57377;5u", "\x1b[25~\x1b[26;5~", "\x1b[57376u\x1b[57377;5u", "\x1b[25~\x1b[26;5~"},
		{"a key that the old form lacks", "\x1b[57428u", "", "\x1b[57428u", ""},
		{"keypad", "\x1b[57400u\x1b[57414u\x1b[57413u\x1b[57419u\x1b[57421;5u\x1b[57426u", "1\r+\x1b[A\x1b[5;5~\x1b[3~", "\x1b[57400u\x1b[57414u\x1b[57413u\x1b[57419u\x1b[57421;5u\x1b[57426u", "1\r+\x1b[A\x1b[5;5~\x1b[3~"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, to := range []struct {
				form Form
				want string
			}{{legacy, c.legacy}, {claude, c.claude}, {other2, c.other}} {
				if got := string(Translate([]byte(c.in), to.form)); got != to.want {
					t.Errorf("%+v: %q, want %q", to.form, got, to.want)
				}
			}
		})
	}
}

// xterm's level 1 leaves alone what the old form can tell.
func TestTranslateForLevelOne(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[99;5u": "\x03", "\x1b[120;3u": "\x1bx", "\x1b[9;2u": "\x1b[Z", "\x1b[127;5u": "\b",
		"\x1b[13;2u": "\x1b[27;2;13~", "\x1b[9;5u": "\x1b[27;5;9~", "\x1b[120;6u": "\x1b[27;6;88~", "\x1b[49;5u": "\x1b[27;5;49~",
	} {
		if got := string(Translate([]byte(in), other1)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestTranslateForCursorKeys(t *testing.T) {
	for in, want := range map[string]string{"\x1b[1;129A": "\x1bOA", "\x1b[57419u": "\x1bOA", "\x1b[1;5A": "\x1b[1;5A"} {
		if got := string(Translate([]byte(in), Form{AppCursor: true})); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := string(Translate([]byte("\x1b[1;1:2A"), Form{AppCursor: true, Kitty: 1})); got != "\x1b[A" {
		t.Errorf("in the kitty form: %q", got)
	}
}

func TestTranslateForEvents(t *testing.T) {
	for _, c := range []struct {
		form     Form
		in, want string
	}{
		{codex, "\x1b[97;1:3u\x1b[97;5:2u\x1b[1;1:3A\x1b[3;1:2~", "\x1b[97;1:3u\x1b[97;5:2u\x1b[1;1:3A\x1b[3;1:2~"},
		{codex, "\x1b[97;1:1u\x1b[13;1:3u\x1b[9;1:3u\x1b[97:65;2u", "aA"},
		{codex, "\x1b[1092:1060:97;5:3u\x1b[97::98;5u", "\x1b[1092:1060:97;5:3u\x1b[97::98;5u"},
		{codex, "\x1b[57441;2u", ""},
		{Form{Kitty: 8}, "\x1b[97;;97u\x1b[13u\x1b[57441;2u\x1b[97:65;2;65u", "\x1b[97u\x1b[13u\x1b[57441;2u\x1b[97;2u"},
		{Form{Kitty: 2}, "\x1b[97;5u\x1b[27u\x1b[27;1:3u", "\x01\x1b\x1b[27;1:3u"},
	} {
		if got := string(Translate([]byte(c.in), c.form)); got != c.want {
			t.Errorf("%+v: %q gave %q, want %q", c.form, c.in, got, c.want)
		}
	}
}

// press is some key as a terminal of those flags sends it.
func press(t *rapid.T) string {
	mods, did := rapid.IntRange(1, 256).Draw(t, "mods"), rapid.SampledFrom([]string{"", ":2", ":3"}).Draw(t, "did")
	code := rapid.SampledFrom([]int{9, 13, 27, 32, 97, 59, 127, 233, 1092, 57376, 57400, 57441}).Draw(t, "code")
	switch rapid.IntRange(0, 2).Draw(t, "form") {
	case 0:
		return fmt.Sprintf("\x1b[%d;%d%s~", rapid.SampledFrom([]int{2, 3, 5, 15}).Draw(t, "n"), max(mods, 2), did)
	case 1:
		return fmt.Sprintf("\x1b[1;%d%s%c", max(mods, 2), did, rapid.SampledFrom([]byte("ABCDFHPQS")).Draw(t, "final"))
	}
	alternates := rapid.SampledFrom([]string{"", ":65", "::98", ":65:98"}).Draw(t, "alternates")
	text := rapid.SampledFrom([]string{"", ";97", ";101:769"}).Draw(t, "text")
	if mods == 1 && did == "" && text == "" {
		return fmt.Sprintf("\x1b[%d%su", code, alternates)
	}
	if did == ":3" {
		text = ""
	}
	if mods == 1 && did == "" {
		return fmt.Sprintf("\x1b[%d%s;%su", code, alternates, text)
	}
	return fmt.Sprintf("\x1b[%d%s;%d%s%su", code, alternates, mods, did, text)
}

// A program that asked for all there is gets what the terminal sent, and one
// that asked for nothing gets nothing that is not in the old form.
func TestTranslateIsFaithful(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := press(t)
		if got := string(Translate([]byte(in), everyone)); got != in {
			t.Fatalf("%q became %q", in, got)
		}
		old := Translate([]byte(in), legacy)
		if bytes.HasSuffix(old, []byte("u")) && bytes.Contains(old, []byte("\x1b[")) || bytes.Contains(old, []byte(":")) && bytes.Contains(old, []byte("\x1b[")) {
			t.Fatalf("%q became %q", in, old)
		}
		for _, f := range []Form{claude, codex, other2, {Kitty: 8}, {Kitty: 13}} {
			once := Translate([]byte(in), f)
			if again := Translate(once, f); !bytes.Equal(once, again) {
				t.Fatalf("%+v: %q became %q and then %q", f, in, once, again)
			}
		}
	})
}

// What a program asks for can be made of what the terminal is asked for.
func TestAsked(t *testing.T) {
	for f, want := range map[Form]uint8{legacy: 0, claude: 5, codex: 7, {Kitty: 8}: 28, everyone: 31, other1: 5, other2: 5, {Kitty: 2, OtherKeys: 2}: 6} {
		if got := f.Asked(); got != want {
			t.Errorf("%+v asks for %d, want %d", f, got, want)
		}
	}
}

func TestEncodePrefix(t *testing.T) {
	prefix := Usual().Prefix()
	for f, want := range map[Form]string{legacy: "\x01", claude: "\x1b[97;5u", other2: "\x1b[27;5;97~", other1: "\x01", {AppCursor: true}: "\x01"} {
		if got := string(f.Encode(prefix)); got != want {
			t.Errorf("%+v: %q, want %q", f, got, want)
		}
	}
}

func FuzzTranslate(f *testing.F) {
	f.Add([]byte("a\x1b[97:65:98;6:2;65:66u\x1b[27;5;97~\x1b[1;129A\x1b[57419u"), uint8(31), uint8(0))
	f.Add([]byte("\x1b[;;u\x1b[:::;u\x1b[u\x1b[27;;~"), uint8(0), uint8(2))
	f.Fuzz(func(t *testing.T, in []byte, kitty, other uint8) {
		before := bytes.Clone(in)
		out := Translate(in, Form{Kitty: kitty & 31, OtherKeys: other % 3})
		if !bytes.Equal(in, before) {
			t.Fatalf("%q was changed to %q", before, in)
		}
		if len(out) > 2*len(in)+16 {
			t.Fatalf("%d bytes of %d", len(out), len(in))
		}
	})
}
