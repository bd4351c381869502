package compose

import (
	"bytes"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"atrium/internal/layout"
	"atrium/internal/vt"
)

// sameLook compares frames by what they show.
func sameLook(a, b *Frame) bool {
	return a.Cols == b.Cols && a.Rows == b.Rows && a.Cursor == b.Cursor && len(AppendDiff(nil, a, b, every)) == 0
}

// copy is what the terminal shows, nil for anything.
func (t *Shown) copy() *Frame {
	if t.now == nil {
		return nil
	}
	f := NewFrame(t.now.Cols, t.now.Rows)
	f.Cursor = t.now.Cursor
	for y, line := range t.now.Lines {
		f.Lines[y] = line.Clone()
	}
	return f
}

// randomScreen is a screen of two overlapping tiles whose rows come from pool,
// so that some are the same from one screen to the next.
func randomScreen(t *rapid.T, pool []vt.Row) *Screen {
	s := &Screen{
		Cols: rapid.SampledFrom([]int{30, 30, 30, 20}).Draw(t, "cols"),
		Rows: rapid.SampledFrom([]int{8, 8, 8, 2}).Draw(t, "rows"),
	}
	s.Bar.Note = rapid.SampledFrom([]string{"", "", "", "a note"}).Draw(t, "note")
	s.Prompt.Open = rapid.IntRange(0, 9).Draw(t, "prompt") == 0
	if rapid.IntRange(0, 9).Draw(t, "help") == 0 {
		s.Help.Lines = []string{"help"}
	}
	for i := range 2 {
		tile := Tile{
			Rect: layout.Rect{X: 12 * i, W: 16, H: 7}, Bordered: true, Index: i + 1, Name: "sh",
			Focused: i == 0, Active: rapid.IntRange(0, 4).Draw(t, "active") == 0,
			Starting: rapid.IntRange(0, 9).Draw(t, "starting") == 0,
		}
		tile.Inner = layout.Inner(tile.Rect, true)
		tile.Cursor = vt.Cursor{X: rapid.IntRange(0, 20).Draw(t, "x"), Y: rapid.IntRange(0, 7).Draw(t, "y"), Visible: true}
		if rapid.IntRange(0, 9).Draw(t, "message") == 0 {
			tile.Message = []string{"ended"}
		}
		for range rapid.SampledFrom([]int{5, 5, 5, 9}).Draw(t, "grid") {
			tile.Grid = append(tile.Grid, rapid.SampledFrom(pool).Draw(t, "row"))
		}
		s.Tiles = append(s.Tiles, tile)
	}
	return s
}

func TestUpdateShowsWhatDrawDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pool := []vt.Row{{}}
		for range 3 {
			pool = append(pool, randomRow(t, 16))
		}
		var f Shown
		for range rapid.IntRange(1, 6).Draw(t, "updates") {
			s := randomScreen(t, pool)
			want, before := draw(s), f.copy()
			got := f.Update(nil, s, every)
			if !sameLook(f.now, want) {
				t.Fatalf("got\n%swant\n%s", f.now.Text(), want.Text())
			}
			if least := Diff(before, want, every); !bytes.Equal(got, least) {
				t.Fatalf("got %q, want %q", got, least)
			}
			if rapid.IntRange(0, 4).Draw(t, "forget") == 0 {
				f.Forget()
			}
		}
	})
}

// TestUpdateSeesEveryField changes each field of a tile and of the bar in turn.
func TestUpdateSeesEveryField(t *testing.T) {
	for _, part := range []func(*Screen) any{
		func(s *Screen) any { return &s.Tiles[1] },
		func(s *Screen) any { return &s.Bar },
		func(s *Screen) any { return &s.Bar.Windows[0] },
		func(s *Screen) any { return s },
	} {
		fields := reflect.TypeOf(part(team(80, 24))).Elem()
		for i := range fields.NumField() {
			var f Shown
			s := team(80, 24)
			for i := range s.Tiles {
				s.Tiles[i].Starting, s.Tiles[i].Message = false, nil
			}
			f.Update(nil, s, every)
			alter(reflect.ValueOf(part(s)).Elem().Field(i))
			f.Update(nil, s, every)
			if want := draw(s); !sameLook(f.now, want) {
				t.Errorf("a change of %s.%s is not seen", fields.Name(), fields.Field(i).Name)
			}
		}
	}
}

// alter changes a value to another of its type.
func alter(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int32:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			return
		}
		v.Set(v.Slice(0, v.Len()-1))
	case reflect.Struct:
		alter(v.Field(0))
	}
}
