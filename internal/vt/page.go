package vt

// pageRows is how many rows share the memory of a page: some, so that a row
// costs a dozen bytes beside its text, and the collector nothing at all.
const pageRows = 128

// page is rows of the scrollback, packed (pack.go), one behind the other.
type page struct {
	text []byte
	rows [pageRows]packedRow
	n    int
}

// packedRow is what is known of a row beside its text.
type packedRow struct {
	end     uint32 // of its text in the page
	width   int32  // with the default blanks at its end left out
	wrapped bool   // the line goes on in the next row
	wide    bool   // it has a wide character
	begins  bool   // no line goes on in it
}

func (p *page) add(row packedRow, text []byte) {
	p.text = append(p.text, text...)
	row.end = uint32(len(p.text))
	p.rows[p.n] = row
	p.n++
}

// cut takes the newest row away.
func (p *page) cut() {
	p.n--
	p.text = p.text[:p.start(p.n)]
}

func (p *page) start(i int) uint32 {
	if i == 0 {
		return 0
	}
	return p.rows[i-1].end
}

func (p *page) textOf(i int) []byte { return p.text[p.start(i):p.rows[i].end] }
