package keys

// Verb is what a key after the prefix asks for.
type Verb uint8

// The verbs.
const (
	Literal      Verb = iota + 1 // the prefix itself, for the pane
	NewWindow                    // a window with the launch command
	NewShell                     // a window with the default shell
	Prompt                       // ask for a command
	NextWindow                   // the next window, wrapping
	PrevWindow                   // the window before, wrapping
	SelectWindow                 // window Action.Window
	SplitStacked                 // the focused pane, top and bottom
	SplitSide                    // the focused pane, side by side
	FocusLeft                    // the nearest pane on that side
	FocusDown
	FocusUp
	FocusRight
	GrowLeft // move a border of the focused pane to that side
	GrowDown
	GrowUp
	GrowRight
	LastWindow   // the window that was active before
	LastPane     // the pane that had the focus before
	RenameWindow // ask for the window's name
	SwapPrev     // the focused pane with the one before
	SwapNext     // the focused pane with the one after
	Rotate       // every pane one place on
	NextLayout   // the next ready-made arrangement
	MovePane     // ask for the window to move the focused pane to
	CopyMode     // read the focused pane
	PasteCopied  // what was copied last, into the focused pane
	Zoom         // toggle the zoom of the focused pane
	Kill         // the focused pane
	ToggleMouse  // mouse capture
	Redraw       // the whole screen anew
	Help         // the list of bindings
	Quit         // the session, on purpose
)

// Binding is one entry of the table: the keys after the prefix, as the help
// shows them, and what they do.
type Binding struct {
	Keys string
	Text string
	acts []act
}

type act struct {
	key  byte
	verb Verb
}

// Bindings is the table of all bindings, in the order in which the help lists
// them.
func Bindings() []Binding { return bindings[:] }

// PrefixName is how the prefix is written for people.
const PrefixName = "Ctrl+A"

const prefix = 0x01

var bindings = [...]Binding{
	{"c ! :", "new window: launch command, shell, one you type", []act{
		{'c', NewWindow}, {'!', NewShell}, {':', Prompt}}},
	{"n p", "next, previous window (1 to 9: that one)", []act{{'n', NextWindow}, {'p', PrevWindow}}},
	{`" %`, "split the pane: top and bottom, side by side", []act{{'"', SplitStacked}, {'%', SplitSide}}},
	{"h j k l", "focus left, down, up, right (arrows too)", []act{
		{'h', FocusLeft}, {'j', FocusDown}, {'k', FocusUp}, {'l', FocusRight}}},
	{"H J K L", "move the border left, down, up, right", []act{
		{'H', GrowLeft}, {'J', GrowDown}, {'K', GrowUp}, {'L', GrowRight}}},
	{"z", "zoom the pane, or put it back", []act{{'z', Zoom}}},
	{"Space", "next layout: columns, rows, main pane, tiles", []act{{' ', NextLayout}}},
	{"{ }", "swap the pane with the one before, after", []act{{'{', SwapPrev}, {'}', SwapNext}}},
	{"Ctrl+O", "rotate the panes", []act{{0x0f, Rotate}}},
	{"; Tab", "last pane, last window", []act{{';', LastPane}, {'\t', LastWindow}}},
	{",", "name the window", []act{{',', RenameWindow}}},
	{"@", "move the pane to another window, or its own", []act{{'@', MovePane}}},
	{"[ ]", "read the pane and copy from it, paste", []act{{'[', CopyMode}, {']', PasteCopied}}},
	{"x", "kill the pane", []act{{'x', Kill}}},
	{"m", "mouse capture on, off", []act{{'m', ToggleMouse}}},
	{"r", "redraw the screen", []act{{'r', Redraw}}},
	{"?", "this help", []act{{'?', Help}}},
	{"q", "quit the session", []act{{'q', Quit}}},
	{"Ctrl+A", "send one Ctrl+A to the pane", []act{{prefix, Literal}}},
}

// lookup is the action of key after the prefix, if it has one.
func lookup(key byte) (Action, bool) {
	if key >= '1' && key <= '9' {
		return Action{Verb: SelectWindow, Window: int(key - '1')}, true
	}
	for _, b := range bindings {
		for _, a := range b.acts {
			if a.key == key {
				return Action{Verb: a.verb}, true
			}
		}
	}
	return Action{}, false
}

// arrow is the action of an arrow key after the prefix, by the last byte of
// its sequence.
func arrow(final byte) (Action, bool) {
	switch final {
	case 'A':
		return Action{Verb: FocusUp}, true
	case 'B':
		return Action{Verb: FocusDown}, true
	case 'C':
		return Action{Verb: FocusRight}, true
	case 'D':
		return Action{Verb: FocusLeft}, true
	}
	return Action{}, false
}
