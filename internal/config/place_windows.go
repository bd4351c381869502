package config

// userDir is where a user's configuration lives.
func userDir(env Lookup) string { return value(env, "APPDATA") }

func home(env Lookup) string {
	if dir := value(env, "HOME"); dir != "" {
		return dir
	}
	return value(env, "USERPROFILE")
}
