package term

import (
	"os"

	"golang.org/x/sys/windows"
	"golang.org/x/term"
)

// rawMode is the console modes that Open replaced.
type rawMode struct {
	in    int
	saved *term.State
	out   windows.Handle
	modes uint32
}

func startRaw(in, out *os.File) (*rawMode, error) {
	m := &rawMode{in: int(in.Fd()), out: windows.Handle(out.Fd())}
	if err := windows.GetConsoleMode(m.out, &m.modes); err != nil {
		return nil, err
	}
	saved, err := term.MakeRaw(m.in)
	if err != nil {
		return nil, err
	}
	m.saved = saved
	if err := m.sequences(); err != nil {
		_ = term.Restore(m.in, saved)
		return nil, err
	}
	return m, nil
}

// sequences makes the console follow escape sequences.
func (m *rawMode) sequences() error {
	return windows.SetConsoleMode(m.out, m.modes|windows.ENABLE_PROCESSED_OUTPUT|
		windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING|windows.DISABLE_NEWLINE_AUTO_RETURN)
}

// again makes the terminal raw once more.
func (m *rawMode) again() {
	_, _ = term.MakeRaw(m.in)
	_ = m.sequences()
}

// stop puts back what was. A failure means that the console is gone.
func (m *rawMode) stop() {
	_ = term.Restore(m.in, m.saved)
	_ = windows.SetConsoleMode(m.out, m.modes)
}

// lineMode is the console mode that a Question replaced.
type lineMode struct {
	in    windows.Handle
	saved uint32
}

// startLine gives whole lines with echo. Ctrl+C ends the read without a line,
// which counts as no answer.
func startLine(in, _ *os.File) (*lineMode, error) {
	m := &lineMode{in: windows.Handle(in.Fd())}
	if err := windows.GetConsoleMode(m.in, &m.saved); err != nil {
		return nil, err
	}
	line := uint32(windows.ENABLE_LINE_INPUT | windows.ENABLE_ECHO_INPUT | windows.ENABLE_PROCESSED_INPUT)
	if err := windows.SetConsoleMode(m.in, line); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *lineMode) stop() { _ = windows.SetConsoleMode(m.in, m.saved) }

// discardInput throws away what was typed and not read yet.
func discardInput(in *os.File) { _ = windows.FlushConsoleInputBuffer(windows.Handle(in.Fd())) }

// discardOutput has nothing to do: a console takes what is written at once.
func discardOutput(*os.File) {}
