package main

import (
	"atrium/internal/config"
	"atrium/internal/copymode"
)

// usualScrollback is how many lines are kept of a pane, unless the
// configuration says otherwise.
const usualScrollback = 10_000

func (a *app) scrollback() int {
	if a.config.Scrollback != nil {
		return *a.config.Scrollback
	}
	return usualScrollback
}

func (a *app) copyKeys() copymode.Style {
	if a.config.CopyKeys == config.EmacsKeys {
		return copymode.Emacs
	}
	return copymode.Vi
}
