package config

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"atrium/internal/keys"
	"atrium/internal/policy"
	"atrium/internal/proc"
)

func env(pairs ...string) Lookup {
	vars := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		vars[pairs[i]] = pairs[i+1]
	}
	return func(name string) (string, bool) { v, set := vars[name]; return v, set }
}

func holding(text string) ReadFile {
	return func(string) ([]byte, error) { return []byte(text), nil }
}

func load(t *testing.T, text string, pairs ...string) Config {
	t.Helper()
	c, err := Load(env(append([]string{FileVar, "/c.json"}, pairs...)...), holding(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func number(n int) *int { return &n }

func TestEveryKey(t *testing.T) {
	plan, yes := policy.Plan, true
	got := load(t, `{
		"claude_aliases": ["claude2", "  "],
		"deny": ["git push", "WebFetch"], "ctl_allow": ["make"], "trust_allow": ["make test"],
		"build_jobs": 4, "memory_mb": 0, "scrollback": 1000000, "copy_keys": "emacs",
		"keys": {"prefix": "Ctrl+B", "zoom": "f", "quit": ["Q", "Alt+q"], "kill": [], "help": null},
		"fleet_defaults": {"trust": "plan", "identity": "work", "allow_ctl": true, "grid": "2x3"}}`)
	want := Config{
		ClaudeAliases: []Alias{{Name: "claude2"}},
		Deny:          []string{"git push", "WebFetch"}, CtlAllow: []string{"make"}, TrustAllow: []string{"make test"},
		BuildJobs: number(4), MemoryMB: number(0), Scrollback: number(MaxScrollback), CopyKeys: EmacsKeys,
		Keys:  bound(t, "Ctrl+B", map[string][]string{"zoom": {"f"}, "quit": {"Q", "Alt+q"}, "kill": {}}),
		Fleet: FleetDefaults{Trust: &plan, Identity: "work", AllowCtl: &yes, Grid: "2x3"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func bound(t *testing.T, prefix string, commands map[string][]string) *keys.Bindings {
	t.Helper()
	b, err := keys.Bind(prefix, commands)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The template is a right file, in which nothing is set that is not usual.
func TestTemplate(t *testing.T) {
	for _, k := range table() {
		name := k.name[strings.LastIndexByte(k.name, '.')+1:]
		if !strings.Contains(Template(), `"`+name+`": `) {
			t.Errorf("the template lacks %q", k.name)
		}
	}
	want := Config{Keys: keys.Usual()}
	got := load(t, Template())
	if len(got.Keys.Rows()) != len(want.Keys.Rows()) || got.Keys.Prefix() != want.Keys.Prefix() {
		t.Errorf("bound %v", got.Keys.Rows())
	}
	for _, c := range keys.Commands() {
		if c.Usual != nil && !reflect.DeepEqual(c.Usual[0], got.Keys.KeyOf(c.Verb)) {
			t.Errorf("%s has the key %q", c.Name, got.Keys.KeyOf(c.Verb))
		}
	}
	got.Keys, want.Keys = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("set %+v", got)
	}
}

func TestAliasesAsObject(t *testing.T) {
	got := load(t, `{"claude_aliases": {"b": {"config_dir": "~/two"}, "a": {}, "c": null, "d": {"config_dir": "~other/x"}, "e": {"config_dir": "~"}}}`,
		"HOME", "/home/me")
	want := []Alias{{Name: "a"}, {"b", "/home/me/two"}, {Name: "c"}, {"d", "~other/x"}, {"e", "/home/me"}}
	if !reflect.DeepEqual(got.ClaudeAliases, want) {
		t.Errorf("got %+v", got.ClaudeAliases)
	}
}

func TestNothingSet(t *testing.T) { // check 160
	gone := func(string) ([]byte, error) { return nil, &fs.PathError{Op: "open", Err: fs.ErrNotExist} }
	for name, read := range map[string]ReadFile{
		"missing": gone,
		"empty":   holding(`{}`),
		"nulls": holding("\ufeff" + `{"claude_aliases": null, "deny": null, "ctl_allow": null, "trust_allow": null, "build_jobs": null,
			"memory_mb": null, "scrollback": null, "copy_keys": null, "fleet_defaults": {"trust": null, "identity": null, "allow_ctl": null, "grid": null}}` + "\n"),
		"null section": holding(`{"fleet_defaults": null}`),
	} {
		c, err := Load(env("HOME", "/h"), read)
		if err != nil || !reflect.DeepEqual(c, Config{}) {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
	if c, err := Load(env(), func(string) ([]byte, error) { panic("nothing to read") }); err != nil || !reflect.DeepEqual(c, Config{}) {
		t.Errorf("no place at all: %+v, %v", c, err)
	}
}

func TestRefusals(t *testing.T) { // check 160
	cases := map[string][2]string{ // text to key and a part of the fact
		`[]`:                            {"", "not a list"},
		`null`:                          {"", "not null"},
		`"deny"`:                        {"", "not a text"},
		``:                              {"", "not valid JSON"},
		"{\"deny\": [],\n\n\"x\" 1}":    {"", "line 3"},
		`{} {}`:                         {"", "follows"},
		`{} x`:                          {"", "follows"},
		`{}]`:                           {"", "follows"},
		"{\"deny\": [\"\xff\"]}":        {"", "UTF-8"},
		`{"claude_aliases": "claude2"}`: {"claude_aliases", "not a text"},
		`{"claude_aliases": [1]}`:       {"claude_aliases", "item 1 is a number"},
		`{"claude_aliases": {"a": []}}`: {"claude_aliases", "not a list"},
		`{"claude_aliases": {"a": {"config_dir": 1}}}`:     {"claude_aliases", "not a number"},
		`{"claude_aliases": {"a": {"dir": "x"}}}`:          {"claude_aliases", "\"dir\""},
		`{"claude_aliases": {"a": {"config_dir": "~/x"}}}`: {"claude_aliases", "no home directory"},
		`{"deny": "git push"}`:                             {"deny", "not a text"},
		`{"deny": {"a": 1}}`:                               {"deny", "not an object"},
		`{"deny": ["x", null]}`:                            {"deny", "item 2 is null"},
		`{"ctl_allow": true}`:                              {"ctl_allow", "true or false"},
		`{"trust_allow": [["x"]]}`:                         {"trust_allow", "item 1 is a list"},
		`{"build_jobs": "4"}`:                              {"build_jobs", "not a text"},
		`{"build_jobs": 1.5}`:                              {"build_jobs", "1.5"},
		`{"build_jobs": -1}`:                               {"build_jobs", "-1"},
		`{"scrollback": 1000001}`:                          {"scrollback", "from 0 to 1000000, not 1000001"},
		`{"scrollback": -1}`:                               {"scrollback", "from 0 up"},
		`{"copy_keys": "nano"}`:                            {"copy_keys", "vi or emacs"},
		`{"copy_keys": 1}`:                                 {"copy_keys", "vi or emacs"},
		`{"keys": []}`:                                     {"keys", "not a list"},
		`{"keys": {"prefix": "x"}}`:                        {"keys.prefix", `is "x", which cannot be the prefix`},
		`{"keys": {"prefix": ""}}`:                         {"keys.prefix", "not an empty text"},
		`{"keys": {"prefix": ["Ctrl+B"]}}`:                 {"keys.prefix", "not a list"},
		`{"keys": {"zoom": "Ctl+x"}}`:                      {"keys.zoom", `has the key "Ctl+x", which is no key`},
		`{"keys": {"zoom": 5}}`:                            {"keys.zoom", "a key or a list of keys, not a number"},
		`{"keys": {"zoom": ["f", 5]}}`:                     {"keys.zoom", "item 2 is a number"},
		`{"keys": {"zoom": "f", "quit": "f"}}`:             {"keys.quit", `which "zoom" has too`},
		`{"keys": {"zom": "f"}}`:                           {"keys.zom", `"keys.zoom"`},
		`{"memory_mb": 1e3}`:                               {"memory_mb", "1e3"},
		`{"memory_mb": 99999999999999999999}`:              {"memory_mb", "whole number"},
		`{"fleet_defaults": []}`:                           {"fleet_defaults", "not a list"},
		`{"fleet_defaults": {"trust": "yolo"}}`:            {"fleet_defaults.trust", `"yolo"`},
		`{"fleet_defaults": {"trust": 3}}`:                 {"fleet_defaults.trust", "not a number"},
		`{"fleet_defaults": {"identity": ["a"]}}`:          {"fleet_defaults.identity", "not a list"},
		`{"fleet_defaults": {"allow_ctl": "yes"}}`:         {"fleet_defaults.allow_ctl", "not a text"},
		`{"fleet_defaults": {"grid": "2 by 2"}}`:           {"fleet_defaults.grid", "2 by 2"},
		`{"fleet_defaults": {"grid": "0x2"}}`:              {"fleet_defaults.grid", "0x2"},
		`{"denny": []}`:                                    {"denny", `"deny"`},
		`{"Deny": []}`:                                     {"Deny", `"deny"`},
		`{"dney": null}`:                                   {"dney", `"deny"`},
		`{"deny": [], "DENY": ["x"]}`:                      {"DENY", `"deny"`},
		`{"trust-allow": []}`:                              {"trust-allow", `"trust_allow"`},
		`{"buildJobs": 1}`:                                 {"buildJobs", `"build_jobs"`},
		`{"fleet_defaults": {"truts": "plan"}}`:            {"fleet_defaults.truts", `"fleet_defaults.trust"`},
		`{"fleet_default": {"trust": "plan"}}`:             {"fleet_default", `"fleet_defaults"`},
	}
	for text, want := range cases {
		_, err := Load(env(FileVar, "/etc/c.json"), holding(text))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v, want an *Error", text, err)
			continue
		}
		if e.Key != want[0] || !strings.Contains(err.Error(), want[1]) || !strings.Contains(err.Error(), `"/etc/c.json"`) || e.Hint == "" {
			t.Errorf("%s:\n key %q, hint %q, %v; want key %q and %q", text, e.Key, e.Hint, err, want[0], want[1])
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line: %v", text, err)
		}
	}
}

func TestUnreadableFileIsNoMissingFile(t *testing.T) {
	_, err := Load(env(FileVar, "/c.json"), func(string) ([]byte, error) { return nil, fs.ErrPermission })
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
}

func TestUnknownKeysAreNamed(t *testing.T) {
	c := load(t, `{"theme": "dark", "fleet_defaults": {"colour": 1}, "keys": {"detach_session": "d"}}`)
	text := strings.Join(c.Warnings, "\n")
	if len(c.Warnings) != 3 || !strings.Contains(text, `"keys.detach_session"`) || !strings.Contains(text, `"theme"`) || !strings.Contains(text, `"fleet_defaults.colour"`) {
		t.Errorf("warnings %q", c.Warnings)
	}
}

func TestTheLastOfEqualKeysCounts(t *testing.T) {
	if c := load(t, `{"deny": 1, "deny": ["b"]}`); !reflect.DeepEqual(c.Deny, []string{"b"}) {
		t.Errorf("deny %q", c.Deny)
	}
}

func TestEnvironmentLiesOverTheFile(t *testing.T) {
	c := load(t, `{"deny": ["a", "b"], "trust_allow": ["t"], "claude_aliases": ["c1"], "build_jobs": 4, "memory_mb": 100}`,
		DenyVar, " b , c,, ", TrustAllowVar, "u", AliasesVar, "c2,c3", BuildJobsVar, "off", MemoryVar, " 200 ")
	want := Config{
		Deny: []string{"a", "b", "c"}, TrustAllow: []string{"t", "u"},
		ClaudeAliases: []Alias{{Name: "c1"}, {Name: "c2"}, {Name: "c3"}},
		BuildJobs:     number(0), MemoryMB: number(200),
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v", c)
	}
}

func TestNumbersInVariables(t *testing.T) { // check 157
	for word, want := range map[string]int{"0": 0, "OFF": 0, "8": 8, "abc": 3, "-1": 3, "": 3, "1.5": 3, "8x": 3} {
		c := load(t, `{"build_jobs": 3}`, BuildJobsVar, word)
		if *c.BuildJobs != want {
			t.Errorf("%q gave %d, want %d", word, *c.BuildJobs, want)
		}
	}
}

func TestPath(t *testing.T) {
	for want, e := range map[string]Lookup{
		"/x.json":                       env(FileVar, "/x.json", "HOME", "/h"),
		"/xdg/atrium/config.json":       env("XDG_CONFIG_HOME", "/xdg", "HOME", "/h", FileVar, ""),
		"/h/.config/atrium/config.json": env("XDG_CONFIG_HOME", "relative", "HOME", "/h"),
		"":                              env("XDG_CONFIG_HOME", ""),
	} {
		if got := Path(e); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestFromEnvironment(t *testing.T) {
	if got := FromEnvironment(env(StateDirVar, "", ForegroundVar, "0")); got != (Environment{ResumeOffer: true}) {
		t.Errorf("nothing set: %+v", got) // check 29
	}
	got := FromEnvironment(env(StateDirVar, "/s", ResumeOfferVar, "0", YesVar, "", ForegroundVar, "1", SpawnLogVar, "/l", PaneVar, ""))
	if want := (Environment{StateDir: "/s", Yes: true, Foreground: true, SpawnLog: "/l", InPane: true}); got != want {
		t.Errorf("everything set: %+v", got) // check 53
	}
}

func TestResembles(t *testing.T) {
	for _, known := range keysUnder("") {
		for _, near := range []string{strings.ToUpper(known.name), strings.ReplaceAll(known.name, "_", "-"), known.name + "es", known.name[1:]} {
			if !resembles(near, known.name) {
				t.Errorf("%q does not resemble %q", near, known.name)
			}
		}
	}
	for _, far := range []string{"", "theme", "version", strings.Repeat("deny", 1000)} {
		if resembles(far, "deny") {
			t.Errorf("%q resembles deny", far)
		}
	}
}

// The samples of the table are shown as hints, so they have to be right.
func TestSamplesAreAccepted(t *testing.T) {
	for _, k := range table() {
		section, name, nested := strings.Cut(k.name, ".")
		text := `{"` + k.name + `": ` + k.sample + `}`
		if nested {
			text = `{"` + section + `": {"` + name + `": ` + k.sample + `}}`
		}
		if c, err := Load(env(FileVar, "/c"), holding(text)); err != nil || len(c.Warnings) > 0 || reflect.DeepEqual(c, Config{}) {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
}

func TestReferenceHoldsTheWholeTable(t *testing.T) {
	page := Reference()
	for _, k := range table() {
		if !strings.Contains(page, "| `"+k.name+"` |") {
			t.Errorf("the reference lacks %s", k.name)
		}
	}
	for _, v := range Variables() {
		if strings.Count(page, "| `"+v.Name+"` |") != 1 {
			t.Errorf("the reference does not hold %s once", v.Name)
		}
	}
}

// Every ATRIUM_ name that this package spells has a row in the table.
func TestEveryNameIsInTheTable(t *testing.T) {
	source, err := os.ReadFile("table.go")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, v := range Variables() {
		rows[v.Name] = true
	}
	for _, name := range regexp.MustCompile(`ATRIUM_[A-Z_]+`).FindAllString(string(source), -1) {
		if !rows[name] {
			t.Errorf("%s has no row", name)
		}
	}
	if SessionVar != proc.SessionVar {
		t.Errorf("the mark of a session is %s here and %s in proc", SessionVar, proc.SessionVar)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(`{"claude_aliases": {"a": {"config_dir": "~/x"}}, "deny": ["git push"], "build_jobs": 3}`))
	f.Add([]byte(`{"fleet_defaults": {"trust": "plan", "grid": "2x2"}, "theme": 1}`))
	f.Add([]byte("\ufeff{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		read := func(string) ([]byte, error) { return text, nil }
		c, err := Load(env(FileVar, "/c", "HOME", "/h"), read)
		var e *Error
		switch {
		case err != nil && (!errors.As(err, &e) || e.Hint == "" || !reflect.DeepEqual(c, Config{})):
			t.Errorf("refused without help: %v, %+v", err, c)
		case err == nil:
			guardsAreKept(t, text, c)
		}
	})
}

// guardsAreKept compares the deny list with a plain reading of the file: what
// loads must hold every rule in it.
func guardsAreKept(t *testing.T, text []byte, c Config) {
	var plain map[string]any
	if err := json.Unmarshal([]byte(strings.TrimPrefix(string(text), "\ufeff")), &plain); err != nil {
		t.Fatalf("loaded, but it is not JSON: %v", err)
	}
	rules, _ := plain["deny"].([]any)
	held := map[any]bool{}
	for _, rule := range c.Deny {
		held[rule] = true
	}
	for _, rule := range rules {
		if !held[rule] {
			t.Errorf("rule %q is lost", rule)
		}
	}
}
