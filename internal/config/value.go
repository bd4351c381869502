package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"atrium/internal/policy"
)

// The functions below turn one JSON value into what a key holds. Their errors
// are clauses that follow the key's name.

func texts(v any) ([]string, error) {
	list, isList := v.([]any)
	if !isList {
		return nil, fmt.Errorf("must be a list of texts, not %s", kind(v))
	}
	var all []string
	for i, item := range list {
		s, isText := item.(string)
		if !isText {
			return nil, fmt.Errorf("must be a list of texts, but item %d is %s", i+1, kind(item))
		}
		all = append(all, s)
	}
	return all, nil
}

func count(v any) (*int, error) {
	number, isNumber := v.(json.Number)
	if !isNumber {
		return nil, fmt.Errorf("must be a whole number, not %s", kind(v))
	}
	n, err := strconv.Atoi(number.String())
	if err != nil || n < 0 {
		return nil, fmt.Errorf("must be a whole number from 0 up, not %s", number)
	}
	return &n, nil
}

// upTo is a count that most bounds.
func upTo(v any, most int) (*int, error) {
	n, err := count(v)
	if err == nil && *n > most {
		return nil, fmt.Errorf("must be a whole number from 0 to %d, not %d", most, *n)
	}
	return n, err
}

func copyKeys(v any) (CopyKeys, error) {
	switch v {
	case "vi":
		return ViKeys, nil
	case "emacs":
		return EmacsKeys, nil
	}
	return ViKeys, errors.New("must be vi or emacs")
}

func text(v any) (string, error) {
	s, isText := v.(string)
	if !isText {
		return "", fmt.Errorf("must be a text, not %s", kind(v))
	}
	return s, nil
}

func truth(v any) (*bool, error) {
	b, isBool := v.(bool)
	if !isBool {
		return nil, fmt.Errorf("must be true or false, not %s", kind(v))
	}
	return &b, nil
}

func posture(v any) (*policy.Posture, error) {
	word, err := text(v)
	if err != nil {
		return nil, err
	}
	p, known := policy.ParsePosture(word)
	if !known {
		return nil, fmt.Errorf("must be a posture, not %q", word)
	}
	return &p, nil
}

var gridForm = regexp.MustCompile(`^[1-9][0-9]{0,2}x[1-9][0-9]{0,2}$`)

func grid(v any) (string, error) {
	form, err := text(v)
	if err == nil && !gridForm.MatchString(form) {
		err = fmt.Errorf("must be rows x columns, not %q", form)
	}
	return form, err
}

func setFleet(c *Config, v any, home string) error {
	object, isObject := v.(map[string]any)
	if !isObject {
		return fmt.Errorf("must be an object, not %s", kind(v))
	}
	return c.take("fleet_defaults.", object, home)
}

// aliases takes both forms of the key: names alone, or names with the
// directory each one keeps its files in.
func aliases(v any, home string) ([]Alias, error) {
	object, isObject := v.(map[string]any)
	if !isObject {
		if _, isList := v.([]any); !isList {
			return nil, fmt.Errorf("must be a list of texts or an object, not %s", kind(v))
		}
		names, err := texts(v)
		return named(names), err
	}
	var all []Alias
	for _, name := range sorted(object) {
		dir, err := configDir(object[name], home)
		if err != nil {
			return nil, fmt.Errorf("has a wrong alias %q: it %w", name, err)
		}
		all = append(all, Alias{Name: name, ConfigDir: dir})
	}
	return all, nil
}

func named(names []string) []Alias {
	var all []Alias
	for _, name := range names {
		if strings.TrimSpace(name) != "" {
			all = append(all, Alias{Name: name})
		}
	}
	return all
}

func configDir(v any, home string) (string, error) {
	object, isObject := v.(map[string]any)
	if !isObject && v != nil {
		return "", fmt.Errorf("must be an object, not %s", kind(v))
	}
	for _, name := range sorted(object) {
		if name != "config_dir" {
			return "", fmt.Errorf("has the key %q, but only \"config_dir\" is known", name)
		}
	}
	dir := object["config_dir"]
	if dir == nil {
		return "", nil
	}
	path, err := text(dir)
	if err != nil {
		return "", fmt.Errorf("has a \"config_dir\" that %w", err)
	}
	return expand(path, home)
}

// expand replaces a leading ~ by the home directory.
func expand(path, home string) (string, error) {
	rest, tilde := strings.CutPrefix(path, "~")
	if !tilde || rest != "" && rest[0] != '/' && rest[0] != filepath.Separator {
		return path, nil
	}
	if home == "" {
		return "", errors.New("has a \"config_dir\" below ~, but there is no home directory")
	}
	return filepath.Join(home, rest), nil
}

// kind names the type of a JSON value for a message.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case string:
		return "a text"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}
