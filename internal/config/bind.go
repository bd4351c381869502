package config

import (
	"errors"
	"fmt"

	"atrium/internal/keys"
)

// setKeys reads what the operator bound. The commands are known by their table,
// so that a mistyped one is found as any other key of the file is.
func setKeys(c *Config, v any, _ string) error {
	object, isObject := v.(map[string]any)
	if !isObject {
		return fmt.Errorf("must be an object, not %s", kind(v))
	}
	const section = "keys."
	known := keysUnder(section)
	prefix, bound := "", map[string][]string{}
	for _, name := range sorted(object) {
		k, found := find(known, section+name)
		if !found {
			if err := c.stranger(section, section+name, known); err != nil {
				return err
			}
			continue
		}
		var err error
		switch value := object[name]; {
		case value == nil:
		case name == keys.PrefixName:
			if prefix, err = text(value); err == nil && prefix == "" {
				err = errors.New("must be a key, not an empty text")
			}
		default:
			bound[name], err = oneOrMore(value)
		}
		if err != nil {
			return k.wrong(err)
		}
	}
	return c.bind(prefix, bound, known)
}

// oneOrMore is a key, or a list of keys; an empty list is none.
func oneOrMore(v any) ([]string, error) {
	if one, isText := v.(string); isText {
		return []string{one}, nil
	}
	list, isList := v.([]any)
	if !isList {
		return nil, fmt.Errorf("must be a key or a list of keys, not %s", kind(v))
	}
	all, err := texts(list)
	if all == nil {
		all = []string{}
	}
	return all, err
}

// bind makes the bindings, or says which name stands in the way.
func (c *Config) bind(prefix string, bound map[string][]string, known []key) error {
	bindings, err := keys.Bind(prefix, bound)
	var bad *keys.BindError
	switch {
	case errors.As(err, &bad):
		k, _ := find(known, "keys."+bad.Name)
		return k.wrong(err)
	case prefix != "" || len(bound) > 0:
		c.Keys = bindings
	}
	return nil
}
