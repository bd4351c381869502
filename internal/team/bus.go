package team

import (
	"encoding/json"
	"errors"
	"fmt"
)

const (
	ring     = 512     // events that a bus holds
	maxEvent = 8 << 10 // bytes of one event
)

// event is as much of an event as decides whether it comes back.
type event struct {
	Seq      int64             `json:"seq"`
	Topic    string            `json:"topic"`
	Kind     string            `json:"kind"`
	Resolved bool              `json:"resolved"`
	Fields   map[string]string `json:"fields"`
}

// CountBus tells how many events of a saved bus come back and how many of them
// are decisions that nobody has resolved. Malformed and oversized events do
// not come back, nor any before the newest 512. The error says why none does.
func CountBus(data []byte) (events, openDecisions int, err error) {
	if err := checkSize(data); err != nil {
		return 0, 0, err
	}
	var file struct {
		Events []json.RawMessage `json:"events"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return 0, 0, fmt.Errorf("not a bus: %w", err)
	}
	if file.Events == nil {
		return 0, 0, errors.New("not a bus: no list of events")
	}
	kept := make([]event, 0, min(len(file.Events), ring))
	for i := len(file.Events) - 1; i >= 0 && len(kept) < ring; i-- {
		if e, ok := readEvent(file.Events[i]); ok {
			kept = append(kept, e)
		}
	}
	for _, e := range kept {
		if e.Kind == "decision_needed" && !e.Resolved {
			openDecisions++
		}
	}
	return len(kept), openDecisions, nil
}

func readEvent(raw json.RawMessage) (e event, ok bool) {
	if len(raw) > maxEvent || json.Unmarshal(raw, &e) != nil {
		return event{}, false
	}
	return e, e.Seq > 0 && e.Topic != ""
}
