package snapshot

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rampart/core/strict"
)

// trainPrefix begins the keys that make up the settings of the training:
// train.seed=7, train.warmStart.kind=max. What they may say is up to the
// trainer.
const trainPrefix = "train."

const (
	maxMembers = 40 // of the settings of a training
	maxLevels  = 4  // of dots in their names
)

// member is a number, a word or a truth value inside the settings.
type member struct{ name, value string }

// isMember reports whether a text is names with dots between them; a name is a
// letter and then letters and digits.
func isMember(text string) bool {
	for part := range strings.SplitSeq(text, ".") {
		if part == "" || !strict.IsLetter(part[0]) ||
			!strict.Only(part, func(c byte) bool { return strict.IsLetter(c) || strict.IsDigit(c) }) {
			return false
		}
	}
	return true
}

// isNumber reports whether a text is a number of JSON and nothing else.
func isNumber(text string) bool {
	if text == "" || text[0] != '-' && !strict.IsDigit(text[0]) || !strict.IsDigit(text[len(text)-1]) {
		return false
	}
	return jsontext.Value(text).IsValid()
}

// isWord reports whether a text reads as a string and not as something else.
func isWord(text string) bool {
	return !isNumber(text) && text != "true" && text != "false"
}

// flatten lists the members of a canonical object under dotted names; ok is
// false if that cannot say all of it, as with lists.
func flatten(raw []byte) (list []member, ok bool) {
	if raw == nil {
		return nil, true
	}
	if len(raw) > 2*maxShort {
		return nil, false
	}
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	var path []string
	for {
		token, err := d.ReadToken()
		if err != nil { // the end, or what is no JSON
			return list, len(list) > 0 && len(list) <= maxMembers
		}
		_, count := d.StackIndex(d.StackDepth())
		isName := token.Kind() == jsontext.KindString && count%2 == 1
		switch kind := token.Kind(); {
		case kind == jsontext.KindBeginObject && len(path) <= maxLevels:
			continue
		case kind == jsontext.KindEndObject:
		case isName:
			path = append(path, token.String())
			continue
		case kind == jsontext.KindString && isWord(token.String()),
			kind == jsontext.KindNumber, kind == jsontext.KindTrue, kind == jsontext.KindFalse:
			list = append(list, member{strings.Join(path, "."), token.String()})
		default:
			return nil, false
		}
		if len(path) > 0 {
			path = path[:len(path)-1]
		}
	}
}

// tree is an object of settings that is being put together.
type tree map[string]any // string: JSON text; tree: an object

var errMember = errors.New("the name does not fit the other settings")

// set puts a value in its place.
func (t tree) set(name, value string) error {
	if !isMember(name) {
		return wrong(name, "no name of a setting")
	}
	parts := strings.Split(name, ".")
	if len(parts) > maxLevels {
		return errMember
	}
	for _, part := range parts[:len(parts)-1] {
		if t[part] == nil {
			t[part] = tree{}
		}
		inner, is := t[part].(tree)
		if !is {
			return errMember
		}
		t = inner
	}
	last := parts[len(parts)-1]
	if t[last] != nil {
		return errMember
	}
	if isWord(value) {
		t[last] = string(appendText(nil, value))
		return nil
	}
	if isNumber(value) {
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return wrong(value, "no number")
		}
		value = strict.FormatFloat(v)
	}
	t[last] = value
	return nil
}

// appendCanonical appends the object as canonical JSON.
func (t tree) appendCanonical(dst []byte) []byte {
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(t)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, name), ':')
		switch v := t[name].(type) {
		case tree:
			dst = v.appendCanonical(dst)
		case string:
			dst = append(dst, v...)
		}
	}
	return append(dst, '}')
}
