package modelapi

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Request is what one HTTP request said. Everything after Path is empty unless
// it was a POST to /v1/messages.
type Request struct {
	Method string
	Path   string
	Body   []byte

	Model    string
	Stream   bool
	Messages int      // messages of any role in the conversation
	Users    int      // messages in the user's own words
	Last     string   // the last of them
	System   string   // the system prompt, its blocks joined by newlines
	Tools    []string // names of the tools offered, in order
	ToolDone bool     // a tool's result came, and nobody spoke after it
	Schema   *schema  // the form that the answer must have, nil for free text
}

// wireRequest is the body of POST /v1/messages as the public API reference
// gives it; fields that no answer depends on are left out.
type wireRequest struct {
	Model    string        `json:"model"`
	Stream   bool          `json:"stream"`
	System   content       `json:"system"`
	Messages []wireMessage `json:"messages"`
	Tools    []struct {
		Name string `json:"name"`
	} `json:"tools"`
	OutputConfig struct {
		Format struct {
			Schema *schema `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
}

type wireMessage struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// content is the blocks of a message; on the wire a plain string stands for
// one block of text.
type content []block

func (c *content) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = content{{Type: "text", Text: text}}
		return nil
	}
	return json.Unmarshal(data, (*[]block)(c))
}

func (c content) texts() []string {
	var texts []string
	for _, b := range c {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return texts
}

func (c content) hasToolResult() bool {
	for _, b := range c {
		if b.Type == "tool_result" {
			return true
		}
	}
	return false
}

// injected matches what an agent writes into the user's messages itself: its
// reminders and its record of slash commands.
var injected = regexp.MustCompile(`(?s)<system-reminder>.*?</system-reminder>` +
	`|<command-(name|message|args)>.*?</command-(name|message|args)>` +
	`|<local-command-(stdout|caveat)>.*?</local-command-(stdout|caveat)>`)

// ownWords is what the user said in a message, without what the agent put in.
func ownWords(m wireMessage) string {
	if m.Role != "user" {
		return ""
	}
	var own []string
	for _, text := range m.Content.texts() {
		if text = strings.TrimSpace(injected.ReplaceAllString(text, "")); text != "" {
			own = append(own, text)
		}
	}
	return strings.Join(own, "\n")
}

// read fills in what a body of POST /v1/messages says.
func (r *Request) read() error {
	var wire wireRequest
	if err := json.Unmarshal(r.Body, &wire); err != nil {
		return err
	}
	r.Model, r.Stream = wire.Model, wire.Stream
	r.Schema = wire.OutputConfig.Format.Schema
	r.System = strings.Join(wire.System.texts(), "\n")
	for _, tool := range wire.Tools {
		r.Tools = append(r.Tools, tool.Name)
	}
	r.Messages = len(wire.Messages)
	for _, m := range wire.Messages {
		r.hear(m)
	}
	return nil
}

// hear takes in the next message of the conversation.
func (r *Request) hear(m wireMessage) {
	own := ownWords(m)
	if own != "" {
		r.Users++
		r.Last = own
	}
	switch {
	case m.Content.hasToolResult():
		r.ToolDone = true
	case own != "" || m.Role == "assistant":
		r.ToolDone = false
	}
}
