package vt

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The kitty keyboard protocol: progressive enhancement.
func TestKittyKeyboard(t *testing.T) {
	cases := []struct {
		name, input string
		flags       uint8
		reply       string
	}{
		{"nothing asked for", "\x1b[?u", 0, "\x1b[?0u"},
		{"pushed", "\x1b[>1u\x1b[?u", 1, "\x1b[?1u"},
		{"pushed without flags", "\x1b[>5u\x1b[>u\x1b[?u", 0, "\x1b[?0u"},
		{"pushed twice, popped once", "\x1b[>1u\x1b[>7u\x1b[<u\x1b[?u", 1, "\x1b[?1u"},
		{"popped by number", "\x1b[>1u\x1b[>2u\x1b[>4u\x1b[<2u\x1b[?u", 1, "\x1b[?1u"},
		{"popped by 0 is by 1", "\x1b[>1u\x1b[<0u\x1b[?u", 0, "\x1b[?0u"},
		{"popped too often", "\x1b[>1u\x1b[<9u\x1b[?u", 0, "\x1b[?0u"},
		{"set over nothing, popped", "\x1b[=3u\x1b[<u\x1b[?u", 0, "\x1b[?0u"},
		{"set", "\x1b[>1u\x1b[=12u\x1b[?u", 12, "\x1b[?12u"},
		{"set, all", "\x1b[>1u\x1b[=12;1u\x1b[?u", 12, "\x1b[?12u"},
		{"some added", "\x1b[>1u\x1b[=12;2u\x1b[?u", 13, "\x1b[?13u"},
		{"some taken away", "\x1b[>15u\x1b[=5;3u\x1b[?u", 10, "\x1b[?10u"},
		{"set in an unknown way", "\x1b[>1u\x1b[=12;4u\x1b[?u", 1, "\x1b[?1u"},
		{"flags that nobody knows", "\x1b[>65535u\x1b[?u", 31, "\x1b[?31u"},
		{"another screen", "\x1b[>1u\x1b[?1049h\x1b[?u", 0, "\x1b[?0u"},
		{"and back", "\x1b[>1u\x1b[?1049h\x1b[>9u\x1b[?1049l\x1b[?u", 1, "\x1b[?1u"},
		{"each keeps its own", "\x1b[?47h\x1b[>9u\x1b[?47l\x1b[?47h\x1b[?u", 9, "\x1b[?9u"},
		{"reset", "\x1b[>1u\x1b[?1049h\x1b[>9u\x1bc\x1b[?u", 0, "\x1b[?0u"},
		{"reset of the other screen", "\x1b[>1u\x1b[?1049h\x1bc\x1b[<u\x1b[?1049h\x1b[?u", 0, "\x1b[?0u"},
		{"SCORC is another thing", "\x1b[s\x1b[>1u\x1b[u\x1b[?u", 1, "\x1b[?1u"},
		{"as Claude Code asks", "\x1b[?u\x1b[>5u\x1b[>4;2m\x1b[>4m\x1b[<u", 0, "\x1b[?0u"},
		{"as Codex asks", "\x1b[>7u\x1b[?u\x1b[>7u\x1b[<1u\x1b[<1u", 0, "\x1b[?7u"},
		{"a stack without end", strings.Repeat("\x1b[>1u", 1000) + "\x1b[?u", 1, "\x1b[?1u"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := fed(t, 10, 4, c.input)
			if got := term.Modes().Kitty; got != c.flags {
				t.Errorf("flags %d, want %d", got, c.flags)
			}
			if got := string(term.TakeReplies()); got != c.reply {
				t.Errorf("replies %q, want %q", got, c.reply)
			}
			if got := screenOf(term); got != "" {
				t.Errorf("printed %q", got)
			}
		})
	}
}

// The flags are those of a stack that keeps the newest entries.
func TestKittyKeyboardIsAStack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		term, model := New(5, 3, 0), []uint8{0}
		for range rapid.IntRange(0, 60).Draw(r, "steps") {
			n := rapid.IntRange(0, 31).Draw(r, "n")
			if rapid.Bool().Draw(r, "push") {
				fmt.Fprintf(term, "\x1b[>%du", n)
				model = append(model, uint8(n))
				model = model[max(0, len(model)-maxKeyStack-1):]
			} else {
				n = n/8 + 1
				fmt.Fprintf(term, "\x1b[<%du", n)
				model = model[:max(0, len(model)-n)]
				if len(model) == 0 {
					model = []uint8{0}
				}
			}
			if got, want := term.Modes().Kitty, model[len(model)-1]; got != want {
				r.Fatalf("flags %d, want %d of %v", got, want, model)
			}
		}
	})
}

