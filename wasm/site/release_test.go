package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testSources is a small site with everything that release looks at.
func testSources() map[string]string {
	return map[string]string{
		"index.html":           `<html data-version="development"><link href="a.css"><script src="boot.js"></script><link href="app.webmanifest">`,
		"sw.js":                "const version = \"development\";\nconst files = [];\n",
		"a.css":                "a{}",
		"boot.js":              `fetch("app.wasm"); import("./late.js")`,
		"late.js":              `register("sw.js")`,
		"app.wasm":             "1",
		"app.webmanifest":      `{"icons": ["icon.png"]}`,
		"icon.png":             "2",
		"screenshot.png":       "of no use without a network",
		"robots.txt":           "fixed",
		"a file without links": "3",
	}
}

// released returns the version of a site, its page and its service worker's list.
func released(t *testing.T, sources map[string]string) (version, page string, list [][2]string) {
	t.Helper()
	assets := mustHash(t, sources)
	version, err := release(assets)
	if err != nil {
		t.Fatal(err)
	}
	worker := string(named(t, assets, "sw.js").data)
	_, after, _ := strings.Cut(worker, "const files = ")
	text, _, found := strings.Cut(after, ";\n")
	if !found || !strings.Contains(worker, `const version = "`+version+`"`) {
		t.Fatalf("the service worker is\n%s", worker)
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	for _, file := range list {
		i := slices.IndexFunc(assets, func(a *asset) bool { return a.name == file[0] || a.logical == "index.html" && file[0] == "./" })
		if i < 0 || assets[i].integrity() != file[1] {
			t.Errorf("%v is no file of the site", file)
		}
	}
	return version, string(named(t, assets, "index.html").data), list
}

// All that the page leads to is kept for use without a network, and nothing else.
func TestRelease(t *testing.T) {
	version, page, list := released(t, testSources())
	if !strings.Contains(page, `data-version="`+version+`"`) {
		t.Errorf("the page is %s, want the version %s in it", page, version)
	}
	var names []string
	for _, file := range list {
		names = append(names, file[0])
	}
	got := strings.Join(names, " ")
	for _, want := range []string{"./", "a.", "boot.", "late.", "app.", "icon."} {
		if !strings.Contains(" "+got, " "+want) {
			t.Errorf("the list lacks %s: %s", want, got)
		}
	}
	if len(names) != 7 || strings.Contains(got, "screenshot") || strings.Contains(got, "sw.js") || strings.Contains(got, "robots") {
		t.Errorf("the list is %s", got)
	}
}

// A version is a name for the whole content, so that the browser notices any
// change of it.
func TestVersionChanges(t *testing.T) {
	before, _, _ := released(t, testSources())
	if again, _, _ := released(t, testSources()); again != before {
		t.Errorf("the same site has the versions %s and %s", before, again)
	}
	for _, test := range []struct {
		file    string
		changes bool
	}{
		{"index.html", true}, {"sw.js", true}, {"app.wasm", true}, {"icon.png", true}, {"late.js", true},
		{"screenshot.png", false}, {"robots.txt", false},
	} {
		t.Run(test.file, func(t *testing.T) {
			sources := testSources()
			sources[test.file] += "\n"
			if after, _, _ := released(t, sources); (after != before) != test.changes {
				t.Errorf("the version went from %s to %s", before, after)
			}
		})
	}
}

func TestReleaseRefuses(t *testing.T) {
	for _, test := range []struct{ name, file, from, to, err string }{
		{"no version in the page", "index.html", "development", "", "index.html has"},
		{"no list in the service worker", "sw.js", "[]", "0", "sw.js has const files"},
		{"two lists", "sw.js", "\n", "\nconst files = [];", "2 times"},
	} {
		t.Run(test.name, func(t *testing.T) {
			sources := testSources()
			sources[test.file] = strings.Replace(sources[test.file], test.from, test.to, 1)
			if _, err := release(mustHash(t, sources)); err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("got %v, want %s", err, test.err)
			}
		})
	}
	if _, err := release(mustHash(t, map[string]string{"index.html": "x"})); err == nil {
		t.Error("a site without a service worker was released")
	}
}

// The files of this project go together: every icon that the manifest names is
// drawn, and the sources have the marks that are filled in.
func TestOwnSources(t *testing.T) {
	files, err := readPublic("../../public")
	if err != nil {
		t.Fatal(err)
	}
	if files["index.html"], err = os.ReadFile("../../index.html"); err != nil {
		t.Fatal(err)
	}
	if err := addIcons(files); err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Icons []struct{ Src, Sizes string }
	}
	if err := json.Unmarshal(files["manifest.webmanifest"], &manifest); err != nil {
		t.Fatal(err)
	}
	for _, icon := range manifest.Icons {
		if files[icon.Src] == nil {
			t.Errorf("the manifest names %s, which is not there", icon.Src)
		}
	}
	for _, name := range []string{"vugu-helper.js", "wasm_exec.js", "web.wasm"} {
		files[name] = []byte(name)
	}
	assets, err := hashNames(files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := release(assets); err != nil {
		t.Fatal(err)
	}
	list := reached(named(t, assets, "index.html"))
	for logical := range files {
		kept := slices.ContainsFunc(list, func(a *asset) bool { return a.logical == logical })
		if want := !fixed[logical] && filepath.Base(logical) != "screenshot.png" && logical[0] != '_'; kept != want {
			t.Errorf("%s: kept for use without a network: %v, want %v", logical, kept, want)
		}
	}
}
