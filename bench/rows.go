package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// row is one thing to measure. A round returns its samples: one, or one for
// each key.
type row struct {
	name   string
	unit   string
	more   bool // a greater number is better
	round  func(p place, t target) ([]float64, error)
	others bool // measured against plain files instead of programs
}

func rows() []row {
	return []row{
		{name: "key echo, 1 pane", unit: "ms", round: echoKeys},
		{name: "flood, 1 pane", unit: "MB/s", more: true, round: flood},
		{name: "bytes to the terminal in a flood", unit: "MB", round: floodOutput},
		{name: "start, 1 pane", unit: "ms", round: startOne},
		{name: "start, 32 panes", unit: "ms", round: startMany},
		{name: "resume, 32 panes", unit: "ms", round: resumeMany},
		{name: "resume, 32 panes: first frame", unit: "ms", round: resumeFrame},
		{name: "snapshot of 100 panes: encode", unit: "ms", round: encodeSnapshot, others: true},
		{name: "snapshot of 100 panes: durable write", unit: "ms", round: writeSnapshot, others: true},
	}
}

const (
	keyCount = 200
	keyPause = 30 * time.Millisecond
	panes    = 32
)

// keys are typed in turn: none of them occurs in what a target draws by itself.
const keys = "#%&@~"

// echoKeys measures from the writing of a key to its arrival on the terminal.
func echoKeys(p place, t target) ([]float64, error) {
	term, _, err := startReady(t, []string{p.echo})
	if err != nil {
		return nil, err
	}
	defer term.kill()
	samples := make([]float64, 0, keyCount)
	for i := range keyCount {
		time.Sleep(keyPause)
		key := string(keys[i%len(keys)])
		found := term.expect(key)
		sent := time.Now()
		if err := term.send(key); err != nil {
			return nil, err
		}
		at, err := term.wait("the echo of "+key, found)
		if err != nil {
			return nil, err
		}
		samples = append(samples, milliseconds(at.Sub(sent)))
	}
	return samples, nil
}

// startReady starts a single pane and waits until its program has drawn.
func startReady(t target, argv []string) (*terminal, time.Duration, error) {
	term, err := start(t.one(argv))
	if err != nil {
		return nil, 0, err
	}
	at, err := term.wait("the program's first output", term.expect("ready"))
	if err != nil {
		term.kill()
		return nil, 0, err
	}
	return term, at.Sub(term.began), nil
}

// flood measures cat of a large file, launch to end.
func flood(p place, t target) ([]float64, error) {
	took, _, err := pour(p, t)
	if err != nil {
		return nil, err
	}
	return []float64{floodSize / 1e6 / took.Seconds()}, nil
}

// floodOutput measures what of a flood reaches the terminal.
func floodOutput(p place, t target) ([]float64, error) {
	_, written, err := pour(p, t)
	if err != nil {
		return nil, err
	}
	return []float64{float64(written) / 1e6}, nil
}

func pour(p place, t target) (took time.Duration, written int64, err error) {
	term, err := start(t.one([]string{"cat", p.flood}))
	if err != nil {
		return 0, 0, err
	}
	defer term.kill()
	ended, err := term.end()
	return ended.Sub(term.began), term.written(), err
}

// startOne measures from exec to the first output of the program.
func startOne(p place, t target) ([]float64, error) {
	term, took, err := startReady(t, []string{p.echo})
	if err != nil {
		return nil, err
	}
	term.kill()
	return []float64{milliseconds(took)}, nil
}

// startMany measures from exec until the program runs in every pane.
func startMany(p place, t target) ([]float64, error) {
	term, took, err := startPanes(p, t)
	if err != nil {
		return nil, err
	}
	term.kill()
	return []float64{milliseconds(took)}, nil
}

func startPanes(p place, t target) (*terminal, time.Duration, error) {
	ready, err := p.listen()
	if err != nil {
		return nil, 0, err
	}
	defer ready.close()
	cmd, err := t.many(panes, []string{p.echo})
	if err != nil {
		return nil, 0, err
	}
	term, err := start(cmd)
	if err != nil {
		return nil, 0, err
	}
	at, err := ready.wait(panes)
	if err != nil {
		term.kill()
		return nil, 0, fmt.Errorf("%w: %q", err, term.lastWords())
	}
	return term, at.Sub(term.began), nil
}

// resumeMany measures from the yes to a resume until the program runs in every
// pane again. tmux brings nothing back: its round is the script that makes the
// same panes anew.
func resumeMany(p place, t target) ([]float64, error) {
	a, resumes := t.(atrium)
	if !resumes {
		return startMany(p, t)
	}
	_, all, err := resume(p, a)
	return []float64{milliseconds(all)}, err
}

// resumeFrame measures from the yes to the first frame.
func resumeFrame(p place, t target) ([]float64, error) {
	a, resumes := t.(atrium)
	if !resumes {
		return nil, errors.New("it resumes nothing")
	}
	first, _, err := resume(p, a)
	return []float64{milliseconds(first)}, err
}

// resume kills a session of many panes and brings it back.
func resume(p place, a atrium) (first, all time.Duration, err error) {
	if err := crash(p, a); err != nil {
		return 0, 0, fmt.Errorf("crash: %w", err)
	}
	ready, err := p.listen()
	if err != nil {
		return 0, 0, err
	}
	defer ready.close()
	term, err := start(a.run("recover"))
	if err != nil {
		return 0, 0, err
	}
	defer term.kill()
	if _, err := term.wait("the question", term.expect("[Y/n]")); err != nil {
		return 0, 0, err
	}
	frame := term.expect(border)
	yes := time.Now()
	if err := term.send("\r"); err != nil {
		return 0, 0, err
	}
	drawn, err := term.wait("a frame", frame)
	if err != nil {
		return 0, 0, err
	}
	up, err := ready.wait(panes)
	return drawn.Sub(yes), up.Sub(yes), err
}

// border is what no notice holds and every frame of many panes does.
const border = "─"

// crash runs a session until it is saved with all its panes, and kills it.
func crash(p place, a atrium) error {
	term, _, err := startPanes(p, a)
	if err != nil {
		return err
	}
	defer term.kill()
	for late := time.Now().Add(patience); !saved(a.stateDir()); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			return fmt.Errorf("no snapshot of %d panes within %v", panes, patience)
		}
	}
	return nil
}

// saved tells whether some file of the store names the program of every pane.
func saved(stateDir string) bool {
	files, _ := filepath.Glob(filepath.Join(stateDir, "*", "*.json"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && strings.Count(string(text), `"argv"`) == panes {
			return true
		}
	}
	return false
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
