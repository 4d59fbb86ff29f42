//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"rampart/wasm/keep"
)

// mimeTypes are the types that browsers insist on, or that text needs for its
// characters.
var mimeTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// files are the names of the page's files.
func files(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(bundle, "site"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != "_headers" && filepath.Ext(e.Name()) != ".br" {
			names = append(names, e.Name())
		}
	}
	if len(names) < 5 {
		t.Fatalf("the page has only the files %q", names)
	}
	return names
}

// program is the name of the page's program.
func program(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(bundle, "site", "web.*.wasm"))
	if err != nil || len(names) != 1 {
		t.Fatalf("the page has the programs %q, %v", names, err)
	}
	return filepath.Base(names[0])
}

func content(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(bundle, "site", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// inflated returns a body as it was before it was compressed.
func inflated(t *testing.T, a *answer) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(a.body)
	var err error
	switch encoding := a.header.Get("Content-Encoding"); encoding {
	case "":
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		if r, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("compressed with %s", encoding)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every file of the page comes whole, with its type, the security headers and
// the right to be kept for ever if its name has a hash, compressed or not.
func TestFiles(t *testing.T) {
	w := edge(t)
	for _, name := range files(t) {
		for _, accept := range []string{"", "gzip", "br;q=0, gzip", "gzip, deflate, br, zstd"} {
			t.Run(name+" "+accept, func(t *testing.T) {
				a := w.mustAsk(t, "GET", "/"+address(name), nil, "Accept-Encoding", accept)
				if a.status != 200 || !bytes.Equal(inflated(t, a), content(t, name)) {
					t.Errorf("got %d, %d bytes, not the file", a.status, len(a.body))
				}
				kind := mimeTypes[filepath.Ext(name)]
				if got := a.header.Get("Content-Type"); kind == "" || got != kind {
					t.Errorf("the type is %q, want %q", got, kind)
				}
				if encoding := a.header.Get("Content-Encoding"); encoding != "" && !strings.Contains(strings.ReplaceAll(accept, "br;q=0", ""), encoding) {
					t.Errorf("compressed with %s, which the client does not take", encoding)
				}
				secure(t, a)
				cache := "public, max-age=0, must-revalidate"
				if hashed.MatchString(name) {
					cache = "public, max-age=31536000, immutable"
				}
				if got := a.header.Get("Cache-Control"); got != cache {
					t.Errorf("Cache-Control is %q, want %q", got, cache)
				}
			})
		}
	}
}

// address is the path of a file, without a slash before it: the platform
// serves the page at the root alone.
func address(name string) string {
	if name == "index.html" {
		return ""
	}
	return name
}

func secure(t *testing.T, a *answer) {
	t.Helper()
	for _, h := range keep.SecurityHeaders {
		if got := a.header.Get(h[0]); got != h[1] {
			t.Errorf("%s is %q, want %q", h[0], got, h[1])
		}
	}
}

// The program is sent in the form that wasm/site has compressed best, if there
// is one (./build.sh site -quick makes none), and not again to who has it.
func TestProgram(t *testing.T) {
	w := edge(t)
	name := program(t)
	// Before the worker stands what emulates the network's front: of equals it
	// takes the first, and compresses anew if that is another.
	const accept = "br, gzip"
	a := w.mustAsk(t, "GET", "/"+name, nil, "Accept-Encoding", accept)
	best, err := os.ReadFile(filepath.Join(bundle, "site", name+".br"))
	if err == nil && (a.header.Get("Content-Encoding") != "br" || !bytes.Equal(a.body, best)) {
		t.Errorf("got %d bytes compressed with %q, want %d with br", len(a.body), a.header.Get("Content-Encoding"), len(best))
	}
	if a.header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("Vary is %q", a.header.Get("Vary"))
	}
	head := w.mustAsk(t, "HEAD", "/"+name, nil, "Accept-Encoding", accept)
	if head.status != 200 || len(head.body) != 0 || head.header.Get("Content-Type") != "application/wasm" {
		t.Errorf("HEAD: %d %v", head.status, head.header)
	}
	again := w.mustAsk(t, "GET", "/"+name, nil, "Accept-Encoding", accept, "If-None-Match", a.header.Get("ETag"))
	if again.status != 304 || len(again.body) != 0 {
		t.Errorf("with its tag: %d, %d bytes", again.status, len(again.body))
	}
	if a := w.mustAsk(t, "GET", "/web.0123456789.wasm", nil, "Accept-Encoding", "br"); a.status != 404 {
		t.Errorf("a program of another version: %d", a.status)
	}
}

// What is no file gets the same headers, and the page's policy lets in nothing
// of others.
func TestNotFiles(t *testing.T) {
	w := edge(t)
	for _, test := range []struct {
		name, method, path string
		status             int
	}{
		{"an unknown file", "GET", "/nope.js", 404},
		{"an unknown program", "GET", "/nope.wasm", 404},
		{"the platform's own file", "GET", "/_headers", 404},
		{"the worker", "GET", "/worker.mjs", 404},
		{"the parent folder", "GET", "/..%2fapp.wasm", 404},
		{"an unknown file, to be changed", "POST", "/nope.js", 405},
		{"the page under another name", "GET", "/index", 307},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := w.mustAsk(t, test.method, test.path, nil)
			if a.status != test.status {
				t.Errorf("got %d %.200s, want %d", a.status, a.body, test.status)
			}
			if test.status != 307 {
				secure(t, a)
			}
		})
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		if a := w.mustAsk(t, method, "/", strings.NewReader("x")); a.status != 405 {
			t.Errorf("%s of the page: %d, want 405", method, a.status)
		}
	}
	policy := w.mustAsk(t, "GET", "/", nil).header.Get("Content-Security-Policy")
	for directive := range strings.SplitSeq(policy, "; ") {
		if strings.Contains(directive, "'unsafe-inline'") || strings.Contains(directive, "'unsafe-eval'") || strings.Contains(directive, "*") || strings.Contains(directive, "http") {
			t.Errorf("the policy is lax: %s", directive)
		}
	}
}

// The page names only files that are there.
func TestPageIsWhole(t *testing.T) {
	w := edge(t)
	page := string(content(t, "index.html"))
	n := 0
	for _, name := range files(t) {
		if strings.Contains(page, `"`+name+`"`) {
			n++
			if a := w.mustAsk(t, "HEAD", "/"+name, nil); a.status != 200 {
				t.Errorf("%s: %d", name, a.status)
			}
		}
	}
	if n == 0 {
		t.Error(fmt.Sprintf("the page names none of its files: %s", page))
	}
}
