package modelapi

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// ServeHTTP answers as the model service would: POST to /v1/messages and
// /v1/messages/count_tokens, and an empty object to anything else, which is
// enough for the agents' checks that somebody is there.
func (s *Server) ServeHTTP(w http.ResponseWriter, hr *http.Request) {
	body, err := io.ReadAll(hr.Body)
	if err != nil {
		return
	}
	r := Request{Method: hr.Method, Path: hr.URL.Path, Body: body}
	asksModel := hr.Method == http.MethodPost && hr.URL.Path == "/v1/messages"
	if asksModel {
		err = r.read()
	}
	s.log(r)
	switch {
	case err != nil:
		sendError(w, http.StatusBadRequest, "invalid_request_error", err.Error())
	case asksModel:
		s.sendAnswer(w, hr, r)
	case strings.HasSuffix(hr.URL.Path, "/count_tokens"):
		sendJSON(w, http.StatusOK, object{"input_tokens": max(1, len(body)/4)})
	default:
		sendJSON(w, http.StatusOK, object{})
	}
}

func (s *Server) sendAnswer(w http.ResponseWriter, hr *http.Request, r Request) {
	a := decide(r)
	if a.slow && !wait(hr, s.Slow) {
		return
	}
	switch {
	case a.overloaded:
		sendError(w, 529, "overloaded_error", "the stand-in was asked to fail")
	case r.Stream:
		s.stream(w, hr, r, a)
	default:
		sendJSON(w, http.StatusOK, whole(r, a))
	}
}

// wait returns false when the asker went away before d was over.
func wait(hr *http.Request, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-hr.Context().Done():
		return false
	}
}

type object map[string]any

func sendJSON(w http.ResponseWriter, status int, v object) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

func sendError(w http.ResponseWriter, status int, kind, message string) {
	sendJSON(w, status, object{"type": "error", "error": object{"type": kind, "message": message}})
}

// message is the head of an assistant message; ids only need to differ.
func message(r Request) object {
	return object{
		"id":            fmt.Sprintf("msg_%d_%d", r.Messages, time.Now().UnixNano()),
		"type":          "message",
		"role":          "assistant",
		"model":         r.Model,
		"content":       []object{},
		"stop_reason":   nil,
		"stop_sequence": nil,
		"usage":         object{"input_tokens": 10, "output_tokens": 5},
	}
}

// toolUse is the block that calls the answer's tool.
func toolUse(a answer, input any) object {
	return object{
		"type":  "tool_use",
		"id":    fmt.Sprintf("toolu_%d", time.Now().UnixNano()),
		"name":  a.tool,
		"input": input,
	}
}

func numberedLine(i, of int) string { return fmt.Sprintf("line %d of %d\n", i, of) }

// whole is the answer as one message, for a request that does not stream.
func whole(r Request, a answer) object {
	m := message(r)
	m["stop_reason"] = a.stopReason()
	if a.tool != "" {
		m["content"] = []object{toolUse(a, a.input)}
		return m
	}
	var text strings.Builder
	for i := range a.lines {
		text.WriteString(numberedLine(i+1, a.lines))
	}
	text.WriteString(a.text)
	m["content"] = []object{{"type": "text", "text": text.String()}}
	return m
}

// stream sends the answer as server-sent events in the order that the API
// reference gives: message, block, deltas, and the three ends.
func (s *Server) stream(w http.ResponseWriter, hr *http.Request, r Request, a answer) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(kind string, fields object) {
		fields["type"] = kind
		data, _ := json.Marshal(fields)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data)
		w.(http.Flusher).Flush()
	}
	send("message_start", object{"message": message(r)})
	if a.tool != "" {
		input, _ := json.Marshal(a.input)
		send("content_block_start", object{"index": 0, "content_block": toolUse(a, object{})})
		send("content_block_delta", object{"index": 0,
			"delta": object{"type": "input_json_delta", "partial_json": string(input)}})
	} else if !s.streamText(send, hr, a) {
		return
	}
	send("content_block_stop", object{"index": 0})
	send("message_delta", object{"delta": object{"stop_reason": a.stopReason(), "stop_sequence": nil},
		"usage": object{"output_tokens": 5}})
	send("message_stop", object{})
}

// streamText sends the text piece by piece. It returns false when the asker
// went away.
func (s *Server) streamText(send func(string, object), hr *http.Request, a answer) bool {
	delta := func(text string) {
		send("content_block_delta", object{"index": 0, "delta": object{"type": "text_delta", "text": text}})
	}
	send("content_block_start", object{"index": 0, "content_block": object{"type": "text", "text": ""}})
	for i := range a.lines {
		delta(numberedLine(i+1, a.lines))
		if !wait(hr, s.Pause) {
			return false
		}
	}
	// Two pieces, so that an agent that shows only the first one is noticed.
	half := len(a.text) / 2
	delta(a.text[:half])
	delta(a.text[half:])
	return true
}
