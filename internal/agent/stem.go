package agent

import "strings"

// Stem is a command's name: the last component of its path, without one
// trailing extension. Both / and \ separate on every system, since a snapshot
// may come from another one. A name that begins with a dot is kept whole, and
// the dash in front of a login shell's name (-bash) is not part of it.
func Stem(argv0 string) string {
	base := lastComponent(Program(argv0))
	if dot := strings.LastIndexByte(base, '.'); dot > 0 && base[0] != '.' {
		return base[:dot]
	}
	return base
}

// Program is the command to look up for argv0. It differs from argv0 only for a
// login shell, whose name begins with a dash that no file has.
func Program(argv0 string) string {
	bare, dashed := strings.CutPrefix(argv0, "-")
	if dashed && isShellName(lastComponent(bare)) {
		return bare
	}
	return argv0
}

func lastComponent(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// launcherName folds the case of a stem that came from a Windows launcher,
// where Claude.EXE is the same file as claude.exe.
func launcherName(argv0, stem string) string {
	folded := strings.ToLower(argv0)
	for _, extension := range []string{".exe", ".cmd", ".bat", ".com"} {
		if strings.HasSuffix(folded, extension) {
			return strings.ToLower(stem)
		}
	}
	return stem
}
