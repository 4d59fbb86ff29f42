package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// named returns the asset of a logical name.
func named(t *testing.T, assets []*asset, logical string) *asset {
	t.Helper()
	for _, a := range assets {
		if a.logical == logical {
			return a
		}
	}
	t.Fatalf("no asset %s", logical)
	return nil
}

func mustHash(t *testing.T, files map[string]string) []*asset {
	t.Helper()
	in := map[string][]byte{}
	for name, text := range files {
		in[name] = []byte(text)
	}
	assets, err := hashNames(in)
	if err != nil {
		t.Fatal(err)
	}
	return assets
}

func TestReferences(t *testing.T) {
	const font = "wOF2"
	tests := []struct {
		name, file, text string
		want             string // with F for the font's new name, without its folder
	}{
		{"an attribute", "index.html", `<link href="fonts/ui.woff2">`, `<link href="fonts/F">`},
		{"a relative attribute", "index.html", `<link href='./fonts/ui.woff2'>`, `<link href='./fonts/F'>`},
		{"an address in a style sheet at the top", "style.css", `src: url(fonts/ui.woff2)`, `src: url(fonts/F)`},
		{"a quoted address in a style sheet", "style.css", `src: url("fonts/ui.woff2") format("woff2")`, `src: url("fonts/F") format("woff2")`},
		{"an address relative to its style sheet", "fonts/fonts.css", `src: url(ui.woff2)`, `src: url(F)`},
		{"a fragment stays", "index.html", `<use href="fonts/ui.woff2#a">`, `<use href="fonts/F#a">`},
		{"a string in a script", "boot.js", "fetch(`fonts/ui.woff2`)", "fetch(`fonts/F`)"},
		{"a script's strings are relative to the page", "js/boot.js", `fetch("fonts/ui.woff2")`, `fetch("fonts/F")`},
		{"part of a longer name stays", "boot.js", `"old-fonts/ui.woff2" "fonts/ui.woff2.map"`, `"old-fonts/ui.woff2" "fonts/ui.woff2.map"`},
		{"words outside of quotes stay", "boot.js", `// see fonts/ui.woff2, it isn't here`, `// see fonts/ui.woff2, it isn't here`},
		{"a file that is no text stays", "notes.bin", `"fonts/ui.woff2"`, `"fonts/ui.woff2"`},
		{"an unknown name stays", "boot.js", `"fonts/none.woff2"`, `"fonts/none.woff2"`},
		{"its own name stays", "boot.js", `"boot.js"`, `"boot.js"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assets := mustHash(t, map[string]string{"fonts/ui.woff2": font, test.file: test.text})
			renamed := filepath.Base(named(t, assets, "fonts/ui.woff2").name)
			want := strings.ReplaceAll(test.want, "F", renamed)
			if got := string(named(t, assets, test.file).data); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestNames(t *testing.T) {
	files := map[string]string{"index.html": `"boot.js"`, "boot.js": `"app.wasm"`, "app.wasm": "1", "sw.js": "x", "style.css": "y"}
	before := mustHash(t, files)
	files["app.wasm"] = "2"
	after := mustHash(t, files)
	for _, test := range []struct {
		file          string
		hash, changes bool
	}{
		{"index.html", false, false},
		{"sw.js", false, false},
		{"app.wasm", true, true},
		{"boot.js", true, true}, // since it leads to app.wasm
		{"style.css", true, false},
	} {
		t.Run(test.file, func(t *testing.T) {
			old, now := named(t, before, test.file).name, named(t, after, test.file).name
			if hash := regexp.MustCompile(`\.[0-9a-f]{10}\.[a-z]+$`).MatchString(now); hash != test.hash {
				t.Errorf("the name is %s", now)
			}
			if changed := old != now; changed != test.changes {
				t.Errorf("the name went from %s to %s", old, now)
			}
		})
	}
}

func TestCircle(t *testing.T) {
	_, err := hashNames(map[string][]byte{"a.js": []byte(`"b.js"`), "b.js": []byte(`"a.js"`)})
	if err == nil || !strings.Contains(err.Error(), "a.js -> b.js -> a.js") {
		t.Errorf("got %v", err)
	}
}

// What the server sends compressed must be what was compressed, now and from
// the cache, and only files that get smaller are kept so.
func TestCompress(t *testing.T) {
	cache := t.TempDir()
	long := bytes.Repeat([]byte("rampart "), 1000)
	for _, round := range []struct {
		name  string
		quick bool
	}{{"compressed now", false}, {"from the cache", true}} {
		t.Run(round.name, func(t *testing.T) {
			a := &asset{name: "a.js", data: long}
			if err := a.compress(cache, round.quick); err != nil {
				t.Fatal(err)
			}
			br, err := io.ReadAll(brotli.NewReader(bytes.NewReader(a.br)))
			if err != nil || !bytes.Equal(br, long) {
				t.Errorf("brotli gives back %d bytes: %v", len(br), err)
			}
			z, err := gzip.NewReader(bytes.NewReader(a.gz))
			if err != nil {
				t.Fatal(err)
			}
			if gz, err := io.ReadAll(z); err != nil || !bytes.Equal(gz, long) {
				t.Errorf("gzip gives back %d bytes: %v", len(gz), err)
			}
		})
	}
	t.Run("quick leaves new files alone", func(t *testing.T) {
		a := &asset{name: "b.js", data: long[1:]}
		if err := a.compress(cache, true); err != nil || a.br != nil || a.gz != nil {
			t.Errorf("got %d and %d bytes, %v", len(a.br), len(a.gz), err)
		}
	})
	t.Run("no gain", func(t *testing.T) {
		a := &asset{name: "c.js", data: []byte("x")}
		if err := a.compress(cache, false); err != nil || a.br != nil || a.gz != nil {
			t.Errorf("got %d and %d bytes, %v", len(a.br), len(a.gz), err)
		}
	})
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	old := []*asset{{logical: "index.html", name: "index.html", data: []byte("old")}, {logical: "a.js", name: "a.1.js", data: []byte("a"), br: []byte("b")}}
	if err := write(dir, old); err != nil {
		t.Fatal(err)
	}
	now := []*asset{{logical: "index.html", name: "index.html", data: []byte("new")}, {logical: "x/a.js", name: "x/a.2.js", data: []byte("a2")}}
	if err := write(dir, now); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"index.html": "new", "x/a.2.js": "a2", "a.1.js": "", "a.1.js.br": ""} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if string(got) != want || (want == "") != os.IsNotExist(err) {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, want)
		}
	}
}

func TestStringConstant(t *testing.T) {
	for _, test := range []struct{ name, source, want, err string }{
		{"a string", "package p\nconst other = 1\nconst script = \"a\\\"b\"\n", `a"b`, ""},
		{"in a group", "package p\nconst (\n\tx = 1\n\tscript = `raw`\n)\n", "raw", ""},
		{"none", "package p\nvar script = \"x\"\n", "", "no constant script"},
		{"a sum", "package p\nconst script = \"a\" + \"b\"\n", "", "not one string literal"},
		{"no Go", "<html>", "", "expected 'package'"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := stringConstant([]byte(test.source), "script")
			if got != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("got %q and error %v", got, err)
			}
		})
	}
}

// The script must be the one that the linked renderer expects: it defines what
// the renderer calls.
func TestVuguHelper(t *testing.T) {
	t.Chdir("../..")
	script, err := vuguHelper()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"vuguRender", "vuguSetEventHandler", "vuguSetCallbackHandler", "vuguGetRenderArray"} {
		if !bytes.Contains(script, []byte("window."+name+"=")) {
			t.Errorf("the helper does not define %s", name)
		}
	}
}