// xterm's ctlseqs: XTQMODKEYS.
func TestOtherKeysAreTold(t *testing.T) {
	term := fed(t, 9, 3, "\x1b[?4m\x1b[>4;1m\x1b[?4m\x1b[?1m\x1b[!p\x1bc\x1b[?4m")
	if got, want := string(term.TakeReplies()), "\x1b[>4;0m\x1b[>4;1m\x1b[>4;0m"; got != want {
		t.Errorf("replies %q, want %q", got, want)
	}
}

// The terminal working group's mode 2048: the size at once and after a change.
func TestSizeReports(t *testing.T) {
	term := fed(t, 10, 4, "\x1b[?2048h")
	if got, want := string(term.TakeReplies()), "\x1b[48;4;10;0;0t"; got != want {
		t.Errorf("at once %q, want %q", got, want)
	}
	term.Resize(20, 5)
	if got, want := string(term.EncodeSize()), "\x1b[48;5;20;0;0t"; got != want {
		t.Errorf("after a change %q, want %q", got, want)
	}
	feed(t, term, "\x1b[?2048l")
	if got := append(term.TakeReplies(), term.EncodeSize()...); len(got) != 0 {
		t.Errorf("unasked: %q", got)
	}
}

// paper is a terminal with dark text on white.
var paper = Colors{Foreground: RGB(0x11, 0x22, 0x33), Background: RGB(0xff, 0xff, 0xfe), ANSI: [16]Color{1: RGB(0xaa, 0xbb, 0xcc)}}

// xterm's ctlseqs (OSC 4, 10 to 12) and CSI ? 996 n.
func TestColorsAreTold(t *testing.T) {
	cases := []struct {
		name   string
		colors Colors
		input  string
		want   string
	}{
		{"usual", Colors{}, "\x1b]10;?\x07\x1b]11;?\x1b\\\x1b]12;?\x07", "\x1b]10;rgb:e5e5/e5e5/e5e5\x1b\\\x1b]11;rgb:0000/0000/0000\x1b\\\x1b]12;rgb:e5e5/e5e5/e5e5\x1b\\"},
		{"the terminal's", paper, "\x1b]10;?\x07\x1b]11;?\x07\x1b]12;?\x07", "\x1b]10;rgb:1111/2222/3333\x1b\\\x1b]11;rgb:ffff/ffff/fefe\x1b\\\x1b]12;rgb:1111/2222/3333\x1b\\"},
		{"two in one", paper, "\x1b]10;?;?\x07", "\x1b]10;rgb:1111/2222/3333\x1b\\\x1b]11;rgb:ffff/ffff/fefe\x1b\\"},
		{"beyond the cursor's", paper, "\x1b]12;red;?;?\x07", ""},
		{"palette", paper, "\x1b]4;1;?;0;?\x07\x1b]4;16;?;231;?;110;?;244;?\x07", "\x1b]4;1;rgb:aaaa/bbbb/cccc\x1b\\\x1b]4;0;rgb:0000/0000/0000\x1b\\" +
			"\x1b]4;16;rgb:0000/0000/0000\x1b\\\x1b]4;231;rgb:ffff/ffff/ffff\x1b\\\x1b]4;110;rgb:8787/afaf/d7d7\x1b\\\x1b]4;244;rgb:8080/8080/8080\x1b\\"},
		{"no palette", paper, "\x1b]4;256;?;-1;?;x;?;7\x07\x1b]4\x07\x1b]4;;?\x07", ""},
		{"setting and resetting change nothing", paper, "\x1b]11;#000000\x07\x1b]4;1;red\x07\x1b]104\x07\x1b]110\x07\x1b]111\x07\x1b]112\x07\x1b]11;?\x07", "\x1b]11;rgb:ffff/ffff/fefe\x1b\\"},
		{"scheme, dark", Colors{}, "\x1b[?996n", "\x1b[?997;1n"},
		{"scheme, light", paper, "\x1b[?996n", "\x1b[?997;2n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			term := New(10, 3, 0)
			term.SetColors(c.colors)
			feed(t, term, c.input+"x")
			if got := string(term.TakeReplies()); got != c.want {
				t.Errorf("replies %q, want %q", got, c.want)
			}
			if got := screenOf(term); got != "x" {
				t.Errorf("screen %q", got)
			}
		})
	}
}

