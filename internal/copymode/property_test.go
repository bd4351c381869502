package copymode

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// stream is a text for the model: all its characters one after the other.
type stream struct {
	at     []pos
	class  []class
	broken []bool // a line ended before this one
}

func streamOf(lines []string, big bool) stream {
	var s stream
	broken := true
	for n, line := range lines {
		line, wrapped := strings.CutSuffix(line, "~")
		if line == "" {
			s.add(pos{n, 0}, empty, broken)
		}
		for x, r := range line {
			c := mark
			switch {
			case r == ' ':
				c = space
			case big || r != '-' && r != '.':
				c = word
			}
			s.add(pos{n, x}, c, broken && x == 0)
		}
		broken = !wrapped
	}
	return s
}

func (s *stream) add(p pos, c class, broken bool) {
	s.at, s.class, s.broken = append(s.at, p), append(s.class, c), append(s.broken, broken)
}

// starts and ends are where words begin and end.
func (s *stream) starts() (all []pos) {
	for i, c := range s.class {
		if c != space && (i == 0 || s.broken[i] || s.class[i-1] != c) {
			all = append(all, s.at[i])
		}
	}
	return all
}

func (s *stream) ends() (all []pos) {
	for i, c := range s.class {
		last := i == len(s.class)-1
		if c > space && (last || s.broken[i+1] || s.class[i+1] != c) {
			all = append(all, s.at[i])
		}
	}
	return all
}

// beyond is the first place of all after p, or the last one before it.
func beyond(all []pos, p pos, back bool, none pos) pos {
	found := none
	for _, q := range all {
		if back && q.before(p) {
			found = q
		}
		if !back && p.before(q) {
			return q
		}
	}
	return found
}

func TestWordMovesAgainstAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[ab\-. ]{0,6}[ab.]~?|`), 1, 8).Draw(t, "lines")
		for i := range lines {
			if i > 0 && lines[i] == "" && strings.HasSuffix(lines[i-1], "~") {
				lines[i] = "a"
			}
		}
		lines = append(lines, "end")
		key := rapid.SampledFrom([]string{"w", "W", "b", "B", "e", "E"}).Draw(t, "key")
		s := streamOf(lines, key < "a")
		p := rapid.SampledFrom(s.at).Draw(t, "from")
		var want pos
		switch strings.ToLower(key) {
		case "w":
			want = beyond(s.starts(), p, false, s.at[len(s.at)-1])
		case "b":
			want = beyond(s.starts(), p, true, s.at[0])
		case "e":
			want = beyond(s.ends(), p, false, s.at[len(s.at)-1])
		}
		m := reading(pageOf(lines...), Vi, 4)
		m.place(p)
		if m.Key([]byte(key)); m.at != want {
			t.Fatalf("%s from %v leads to %v, want %v", key, p, m.at, want)
		}
	})
}

// A selection of characters is what the model's stream holds between its ends.
func TestSelectionAgainstAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[a-d ]{0,6}[a-d]~?`), 1, 6).Draw(t, "lines")
		s := streamOf(append(lines, "end"), false)
		i, j := rapid.IntRange(0, len(s.at)-1).Draw(t, "from"), rapid.IntRange(0, len(s.at)-1).Draw(t, "to")
		m := reading(pageOf(append(lines, "end")...), Vi, 4)
		m.place(s.at[i])
		m.Key([]byte("v"))
		m.place(s.at[j])
		var want strings.Builder
		for k := min(i, j); k <= max(i, j); k++ {
			if k > min(i, j) && s.broken[k] {
				want.WriteByte('\n')
			}
			want.WriteRune(m.cell(s.at[k]).Rune)
		}
		trimmed := strings.Split(want.String(), "\n")
		for k := range trimmed {
			trimmed[k] = strings.TrimRight(trimmed[k], " ")
		}
		if out := m.Key([]byte("y")); out.Text != strings.Join(trimmed, "\n") {
			t.Fatalf("copied %q, want %q", out.Text, trimmed)
		}
	})
}

// sound tells what no keys and no output may bring about.
func (m *Mode) sound() error {
	first, end := m.text.Lines()
	rows, c := m.Rows(), m.Cursor()
	switch {
	case m.at.line < first || m.at.line >= end:
		return fmt.Errorf("cursor on line %d of %d to %d", m.at.line, first, end)
	case m.top < first || m.top > max(first, end-m.rows):
		return fmt.Errorf("view of %d from %d of %d to %d", m.rows, m.top, first, end)
	case c.X < 0 || c.X >= m.cols || c.Y < 0 || c.Y >= m.rows:
		return fmt.Errorf("cursor at %d,%d of %dx%d", c.X, c.Y, m.cols, m.rows)
	}
	for y, row := range rows {
		if len(row.Cells) != m.cols {
			return fmt.Errorf("row %d has %d cells of %d", y, len(row.Cells), m.cols)
		}
		for x, cell := range row.Cells {
			if half := cell.Width == 0 && (x == 0 || row.Cells[x-1].Width != 2); half || cell.Width == 2 && x+1 == m.cols {
				return fmt.Errorf("half a character at %d,%d", x, y)
			}
		}
	}
	return nil
}

func FuzzKeys(f *testing.F) {
	for _, keys := range []string{
		"wwvjy", "/two\rnN?a\r", "\x16jjlo\r", "5G}{$bBeE", "fo;,Tt2;", "\x1b[200~/two\x1b[201~", "\x00\x1bf\x1bw\x13a\x13\x12\r", "/(a|b)*?\\p{L}\rV", "Gg99999j\x15\x04",
	} {
		f.Add([]byte(keys), uint8(0), uint8(7))
		f.Add([]byte(keys), uint8(1), uint8(2))
	}
	f.Fuzz(func(t *testing.T, keys []byte, style, rows uint8) {
		p := text()
		p.print("much longer than the view is wide, 日本語日本語日本語日本語日本語日本語", "e\u0301e\u0301~", "~", "x")
		size := 1 + int(rows)%8
		m := New(p, Style(style%2), 20, size, 3, size-1)
		for i := 0; i < len(keys); i += 3 {
			out := m.Key(keys[i:min(i+3, len(keys))])
			switch keys[i] % 7 {
			case 0:
				p.print(string(keys[i:min(i+3, len(keys))]))
				p.evict(1)
			case 1:
				m.Resize(1+int(keys[i])%30, 1+int(keys[i])%9)
			case 2:
				m.Drag(int(keys[i])%40-5, int(keys[i])%20-5)
			case 3:
				m.SelectWord(int(keys[i])%20, int(keys[i])%8)
			}
			if err := m.sound(); err != nil {
				t.Fatal(err)
			}
			if out.Left && out.Copied && out.Text == "" {
				t.Fatal("copied nothing")
			}
		}
	})
}
