package client

import (
	"strings"

	"atrium/internal/compose"
)

// Caps is what the operator's terminal can show, as far as its environment
// tells (terminfo's names, COLORTERM, and NO_COLOR as of no-color.org). What is
// not known to be there is not used.
func Caps(getenv func(string) string) compose.Caps {
	name := getenv("TERM")
	modern := isModern(name) || getenv("WT_SESSION") != "" ||
		getenv("COLORTERM") == "truecolor" || getenv("COLORTERM") == "24bit"
	caps := compose.Caps{
		Depth:      depth(name, modern),
		Underlines: modern,
		Links:      name != "linux" && name != "dumb" && name != "",
	}
	if getenv("WT_SESSION") != "" {
		caps.Links = true
	}
	if getenv("NO_COLOR") != "" {
		caps.Depth = compose.Monochrome
	}
	return caps
}

// Asks tells whether the terminal may be asked what else it can do. Of those
// that are none by name, or the kernel's own, some would show the questions.
func Asks(getenv func(string) string) bool {
	switch getenv("TERM") {
	case "", "dumb", "linux":
		return getenv("WT_SESSION") != ""
	}
	return true
}

// isModern tells of terminals that are known by name to have direct colours.
func isModern(name string) bool {
	for _, known := range []string{"kitty", "ghostty", "alacritty", "wezterm", "foot", "contour", "direct"} {
		if strings.Contains(name, known) {
			return true
		}
	}
	return false
}

func depth(name string, modern bool) compose.Depth {
	switch {
	case modern:
		return compose.TrueColor
	case strings.Contains(name, "256color"):
		return compose.Colors256
	}
	return compose.Colors16
}
