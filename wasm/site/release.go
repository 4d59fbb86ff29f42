package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// What stands in the sources for what release fills in.
const (
	versionMark = `"development"` // in index.html and sw.js
	filesMark   = `const files = [];`
)

// release gives the site its version and its service worker the list of all
// files that the page leads to, each with its hash. The version changes with
// every change of one of them and of the service worker.
func release(assets []*asset) (version string, err error) {
	find := func(logical string) *asset {
		for _, a := range assets {
			if a.logical == logical {
				return a
			}
		}
		return nil
	}
	page, worker := find("index.html"), find("sw.js")
	if page == nil || worker == nil {
		return "", errors.New("index.html and sw.js are needed")
	}
	files := reached(page)
	sum := sha256.New()
	for _, a := range append([]*asset{page, worker}, files...) {
		content := sha256.Sum256(a.data)
		fmt.Fprintf(sum, "%s %x\n", a.name, content)
	}
	version = hex.EncodeToString(sum.Sum(nil)[:5])

	quoted := `"` + version + `"`
	if err := page.fill(versionMark, quoted); err != nil {
		return "", err
	}
	list := [][2]string{{"./", page.integrity()}}
	for _, a := range files {
		list = append(list, [2]string{a.name, a.integrity()})
	}
	text, err := json.Marshal(list)
	if err != nil {
		return "", err
	}
	return version, errors.Join(
		worker.fill(versionMark, quoted),
		worker.fill(filesMark, "const files = "+string(text)+";"))
}

// reached returns the files that a page leads to, directly or through others,
// by name. Files whose address never changes are left out: the page does without
// them, and they could not be told apart by version.
func reached(page *asset) []*asset {
	var files []*asset
	seen := map[*asset]bool{page: true}
	for queue := []*asset{page}; len(queue) > 0; queue = queue[1:] {
		for _, a := range queue[0].refs {
			if !seen[a] && !fixed[a.logical] {
				seen[a] = true
				files = append(files, a)
				queue = append(queue, a)
			}
		}
	}
	slices.SortFunc(files, func(a, b *asset) int { return cmp.Compare(a.name, b.name) })
	return files
}

// integrity is the hash of a file as browsers check it.
func (a *asset) integrity() string {
	sum := sha256.Sum256(a.data)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// fill puts text in the place of a mark that stands in the file once.
func (a *asset) fill(mark, text string) error {
	if n := bytes.Count(a.data, []byte(mark)); n != 1 {
		return fmt.Errorf("%s has %s %d times, want once", a.logical, mark, n)
	}
	a.data = bytes.Replace(a.data, []byte(mark), []byte(text), 1)
	return nil
}
