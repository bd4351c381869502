package main

import "time"

// row is what one kind of round measures: one figure, or several at a time.
type row struct {
	figures []figure
	round   round
	most    int // rounds, for one that takes long; 0 is as many as asked for
	beside  beside
}

// round measures a target once. It returns the samples of each figure: one, or
// one for each key.
type round func(p place, t target) ([][]float64, error)

// figure is one line per target in the table.
type figure struct {
	name string
	unit string
	more bool // a greater number is better
}

// beside is what a row measures atrium beside.
type beside uint8

const (
	programs beside = iota // bare and tmux
	files                  // plain files
)

func rows() []row {
	return []row{
		{figures: ms("key echo, 1 pane"), most: 6, round: echoAlone},
		{figures: ms("key echo, 8 panes"), most: 4, round: echoAmong("echo", keys[:1])},
		{figures: ms("key echo, 7 printing"), most: 3, round: echoAmong("print", "silent")},
		{figures: ms("key echo, 7 flooding"), most: 3, round: echoAmong("flood", "silent")},
		{figures: []figure{
			{name: "flood, 1 pane", unit: "MB/s", more: true},
			{name: "flood, 1 pane: bytes to the terminal", unit: "MB"},
		}, most: 5, round: flood},
		{figures: []figure{{name: "flood, 8 panes", unit: "MB/s", more: true}}, most: 3, round: floodMany},
		{figures: ms("start, 1 pane"), round: startOne},
		{figures: ms("start, 32 panes"), round: startMany},
		{figures: ms("resume, 32 panes", "resume, 32 panes: first frame"), round: resumeMany},
		{figures: idleFigures("idle, 8 panes"), most: 1, round: idle(8)},
		{figures: idleFigures("idle, 50 panes"), most: 1, round: idle(50)},
		{figures: []figure{{name: "memory, 1 pane", unit: "MiB"}}, most: 2, round: memory(1)},
		{figures: []figure{{name: "memory, 8 panes", unit: "MiB"}}, most: 2, round: memory(8)},
		{figures: []figure{{name: "memory, 32 panes", unit: "MiB"}}, most: 1, round: memory(32)},
		{figures: []figure{{name: "memory, 64 panes", unit: "MiB"}}, most: 1, round: memory(64)},
		{figures: redrawFigures("redraw at 60 Hz"), most: 2, round: redraw("paced")},
		{figures: redrawFigures("redraw unpaced"), most: 2, round: redraw("racing")},
		{figures: []figure{
			{name: "resize storm: quiet after", unit: "ms"},
			{name: "resize storm: panes drawn right", unit: "of 8", more: true},
		}, most: 3, round: storm},
		{figures: ms("paste of 1 MiB"), most: 5, round: paste},
		{figures: ms("--version"), round: version},
		{figures: ms("recover --list, 5 sessions"), most: 5, round: list},
		{figures: ms("snapshot of 100 panes: encode"), round: encodeSnapshot, beside: files},
		{figures: ms("snapshot of 100 panes: durable write"), round: writeSnapshot, beside: files},
	}
}

// ms are figures in milliseconds.
func ms(names ...string) (all []figure) {
	for _, name := range names {
		all = append(all, figure{name: name, unit: "ms"})
	}
	return all
}

// sample is a round's only sample of each of its figures.
func sample(figures ...float64) (samples [][]float64) {
	for _, x := range figures {
		samples = append(samples, []float64{x})
	}
	return samples
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
