package agenthome

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// Names in claude's configuration.
const (
	projectsKey   = "projects"
	trustedKey    = "hasTrustDialogAccepted"
	onboardingKey = "hasCompletedProjectOnboarding"
)

var (
	errNotObject = errors.New("it is not a JSON object, so it is left as it is")
	errMangled   = errors.New("the edit would have changed something else, so it is left as it is")
)

// addTrust adds the marks for folders to the text of claude's configuration and
// keeps every other byte. nil is a file that is not there. A text that needs no
// mark comes back as it is.
func addTrust(text []byte, folders []string) ([]byte, error) {
	if text == nil {
		text = []byte("{}\n")
	}
	before, err := object(text)
	if err != nil {
		return nil, err
	}
	after := text
	var added []string
	for _, folder := range folders {
		if trusted(before, folder) {
			continue
		}
		if after, err = mark(after, folder); err != nil {
			return nil, err
		}
		added = append(added, folder)
	}
	return after, check(before, after, added)
}

func object(text []byte) (map[string]any, error) {
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.UseNumber()
	var top map[string]any
	if !json.Valid(text) || reader.Decode(&top) != nil || top == nil {
		return nil, errNotObject
	}
	return top, nil
}

func trusted(top map[string]any, folder string) bool {
	projects, _ := top[projectsKey].(map[string]any)
	project, _ := projects[folder].(map[string]any)
	return project[trustedKey] == true
}

// mark sets both marks of one folder in a valid text.
func mark(text []byte, folder string) ([]byte, error) {
	e := editor{text}
	top := e.space(0)
	projects, err := e.child(top, projectsKey)
	if err != nil {
		return nil, err
	}
	project, err := e.child(projects, folder)
	if err != nil {
		return nil, err
	}
	e.set(project, trustedKey, "true")
	e.set(project, onboardingKey, "true")
	return e.text, nil
}

// check reads the edited text again and compares it, value for value, with
// what the edit was meant to do. A slip of the editor must not reach the file.
func check(want map[string]any, after []byte, added []string) error {
	for _, folder := range added {
		projects := section(want, projectsKey)
		project := section(projects, folder)
		project[trustedKey], project[onboardingKey] = true, true
	}
	got, err := object(after)
	if err != nil || !reflect.DeepEqual(got, want) {
		return errMangled
	}
	return nil
}

func section(in map[string]any, name string) map[string]any {
	inner, found := in[name].(map[string]any)
	if !found {
		inner = map[string]any{}
		in[name] = inner
	}
	return inner
}

// editor changes members of objects inside a valid JSON text. Offsets are those
// of an object's opening brace; an edit moves nothing before it.
type editor struct{ text []byte }

// span is one member of an object: where its name and its value begin and where
// the value ends.
type span struct{ name, value, end int }

// child is the object in member name of the object at open, made if it is not
// there. A member that is no object is refused.
func (e *editor) child(open int, name string) (int, error) {
	m, found := e.member(open, name)
	if !found {
		e.set(open, name, "{}")
		m, _ = e.member(open, name)
	}
	if e.text[m.value] != '{' {
		return 0, fmt.Errorf("its %q is no object, so it is left as it is", name)
	}
	return m.value, nil
}

// set gives member name of the object at open a value.
func (e *editor) set(open int, name, value string) {
	if m, found := e.member(open, name); found {
		e.splice(m.value, m.end, value)
		return
	}
	quoted, _ := json.Marshal(name)
	member := string(quoted) + ": " + value
	all := e.members(open)
	if len(all) == 0 {
		e.splice(open+1, open+1, member)
		return
	}
	indent := string(e.text[open+1 : all[0].name])
	last := all[len(all)-1].end
	e.splice(last, last, ","+indent+member)
}

func (e *editor) splice(from, to int, with string) {
	tail := append([]byte(with), e.text[to:]...)
	e.text = append(e.text[:from:from], tail...)
}

// member finds a member by name. Of equal names the last one counts, as it does
// for every reader of JSON that matters here.
func (e *editor) member(open int, name string) (found span, ok bool) {
	for _, m := range e.members(open) {
		var here string
		if json.Unmarshal(e.text[m.name:e.skip(m.name)], &here) == nil && here == name {
			found, ok = m, true
		}
	}
	return found, ok
}

func (e *editor) members(open int) []span {
	var all []span
	at := e.space(open + 1)
	for e.text[at] != '}' {
		name := at
		value := e.space(e.space(e.skip(name)) + 1) // past the colon
		end := e.skip(value)
		all = append(all, span{name, value, end})
		at = e.space(end)
		if e.text[at] == ',' {
			at = e.space(at + 1)
		}
	}
	return all
}

// space is the next offset that holds no blank.
func (e *editor) space(at int) int {
	for at < len(e.text) && bytes.IndexByte([]byte(" \t\r\n"), e.text[at]) >= 0 {
		at++
	}
	return at
}

// skip is the end of the value that begins at at.
func (e *editor) skip(at int) int {
	switch e.text[at] {
	case '"':
		return e.skipString(at)
	case '{', '[':
		return e.skipNested(at)
	}
	for at < len(e.text) && bytes.IndexByte([]byte(" \t\r\n,]}"), e.text[at]) < 0 {
		at++
	}
	return at
}

func (e *editor) skipString(at int) int {
	for at++; e.text[at] != '"'; at++ {
		if e.text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

func (e *editor) skipNested(at int) int {
	depth := 0
	for {
		switch e.text[at] {
		case '"':
			at = e.skipString(at) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		at++
		if depth == 0 {
			return at
		}
	}
}
