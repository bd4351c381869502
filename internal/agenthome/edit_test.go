package agenthome

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAddTrust(t *testing.T) {
	const pretty = `{
  "numStartups": 3,
  "projects": {
    "/a": {
      "history": [{"x": "}]\"{"}],
      "hasTrustDialogAccepted": false
    }
  },
  "z": 1.0e2
}
`
	cases := map[string]struct{ before, after string }{
		"no file":     {"", "{\"projects\": {\"/a\": {\"hasTrustDialogAccepted\": true, \"hasCompletedProjectOnboarding\": true}}}\n"},
		"empty":       {`{}`, `{"projects": {"/a": {"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}}}`},
		"trusted":     {`{"projects":{"/a":{"hasTrustDialogAccepted":true}}}`, `{"projects":{"/a":{"hasTrustDialogAccepted":true}}}`},
		"compact":     {`{"b":1,"projects":{"/b":{}}}`, `{"b":1,"projects":{"/b":{},"/a": {"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}}}`},
		"other type":  {`{"projects":{"/a":{"hasTrustDialogAccepted":"yes"}}}`, `{"projects":{"/a":{"hasTrustDialogAccepted":true,"hasCompletedProjectOnboarding": true}}}`},
		"two of one":  {`{"projects":{"/a":{"x":1}},"projects":{"/a":{"y":2}}}`, `{"projects":{"/a":{"x":1}},"projects":{"/a":{"y":2,"hasTrustDialogAccepted": true,"hasCompletedProjectOnboarding": true}}}`},
		"escaped key": {`{"projects":{"\u002fa":{}}}`, `{"projects":{"\u002fa":{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}}}`},
		"pretty": {pretty, strings.Replace(pretty, `false
    }`, `true,
      "hasCompletedProjectOnboarding": true
    }`, 1)},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			text := []byte(c.before)
			if c.before == "" {
				text = nil
			}
			got, err := addTrust(text, []string{"/a"})
			if want := spaced(c.after); err != nil || spaced(string(got)) != want {
				t.Errorf("got  %s, %v\nwant %s", got, err, c.after)
			}
			if again, err := addTrust(got, []string{"/a"}); err != nil || string(again) != string(got) {
				t.Errorf("a second time it became %s, %v", again, err)
			}
		})
	}
	got, err := addTrust([]byte(pretty), []string{"/a"})
	if want := strings.Replace(pretty, "false\n    }", "true,\n      \"hasCompletedProjectOnboarding\": true\n    }", 1); err != nil || string(got) != want {
		t.Errorf("the file's own indentation is lost:\n%s", got)
	}
}

// spaced takes the blanks out that the edit is free in.
func spaced(text string) string { return strings.ReplaceAll(text, " ", "") }

func TestWhatIsNotUnderstoodIsRefused(t *testing.T) { // check 98
	for _, text := range []string{"", " ", "null", "[]", "1", "{", `{"a":1}}`, `{"a":}`, "{\"projects\":[]}", `{"projects":null}`,
		`{"projects":{"/a":[]}}`, `{"projects":{"/a":null}}`, "// c\n{}", "{} {}", "\ufeff{}"} {
		if got, err := addTrust([]byte(text), []string{"/a"}); err == nil {
			t.Errorf("%q became %s", text, got)
		}
	}
}

// value draws any JSON value, in JSON text with blanks where they may be.
func value(t *rapid.T, depth int) string {
	kinds := []string{"null", "true", "-1.50e+3", "12345678901234567890", `"text"`, `"}\"],{\\"`, `"\u00e9\ud83d\ude00"`, "{}", "[]"}
	if depth == 0 || rapid.IntRange(0, 2).Draw(t, "plain") == 0 {
		return rapid.SampledFrom(kinds).Draw(t, "value")
	}
	blank := func() string { return rapid.SampledFrom([]string{"", "", " ", "\n  ", "\t\r\n"}).Draw(t, "blank") }
	names := rapid.SampledFrom([]string{`"projects"`, `"/a"`, `"/b"`, `"hasTrustDialogAccepted"`, `"x\"y"`, `"é<&>"`})
	var members []string
	object := rapid.IntRange(0, 3).Draw(t, "object") > 0
	for range rapid.IntRange(0, 4).Draw(t, "members") {
		member := blank() + value(t, depth-1) + blank()
		if object {
			member = blank() + names.Draw(t, "name") + blank() + ":" + member
		}
		members = append(members, member)
	}
	if object {
		return "{" + strings.Join(members, ",") + blank() + "}"
	}
	return "[" + strings.Join(members, ",") + blank() + "]"
}

// The edit does what the same assignment does to the decoded value, or refuses
// where a section is no object.
func TestEditAgainstAssignment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := value(t, 4)
		folders := rapid.SampledFrom([][]string{{"/a"}, {"/a", "/b"}, {`x"y`}, {"é<&>", "/new \\ one"}}).Draw(t, "folders")
		agrees(t, []byte(text), folders)
	})
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func agrees(t failer, text []byte, folders []string) {
	t.Helper()
	got, err := addTrust(text, folders)
	want, readable := assigned(text, folders)
	if !readable {
		if err == nil {
			t.Fatalf("%q cannot hold the marks, but became %q", text, got)
		}
		return
	}
	if err != nil {
		t.Fatalf("%q was refused: %v", text, err)
	}
	var have any
	if err := json.Unmarshal(got, &have); err != nil || !reflect.DeepEqual(have, any(want)) {
		t.Fatalf("%q became %q, %v", text, got, err)
	}
}

// assigned is the model: decode, assign, leave all else alone.
func assigned(text []byte, folders []string) (top map[string]any, readable bool) {
	if json.Unmarshal(text, &top) != nil || top == nil {
		return nil, false
	}
	for _, folder := range folders {
		if trusted(top, folder) {
			continue
		}
		projects, ok := inner(top, "projects")
		if !ok {
			return nil, false
		}
		project, ok := inner(projects, folder)
		if !ok {
			return nil, false
		}
		project["hasTrustDialogAccepted"], project["hasCompletedProjectOnboarding"] = true, true
	}
	return top, true
}

func inner(in map[string]any, name string) (map[string]any, bool) {
	if _, there := in[name]; !there {
		in[name] = map[string]any{}
	}
	object, isObject := in[name].(map[string]any)
	return object, isObject
}

func FuzzAddTrust(f *testing.F) {
	f.Add([]byte(`{"projects": {"/a": {"hasTrustDialogAccepted": false}}}`))
	f.Add([]byte("{\n  \"a\": [1, {\"b\": \"\\\"}\"}],\n  \"projects\": {}\n}\n"))
	f.Add([]byte(`{"projects":{"/a":{"x":1}},"projects":{"/a":{}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if text == nil {
			text = []byte{}
		}
		var numbers map[string]any
		if err := json.Unmarshal(text, &numbers); err != nil && json.Valid(text) {
			return // a number beyond float64, which only the model cannot hold
		}
		agrees(t, text, []string{"/a"})
	})
}
