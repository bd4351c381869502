package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
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
	targets := r.targets(p)
	all := make([]series, len(targets))
	for i, t := range targets {
		all[i].name = t.name()
	}
	for range rounds {
		for i, t := range targets {
			if all[i].failed == nil {
				all[i].take(p, r, t)
			}
		}
	}
	var out strings.Builder
	for _, s := range all {
		out.WriteString(r.line(s, all))
	}
	return out.String()
}

func (r row) targets(p place) []target {
	if r.others {
		return []target{plain{}, atrium{p}}
	}
	return []target{bare{p}, tmux{p}, atrium{p}}
}

func (s *series) take(p place, r row, t target) {
	samples, err := r.round(p, t)
	t.stop()
	if err != nil {
		s.failed = err
		return
	}
	s.rounds = append(s.rounds, samples)
}

// line is one target's line of the table.
func (r row) line(s series, all []series) string {
	head := fmt.Sprintf("| %s | %s | %s |", r.name, r.unit, s.name)
	if s.failed != nil {
		return fmt.Sprintf("%s n/a: %s |||||||\n", head, strings.ReplaceAll(s.failed.Error(), "|", "/"))
	}
	samples := slices.Concat(s.rounds...)
	cells := []string{number(quantile(samples, 0.5)), "", "", ""}
	for i, q := range []float64{0.9, 0.99, 1} {
		if r.more {
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
		time.Now().Format("2006-01-02"), runtime.Version(), runtime.NumCPU(), processor(), version, cols, lines)
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
