package modelapi_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"atrium/internal/modelapi"
)

func start(t *testing.T) *modelapi.Server {
	t.Helper()
	s := modelapi.New()
	t.Cleanup(s.Close)
	s.Pause = 0
	return s
}

// post sends body to path and returns the status and the whole answer.
func post(t *testing.T, s *modelapi.Server, path, body string) (int, string) {
	t.Helper()
	resp, err := http.Post(s.URL()+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(data)
}

func TestReplyCountsTheUsersOwnMessages(t *testing.T) {
	cases := []struct {
		name, messages, want string
	}{
		{"one", `{"role":"user","content":"hello"}`, "REPLY users=1"},
		{"blocks", `{"role":"user","content":[{"type":"text","text":"hello"}]}`, "REPLY users=1"},
		{"two", `{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}`,
			"REPLY users=2"},
		{"reminders are not the user's",
			`{"role":"user","content":"<system-reminder>be kind</system-reminder>"},{"role":"user","content":"c"}`,
			"REPLY users=1"},
		{"slash commands are not the user's",
			`{"role":"user","content":"<command-name>/clear</command-name>"},{"role":"user","content":"c"}`,
			"REPLY users=1"},
		{"a tool's result is not the user's",
			`{"role":"user","content":"c"},{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"}]}`,
			"REPLY tool done users=1"},
		{"words after a tool's result",
			`{"role":"user","content":[{"type":"tool_result"}]},{"role":"user","content":"dotool next"}`,
			"REPLY users=1"},
		{"dotool without a tool to call", `{"role":"user","content":"dotool"}`, "REPLY users=1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := start(t)
			status, body := post(t, s, "/v1/messages", `{"model":"m","messages":[`+c.messages+`]}`)
			var got struct {
				StopReason string                  `json:"stop_reason"`
				Content    []struct{ Text string } `json:"content"`
			}
			if err := json.Unmarshal([]byte(body), &got); err != nil || status != 200 {
				t.Fatalf("status %d, body %s: %v", status, body, err)
			}
			if len(got.Content) != 1 || got.Content[0].Text != c.want || got.StopReason != "end_turn" {
				t.Errorf("got %+v, want %q", got, c.want)
			}
		})
	}
}

type event struct {
	Type  string
	Delta struct {
		Text        string
		PartialJSON string `json:"partial_json"`
		StopReason  string `json:"stop_reason"`
	}
	ContentBlock struct{ Type, Name string } `json:"content_block"`
}

// events parses a stream and checks that each data line repeats its event's name.
func events(t *testing.T, stream string) []event {
	t.Helper()
	var all []event
	var name string
	lines := bufio.NewScanner(strings.NewReader(stream))
	for lines.Scan() {
		line := lines.Text()
		if after, ok := strings.CutPrefix(line, "event: "); ok {
			name = after
		}
		if after, ok := strings.CutPrefix(line, "data: "); ok {
			var e event
			if err := json.Unmarshal([]byte(after), &e); err != nil || e.Type != name {
				t.Fatalf("event %q with data %s: %v", name, after, err)
			}
			all = append(all, e)
		}
	}
	return all
}

func TestStreamTellsTheTextInTheOrderOfTheAPI(t *testing.T) {
	s := start(t)
	_, body := post(t, s, "/v1/messages", `{"stream":true,"messages":[{"role":"user","content":"golong"}]}`)
	got := events(t, body)
	var order []string
	var text strings.Builder
	for _, e := range got {
		if len(order) == 0 || order[len(order)-1] != e.Type {
			order = append(order, e.Type)
		}
		text.WriteString(e.Delta.Text)
	}
	want := "message_start content_block_start content_block_delta content_block_stop message_delta message_stop"
	if strings.Join(order, " ") != want {
		t.Errorf("order %v", order)
	}
	if !strings.HasPrefix(text.String(), "line 1 of 60\n") || !strings.HasSuffix(text.String(), "\nREPLY users=1") {
		t.Errorf("text %q", text.String())
	}
}

