package snapshot

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"atrium/internal/layout"
)

// MaxSize is the longest file, in bytes, that Decode reads. A session is
// kilobytes; what is longer was not written by one.
const MaxSize = 16 << 20

// Decode reads the bytes of a snapshot file, version 1 or 2. The error is one
// clause that says which part cannot be used and, for a guard, how to go on
// without the file. What can be mended without giving anyone more rights is
// mended and named in Repairs.
func Decode(data []byte) (Snapshot, error) {
	top, err := parse(data)
	if err != nil {
		return Snapshot{}, err
	}
	var s Snapshot
	if s.Version, err = decodeVersion(top); err != nil {
		return Snapshot{}, err
	}
	first, err := decodeLayout(top)
	if err != nil {
		return Snapshot{}, err
	}
	if s.Panes, err = decodePanes(top); err != nil {
		return Snapshot{}, err
	}
	if s.Policy, err = decodePolicy(top); err != nil {
		return Snapshot{}, err
	}
	s.Meta = decodeMeta(top)
	arrange(&s, top, first)
	return s, nil
}

func parse(data []byte) (object, error) {
	switch {
	case len(data) > MaxSize:
		return nil, fmt.Errorf("%d bytes are more than the %d of a snapshot", len(data), MaxSize)
	case len(data) == 0:
		return nil, errors.New("the file is empty")
	case !utf8.Valid(data):
		return nil, errors.New("not UTF-8 text")
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	top, ok := asObject(whole)
	if !ok {
		return nil, errors.New("not a JSON object")
	}
	return top, nil
}

// decodeVersion refuses a newer file before anything else is judged: what this
// atrium cannot know might be a guard.
func decodeVersion(top object) (int, error) {
	n, ok := asInt(top["version"])
	switch {
	case !ok:
		return 0, errors.New(`"version" is missing or no whole number`)
	case n > Version:
		return 0, fmt.Errorf("version %d was written by a newer atrium; this one reads up to version %d", n, Version)
	case n < 1:
		return 0, fmt.Errorf("version %d is none of the versions 1 to %d", n, Version)
	}
	return int(n), nil
}

// firstLayout is the layout key: all that version 1 knew of one.
type firstLayout struct {
	ids   []layout.PaneID
	focus layout.PaneID
}

func decodeLayout(top object) (firstLayout, error) {
	o, ok := asObject(top["layout"])
	if !ok {
		return firstLayout{}, errors.New(`"layout" is missing or no object`)
	}
	list, ok := asList(o["ids"])
	if !ok {
		return firstLayout{}, errors.New(`"layout.ids" is missing or no list`)
	}
	first := firstLayout{}
	for _, raw := range list {
		id, ok := asInt(raw)
		if !ok {
			return firstLayout{}, errors.New(`"layout.ids" holds something that is no pane id`)
		}
		first.ids = append(first.ids, layout.PaneID(id))
	}
	focus, ok := asInt(o["focus"])
	if !ok {
		return firstLayout{}, errors.New(`"layout.focus" is missing or no pane id`)
	}
	first.focus = layout.PaneID(focus)
	return first, nil
}

// decodeMeta reads what decides whether the file is a candidate at all: a
// field that cannot be read is one that the file does not tell.
func decodeMeta(top object) Meta {
	o, _ := asObject(top["meta"])
	m := Meta{
		Project:  o.text("project"),
		PidStart: o.text("pid_start"),
		Clean:    o.flag("clean", false),
		Resumed:  o.flag("resumed", false),
		Declined: o.flag("declined", false),
	}
	if pid := o.count("pid"); pid != nil && *pid > 0 {
		m.Pid = pid // 0 would be our own process group to whoever signals it
	}
	if at, ok := asInt(o["saved_at_ms"]); ok && at >= 0 && at < math.MaxInt64/2 {
		m.SavedAtMS = &at // halved so that adding an interval cannot wrap
	}
	return m
}
