package modelapi

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// answer is what the stand-in says to one request.
type answer struct {
	overloaded bool
	slow       bool
	lines      int    // numbered lines before the text
	text       string // "" when a tool is called
	tool       string
	input      map[string]any
}

const (
	shellTool      = "Bash"
	longLines      = 60
	defaultCommand = "mkdir made-by-the-tool"
)

// toolCommand finds the command of "dotool: CMD".
var toolCommand = regexp.MustCompile(`dotool:[ \t]*([^\n]+)`)

// decide chooses the answer by the user's last words.
func decide(r Request) answer {
	if r.Schema != nil {
		text, _ := json.Marshal(r.Schema.example())
		return answer{text: string(text)}
	}
	if r.ToolDone {
		return answer{text: fmt.Sprintf("REPLY tool done users=%d", r.Users)}
	}
	a := answer{
		overloaded: strings.Contains(r.Last, "dofail"),
		slow:       strings.Contains(r.Last, "goslow"),
		text:       fmt.Sprintf("REPLY users=%d", r.Users),
	}
	if strings.Contains(r.Last, "golong") {
		a.lines = longLines
	}
	if strings.Contains(r.Last, "dotool") && slices.Contains(r.Tools, shellTool) {
		a.callShell(r.Last)
	}
	return a
}

func (a *answer) callShell(words string) {
	command := defaultCommand
	if m := toolCommand.FindStringSubmatch(words); m != nil {
		command = strings.TrimSpace(m[1])
	}
	a.text, a.tool = "", shellTool
	a.input = map[string]any{"command": command, "description": "what the test asked for"}
}

// stopReason is why the answer ends, in the words of the API.
func (a answer) stopReason() string {
	if a.tool != "" {
		return "tool_use"
	}
	return "end_turn"
}

// schema is the part of a JSON schema that agents use when they ask for a
// title or a choice.
type schema struct {
	Type       string            `json:"type"`
	Enum       []any             `json:"enum"`
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
}

// example is a small value that follows the schema.
func (s schema) example() any {
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch s.Type {
	case "string":
		return "stand-in"
	case "integer", "number":
		return 1
	case "boolean":
		return false
	case "array":
		return []any{}
	}
	object := map[string]any{}
	for _, name := range s.Required {
		object[name] = s.Properties[name].example()
	}
	return object
}
