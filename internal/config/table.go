package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atrium/internal/keys"
)

// Names of the environment variables. This is the one list of them; Variables
// says what each is for.
const (
	FileVar        = "ATRIUM_CONFIG"
	StateDirVar    = "ATRIUM_STATE_DIR"
	ResumeOfferVar = "ATRIUM_RESUME_OFFER"
	YesVar         = "ATRIUM_YES"
	ForegroundVar  = "ATRIUM_FOREGROUND"
	SpawnLogVar    = "ATRIUM_SPAWN_LOG"
	DenyVar        = "ATRIUM_DENY"
	AliasesVar     = "ATRIUM_CLAUDE_ALIASES"
	TrustAllowVar  = "ATRIUM_TRUST_ALLOW"
	BuildJobsVar   = "ATRIUM_BUILD_JOBS"
	MemoryVar      = "ATRIUM_MEMORY_MB"
	PaneVar        = "ATRIUM_PANE"
	NoColorVar     = "NO_COLOR"
	SessionVar     = "ATRIUM_SESSION"
	PaneMarkVar    = "ATRIUM_PANE_MARK"
)

// Variable is one row of the table of environment variables.
type Variable struct {
	Name   string
	Form   string // what a value looks like
	Effect string
	Pane   bool // set by atrium in its panes, not by the operator
}

// Variables is the table of environment variables, in the order of the
// reference.
func Variables() []Variable {
	return []Variable{
		{Name: FileVar, Form: "path", Effect: "the configuration file, instead of the usual place"},
		{Name: StateDirVar, Form: "path", Effect: "the state directory, instead of the usual place; empty is ignored"},
		{Name: ResumeOfferVar, Form: "0", Effect: "no offer at launch to resume a crashed session"},
		{Name: YesVar, Form: "anything", Effect: "do not wait at the banner of a fleet; no answer to any other question"},
		{Name: ForegroundVar, Form: "1", Effect: "one process, which ends with its terminal"},
		{Name: SpawnLogVar, Form: "path", Effect: "append every command line that is started to this file"},
		{Name: DenyVar, Form: "comma list", Effect: "more deny rules, after those of `deny`"},
		{Name: AliasesVar, Form: "comma list", Effect: "more commands that are claude, after those of `claude_aliases`"},
		{Name: TrustAllowVar, Form: "comma list", Effect: "more commands that posture accept allows, after those of `trust_allow`"},
		{Name: BuildJobsVar, Form: "number, or off", Effect: "size of the compile pool, over `build_jobs`; 0 and off are none; anything else is ignored" + noEffect},
		{Name: MemoryVar, Form: "number, or off", Effect: "memory ceiling of a session in MB, over `memory_mb`; 0 and off are none; anything else is ignored" + noEffect},
		{Name: PaneVar, Form: "anything", Effect: "this start counts as one inside a pane: it keeps no session and offers none"},
		{Name: NoColorVar, Form: "anything", Effect: "no colours (no-color.org); empty is ignored"},
		{Name: SessionVar, Form: "pid:start", Effect: "the process that owns the pane", Pane: true},
		{Name: PaneMarkVar, Form: "number", Effect: "tells the pane's processes from those of others in the session", Pane: true},
	}
}

// key is one key of the file: how its value must look, what it is for and where
// it goes.
type key struct {
	name   string
	form   string
	effect string
	sample string // a right value, for the hint
	set    func(c *Config, v any, home string) error
}

// noEffect marks what is read and checked, and obeyed by a later version.
const noEffect = "; no effect in this version"

// table is the table of the file's keys, in the order of the reference.
func table() []key {
	return slices.Concat(sessionKeys(), boundKeys(), fleetKeys())
}

func sessionKeys() []key {
	return []key{
		{"claude_aliases", "list of texts, or object", "commands that are claude under another name; as an object, name to `{\"config_dir\": path}`, where `~` is the home directory", `["claude2"]`,
			func(c *Config, v any, home string) (err error) { c.ClaudeAliases, err = aliases(v, home); return }},
		{"deny", "list of texts", "deny rules of every claude pane", `["git push"]`,
			func(c *Config, v any, _ string) (err error) { c.Deny, err = texts(v); return }},
		{"ctl_allow", "list of texts", "commands that agents may start as well" + noEffect, `["make"]`,
			func(c *Config, v any, _ string) (err error) { c.CtlAllow, err = texts(v); return }},
		{"trust_allow", "list of texts", "commands that posture accept allows as well", `["make test"]`,
			func(c *Config, v any, _ string) (err error) { c.TrustAllow, err = texts(v); return }},
		{"build_jobs", "whole number", "size of the compile pool; 0 is none" + noEffect, `4`,
			func(c *Config, v any, _ string) (err error) { c.BuildJobs, err = count(v); return }},
		{"memory_mb", "whole number", "memory ceiling of a session in MB; 0 is none" + noEffect, `8192`,
			func(c *Config, v any, _ string) (err error) { c.MemoryMB, err = count(v); return }},
		{"scrollback", "whole number", "how many lines that left its screen are kept of each pane, 1000000 at most; 10000 if not set", `50000`,
			func(c *Config, v any, _ string) (err error) { c.Scrollback, err = upTo(v, MaxScrollback); return }},
		{"copy_keys", "vi or emacs", "whose keys move the cursor in copy mode; vi if not set", `"emacs"`,
			func(c *Config, v any, _ string) (err error) { c.CopyKeys, err = copyKeys(v); return }},
	}
}

