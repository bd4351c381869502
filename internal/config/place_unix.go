//go:build unix

package config

import "path/filepath"

// userDir is where a user's configuration lives. A relative XDG_CONFIG_HOME is
// invalid and passed over, as the XDG base directory specification demands.
func userDir(env Lookup) string {
	if dir := value(env, "XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	if dir := home(env); dir != "" {
		return filepath.Join(dir, ".config")
	}
	return ""
}

func home(env Lookup) string { return value(env, "HOME") }
