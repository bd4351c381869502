package main

import (
	"atrium/internal/client"
	"atrium/internal/config"
	"atrium/internal/copymode"
	"atrium/internal/display"
	"atrium/internal/durable"
)

// readConfig reads the configuration file: a pipe or a device in its place must
// not keep the start waiting.
func readConfig(path string) ([]byte, error) {
	const most = 1 << 20
	return durable.OS().ReadFile(path, most)
}

// setup is what the front is told of the terminal and of the operator.
func (a *app) setup() display.Setup {
	return display.Setup{Caps: client.Caps(a.getenv), Asks: client.Asks(a.getenv), Keys: a.config.Keys}
}

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
