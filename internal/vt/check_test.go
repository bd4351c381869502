package vt

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"github.com/clipperhouse/uax29/v2/graphemes"
)

// check is what must hold of a terminal between any two calls.
func check(t *Terminal) error {
	errs := []error{checkCursor(t), checkBounds(t), checkHistory(&t.history)}
	for _, s := range []*screen{&t.main, &t.alt} {
		if s.ring != nil {
			errs = append(errs, checkScreen(t, s))
		}
	}
	for i := range t.history.len() {
		r := t.ScrollbackRow(i)
		errs = append(errs, checkRow(&r, max(t.cols, len(r.Cells))))
	}
	return errors.Join(errs...)
}

func checkCursor(t *Terminal) error {
	c := t.cur
	switch {
	case c.x < 0 || c.x >= t.cols || c.y < 0 || c.y >= t.rows:
		return fmt.Errorf("cursor %d,%d is outside %dx%d", c.x, c.y, t.cols, t.rows)
	case c.pending && c.x != t.cols-1:
		return fmt.Errorf("a wrap is pending in column %d of %d", c.x, t.cols)
	case c.pending && !t.wraps:
		return errors.New("a wrap is pending without autowrap")
	case c.pen.cell.Width != 1 || c.pen.cell.Rune != 0:
		return fmt.Errorf("the pen's cell is %+v", c.pen.cell)
	case c.pen.cell.Extra != (c.pen.extra != Extra{}):
		return fmt.Errorf("the pen is %+v", c.pen)
	case t.join.open && (t.join.x < 0 || t.join.x >= t.cols):
		return fmt.Errorf("the joint is in column %d", t.join.x)
	}
	return nil
}

func checkBounds(t *Terminal) error {
	switch {
	case len(t.tabs) != t.cols:
		return fmt.Errorf("%d tab stops for %d columns", len(t.tabs), t.cols)
	case len(t.dirty.row) != t.rows:
		return fmt.Errorf("%d dirty rows for %d", len(t.dirty.row), t.rows)
	case len(t.replies) > maxReplies:
		return fmt.Errorf("%d bytes of replies", len(t.replies))
	case len(t.signals.list) > maxNotifications+8:
		return fmt.Errorf("%d signals", len(t.signals.list))
	case t.modes.AltScreen != (t.scr == &t.alt):
		return errors.New("the mode and the shown screen differ")
	case len(t.title) > maxTitle || strings.ContainsFunc(t.title, unicode.IsControl):
		return fmt.Errorf("title %q", t.title)
	}
	return nil
}

func checkScreen(t *Terminal, s *screen) error {
	switch {
	case len(s.ring) != t.rows:
		return fmt.Errorf("%d rows, want %d", len(s.ring), t.rows)
	case s.top < 0 || s.top >= s.bottom || s.bottom > t.rows:
		return fmt.Errorf("scroll region %d to %d of %d", s.top, s.bottom, t.rows)
	case s.saved.x >= t.cols || s.saved.y >= t.rows:
		return fmt.Errorf("saved cursor %d,%d", s.saved.x, s.saved.y)
	}
	for y := range t.rows {
		if err := errors.Join(checkLazy(s.lazy(y)), checkRow(s.row(y), t.cols), checkFilled(s.row(y))); err != nil {
			return fmt.Errorf("row %d: %w", y, err)
		}
	}
	return nil
}

// checkHistory holds what the scrollback knows of its rows against the rows.
func checkHistory(s *scrollback) error {
	if s.n > s.limit || s.old > s.n || s.n == 0 && len(s.pages) > 0 {
		return fmt.Errorf("%d rows of %d, %d of another width", s.n, s.limit, s.old)
	}
	rows := 0
	for _, p := range s.pages[s.head:] {
		rows += p.n
	}
	if rows != s.n+s.gone || s.gone < 0 || s.gone >= pageRows {
		return fmt.Errorf("%d rows in pages, want %d and %d", rows, s.n, s.gone)
	}
	run := 0
	for i := range s.n {
		row := s.at(i)
		if i > 0 && !row.begins && !s.at(i-1).wrapped {
			return fmt.Errorf("row %d goes on with nothing", i)
		}
		if run++; row.begins || i == 0 {
			run = 1
		}
		if run > maxJoined || i >= s.old && int(row.width) > s.cols {
			return fmt.Errorf("row %d is the %d. of a line, and %d wide", i, run, row.width)
		}
	}
	if s.n > 0 && (s.run < run || s.open != s.at(s.n-1).wrapped) {
		return fmt.Errorf("a line of %d rows, %v, want %d", s.run, s.open, run)
	}
	return nil
}

// checkLazy holds what a row knows of its text against its cells, and makes
// cells of it.
func checkLazy(l *lazyRow) error {
	text := l.text
	if l.asText {
		if err := checkFilled(&l.row); err != nil || l.row.filled > 0 {
			return fmt.Errorf("cells beside text: %w", err)
		}
		l.cells()
		if wide := slices.ContainsFunc(l.row.Cells, func(c Cell) bool { return c.Width == 2 }); wide != text.wide {
			return fmt.Errorf("text %q is wide: %v", text.text, text.wide)
		}
		if l.row.filled != text.width {
			return fmt.Errorf("text %q is %d wide, want %d", text.text, text.width, l.row.filled)
		}
	}
	again := blankRows(len(l.row.Cells), 1)[0].row
	again.unpack(l.packed().text)
	if !slices.Equal(again.Cells, l.row.Cells) || !maps.Equal(again.Extras, l.row.Extras) {
		return fmt.Errorf("packed it is %+v", again)
	}
	return nil
}

