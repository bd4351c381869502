package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// grammar makes output that goes to the corners of an emulator more often than
// programs do. Where xterm.js is alone with what it does when two things meet,
// an output has one of them or the other.
type grammar struct {
	*rand.Rand
	wide   bool // wide characters, but no backgrounds and nothing that inserts
	wraps  bool // no change of autowrap, else nothing that erases from the cursor on
	tabs   bool // changes of the tab stops, else of the screen
	origin bool // the origin mode, but no cursor that moves from where it is or is restored
}

func newGrammar(seed uint64) grammar {
	return grammar{Rand: rand.New(rand.NewPCG(seed, 1)), wide: seed%2 == 0, wraps: seed%4 != 1, tabs: seed%8 < 4, origin: seed%16 > 12}
}

// output is up to longest words.
func (g grammar) output(longest int) []string {
	words := make([]string, 1+g.IntN(longest))
	for i := range words {
		for words[i] = g.word(); g.avoids(words[i]); {
			words[i] = g.word()
		}
	}
	return words
}

var (
	background = regexp.MustCompile(`\x1b\[[0-9;:]*\b(48|4[0-7]|10[0-7])[;:m]`)
	setsWrap   = regexp.MustCompile(`\x1b\[\?7[hl]`)
	inserts    = regexp.MustCompile(`\x1b\[[0-9;]*@|\x1b\[4h`)
	erases     = regexp.MustCompile(`\x1b\[\??[0-9;]*[JK]`)
	setsTabs   = regexp.MustCompile(`\x1b\[[0-9;]*g|\x1bH`)
	setsScreen = regexp.MustCompile(`\x1b\[\?(47|1047|1049)[hl]`)
	setsOrigin = regexp.MustCompile(`\x1b\[\?6[hl]`)
	moves      = regexp.MustCompile("\x1b\\[[0-9;: ]*`" + `|\x1b\[[0-9;: ]*[ABCDEFGLMZaesu]|\x1b[78]|\x1b\[\?(7|1048|1049)[hl]|\x1b\[!p|\x1b\[\??1[0-9;]*J`)
)

// avoids tells whether a word does not belong into the output.
func (g grammar) avoids(word string) bool {
	return g.wide && (background.MatchString(word) || inserts.MatchString(word)) ||
		g.wraps && setsWrap.MatchString(word) || !g.wraps && erases.MatchString(word) ||
		g.tabs && setsScreen.MatchString(word) || !g.tabs && setsTabs.MatchString(word) ||
		g.origin && moves.MatchString(word) || !g.origin && setsOrigin.MatchString(word)
}

func (g grammar) word() string {
	switch n := g.IntN(100); {
	case n < 25:
		return g.text()
	case n < 40:
		return g.pick(controls)
	case n < 70:
		return g.control()
	case n < 85:
		return "\x1b[" + g.rendition() + "m"
	case n < 92:
		return g.mode()
	}
	return g.pick(strange)
}

func (g grammar) pick(from []string) string { return from[g.IntN(len(from))] }

func (g grammar) text() string {
	switch n := g.IntN(6); {
	case n == 0:
		return g.pick(narrow)
	case n == 1 && g.wide:
		return g.pick(wide)
	}
	run := make([]byte, 1+g.IntN(12))
	for i := range run {
		run[i] = byte('a' + g.IntN(26))
	}
	return string(run)
}

var wide = []string{
	"語", "日本語", "ㅎ한글", "ｗｉｄｅ", "👩", "👩‍👩‍👧‍👦", "🇬🇧", "🇬🇧🇫🇷", "❤\ufe0f", "1\ufe0f\u20e3", "👍🏽", "𠀀",
}

var narrow = []string{
	"e\u0301", "o\u0308\u0304", "\u0301", "é", "ß", "❤", "\u200d", "क्ष", "กำ", "┌─┐", "█▀", "\u00a0", "‘", "…", " ", "   ", "lqqk", "\ufffd",
	"𝒳", "ไทย", "עב", "الع",
}

