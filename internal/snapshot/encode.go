package snapshot

import (
	"bytes"
	"encoding/json"

	"atrium/internal/layout"
	"atrium/internal/policy"
)

// The file, in the order in which its keys are written.
type (
	fileJSON struct {
		Version int          `json:"version"`
		Layout  layoutJSON   `json:"layout"`
		Windows []windowJSON `json:"windows"`
		Active  int          `json:"active"`
		Panes   []paneJSON   `json:"panes"`
		Policy  *policyJSON  `json:"policy"`
		Meta    metaJSON     `json:"meta"`
	}
	layoutJSON struct {
		IDs   []layout.PaneID `json:"ids"`
		Focus layout.PaneID   `json:"focus"`
	}
	windowJSON struct {
		Name   text          `json:"name"`
		Focus  layout.PaneID `json:"focus"`
		Zoomed bool          `json:"zoomed"`
		Tree   string        `json:"tree"`
	}
	paneJSON struct {
		ID         layout.PaneID  `json:"id"`
		Window     int            `json:"window"`
		Role       *text          `json:"role"`
		Argv       []text         `json:"argv"`
		Cwd        *text          `json:"cwd"`
		LiveCwd    *text          `json:"live_cwd"`
		Identity   *text          `json:"identity"`
		SessionID  *text          `json:"session_id"`
		Agent      *text          `json:"agent"`
		Worktree   *text          `json:"worktree"`
		Deny       []text         `json:"deny"`
		CanSpawn   bool           `json:"can_spawn"`
		Depth      int64          `json:"depth"`
		ParentPane *layout.PaneID `json:"parent_pane"`
		Mode       *string        `json:"mode"`
		Kickoff    bool           `json:"kickoff"`
		Task       bool           `json:"task"`
		Norms      *text          `json:"norms"`
		ContextEnv [][2]text      `json:"context_env"`
	}
	policyJSON struct {
		Deny          []text  `json:"deny"`
		ClaudeAliases []text  `json:"claude_aliases"`
		BuildJobs     *int    `json:"build_jobs"`
		MemoryMB      *int    `json:"memory_mb"`
		Trust         *string `json:"trust"`
		AllowCtl      bool    `json:"allow_ctl"`
		MaxDepth      int64   `json:"max_depth"`
		Topics        *[]text `json:"topics"`
	}
	metaJSON struct {
		Project   *text  `json:"project"`
		Pid       *int   `json:"pid"`
		PidStart  *text  `json:"pid_start"`
		SavedAtMS *int64 `json:"saved_at_ms"`
		Clean     bool   `json:"clean"`
		Resumed   bool   `json:"resumed"`
		Declined  bool   `json:"declined,omitempty"`
	}
)

// Encode writes s as one canonical JSON line with its newline, always as
// Version: equal snapshots are equal bytes, so that a writer can tell whether
// anything changed. Repairs are not part of the file.
func Encode(s Snapshot) []byte {
	file := fileJSON{
		Version: Version,
		Layout:  firstWindow(s),
		Windows: make([]windowJSON, len(s.Windows)),
		Active:  s.Active,
		Panes:   make([]paneJSON, len(s.Panes)),
		Policy:  encodePolicy(s.Policy),
		Meta: metaJSON{
			Project: optional(s.Meta.Project), Pid: s.Meta.Pid, PidStart: optional(s.Meta.PidStart),
			SavedAtMS: s.Meta.SavedAtMS, Clean: s.Meta.Clean, Resumed: s.Meta.Resumed, Declined: s.Meta.Declined,
		},
	}
	for i, w := range s.Windows {
		file.Windows[i] = windowJSON{Name: text(plainName(w.Name)), Focus: w.Focus, Zoomed: w.Zoomed, Tree: w.Tree}
	}
	for i, p := range s.Panes {
		file.Panes[i] = encodePane(p)
	}
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	_ = e.Encode(file) // every field is a number, a boolean, a string or a list of them
	return line.Bytes()
}

// firstWindow is the first window as version 1 knew it.
func firstWindow(s Snapshot) layoutJSON {
	first := layoutJSON{IDs: []layout.PaneID{}}
	for _, p := range s.Panes {
		if p.Window == 0 {
			first.IDs = append(first.IDs, p.ID)
		}
	}
	if len(s.Windows) > 0 {
		first.Focus = s.Windows[0].Focus
	}
	return first
}

func encodePane(p Pane) paneJSON {
	env := [][2]text{}
	for _, pair := range restorable(p.ContextEnv) {
		env = append(env, [2]text{text(pair[0]), text(pair[1])})
	}
	return paneJSON{
		ID: p.ID, Window: p.Window, Role: optional(p.Role), Argv: texts(p.Argv),
		Cwd: optional(p.Cwd), LiveCwd: optional(p.LiveCwd), Identity: optional(p.Identity),
		SessionID: optional(p.SessionID), Agent: optional(p.Agent), Worktree: optional(p.Worktree),
		Deny: texts(p.Deny), CanSpawn: p.CanSpawn, Depth: p.Depth, ParentPane: p.ParentPane,
		Mode: label(p.Mode), Kickoff: p.Kickoff, Task: p.Task, Norms: optional(p.Norms), ContextEnv: env,
	}
}

func encodePolicy(p *policy.Policy) *policyJSON {
	if p == nil {
		return nil
	}
	out := &policyJSON{
		Deny: texts(p.Deny), ClaudeAliases: texts(p.ClaudeAliases), BuildJobs: p.BuildJobs, MemoryMB: p.MemoryMB,
		Trust: label(p.Trust), AllowCtl: p.AllowCtl, MaxDepth: p.MaxDepth,
	}
	if p.Topics != nil {
		topics := texts(p.Topics)
		out.Topics = &topics
	}
	return out
}

func label(p *policy.Posture) *string {
	if p == nil {
		return nil
	}
	word := p.String()
	return &word
}

func optional(s *string) *text { return (*text)(s) }

// texts is never nil: an absent list and an empty one are written alike.
func texts(list []string) []text {
	out := make([]text, len(list))
	for i, s := range list {
		out[i] = text(s)
	}
	return out
}
