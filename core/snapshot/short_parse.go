package snapshot

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
)

const maxNotes = 10 // about keys that are not known

// assignment is one key=value of a fragment.
type assignment struct {
	key   string // as the tables of keys have it
	given string // as the fragment has it
	value string // without escapes
}

// parseShort reads a readable link; nil and no error if the fragment is none.
func parseShort(fragment string) (*Link, error) {
	if !strings.Contains(fragment, "=") {
		return nil, nil
	}
	if len(fragment) > MaxLink {
		return nil, fmt.Errorf("%w: %d characters, expected at most %d", ErrTooBig, len(fragment), MaxLink)
	}
	link := &Link{Form: ShortForm}
	given, unknown, err := assignments(fragment)
	if err != nil || len(given) == 0 {
		return nil, err // without any key that is known it is something else
	}
	for _, name := range unknown[:min(len(unknown), maxNotes)] {
		hint := ""
		if near := strict.Nearest(name, keyNames()); near != "" {
			hint = " (did you mean " + near + "?)"
		}
		link.Notes = append(link.Notes, "The link's key "+strict.Excerpt(name)+" is not known"+hint+" and was ignored.")
	}
	x, err := assemble(given)
	if err != nil {
		return nil, err
	}
	link.Snapshot = &Snapshot{Experiment: x}
	return link, nil
}

// assignments splits a fragment. Names of keys that are not known are listed
// apart, each once.
func assignments(fragment string) (given []assignment, unknown []string, err error) {
	parts := strings.SplitN(fragment, "&", maxKeys+2)
	if len(parts) > maxKeys {
		return nil, nil, fmt.Errorf("%w: more than %d keys", ErrTooBig, maxKeys)
	}
	for _, part := range parts {
		name, value, found := strings.Cut(part, "=")
		known := canonicalKey(name)
		if !found || known == "" {
			if name != "" && !slices.Contains(unknown, name) {
				unknown = append(unknown, name)
			}
			continue
		}
		text, escapeError := url.PathUnescape(value)
		if escapeError != nil {
			err = keyError(name, "%s has a %% that begins no escape; write %%25 for the sign itself", strict.Excerpt(value))
		}
		for _, a := range given {
			if a.key == known {
				err = keyError(name, "the key appears twice")
			}
		}
		given = append(given, assignment{known, name, text})
	}
	if len(given) == 0 {
		return nil, nil, nil
	}
	return given, unknown, err
}

// keyError is an error of a value of a short link; its path is the key.
func keyError(key, format string, args ...any) error {
	return &strict.Error{Path: key, Message: fmt.Sprintf(format, args...)}
}

const (
	presetKey  = "p"
	versionKey = "v"
)

// canonicalKey returns the name of a key under which the tables have it, ""
// if there is none.
func canonicalKey(name string) string {
	switch {
	case name == presetKey || name == "preset":
		return presetKey
	case name == versionKey || strings.HasPrefix(name, trainPrefix):
		return name
	}
	for i := range keys {
		if k := &keys[i]; name == k.name || name == k.also && name != "" {
			return k.name
		}
	}
	for i := range viewKeys {
		if k := &viewKeys[i]; name == k.name || name == k.also && name != "" {
			return k.name
		}
	}
	return ""
}

// keyNames lists the keys for people.
func keyNames() []string {
	names := []string{presetKey}
	for i := range keys {
		names = append(names, keys[i].name)
	}
	for i := range viewKeys {
		names = append(names, viewKeys[i].name)
	}
	return append(names, trainPrefix+"*")
}

// find returns the assignment of a key, nil if there is none.
func find(given []assignment, key string) *assignment {
	for i := range given {
		if given[i].key == key {
			return &given[i]
		}
	}
	return nil
}

// assemble applies the keys to their preset, in the order of the tables, and
// checks the whole.
func assemble(given []assignment) (*experiment.Experiment, error) {
	if v := find(given, versionKey); v != nil && v.value != "1" {
		return nil, fmt.Errorf("%w: short form %s, this program reads 1", ErrNewer, strict.Excerpt(v.value))
	}
	preset := presetNames[0]
	if p := find(given, presetKey); p != nil {
		preset = strings.ToUpper(p.value)
	}
	x := Preset(preset)
	if x == nil {
		return nil, keyError(presetKey, "%s is no preset, expected one of %s", strict.Excerpt(preset), strings.Join(presetNames, ", "))
	}
	if find(given, "degree") != nil && find(given, "run") == nil {
		x.Strategies = nil
	}
	for i := range keys {
		if a := find(given, keys[i].name); a != nil {
			if err := keys[i].read(x, a.value); err != nil {
				return nil, keyError(a.given, "%v", err)
			}
		}
	}
	if err := readTrain(x, given); err != nil {
		return nil, err
	}
	if errs := experiment.Errors(x); len(errs) > 0 {
		return nil, blame(errs[0], given)
	}
	view := &View{}
	for i := range viewKeys {
		if a := find(given, viewKeys[i].name); a != nil {
			if err := viewKeys[i].read(view, x, a.value); err != nil {
				return nil, keyError(a.given, "%v", err)
			}
		}
	}
	SetView(x, view)
	if err := checkView(x, "view"); err != nil {
		return nil, blame(err, given)
	}
	return x, nil
}

// readTrain reads the settings of a training.
func readTrain(x *experiment.Experiment, given []assignment) error {
	settings := tree{}
	for i := range given {
		if name, is := strings.CutPrefix(given[i].key, trainPrefix); is {
			if err := settings.set(name, given[i].value); err != nil {
				return keyError(given[i].given, "%v", err)
			}
		}
	}
	if len(settings) > 0 {
		x.Train = settings.appendCanonical(nil)
	}
	return nil
}

// blame puts an error of a field under the key that said it, if one did.
func blame(err error, given []assignment) error {
	wrong, ok := err.(*strict.Error)
	if !ok {
		return err
	}
	said := func(paths []string, name string) *assignment {
		for _, path := range paths {
			if rest, is := strings.CutPrefix(wrong.Path, path); is && (rest == "" || rest[0] == '.' || rest[0] == '[') {
				return find(given, name)
			}
		}
		return nil
	}
	for i := range keys {
		if a := said(keys[i].paths, keys[i].name); a != nil {
			return keyError(a.given, "%s", wrong.Message)
		}
	}
	for i := range viewKeys {
		if a := said(viewKeys[i].paths, viewKeys[i].name); a != nil {
			return keyError(a.given, "%s", wrong.Message)
		}
	}
	return wrong
}