var controls = []string{
	"\r", "\n", "\r\n", "\b", "\t", "\v", "\f", "\x0e", "\x0f", "\x07", "\x00", "\x7f",
	"\x1b7", "\x1b8", "\x1bD", "\x1bM", "\x1bE", "\x1bH", "\x1b=", "\x1b>", "\x1b)0", "\x1b(0", "\x1b(B", "\x1b*0", "\x1bn", "\x1b#8", "\x1bc",
}

// strange is what is to be swallowed, or survived.
var strange = []string{
	"\x1b]0;a title\x07", "\x1b]2;語\x1b\\", "\x1b]8;id=1;http://example.org/\x1b\\", "\x1b]8;;\x1b\\", "\x1b]52;c;aGVsbG8=\x07",
	"\x1b]9999;what\x1b\\", "\x1b]", "\x1b\\", "\x1bP$qm\x1b\\", "\x1bPwhat\x1b\\", "\x1b_apc\x1b\\", "\x1b^pm\x1b\\", "\x1bXsos\x1b\\",
	"\x1b[", "\x1b[1;2", "\x18", "\x1a", "\x1b[1\n2C", "\x1b[3\x1b[2C", "\x1b[<1;2;3M", "\x1b[?", "\x1b[12", "\x1b[!p", "\x1b[ q", "\x1b[4 q",
	"\x1b[?1;2c", "\x1b[6n", "\x1b[c", "\x1b[>c", "\x1b[18t", "\x1b[22t", "\x1b[?2026$p", "\x1b[99999999999C", "\x1b[1:2C", "\x1b[;;;;;;m",
	"\x1b[-1A", "\x1b[>4;1m", "\x1b[?4m", "\x1b[=1;1u", "\x1b[>1u", "\x1b[<u",
}

// control is a control sequence that moves, erases or edits.
func (g grammar) control() string {
	final := "@ABCDEFGHIJKLMPSTXZ`abdefgrsu"[g.IntN(29)]
	prefix := ""
	if final == 'J' || final == 'K' {
		prefix = g.pick([]string{"", "", "", "?"})
	}
	params := make([]string, g.IntN(3))
	for i := range params {
		params[i] = g.number()
	}
	return "\x1b[" + prefix + strings.Join(params, ";") + string(final)
}

// number is a parameter, mostly one that lies on a small screen.
func (g grammar) number() string {
	switch n := g.IntN(20); {
	case n < 2:
		return ""
	case n == 2:
		return fmt.Sprint(g.IntN(300))
	}
	return fmt.Sprint(g.IntN(10))
}

func (g grammar) rendition() string {
	codes := make([]string, g.IntN(4))
	for i := range codes {
		codes[i] = g.code()
	}
	return strings.Join(codes, ";")
}

func (g grammar) code() string {
	channel := func() int { return g.IntN(256) }
	base := g.pick([]string{"38", "58", "48"})
	switch g.IntN(12) {
	case 0:
		return fmt.Sprintf("%s;5;%d", base, channel())
	case 1:
		return fmt.Sprintf("%s;2;%d;%d;%d", base, channel(), channel(), channel())
	case 2:
		return fmt.Sprintf("%s:2::%d:%d:%d", base, channel(), channel(), channel())
	case 3:
		return fmt.Sprintf("%s:5:%d", base, channel())
	case 4:
		return fmt.Sprintf("4:%d", g.IntN(6))
	case 5, 6:
		return fmt.Sprint(g.pick([]string{"3", "9"}), g.IntN(8))
	case 7:
		return fmt.Sprint(g.pick([]string{"4", "10"}), g.IntN(8))
	}
	return g.pick([]string{"", "0", "1", "2", "3", "4", "5", "7", "8", "9", "10", "21", "22", "23", "24", "25", "27", "28", "29",
		"39", "49", "53", "55", "59", "75"})
}

func (g grammar) mode() string {
	mode := g.pick([]string{"4", "20", "?1", "?6", "?25", "?47", "?1000", "?1004", "?1047", "?1048", "?1049", "?2004", "?2026", "?7", "?7"})
	return "\x1b[" + mode + g.pick([]string{"h", "l"})
}
