package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

const header = `| what | unit | target | median | p90 | p99 | max | median of tmux's | p99 of tmux's | median of bare's |
|---|---|---|---|---|---|---|---|---|---|`

// series is what one target gave in one row: its samples, round by round.
type series struct {
	name   string
	rounds [][]float64
	failed error // why there are no more
}

// measure lets the targets take turns and formats the row.
func measure(p place, r row, rounds int) string {
	if r.most > 0 {
		rounds = min(rounds, r.most)
	}
	targets := r.targets(p)
	table := make([][]series, len(r.figures))
	for f := range table {
		for _, t := range targets {
			table[f] = append(table[f], series{name: t.name()})
		}
	}
	for range rounds {
		for i, t := range targets {
			if table[0][i].failed == nil {
				r.take(p, t, func(f int) *series { return &table[f][i] })
			}
		}
	}
	var out strings.Builder
	for f, all := range table {
		for _, s := range all {
			out.WriteString(r.figures[f].line(s, all))
		}
	}
	return out.String()
}

func (r row) matches(wanted *regexp.Regexp) bool {
	return slices.ContainsFunc(r.figures, func(f figure) bool { return wanted.MatchString(f.name) })
}

func (r row) targets(p place) []target {
	if r.beside == files {
		return []target{plain{}, atrium{p}}
	}
	return []target{bare{p}, tmux{place: p}, atrium{p}}
}

// take measures t once. A round may know less of one target than of another.
func (r row) take(p place, t target, of func(figure int) *series) {
	samples, err := r.round(p, t)
	t.stop()
	for f := range r.figures {
		switch {
		case err != nil:
			of(f).failed = err
		case f >= len(samples):
			of(f).failed = errors.New("it has none")
		default:
			of(f).rounds = append(of(f).rounds, samples[f])
		}
	}
}

// line is one target's line of the table.
func (f figure) line(s series, all []series) string {
	head := fmt.Sprintf("| %s | %s | %s |", f.name, f.unit, s.name)
	if s.failed != nil {
		return fmt.Sprintf("%s n/a: %s |||||||\n", head, strings.ReplaceAll(s.failed.Error(), "|", "/"))
	}
	samples := slices.Concat(s.rounds...)
	cells := []string{number(quantile(samples, 0.5)), "", "", ""}
	for i, q := range []float64{0.9, 0.99, 1} {
		if f.more {
			q = 1 - q // the worst end is the low one
		}
		cells[i+1] = number(quantile(samples, q))
	}
	cells = append(cells,
		ratio(s, all, "tmux", 0.5), ratio(s, all, "tmux", 0.99), ratio(s, all, "bare", 0.5))
	return head + " " + strings.Join(cells, " | ") + " |\n"
}

// ratio is the median over the rounds of s by the other target in the same
// round, each at its quantile q.
func ratio(s series, all []series, other string, q float64) string {
	i := slices.IndexFunc(all, func(o series) bool { return o.name == other })
	if i < 0 || s.name == other || all[i].failed != nil {
		return ""
	}
	var ratios []float64
	for round, samples := range s.rounds {
		ratios = append(ratios, quantile(samples, q)/quantile(all[i].rounds[round], q))
	}
	return number(quantile(ratios, 0.5)) + "x"
}

// quantile is the smallest sample that a share q of the samples does not exceed.
func quantile(samples []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(samples))
	rank := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(rank, 0), len(sorted)-1)]
}

func number(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// machine says when and on what the table was made.
func machine() string {
	version := "no tmux"
	if out, err := exec.Command("tmux", "-V").Output(); err == nil {
		version = strings.TrimSpace(string(out))
	}
	return fmt.Sprintf("%s, %s, %d processors%s, %s, terminal %dx%d",
		time.Now().Format("2006-01-02"), runtime.Version(), runtime.NumCPU(), processor(), version, usual.cols, usual.rows)
}

// processor is the name of the processor where the system tells it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == "model name" {
			return " (" + strings.TrimSpace(value) + ")"
		}
	}
	return ""
}
