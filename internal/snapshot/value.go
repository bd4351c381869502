package snapshot

import (
	"encoding/json"
	"math"
)

// object is one JSON object, read key by key: of a key given twice the last
// counts, and a key that nobody asks for is ignored. Names match exactly, which
// is why no struct is unmarshalled here.
type object map[string]json.RawMessage

// get is the value of key, false where the key is missing or null.
func (o object) get(key string) (json.RawMessage, bool) {
	raw, ok := o[key]
	return raw, ok && string(raw) != "null"
}

// text is a string where nothing depends on it: anything else is nil.
func (o object) text(key string) *string {
	if s, ok := asText(o[key]); ok {
		return &s
	}
	return nil
}

// flag is a boolean, otherwise where the key holds anything else.
func (o object) flag(key string, otherwise bool) bool {
	switch string(o[key]) {
	case "true":
		return true
	case "false":
		return false
	}
	return otherwise
}

// count is a number of 0 to the largest 32-bit one, nil for anything else.
func (o object) count(key string) *int {
	n, ok := asInt(o[key])
	if !ok || n < 0 || n > math.MaxInt32 {
		return nil
	}
	size := int(n)
	return &size
}

func asObject(raw json.RawMessage) (object, bool) {
	if len(raw) == 0 || raw[0] != '{' {
		return nil, false
	}
	var o object
	return o, json.Unmarshal(raw, &o) == nil
}

func asList(raw json.RawMessage) ([]json.RawMessage, bool) {
	if len(raw) == 0 || raw[0] != '[' {
		return nil, false
	}
	var list []json.RawMessage
	return list, json.Unmarshal(raw, &list) == nil
}

// asTexts is a list of strings, never nil, false if any element is no string.
func asTexts(raw json.RawMessage) ([]string, bool) {
	list, ok := asList(raw)
	if !ok {
		return nil, false
	}
	texts := make([]string, len(list))
	for i, element := range list {
		if texts[i], ok = asText(element); !ok {
			return nil, false
		}
	}
	return texts, true
}

func asInt(raw json.RawMessage) (int64, bool) {
	if len(raw) == 0 || raw[0] == 'n' {
		return 0, false
	}
	var n int64
	return n, json.Unmarshal(raw, &n) == nil
}
