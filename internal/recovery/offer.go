package recovery

import (
	"fmt"
	"strings"
)

// Question is what is asked under the notice.
const Question = "Resume it? [Y/n] "

// Offer is the line that precedes the notice when a launch finds a crashed
// session.
func Offer(savedAtMS *int64, nowMS int64) string {
	return fmt.Sprintf("atrium: the last session in this project did not exit cleanly (saved %s ago).", Age(savedAtMS, nowMS))
}

// Age is how long ago something was saved: 42s, 7m, 3h, 2d, or ? where that is
// not recorded or lies ahead by more than clocks differ.
func Age(savedAtMS *int64, nowMS int64) string {
	const second, minute, hour, day = 1000, 60 * 1000, 60 * 60 * 1000, 24 * 60 * 60 * 1000
	if savedAtMS == nil || *savedAtMS > nowMS+5*minute {
		return "?"
	}
	age := max(0, nowMS-*savedAtMS)
	switch {
	case age < minute:
		return fmt.Sprintf("%ds", age/second)
	case age < hour:
		return fmt.Sprintf("%dm", age/minute)
	case age < day:
		return fmt.Sprintf("%dh", age/hour)
	}
	return fmt.Sprintf("%dd", age/day)
}

// Answer is what a typed line says to a yes-or-no question whose default is yes.
type Answer uint8

// The answers. The zero value starts nothing.
const (
	Unclear Answer = iota // ask again
	No
	Yes
)

// ParseAnswer reads one whole typed line, with or without its line end. End of
// input is not a line: it is the caller's to take as No.
func ParseAnswer(line string) Answer {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "", "y", "yes":
		return Yes
	case "n", "no":
		return No
	}
	return Unclear
}
