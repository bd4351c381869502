package main

import (
	"regexp"
	"time"

	"atrium/internal/vt"
)

const (
	painters = 4
	painting = 3 * time.Second
)

func redrawFigures(name string) []figure {
	return []figure{{name: name + ": processor", unit: "%"}, {name: name + ": frames seen of each", unit: "1/s", more: true}}
}

// redraw measures full-screen programs that repaint: what it costs, and how
// many of their frames are seen.
func redraw(program string) round {
	return func(p place, t target) ([][]float64, error) {
		term, _, err := startPanes(p, t, painters, p.hosted(program))
		if err != nil {
			return nil, err
		}
		defer term.kill()
		time.Sleep(time.Second)
		seen := map[string]bool{}
		term.watch(func(screen *vt.Terminal) { seeFrames(seen, screen.Text()) })
		used, err := p.used(t, painting)
		term.watch(nil)
		each := float64(len(seen)) / painters / painting.Seconds()
		return sample(used.share(painting), each), err
	}
}

var frameNumber = regexp.MustCompile(`frame \d+\.`)

// seeFrames notes the frames that a screen shows. Each painter has its own
// place, so that the same number in another place is another frame.
func seeFrames(seen map[string]bool, screen string) {
	for i, at := range frameNumber.FindAllStringIndex(screen, -1) {
		seen[string(rune('0'+i))+screen[at[0]:at[1]]] = true
	}
}