// boundKeys are the prefix and the commands after it.
func boundKeys() []key {
	all := []key{
		{"keys", "object", "the prefix, and the keys of commands after it; a key is such as `x`, `Ctrl+X`, `Alt+x`, `Space` or `PageUp`", `{"prefix": "Ctrl+B"}`, setKeys},
		{"keys." + keys.PrefixName, "key", "the key before a command; Ctrl with a letter, or with Space, `\\`, `]`, `^` or `_`", quoted(keys.UsualPrefix), nil},
	}
	for _, c := range keys.Commands() {
		usual := c.Usual
		if len(usual) == 0 {
			usual = []string{keys.UsualPrefix}
		}
		all = append(all, key{"keys." + c.Name, "key, or list of keys", c.Text, quoted(usual...), nil})
	}
	return all
}

// quoted is one key, or a list of several, as the file has it.
func quoted(names ...string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = strconv.Quote(name)
	}
	if len(all) == 1 {
		return all[0]
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func fleetKeys() []key {
	return []key{
		{"fleet_defaults", "object", "what a fleet takes where its own file is silent" + noEffect, `{"trust": "plan"}`, setFleet},
		{"fleet_defaults.trust", "default, plan, accept, automode or skip", "the ceiling of a fleet's session", `"plan"`,
			func(c *Config, v any, _ string) (err error) { c.Fleet.Trust, err = posture(v); return }},
		{"fleet_defaults.identity", "text", "the credential identity of a fleet's agents", `"work"`,
			func(c *Config, v any, _ string) (err error) { c.Fleet.Identity, err = text(v); return }},
		{"fleet_defaults.allow_ctl", "true or false", "whether a fleet's session has a control plane", `true`,
			func(c *Config, v any, _ string) (err error) { c.Fleet.AllowCtl, err = truth(v); return }},
		{"fleet_defaults.grid", "rows x columns", "how a fleet's panes are arranged", `"2x2"`,
			func(c *Config, v any, _ string) (err error) { c.Fleet.Grid, err = grid(v); return }},
	}
}

// Template is a file to begin with: every key without a value, which counts as
// absent, but those of the keyboard, with the usual keys.
func Template() string {
	lines := []string{}
	for _, k := range keysUnder("") {
		value := "null"
		if under := keysUnder(k.name + "."); len(under) > 0 {
			value = section(under, k.name == "keys")
		}
		lines = append(lines, "  "+strconv.Quote(k.name)+": "+value)
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n"
}

// section is the object of the keys under one, with their samples or without a
// value.
func section(under []key, samples bool) string {
	var lines []string
	for _, k := range under {
		value := "null"
		if samples {
			value = k.sample
		}
		lines = append(lines, "    "+strconv.Quote(k.name[strings.LastIndexByte(k.name, '.')+1:])+": "+value)
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n  }"
}

// Reference is the page about the file and the environment, in Markdown.
func Reference() string {
	var b strings.Builder
	b.WriteString("# Configuration\n\n" +
		"The file is `config.json`: the one that " + FileVar + " names, else `$XDG_CONFIG_HOME/atrium/config.json`,\n" +
		"else `~/.config/atrium/config.json`; on Windows `%APPDATA%\\atrium\\config.json`. A missing file is an\n" +
		"empty one, and `null` is an absent value. A flag overrides the environment, which overrides the file;\n" +
		"lists add up.\n\n## Keys\n\n| key | value | meaning | example |\n| --- | --- | --- | --- |\n")
	for _, k := range table() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | `%s` |\n", k.name, k.form, k.effect, k.sample)
	}
	for _, part := range []struct {
		title string
		pane  bool
	}{{"Environment", false}, {"Environment of a pane", true}} {
		fmt.Fprintf(&b, "\n## %s\n\n| variable | value | meaning |\n| --- | --- | --- |\n", part.title)
		for _, v := range Variables() {
			if v.Pane == part.pane {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", v.Name, v.Form, v.Effect)
			}
		}
	}
	return b.String()
}
