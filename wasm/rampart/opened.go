package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
)

// opened is a snapshot that was read from a link or a file.
type opened struct {
	*snapshot.Snapshot
	form   string   // what it came in, with its article removed: "compressed link"
	length int      // of that, characters or bytes
	unit   string   // character or byte
	notes  []string // what was ignored, a sentence each
}

// input is an argument that was read: a snapshot, or else the bytes of a file.
type input struct {
	label  string // names it in messages
	opened *opened
	data   []byte
}

// readAny reads a link, or a file of at most so many bytes, which may hold a
// link or a snapshot as well. The label is there in case of an error, too.
func readAny(name string, s streams, longest int64) (input, error) {
	in := input{label: name}
	if isLink(name) {
		return readLink(name)
	}
	var err error
	in.data, err = readInput(name, s.in, longest)
	if errors.Is(err, fs.ErrNotExist) && strings.Contains(name, "=") {
		if l, linkErr := snapshot.ParseLink(name); l != nil || linkErr != nil {
			return readLink(name)
		}
	}
	if err != nil {
		return in, err
	}
	if text := strings.TrimSpace(strings.TrimPrefix(string(in.data[:min(len(in.data), 100)]), "\uFEFF")); !strings.HasPrefix(text, "{") {
		return readLinkFile(in)
	}
	if snapshot.IsSnapshot(in.data) {
		decoded, err := snapshot.Decode(in.data)
		if err != nil {
			return in, err
		}
		in.opened = &opened{Snapshot: decoded, form: "file", length: len(in.data), unit: "byte"}
	}
	return in, nil
}

// isLink reports whether a text can be nothing but a link.
func isLink(text string) bool {
	for _, start := range []string{"https://", "http://", "#", "r1=", "s="} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// readLinkFile reads a file that may hold a link and nothing else.
func readLinkFile(in input) (input, error) {
	const address = 4000 // characters in front of the link
	if len(in.data) > snapshot.MaxFragment+address || !utf8.Valid(in.data) {
		return in, nil
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(in.data), "\uFEFF"))
	if !isLink(text) {
		if strings.ContainsAny(text, " \t\n") {
			return in, nil
		}
		if l, err := snapshot.ParseLink(text); l == nil && err == nil {
			return in, nil
		}
	}
	linked, err := readLink(text)
	linked.label, linked.data = in.label, in.data
	return linked, err
}

// readLink reads a link: a fragment, or the address that it stands in.
func readLink(text string) (input, error) {
	const shown = 40
	in := input{label: text}
	if len(text) > shown {
		in.label = strings.ToValidUTF8(text[:shown], "") + "..."
	}
	address, fragment, isAddress := strings.Cut(text, "#")
	if !isAddress {
		if address, fragment = "", text; strings.HasPrefix(text, "http") {
			return in, errors.New("the address has no # with a link behind it")
		}
	}
	l, err := snapshot.ParseLink(fragment)
	if err != nil {
		return in, err
	}
	if l == nil {
		return in, errors.New("this is no link of Rampart's: nothing in it is known")
	}
	in.opened = &opened{Snapshot: l.Snapshot, form: string(l.Form) + " link", length: utf8.RuneCountInString(text), unit: "character", notes: l.Notes}
	if l.Form == snapshot.KeptForm {
		in.opened.Snapshot, err = fetch(address, l.ID)
	}
	return in, err
}

// fetchTimeout is how long a server may take to send a snapshot.
const fetchTimeout = 30 * time.Second

// fetch gets a snapshot that the server of a page keeps, and checks that it is
// the one that the identity names.
func fetch(address, id string) (*snapshot.Snapshot, error) {
	if address == "" {
		return nil, errors.New("the link names a snapshot that a server keeps; give the whole address of the page")
	}
	page, err := url.Parse(address)
	if err != nil || page.Host == "" {
		return nil, errors.New("the link's address is none")
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, page.ResolveReference(&url.URL{Path: "/api/snapshots/" + id}).String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		var call *url.Error // repeats the address
		if errors.As(err, &call) {
			err = call.Err
		}
		return nil, fmt.Errorf("the server does not answer: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server has no such snapshot: it answered %s", response.Status)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, snapshot.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the server's answer broke off: %w", err)
	}
	if snapshot.ID(data) != id {
		return nil, errors.New("the server sent something else than the link names")
	}
	return snapshot.Decode(data)
}

// note tells what was ignored of a link, and what differs here from where it
// was made.
func (in *input) note(s streams) {
	if in.opened == nil {
		return
	}
	for _, text := range append(in.opened.notes, in.opened.remarks()...) {
		fmt.Fprintf(s.err, "rampart: %s: %s\n", shownName(in.label), oneLine(text))
	}
}

// remarks says what differs here from where the snapshot was made, a sentence
// each.
func (sh *opened) remarks() []string {
	var list []string
	if sh.Engine != "" && sh.Engine != experiment.EngineVersion {
		list = append(list, fmt.Sprintf("It was made by engine %s, this is %s.", sh.Engine, experiment.EngineVersion))
	}
	for _, name := range sh.Changed(builtinSum) {
		list = append(list, fmt.Sprintf("The built-in policy %s is another one here, or missing.", name))
	}
	return list
}

// builtinSum is a snapshot.Address.
func builtinSum(name string) (sum string, ok bool) {
	for _, e := range builtin.Index() {
		if e.Name == name {
			return e.SHA256, true
		}
	}
	return "", false
}

// readExperiment reads the experiment of a file, a snapshot or a link.
func readExperiment(name string, s streams) (input, *experiment.Experiment, error) {
	in, err := readAny(name, s, experiment.MaxFileBytes)
	if err != nil {
		return in, nil, err
	}
	if in.opened != nil {
		return in, in.opened.Experiment, nil
	}
	x, err := experiment.Decode(in.data)
	return in, x, err
}

// factory returns the maker of strategies: what was shared may name built-in
// policies and hold others, but no files of whoever opens it.
func (in *input) factory() experiment.Factory {
	if in.opened != nil {
		return strategy.Factory(builtin.Resolve)
	}
	return strategies()
}
