package vt

// Source: ECMA-48 8.3 (HT, HTS, TBC, CHT, CBT).

const tabEvery = 8

// defaultTabs extends stops to cols columns with a stop every eight.
func defaultTabs(stops []bool, cols int) []bool {
	for x := len(stops); x < cols; x++ {
		stops = append(stops, x%tabEvery == 0)
	}
	return stops
}

// tab moves to the n-th stop to the right, at most to the last column.
func (t *Terminal) tab(n int) {
	for ; n > 0 && t.cur.x < t.cols-1; n-- {
		t.cur.x++
		for t.cur.x < t.cols-1 && !t.tabs[t.cur.x] {
			t.cur.x++
		}
	}
}

// backTab moves to the n-th stop to the left, at most to the first column.
func (t *Terminal) backTab(n int) {
	t.cur.pending = false
	for ; n > 0 && t.cur.x > 0; n-- {
		t.cur.x--
		for t.cur.x > 0 && !t.tabs[t.cur.x] {
			t.cur.x--
		}
	}
}

// clearTabs is TBC: 0 the stop at the cursor, 3 all of them.
func (t *Terminal) clearTabs(which int) {
	switch which {
	case 0:
		t.tabs[t.cur.x] = false
	case 3:
		clear(t.tabs)
	}
}