// A question about colours waits for them, and what is asked next with it.
func TestAnswersWaitForTheColors(t *testing.T) {
	term := New(10, 3, 0)
	term.HoldColors()
	feed(t, term, "\x1b[5n\x1b]11;?\x07\x1b[c\x1b[6n\x1b[?996n")
	if got := string(term.TakeReplies()); got != "\x1b[0n" {
		t.Errorf("before they are known: %q", got)
	}
	term.SetColors(paper)
	if got, want := string(term.TakeReplies()), "\x1b]11;rgb:ffff/ffff/fefe\x1b\\\x1b[?62;22;52c\x1b[1;1R\x1b[?997;2n"; got != want {
		t.Errorf("then %q, want %q", got, want)
	}
	feed(t, term, "\x1b[5n")
	if got := string(term.TakeReplies()); got != "\x1b[0n" {
		t.Errorf("afterwards %q", got)
	}
	term.HoldColors()
	feed(t, term, strings.Repeat("\x1b]11;?\x07", 10_000))
	term.SetColors(paper)
	if got := len(term.TakeReplies()); got > maxReplies {
		t.Errorf("%d bytes for a program that asks without end", got)
	}
}

// Mode 2031: a program hears of a change between dark and light, and only that.
func TestSchemeReports(t *testing.T) {
	term := fed(t, 10, 3, "\x1b[?2031h")
	for _, step := range []struct {
		colors Colors
		want   string
	}{{Colors{}, ""}, {paper, "\x1b[?997;2n"}, {paper, ""}, {Colors{Background: RGB(20, 20, 40)}, "\x1b[?997;1n"}} {
		term.SetColors(step.colors)
		if got := string(term.TakeReplies()); got != step.want {
			t.Errorf("%+v: %q, want %q", step.colors, got, step.want)
		}
	}
	feed(t, term, "\x1b[?2031l")
	term.SetColors(paper)
	if got := term.TakeReplies(); got != nil {
		t.Errorf("unasked: %q", got)
	}
}

// DEC STD 070 (sixel), the kitty graphics protocol (APC G), iTerm2 (OSC 1337)
// and what else stands in a control string: nothing of it is printed or told.
func TestGraphicsAndMarksAreSwallowedWhole(t *testing.T) {
	for name, input := range map[string]string{
		"sixel":              "\x1bPq#0;2;0;0;0#0~~@@vv@@~~$-\x1b\\",
		"sixel with a size":  "\x1bP0;1;0q\"1;1;90;90#1!90~\x1b\\",
		"kitty graphics":     "\x1b_Gi=31337,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
		"kitty, in two":      "\x1b_Ga=T,m=1;" + strings.Repeat("QUJD", 1024) + "\x1b\\\x1b_Gm=0;QQ==\x1b\\",
		"iTerm2 image":       "\x1b]1337;File=inline=1:" + strings.Repeat("QUJD", 5000) + "\x07",
		"working directory":  "\x1b]7;file://host/tmp/a%20b\x1b\\",
		"marks of a prompt":  "\x1b]133;A\x07\x1b]133;B\x07\x1b]133;C\x1b\\\x1b]133;D;0\x1b\\",
		"state of an agent":  "\x1b]7501;state=blocked:app=codex:kind=permission\x1b\\",
		"text of a size":     "\x1b]66;s=2; \x1b\\",
		"shape of a pointer": "\x1b]22;pointer\x07",
		"user-defined keys":  "\x1bP0;1|17/61\x1b\\",
	} {
		t.Run(name, func(t *testing.T) {
			term := fed(t, 20, 4, "a"+input+"b")
			if got := screenOf(term); got != "ab" {
				t.Errorf("screen %q", got)
			}
			if replies, signals := term.TakeReplies(), term.TakeSignals(); replies != nil || signals != nil {
				t.Errorf("replies %q, signals %v", replies, signals)
			}
		})
	}
}
