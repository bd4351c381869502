package team

import (
	"fmt"
	"strings"
	"testing"
)

func saved(events ...string) string {
	return fmt.Sprintf(`{"next_seq":9,"events":[%s],"subs":{"review":["lead"]}}`, strings.Join(events, ","))
}

func ev(seq int, kind string, resolved bool) string {
	return fmt.Sprintf(`{"seq":%d,"topic":"t","kind":%q,"from":"lead","ts":1,"resolved":%v,"fields":{"msg":"m"}}`, seq, kind, resolved)
}

// check 69, R017
func TestCountBus(t *testing.T) {
	many := make([]string, 600)
	for i := range many {
		many[i] = ev(i+1, "decision_needed", false)
	}
	for name, c := range map[string]struct {
		file       string
		n, open    int
		errorHolds string
	}{
		"empty bus":        {file: saved()},
		"open decisions":   {file: saved(ev(1, "fyi", false), ev(2, "decision_needed", true), ev(3, "decision_needed", false)), n: 3, open: 1},
		"malformed events": {file: saved(ev(1, "fyi", false), `7`, `{"seq":"2"}`, `{"seq":0,"topic":"t"}`, `{"seq":3}`, `{"seq":4,"topic":"t","fields":{"a":1}}`), n: 1},
		"oversized event":  {file: saved(`{"seq":1,"topic":"t","fields":{"msg":"` + strings.Repeat("x", maxEvent) + `"}}`)},
		"newest 512":       {file: saved(many...), n: 512, open: 512}, // check 132
		"no bytes":         {errorHolds: "empty"},
		"truncated":        {file: saved(ev(1, "fyi", false))[:40], errorHolds: "not a bus"},
		"null":             {file: "null", errorHolds: "not a bus"},
		"a board":          {file: `{"task":{"by":"lead","fields":{}}}`, errorHolds: "not a bus"},
		"huge":             {file: strings.Repeat(" ", MaxSize+1), errorHolds: "bytes"},
	} {
		n, open, err := CountBus([]byte(c.file))
		if n != c.n || open != c.open || !says(err, c.errorHolds) {
			t.Errorf("%s: %d events, %d open, %v", name, n, open, err)
		}
	}
}

// check 69, R017
func TestCountBoard(t *testing.T) {
	for name, c := range map[string]struct {
		file       string
		n          int
		errorHolds string
	}{
		"empty":       {file: `{}`},
		"two entries": {file: `{"a":{"by":"lead","ms":1,"claimed_by":"","lease_ms":0,"fields":{"x":"y"}},"b":{"fields":{}}}`, n: 2},
		"no entries":  {file: `{"a":null,"b":7,"c":{"fields":[]},"d":{"fields":{}}}`, n: 1},
		"no bytes":    {errorHolds: "empty"},
		"truncated":   {file: `{"a":{`, errorHolds: "not a board"},
		"null":        {file: "null", errorHolds: "not a board"},
		"list":        {file: "[]", errorHolds: "not a board"},
	} {
		n, err := CountBoard([]byte(c.file))
		if n != c.n || !says(err, c.errorHolds) {
			t.Errorf("%s: %d entries, %v", name, n, err)
		}
	}
}

func says(err error, words string) bool {
	if err == nil || words == "" {
		return err == nil && words == ""
	}
	return strings.Contains(err.Error(), words)
}

func FuzzCount(f *testing.F) {
	f.Add([]byte(saved(ev(1, "fyi", false), ev(2, "decision_needed", false))))
	f.Add([]byte(`{"a":{"fields":{"x":"y"}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, open, err := CountBus(data)
		if open > n || n > ring || err != nil && n != 0 {
			t.Fatalf("%d events, %d open, %v", n, open, err)
		}
		if n, err := CountBoard(data); err != nil && n != 0 {
			t.Fatalf("%d entries, %v", n, err)
		}
	})
}