func TestStreamCallsTheTool(t *testing.T) {
	s := start(t)
	_, body := post(t, s, "/v1/messages", `{"stream":true,"tools":[{"name":"Bash"}],
		"messages":[{"role":"user","content":"dotool: touch here \nplease"}]}`)
	var name, input, stop string
	for _, e := range events(t, body) {
		name += e.ContentBlock.Name
		input += e.Delta.PartialJSON
		stop += e.Delta.StopReason
	}
	if name != "Bash" || stop != "tool_use" || !strings.Contains(input, `"command":"touch here"`) {
		t.Errorf("name %q, input %s, stop %q", name, input, stop)
	}
}

func TestFailures(t *testing.T) {
	s := start(t)
	if status, body := post(t, s, "/v1/messages", `{"messages":[{"role":"user","content":"dofail"}]}`); status != 529 ||
		!strings.Contains(body, "overloaded_error") {
		t.Errorf("dofail: %d %s", status, body)
	}
	if status, _ := post(t, s, "/v1/messages", `{"messages":`); status != 400 {
		t.Errorf("half a body: %d", status)
	}
}

func TestAnswersInTheFormAskedFor(t *testing.T) {
	s := start(t)
	_, body := post(t, s, "/v1/messages", `{"messages":[{"role":"user","content":"name this"}],
		"output_config":{"format":{"type":"json_schema","schema":{"type":"object","required":["title","kind","n","ok","all"],
		"properties":{"title":{"type":"string"},"kind":{"enum":["b","c"]},"n":{"type":"integer"},
		"ok":{"type":"boolean"},"all":{"type":"array"}}}}}}`)
	if !strings.Contains(body, `{\"all\":[],\"kind\":\"b\",\"n\":1,\"ok\":false,\"title\":\"stand-in\"}`) {
		t.Errorf("got %s", body)
	}
}

func TestOtherPaths(t *testing.T) {
	s := start(t)
	if _, body := post(t, s, "/v1/messages/count_tokens", `{"messages":[]}`); !strings.Contains(body, `"input_tokens":3`) {
		t.Errorf("count_tokens: %s", body)
	}
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		req, _ := http.NewRequest(method, s.URL()+"/anything", nil)
		resp, err := http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode != 200 {
			t.Errorf("%s: %v %v", method, resp, err)
		}
	}
}

func TestLogHoldsWhatWasAsked(t *testing.T) {
	s := start(t)
	body := `{"model":"m","stream":true,"system":[{"type":"text","text":"rules"}],"tools":[{"name":"Bash"},{"name":"Read"}],
		"messages":[{"role":"user","content":"first"},{"role":"assistant","content":"x"},{"role":"user","content":"second"}]}`
	post(t, s, "/v1/messages", body)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := s.Await(ctx, func(all []modelapi.Request) bool { return len(all) == 1 })
	if err != nil {
		t.Fatal(err)
	}
	r := s.Requests()[0]
	if r.Method != "POST" || r.Path != "/v1/messages" || !bytes.Equal(r.Body, []byte(body)) || r.Model != "m" || !r.Stream ||
		r.Messages != 3 || r.Users != 2 || r.Last != "second" || r.System != "rules" || strings.Join(r.Tools, " ") != "Bash Read" {
		t.Errorf("got %+v", r)
	}
}

// An agent that is killed in the middle of a slow answer must not hold up the
// end of the test.
func TestCloseDropsSlowAnswers(t *testing.T) {
	s := start(t)
	s.Slow = time.Hour
	failed := make(chan error, 1)
	go func() {
		_, err := http.Post(s.URL()+"/v1/messages", "application/json",
			strings.NewReader(`{"messages":[{"role":"user","content":"goslow"}]}`))
		failed <- err
	}()
	if err := s.Await(t.Context(), func(all []modelapi.Request) bool { return len(all) == 1 }); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := <-failed; err == nil {
		t.Error("the slow answer came although nobody waited an hour")
	}
}

func TestAwaitEndsWithItsContext(t *testing.T) {
	s := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Await(ctx, func([]modelapi.Request) bool { return false }); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}
