package config

import (
	"strconv"
	"strings"

	"atrium/internal/policy"
)

// Environment is what variables alone decide.
type Environment struct {
	StateDir    string // "" for the usual place
	ResumeOffer bool
	Yes         bool
	Foreground  bool
	SpawnLog    string // "" for none
	InPane      bool   // atrium runs inside a pane of another atrium
}

// FromEnvironment reads the variables that no key of the file stands for.
func FromEnvironment(env Lookup) Environment {
	_, yes := env(YesVar)
	_, inPane := env(PaneVar)
	foreground := value(env, ForegroundVar)
	return Environment{
		StateDir:    value(env, StateDirVar),
		ResumeOffer: value(env, ResumeOfferVar) != "0",
		Yes:         yes,
		Foreground:  foreground != "" && foreground != "0",
		SpawnLog:    value(env, SpawnLogVar),
		InPane:      inPane,
	}
}

// overlay lays the environment over the file: its lists come after the file's,
// its numbers replace them.
func (c *Config) overlay(env Lookup) {
	c.Deny = policy.MergeLists(c.Deny, list(env, DenyVar))
	c.TrustAllow = policy.MergeLists(c.TrustAllow, list(env, TrustAllowVar))
	c.ClaudeAliases = append(c.ClaudeAliases, named(list(env, AliasesVar))...)
	override(&c.BuildJobs, value(env, BuildJobsVar))
	override(&c.MemoryMB, value(env, MemoryVar))
}

// override takes a number or "off". Anything else is ignored, so that a slip in
// a variable does not switch a guard off.
func override(to **int, word string) {
	word = strings.TrimSpace(word)
	if strings.EqualFold(word, "off") {
		word = "0"
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 0 {
		*to = &n
	}
}

func list(env Lookup, name string) []string {
	var all []string
	for word := range strings.SplitSeq(value(env, name), ",") {
		if word = strings.TrimSpace(word); word != "" {
			all = append(all, word)
		}
	}
	return all
}

func value(env Lookup, name string) string {
	v, _ := env(name)
	return v
}
