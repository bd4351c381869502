package oracle_test

import (
	"regexp"
	"testing"

	"atrium/internal/oracle"
)

// difference is something in which we are not as xterm.js is, on purpose.
type difference struct {
	example string // shows it on a screen of 6 by 3; "" when xterm.js breaks down over it
	why     string // who else does as we do
	output  *regexp.Regexp
	instead string // what generated output has in its place, so that both agree
}

// differences is all of them. What is generated avoids them; each is shown by
// its example, so that none outlives its reason.
var differences = []difference{
	{
		example: "\x1b[S",
		why:     "SU: the line goes to the scrollback, as in xterm and tmux; see play.scrollback",
	},
	{
		example: "\x1b[41m\x1b[T",
		why:     "SD: the new line has the background of the pen, as in xterm and all of its descriptions (bce)",
		output:  regexp.MustCompile(`\x1b\[[0-9]*T`),
		instead: "\x1b[49m$0",
	},
	{
		example: "a\x1b[1;1T",
		why:     "CSI T with several parameters is xterm's highlight tracking",
		output:  regexp.MustCompile(`\x1b\[[0-9]*;[0-9;]*T`),
		instead: "",
	},
	{
		example: "a\x1b[1 A",
		why:     "SR, SL: no description of a terminal has them",
		output:  regexp.MustCompile(`\x1b\[[0-9;]* [@A]`),
		instead: "",
	},
	{
		example: "\x1b[41m\x1b#8",
		why:     "DECALN: the pattern is plain and ends the scroll region, as in xterm",
		output:  regexp.MustCompile(`\x1b#8`),
		instead: "\x1b[m\x1b[r\x1b[?6l$0",
	},
	{
		example: "\x1b[?47ha\x1b[?47l\x1b[?47h",
		why:     "mode 47: the alternate screen is shown as it was left, as in xterm",
		output:  regexp.MustCompile(`\x1b\[\?(47|1047)h`),
		instead: "\x1b[49m$0\x1b[2J",
	},
	{
		example: "\u0301",
		why:     "a mark without anything to stand on is left out, as in tmux",
		output:  regexp.MustCompile("(^|[\x00-\x7f])([\u0301\u0308\u200d])"),
		instead: "$1\x1b[oe$2",
	},
	{
		example: "\x1b[41mabcdef\x1b[Z",
		why:     "CBT: it goes back from the last column also when a wrap is pending, as in xterm",
		output:  regexp.MustCompile(`\x1b\[[0-9;]*Z`),
		instead: "\x1b[C$0",
	},
	{
		example: "a\x1b[m\x1b[b",
		why:     "REP: a change of the rendition does not part the character from its repetition",
	},
	{
		example: "a\x1b[99b",
		why:     "REP: not more than the screen holds",
		output:  regexp.MustCompile(`\x1b\[[0-9;]*b`),
		instead: "\x1b[ox\x1b[2b",
	},
	{
		example: "\x1b[?1049habc\x1b[?1049h",
		why:     "mode 1049: the alternate screen is cleared also when it was shown before, as in xterm",
		output:  regexp.MustCompile(`\x1b\[\?1049h`),
		instead: "$0\x1b[2J",
	},
	{
		example: "\x1b7\x1b[4;58:5:1m\x1b8\x1b[4m",
		why:     "DECRC: the colour of the underline comes back with the rest of the pen",
		output:  regexp.MustCompile(`\x1b8|\x1b\[[0-9;]*u|\x1b\[\?(1048|1049)l`),
		instead: "$0\x1b[24;59m\x0f\x1b(B\x1b)B\x1b*B",
	},
	{
		example: "\x0e\x1b8\x1b(0x",
		why:     "DECRC: the character sets come back, as in xterm",
	},
	{
		example: "\x1b[2r\x1b[?6h\x1b8",
		why:     "DECRC: the origin mode comes back, as in xterm; see grammar.origin",
	},
	{
		example: "\x1b[2r\x1b[?6h\x1b[C",
		why:     "DECOM: a cursor that moves to the side stays in its line; see grammar.origin",
	},
	{
		example: "\x1b[?47h\x1b[3G\x1bH\x1b[?47l\r\t",
		why:     "both screens have the same tab stops, as in xterm; see grammar.tabs",
	},
	{
		example: "abcdef\x1b[!p",
		why:     "DECSTR: no wrap is pending after it",
		output:  regexp.MustCompile(`\x1b\[!p`),
		instead: "\x1b[C$0",
	},
	{
		example: "\x1b[20h\x1bca\n",
		why:     "RIS: a line feed is one again, as in xterm",
		output:  regexp.MustCompile(`\x1bc`),
		instead: "\x1b[20l$0",
	},
	{
		example: "\x1b[1;2r\x1b[2d\x1b[e",
		why:     "VPR: it stops at the foot of the region, as CUD does",
		output:  regexp.MustCompile(`(\x1b\[[0-9;]*)e`),
		instead: "${1}B",
	},
	{
		example: "\x1b[2r\x1b[1Habcdef\x1b[L",
		why:     "IL, DL: outside the region nothing happens, as in xterm; a pending wrap stays",
		output:  regexp.MustCompile(`\x1b\[[0-9;]*[LM]`),
		instead: "\x1b[C$0",
	},
	{
		why:     "ED 1 in the last cell of all is no reason to break down",
		output:  regexp.MustCompile(`\x1b\[\??0*1(;[0-9;]*)?J`),
		instead: "\x1b[D$0",
	},
	{
		example: "\x1b[?45habcdefg\b\b",
		why:     "mode 45, to go back over the start of a line, is not known; DECRQM says so",
	},
	{
		example: "語\x1b[2G\x1b[2@",
		why:     "a wide character that is cut in two leaves no half; see grammar.wide",
	},
	{
		example: "\x1b[4hab\r1\ufe0f\u20e3",
		why:     "IRM: there is room made for all of a character; see grammar.wide",
	},
	{
		example: "\x1b[?7labcdefg\x1b[?7h",
		why:     "without autowrap no wrap is pending, as in xterm; see grammar.wraps",
		output:  regexp.MustCompile(`\x1b\[\?7h`),
		instead: "\x1b[C$0",
	},
	{
		example: "abcdef\x1b7\x1b8",
		why:     "DECRC: a pending wrap comes back, as in xterm",
		output:  regexp.MustCompile(`\x1b7|\x1b\[[0-9;]*s|\x1b\[\?(1048|1049)h`),
		instead: "\x1b[C$0",
	},
	{
		example: "\x1b[2H\x1b7\x1b[3H\n\x1b8",
		why:     "DECRC: the cursor comes back to its place on the screen, whatever scrolled; see play.scrollback",
	},
	{
		example: "\x1b[?7l語語語語",
		why:     "without autowrap a wide character that has no room changes nothing; see grammar.mode",
	},
	{
		example: "\x1b[6G❤\ufe0f",
		why:     "what would make a character too wide for its line is left out, so that it stays where it was drawn",
		output:  regexp.MustCompile("❤\ufe0f|1\ufe0f|🇬🇧|🇫🇷"),
		instead: "\x1b[o\r$0",
	},
	{
		example: "語\x1b[2G\x1b[41m",
		why:     "the other half of a wide character that was drawn over has the background of nothing, as in tmux; see grammar.wide",
	},
	{
		example: "\x1bc\n\n\n\n\x1bc",
		why:     "RIS: the scrollback stays, as it is the operator's; see play.scrollback",
	},
	{
		example: "\x1b[1;2é",
		why:     "a character that is no part of a control sequence ends it and is shown, as in VTE",
		output:  regexp.MustCompile(`(\x1b\[[\x00-\x1a\x1c-?\x7f]*)([^\x00-\x7f])`),
		instead: "${1}o$2",
	},
	{
		example: "\x1b[6m",
		why:     "SGR 6 blinks, as in tmux",
	},
	{
		example: "🇬",
		why:     "half a flag is as wide as a flag, so that nothing moves when the other half comes",
	},
	{
		example: "\x1b[38;58;5m",
		why:     "SGR: what does not begin a colour is not taken for a part of one",
	},
}

// agreeing is output without what is listed.
func agreeing(output string) string {
	for _, d := range differences {
		if d.output != nil {
			output = d.output.ReplaceAllString(output, d.instead)
		}
	}
	return output
}

func TestListedDifferences(t *testing.T) {
	t.Parallel()
	xterm := oracle.Start(t)
	for _, d := range differences {
		if d.example == "" {
			continue
		}
		p := newPair(xterm, 6, 3, 10)
		p.write([]byte(d.example + "x"))
		if p.diff() == "" {
			t.Errorf("%q: there is no difference: %s", d.example, d.why)
		}
		if d.output == nil {
			continue
		}
		p = newPair(xterm, 6, 3, 10)
		p.write([]byte(agreeing(d.example)))
		if diff := p.diff(); diff != "" {
			t.Errorf("%q, which should avoid %q: %s", agreeing(d.example), d.example, diff)
		}
	}
}
