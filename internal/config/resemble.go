package config

import "strings"

// resembles reports that a key is a known one but for case, separators and at
// most two letters.
func resembles(key, known string) bool {
	return distance(fold(key), fold(known)) <= 2
}

func fold(name string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-. ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name)))
}

// distance counts the letters to add, remove, replace or swap with their
// neighbour to turn a into b. Anything above two counts as three, so that a
// huge key costs nothing.
func distance(a, b []rune) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 3
	}
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range b {
			next[j+1] = min(row[j+1]+1, next[j]+1, row[j]+differ(a[i], b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
