package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// decode reads the file's text. The values are taken as plain JSON first and
// judged one by one, so that each error can name its key; a key that is given
// twice counts with its last value.
func decode(path string, source []byte, home string) (Config, error) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	top, err := parse(source)
	if err != nil {
		return Config{}, &Error{File: path, Fact: err.Error(),
			Hint: `the file holds one object, such as {"deny": ["git push"]}`}
	}
	var c Config
	if err := c.take("", top, home); err != nil {
		var bad *Error
		if errors.As(err, &bad) {
			bad.File = path
		}
		return Config{}, err
	}
	return c, nil
}

// parse insists on one JSON object. The error is a clause about the file.
func parse(source []byte) (map[string]any, error) {
	if !utf8.Valid(source) {
		return nil, errors.New("is not UTF-8 text")
	}
	reader := json.NewDecoder(bytes.NewReader(source))
	reader.UseNumber()
	var v any
	if err := reader.Decode(&v); err != nil {
		return nil, fmt.Errorf("is not valid JSON: %s", where(source, err))
	}
	if _, err := reader.Token(); err != io.EOF {
		return nil, errors.New("is not valid JSON: something follows the end of the object")
	}
	top, isObject := v.(map[string]any)
	if !isObject {
		return nil, fmt.Errorf("must hold an object, not %s", kind(v))
	}
	return top, nil
}

// where adds the line to a syntax error.
func where(source []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err.Error()
	}
	before := source[:min(int(syntax.Offset), len(source))]
	return fmt.Sprintf("line %d: %s", 1+bytes.Count(before, []byte("\n")), err)
}

// take puts the values of one object into the configuration. prefix is the
// object's own key with a dot, "" for the top.
func (c *Config) take(prefix string, object map[string]any, home string) error {
	known := keysUnder(prefix)
	for _, name := range sorted(object) {
		full := prefix + name
		k, found := find(known, full)
		if !found {
			if err := c.stranger(prefix, full, known); err != nil {
				return err
			}
			continue
		}
		if object[name] == nil {
			continue
		}
		if err := k.set(c, object[name], home); err != nil {
			return k.wrong(err)
		}
	}
	return nil
}

// wrong names the key of a refused value, unless a key inside it was named.
func (k key) wrong(err error) error {
	var inner *Error
	if errors.As(err, &inner) {
		return inner
	}
	short := k.name[strings.LastIndexByte(k.name, '.')+1:]
	return &Error{Key: k.name, Fact: err.Error(), Hint: fmt.Sprintf("write %q: %s", short, k.sample)}
}

// stranger judges a key that is not in the table. One that resembles a known
// key is refused, since it is most likely a guard that would not guard.
func (c *Config) stranger(prefix, full string, known []key) error {
	for _, k := range known {
		if resembles(strings.TrimPrefix(full, prefix), strings.TrimPrefix(k.name, prefix)) {
			return &Error{Key: full, Fact: fmt.Sprintf("is not known; did you mean %q", k.name),
				Hint: fmt.Sprintf("rename it to %q, or remove it", k.name)}
		}
	}
	c.Warnings = append(c.Warnings, fmt.Sprintf("key %q is not known and is ignored", full))
	return nil
}

func keysUnder(prefix string) []key {
	return slices.DeleteFunc(table(), func(k key) bool {
		rest, under := strings.CutPrefix(k.name, prefix)
		return !under || strings.Contains(rest, ".")
	})
}

func find(known []key, name string) (key, bool) {
	at := slices.IndexFunc(known, func(k key) bool { return k.name == name })
	if at < 0 {
		return key{}, false
	}
	return known[at], true
}

func sorted(object map[string]any) []string {
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