func checkRow(r *Row, cols int) error {
	if len(r.Cells) != cols {
		return fmt.Errorf("%d cells, want %d", len(r.Cells), cols)
	}
	extras := 0
	for x := range r.Cells {
		if err := checkCell(r, x); err != nil {
			return fmt.Errorf("column %d: %+v: %w", x, r.Cells[x], err)
		}
		if r.Cells[x].Extra {
			extras++
		}
	}
	if extras != len(r.Extras) || r.Extras != nil && extras == 0 {
		return fmt.Errorf("%d cells with extras, map %v", extras, r.Extras)
	}
	return nil
}

func checkFilled(r *Row) error {
	if r.filled < 0 || r.filled > len(r.Cells) {
		return fmt.Errorf("filled up to %d of %d", r.filled, len(r.Cells))
	}
	for x, c := range r.Cells[r.filled:] {
		if c != blank(DefaultColor) {
			return fmt.Errorf("column %d, beyond %d, holds %+v", r.filled+x, r.filled, c)
		}
	}
	return nil
}

func checkCell(r *Row, x int) error {
	c := r.Cells[x]
	wideLeft := x > 0 && r.Cells[x-1].Width == 2
	switch {
	case c.Width > 2:
		return errors.New("bad width")
	case wideLeft != (c.Width == 0):
		return errors.New("half a wide character")
	case c.Width == 0 && (c.Rune != 0 || c.Extra):
		return errors.New("text in a right half")
	case c.Width == 2 && (c.Rune == 0 || x+1 == len(r.Cells)):
		return errors.New("a wide character without its right half")
	case c.Rune != 0 && unicode.IsControl(c.Rune):
		return errors.New("a control character")
	case c.Extra && r.Extras[x] == (Extra{}):
		return errors.New("an empty extra")
	case c.Rune == 0:
		return nil
	}
	return checkCluster(c, r.Extras[x].Cluster)
}

func checkCluster(c Cell, cluster string) error {
	if cluster == "" {
		cluster = string(c.Rune)
	} else if utf8.RuneCountInString(cluster) < 2 || len(cluster) > maxCluster {
		return fmt.Errorf("cluster %q", cluster)
	}
	first, _ := utf8.DecodeRuneInString(cluster)
	n, _, _ := graphemes.SplitFunc([]byte(cluster), true)
	switch {
	case first != c.Rune:
		return fmt.Errorf("cluster %q begins otherwise", cluster)
	case n != len(cluster):
		return fmt.Errorf("cluster %q is several", cluster)
	case displaywidth.String(cluster) != int(c.Width):
		return fmt.Errorf("cluster %q is %d wide", cluster, displaywidth.String(cluster))
	}
	return nil
}

// seen is everything of a terminal that may be seen, now or by what it does
// next.
type seen struct {
	cols, rows           int
	main, alt, history   []Row
	cur, saved, savedAlt cursor
	modes                Modes
	flags                [5]bool
	shape                uint8
	join                 joint
	tabs                 string
	region               [2]int
	title                string
	titles               []string
	painted              bool
	replies              string
	signals              []Signal
	keys                 [2]keyStack
}

func stateOf(t *Terminal) seen {
	s := seen{
		cols: t.cols, rows: t.rows, main: rowsOf(&t.main), alt: rowsOf(&t.alt),
		cur: t.cur, saved: t.main.saved, savedAlt: t.alt.saved, modes: t.modes,
		flags: [5]bool{t.visible, t.wraps, t.insert, t.newline, t.blink},
		shape: t.shape, join: t.join, tabs: fmt.Sprint(t.tabs),
		region: [2]int{t.scr.top, t.scr.bottom}, title: t.title, titles: t.titles,
		painted: t.painted, replies: string(t.replies), signals: t.signals.list,
		keys: [2]keyStack{t.mainKeys, t.altKeys},
	}
	for i := range t.history.len() {
		s.history = append(s.history, t.ScrollbackRow(i))
	}
	return s
}

func rowsOf(s *screen) []Row {
	rows := make([]Row, len(s.ring))
	for y := range rows {
		rows[y] = s.row(y).Clone()
	}
	return rows
}

// fed is a terminal that was given input in one write, checked.
func fed(t *testing.T, cols, rows int, input string) *Terminal {
	t.Helper()
	term := New(cols, rows, 100)
	feed(t, term, input)
	return term
}

func feed(t *testing.T, term *Terminal, input string) {
	t.Helper()
	term.Write([]byte(input))
	if err := check(term); err != nil {
		t.Fatalf("after %q: %v", input, err)
	}
}

// screenOf is the screen without its blank lines at the end.
func screenOf(term *Terminal) string { return strings.TrimRight(term.Text(), "\n") }
