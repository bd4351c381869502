package keys

import (
	"errors"
	"strings"
	"testing"
)

func TestStrokes(t *testing.T) {
	for text, want := range map[string]Stroke{
		"x": {Code: 'x'}, "X": {Code: 'X'}, "Shift+x": {Code: 'X'}, "+": {Code: '+'}, "é": {Code: 'é'}, "語": {Code: '語'},
		"Ctrl+X": {'x', Ctrl}, "ctrl+x": {'x', Ctrl}, "Ctrl++": {'+', Ctrl}, "Ctrl+Shift+X": {'x', Ctrl | Shift},
		"Alt+x": {'x', Alt}, "Alt+X": {'X', Alt}, "Alt+Shift+x": {'X', Alt}, "Shift+Ctrl+Alt+a": {'a', Ctrl | Alt | Shift},
		"Space": {Code: ' '}, "Ctrl+Space": {' ', Ctrl}, "Ctrl+@": {' ', Ctrl}, "tab": {Code: Tab}, "Shift+Tab": {Tab, Shift},
		"Ctrl+I": {Code: Tab}, "Ctrl+M": {Code: Enter}, "Ctrl+[": {Code: Esc}, "Ctrl+\\": {'\\', Ctrl}, "Ctrl+_": {'_', Ctrl},
		"PageUp": {Code: PageUp}, "F1": {Code: F1}, "f12": {Code: f12}, "Ctrl+F5": {F1 - 4, Ctrl}, "Shift+Up": {Up, Shift},
	} {
		got, err := ParseStroke(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if again, err := ParseStroke(got.String()); err != nil || again != got {
			t.Errorf("%q is written %q, which is %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "Ctrl", "Ctrl+", "Ctl+x", "xy", "F0", "F13", "F1x", "FF1", "F01", "Shift+5", "\x01", "Ctrl+Ctrl", "\u200b"} {
		if s, err := ParseStroke(text); err == nil {
			t.Errorf("%q is taken for %v", text, s)
		}
	}
}

func TestBind(t *testing.T) {
	b, err := Bind("Ctrl+B", map[string][]string{"zoom": {"Ctrl+Z", "f"}, "quit": {"z"}, "kill": {}, "help": {"1"}, "mouse": {"h"}, "redraw": {"é"}})
	if err != nil {
		t.Fatal(err)
	}
	s := New(b)
	read := func(in string) string { return say(s.Feed([]byte(in))) }
	for in, want := range map[string]string{
		"\x01x": "\x01x", "\x02\x02": verb(Literal), "\x1b[98;5u\x02": verb(Literal),
		"\x02\x1a": verb(Zoom), "\x02f": verb(Zoom), "\x02\x1b[122;5u": verb(Zoom), "\x02z": verb(Quit),
		"\x02x": "", "\x021": verb(Help), "\x022": "<7/1>", "\x02?": "", "\x02h": verb(ToggleMouse), "\x02\x1b[D": verb(FocusLeft),
		"\x02é": verb(Redraw),
	} {
		if got := read(in); got != want {
			t.Errorf("%q gave %q, want %q", in, got, want)
		}
	}
	var help strings.Builder
	for _, row := range b.Rows() {
		help.WriteString(row.Keys + "\t" + row.Text + "\n")
	}
	for _, want := range []string{"Ctrl+Z\tzoom", "z\tquit", "1\tthis help", "Ctrl+B\tsend the prefix", "Left j k l\tfocus left, down, up, right (arrows"} {
		if !strings.Contains(help.String(), want) {
			t.Errorf("the help lacks %q:\n%s", want, &help)
		}
	}
	if strings.Contains(help.String(), "kill") {
		t.Errorf("the help tells of a command without keys:\n%s", &help)
	}
}

func TestRefusedBindings(t *testing.T) {
	for _, c := range []struct {
		prefix string
		bound  map[string][]string
		name   string
		says   string
	}{
		{"x", nil, PrefixName, `"x", which cannot be the prefix`},
		{"Ctrl+I", nil, PrefixName, "cannot be the prefix"},
		{"Ctrl+Shift+A", nil, PrefixName, "cannot be the prefix"},
		{"F1", nil, PrefixName, "cannot be the prefix"},
		{"Strg+A", nil, PrefixName, "is no key"},
		{"", map[string][]string{"zoom": {"f", "Ctl+x"}}, "zoom", `"Ctl+x", which is no key`},
		{"", map[string][]string{"zoom": {"f"}, "quit": {"f"}}, "quit", `"f", which "zoom" has too`},
		{"", map[string][]string{"zoom": {""}}, "zoom", "is no key"},
	} {
		_, err := Bind(c.prefix, c.bound)
		var bad *BindError
		if !errors.As(err, &bad) || bad.Name != c.name || !strings.Contains(bad.Fact, c.says) || strings.Contains(bad.Fact, "\n") {
			t.Errorf("%q %v: %+v", c.prefix, c.bound, err)
		}
	}
}

func FuzzParseStroke(f *testing.F) {
	f.Add("Ctrl+Shift+x")
	f.Add("Alt+F12")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseStroke(text)
		if err != nil {
			return
		}
		if again, err := ParseStroke(s.String()); err != nil || again != s {
			t.Fatalf("%q is %+v, written %q, which is %+v, %v", text, s, s, again, err)
		}
	})
}
