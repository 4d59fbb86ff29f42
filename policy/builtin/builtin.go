// Package builtin holds the trained policies that come with the program, and
// finds the policy that an experiment names.
//
// A policy is the file policies/NAME.DIGEST.safetensors, where DIGEST is the
// beginning of the file's SHA-256. The file says itself how it was trained: its
// notes are the command. policies/index.json repeats that for people, and for
// the page, which need not open the files; UPDATE_POLICIES=1 go test writes it
// anew.
package builtin

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/checkpoint"
)

//go:embed policies
var files embed.FS

// Entry is one policy of the index.
type Entry struct {
	Name       string      `json:"name"`       // by which an experiment names it
	Title      string      `json:"title"`      // what it was trained on, for people
	File       string      `json:"file"`       // in the folder of the index
	SHA256     string      `json:"sha256"`     // of the file, hexadecimal
	Command    string      `json:"command"`    // that trained it
	Evaluation *Evaluation `json:"evaluation"` // on held-out seeds, null if there was none
}

// Evaluation is how a policy did on jobs that it was not trained on.
type Evaluation struct {
	Seeds         []uint64  `json:"seeds"`
	BlockingRates []float64 `json:"blockingRates"` // by seed, 0..1
}

// BlockingRate returns the mean over the seeds and its confidence interval.
func (e *Evaluation) BlockingRate() experiment.Interval {
	return experiment.NewInterval(e.BlockingRates)
}

var index = sync.OnceValue(func() []Entry {
	data, err := files.ReadFile("policies/index.json")
	var list []Entry
	if err != nil || json.Unmarshal(data, &list) != nil {
		panic("builtin: the index is broken")
	}
	return list
})

// Index lists the built-in policies in the order of their names. It must not be
// changed.
func Index() []Entry { return index() }

// File returns the file of a built-in policy. The error lists the names.
func File(name string) ([]byte, error) {
	var names []string
	for _, e := range index() {
		if e.Name == name {
			data, err := files.ReadFile("policies/" + e.File)
			if err != nil {
				panic("builtin: a policy of the index is missing")
			}
			return data, nil
		}
		names = append(names, e.Name)
	}
	hint := ""
	if near := strict.Nearest(name, names); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	expected := "there are none in this program"
	if len(names) > 0 {
		expected = "there are " + strings.Join(names, ", ")
	}
	return nil, fmt.Errorf("%s is no built-in policy, %s%s", strict.Excerpt(name), expected, hint)
}

// inlinePrefix begins a reference that is a policy by itself.
const inlinePrefix = "data:"

// Inline returns the reference that holds a file itself: an experiment with it
// needs nothing else.
func Inline(file []byte) string {
	return inlinePrefix + base64.StdEncoding.EncodeToString(file)
}

// IsInline reports whether a reference is meant to hold a file itself.
func IsInline(ref string) bool { return strings.HasPrefix(ref, inlinePrefix) }

// InlineFile returns the file that a reference holds itself, which nobody has
// looked into.
func InlineFile(ref string) ([]byte, error) {
	text := strings.TrimPrefix(ref, inlinePrefix)
	if at := strings.IndexByte(text, ','); at >= 0 {
		text = text[at+1:]
	}
	if base64.StdEncoding.DecodedLen(len(text)) > checkpoint.MaxFileBytes {
		return nil, errors.New("the file is too long")
	}
	file, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("the text after data: is not base64")
	}
	return file, nil
}

// Resolve returns the policy of a reference that needs no file: "data:" with
// the file in base64 (a media type may stand in between, as in a data URL), or
// the name of a built-in policy.
func Resolve(ref string) (*checkpoint.Policy, error) {
	var file []byte
	if IsInline(ref) {
		var err error
		if file, err = InlineFile(ref); err != nil {
			return nil, err
		}
	} else {
		var err error
		if file, err = File(ref); err != nil {
			return nil, err
		}
	}
	p, _, err := checkpoint.Decode(file)
	return p, err
}

// entry describes the file of a policy.
func entry(name, file string, data []byte) (Entry, error) {
	p, t, err := checkpoint.Decode(data)
	if err != nil {
		return Entry{}, err
	}
	if t != nil {
		return Entry{}, errors.New("this is a training, expected a policy")
	}
	sum := sha256.Sum256(data)
	e := Entry{Name: name, Title: p.Name, File: file, SHA256: hex.EncodeToString(sum[:]), Command: p.Notes}
	if v := p.Evaluation; v != nil {
		e.Evaluation = &Evaluation{Seeds: v.Seeds, BlockingRates: v.BlockingRates}
	}
	return e, nil
}
