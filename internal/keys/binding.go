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

// Command is one thing that a key after the prefix can do: its name in the
// configuration, what it does, and its keys unless they are bound anew.
type Command struct {
	Name  string
	Text  string
	Usual []string
	Verb  Verb
}

// group is a line of the help: commands that are told together.
type group struct {
	text     string
	extra    string // about the usual keys alone
	commands []Command
}

// UsualPrefix is the prefix unless another one is bound.
const UsualPrefix = "Ctrl+A"

// groups are all commands in the order of the help. That of Literal has the
// prefix for its usual key.
var groups = [...]group{
	{"new window: launch command, shell, one you type", "", []Command{
		{"new_window", "a window with the launch command", []string{"c"}, NewWindow},
		{"new_shell", "a window with a shell", []string{"!"}, NewShell},
		{"prompt", "a window with a command that you type", []string{":"}, Prompt}}},
	{"next, previous window", " (1 to 9: that one)", []Command{
		{"next_window", "the next window", []string{"n"}, NextWindow},
		{"previous_window", "the window before", []string{"p"}, PrevWindow}}},
	{"split the pane: top and bottom, side by side", "", []Command{
		{"split_stacked", "split the pane, top and bottom", []string{`"`}, SplitStacked},
		{"split_side", "split the pane, side by side", []string{"%"}, SplitSide}}},
	{"focus left, down, up, right", " (arrows too)", []Command{
		{"focus_left", "the pane on the left", []string{"h", "Left"}, FocusLeft},
		{"focus_down", "the pane below", []string{"j", "Down"}, FocusDown},
		{"focus_up", "the pane above", []string{"k", "Up"}, FocusUp},
		{"focus_right", "the pane on the right", []string{"l", "Right"}, FocusRight}}},
	{"move the border left, down, up, right", "", []Command{
		{"border_left", "move the border left", []string{"H"}, GrowLeft},
		{"border_down", "move the border down", []string{"J"}, GrowDown},
		{"border_up", "move the border up", []string{"K"}, GrowUp},
		{"border_right", "move the border right", []string{"L"}, GrowRight}}},
	{"zoom the pane, or put it back", "", []Command{
		{"zoom", "zoom the pane, or put it back", []string{"z"}, Zoom}}},
	{"next layout: columns, rows, main pane, tiles", "", []Command{
		{"next_layout", "the next ready-made layout", []string{"Space"}, NextLayout}}},
	{"swap the pane with the one before, after", "", []Command{
		{"swap_previous", "swap the pane with the one before", []string{"{"}, SwapPrev},
		{"swap_next", "swap the pane with the one after", []string{"}"}, SwapNext}}},
	{"rotate the panes", "", []Command{
		{"rotate", "rotate the panes", []string{"Ctrl+O"}, Rotate}}},
	{"last pane, last window", "", []Command{
		{"last_pane", "the pane that had the focus before", []string{";"}, LastPane},
		{"last_window", "the window that was active before", []string{"Tab"}, LastWindow}}},
	{"name the window", "", []Command{
		{"rename_window", "name the window", []string{","}, RenameWindow}}},
	{"move the pane to another window, or its own", "", []Command{
		{"move_pane", "move the pane to another window, or one of its own", []string{"@"}, MovePane}}},
	{"read the pane and copy from it, paste", "", []Command{
		{"copy_mode", "read the pane and copy from it", []string{"["}, CopyMode},
		{"paste", "paste what was copied", []string{"]"}, PasteCopied}}},
	{"kill the pane", "", []Command{
		{"kill", "kill the pane", []string{"x"}, Kill}}},
	{"mouse capture on, off", "", []Command{
		{"mouse", "mouse capture on, off", []string{"m"}, ToggleMouse}}},
	{"redraw the screen", "", []Command{
		{"redraw", "redraw the screen", []string{"r"}, Redraw}}},
	{"this help", "", []Command{
		{"help", "the help", []string{"?"}, Help}}},
	{"quit the session", "", []Command{
		{"quit", "quit the session", []string{"q"}, Quit}}},
	{"send the prefix to the pane", "", []Command{
		{"send_prefix", "send the prefix to the pane", nil, Literal}}},
}

// Commands are all commands that keys can be bound to, in the order of the help.
func Commands() []Command {
	var all []Command
	for _, g := range groups {
		all = append(all, g.commands...)
	}
	return all
}
