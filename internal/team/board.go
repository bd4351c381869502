package team

import (
	"encoding/json"
	"errors"
	"fmt"
)

// CountBoard tells how many entries of a saved board come back; one that is no
// entry does not. The error says why none does.
func CountBoard(data []byte) (entries int, err error) {
	if err := checkSize(data); err != nil {
		return 0, err
	}
	var file map[string]json.RawMessage
	if err := json.Unmarshal(data, &file); err != nil {
		return 0, fmt.Errorf("not a board: %w", err)
	}
	if file == nil {
		return 0, errors.New("not a board: no entries")
	}
	for _, raw := range file {
		if isEntry(raw) {
			entries++
		}
	}
	return entries, nil
}

func isEntry(raw json.RawMessage) bool {
	var entry *struct {
		By     string            `json:"by"`
		Fields map[string]string `json:"fields"`
	}
	return json.Unmarshal(raw, &entry) == nil && entry != nil
}
