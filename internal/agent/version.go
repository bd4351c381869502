package agent

import (
	"strconv"
	"strings"
)

// atLeast reports whether a version, as a program prints it ("2.1.332 (Claude
// Code)", "codex-cli 0.171.0"), is known and not older than the wanted one. An
// unreadable version is false: flags that an older program does not know make
// it exit.
func atLeast(version string, wanted ...int) bool {
	for _, word := range strings.Fields(version) {
		numbers := strings.Split(strings.TrimPrefix(word, "v"), ".")
		if len(numbers) == len(wanted) {
			if newer, ok := compareNumbers(numbers, wanted); ok {
				return newer
			}
		}
	}
	return false
}

// compareNumbers reports whether the numbers are not below the wanted ones; ok
// is false if one of them is no number.
func compareNumbers(numbers []string, wanted []int) (notBelow, ok bool) {
	order := 0
	for i, text := range numbers {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return false, false
		}
		if order == 0 {
			order = n - wanted[i]
		}
	}
	return order >= 0, true
}
