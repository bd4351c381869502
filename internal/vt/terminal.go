package vt

// Terminal is the emulator of one pane.
type Terminal struct{ main grid }

type grid struct{ rows []Row }

// New makes a terminal of cols by rows cells that keeps up to scrollback lines.
func New(cols, rows, scrollback int) *Terminal {
	t := &Terminal{}
	t.Resize(cols, rows)
	return t
}

func (t *Terminal) Write(p []byte) (int, error) { return len(p), nil }
func (t *Terminal) Resize(cols, rows int) {
	t.main.rows = make([]Row, max(rows, 1))
	for y := range t.main.rows {
		t.main.rows[y].Cells = make([]Cell, max(cols, 1))
	}
}
func (t *Terminal) Size() (cols, rows int)      { return len(t.main.rows[0].Cells), len(t.main.rows) }
func (t *Terminal) Row(y int) Row               { return t.main.rows[y] }
func (r Row) Clone() Row                        { return r }
func (r Row) Text() string                      { return "" }
func (t *Terminal) Text() string                { return "" }
func (t *Terminal) Cursor() Cursor              { return Cursor{} }
func (t *Terminal) Modes() Modes                { return Modes{} }
func (t *Terminal) Title() string               { return "" }
func (t *Terminal) Painted() bool               { return false }
func (t *Terminal) TakeReplies() []byte         { return nil }
func (t *Terminal) TakeSignals() []Signal       { return nil }
func (t *Terminal) TakeDirty(dst []int) []int   { return dst }
func (t *Terminal) MarkAllDirty()               {}
func (t *Terminal) SyncOpen() bool              { return false }
func (t *Terminal) EndSync()                    {}
func (t *Terminal) ScrollbackLen() int          { return 0 }
func (t *Terminal) ScrollbackRow(i int) Row     { return Row{} }
func (t *Terminal) EncodePaste(p []byte) []byte { return p }
func (t *Terminal) EncodeFocus(in bool) []byte  { return nil }
func (t *Terminal) EncodeMouse(button int, x, y int, press, motion bool) []byte {
	return nil
}
