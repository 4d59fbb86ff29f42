package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rampart/wasm/keep"
	"rampart/wasm/keep/disk"
)

// testSite is a small site: a page, a hashed file in three forms, one folder.
func testSite() fstest.MapFS {
	at := time.Unix(1000, 0)
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s), ModTime: at} }
	return fstest.MapFS{
		"index.html":             file("<!doctype html>page"),
		"app.0123456789.wasm":    file("plain wasm"),
		"app.0123456789.wasm.br": file("br"),
		"app.0123456789.wasm.gz": file("gz"),
		"fonts/ui.woff2":         file("font"),
		"policy.safetensors":     file("weights"),
		".secret":                file("hidden"),
	}
}

// testHandler serves the small site, and snapshots in memory.
func testHandler() http.Handler {
	return serveHandler(testSite(), keep.New(keep.Options{Store: keep.NewMemory(1 << 20)}))
}

func request(t *testing.T, method, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path = target // as sent: NewRequest would refuse some hostile paths
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	testHandler().ServeHTTP(w, r)
	return w.Result()
}

func TestSiteFiles(t *testing.T) {
	const wasm = "/app.0123456789.wasm"
	const forever = "public, max-age=31536000, immutable"
	tests := []struct {
		name, target, accept              string
		status                            int
		body, encoding, mime, cacheStatus string
	}{
		{"the page at the root", "/", "", 200, "<!doctype html>page", "", "text/html; charset=utf-8", "no-cache"},
		{"the page by name, without a redirect: a service worker could not use one", "/index.html", "", 200, "<!doctype html>page", "", "text/html; charset=utf-8", "no-cache"},
		{"brotli first", wasm, "gzip, deflate, br", 200, "br", "br", "application/wasm", forever},
		{"gzip if that is all", wasm, "gzip", 200, "gz", "gzip", "application/wasm", forever},
		{"no compression asked", wasm, "", 200, "plain wasm", "", "application/wasm", forever},
		{"brotli refused by weight", wasm, "br;q=0, gzip;q=0.5", 200, "gz", "gzip", "application/wasm", forever},
		{"names that only contain br", wasm, "brx, xbr", 200, "plain wasm", "", "application/wasm", forever},
		{"a name without a hash may change", "/fonts/ui.woff2", "br", 200, "font", "", "font/woff2", "no-cache"},
		{"an unknown kind is not guessed", "/policy.safetensors", "", 200, "weights", "", "application/octet-stream", "no-cache"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := request(t, "GET", test.target, "Accept-Encoding", test.accept)
			body, _ := io.ReadAll(res.Body)
			if res.StatusCode != test.status || string(body) != test.body {
				t.Errorf("got %d %q, want %d %q", res.StatusCode, body, test.status, test.body)
			}
			for name, want := range map[string]string{
				"Content-Encoding": test.encoding, "Content-Type": test.mime,
				"Cache-Control": test.cacheStatus, "Vary": "Accept-Encoding",
			} {
				if got := res.Header.Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestSiteRefuses(t *testing.T) {
	tests := []struct {
		name, method, target string
		status               int
	}{
		{"an unknown file", "GET", "/nope.js", 404},
		{"a folder", "GET", "/fonts", 404},
		{"a folder with a slash", "GET", "/fonts/", 404},
		{"a hidden file", "GET", "/.secret", 404},
		{"a compressed twin by name", "GET", "/app.0123456789.wasm.br", 404},
		{"the parent folder", "GET", "/../serve.go", 404},
		{"the parent folder inside a path", "GET", "/fonts/../../serve.go", 404},
		{"an absolute path", "GET", "//etc/passwd", 404},
		{"a backslash", "GET", `/..\serve.go`, 404},
		{"a zero byte", "GET", "/index.html\x00.png", 404},
		{"an upload", "POST", "/", 405},
		{"a deletion", "DELETE", "/index.html", 405},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := request(t, test.method, test.target)
			if res.StatusCode != test.status {
				t.Errorf("got status %d, want %d", res.StatusCode, test.status)
			}
			if res.Header.Get("Content-Security-Policy") == "" {
				t.Error("an error page without a policy")
			}
		})
	}
}

// Pages, refusals and answers of the service alike have the security headers.
func TestSiteHeaders(t *testing.T) {
	for _, target := range []string{"/", "/nope", "/api/health", "/api/nope"} {
		res := request(t, "GET", target)
		for _, h := range keep.SecurityHeaders {
			got := res.Header.Get(h[0])
			if got == "" || !strings.HasPrefix(target, keep.Prefix) && got != h[1] {
				t.Errorf("%s: %s is %q, want %q", target, h[0], got, h[1])
			}
		}
	}
}

func TestSiteTag(t *testing.T) {
	const wasm = "/app.0123456789.wasm"
	tag := request(t, "GET", wasm, "Accept-Encoding", "br").Header.Get("ETag")
	if other := request(t, "GET", wasm).Header.Get("ETag"); other == tag {
		t.Errorf("two forms of one file share the tag %s", tag)
	}
	for _, test := range []struct {
		name, ifNoneMatch string
		status            int
	}{
		{"the same form", tag, 304},
		{"one of several, weak", `"x", W/` + tag, 304},
		{"any", "*", 304},
		{"another", `"x"`, 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			res := request(t, "GET", wasm, "Accept-Encoding", "br", "If-None-Match", test.ifNoneMatch)
			if res.StatusCode != test.status {
				t.Errorf("got status %d, want %d", res.StatusCode, test.status)
			}
		})
	}
}

// A HEAD answer has the length of the file and no body.
func TestSiteHead(t *testing.T) {
	res := request(t, "HEAD", "/index.html")
	body, _ := io.ReadAll(res.Body)
	if len(body) != 0 || res.Header.Get("Content-Length") != "19" {
		t.Errorf("got %q with length %s", body, res.Header.Get("Content-Length"))
	}
}

func TestServeStops(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, listener, testHandler(), slog.New(slog.DiscardHandler)) }()
	res, err := http.Get("http://" + listener.Addr().String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	stop()
	if err := <-done; err != nil {
		t.Errorf("serve ended with %v", err)
	}
	if _, err := net.Dial("tcp", listener.Addr().String()); err == nil {
		t.Error("the port is still open")
	}
}

func TestRunServeErrors(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	site := t.TempDir()
	if err := os.WriteFile(filepath.Join(site, "index.html"), []byte("page"), 0o644); err != nil {
		t.Fatal(err)
	}
	busy := t.TempDir()
	store, err := disk.Open(busy, disk.Settings{Quota: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	tests := []struct {
		name   string
		args   []string
		status int
		stderr string
	}{
		{"the folder is of other things", []string{"--site", site, "--addr", "127.0.0.1:0", "--data", site}, 1, "other files"},
		{"the folder is in use", []string{"--site", site, "--addr", "127.0.0.1:0", "--data", busy}, 1, "another program"},
		{"no room", []string{"--site", site, "--quota", "-1"}, 2, "--quota -1 is out of range"},
		{"days in memory", []string{"--site", site, "--days", "3"}, 2, "--days needs --data"},
		{"no level of a log", []string{"--site", site, "--log", "loud"}, 2, "loud"},
		{"the port is taken", []string{"--site", site, "--addr", listener.Addr().String()}, 1, "is in use by another program"},
		{"no such address", []string{"--site", site, "--addr", "nowhere"}, 1, "cannot listen at nowhere"},
		{"no page", []string{"--site", filepath.Join(site, "none")}, 1, "build it with ./build.sh site"},
		{"an unknown flag", []string{"--bogus"}, 2, "-bogus"},
		{"an argument", []string{"dist"}, 2, `takes no argument, got "dist"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if got := runServe(test.args, &stdout, &stderr); got != test.status {
				t.Errorf("exit status %d, want %d", got, test.status)
			}
			if !strings.Contains(stderr.String(), test.stderr) {
				t.Errorf("standard error is %q, want it to say %q", stderr.String(), test.stderr)
			}
			if stdout.Len() > 0 {
				t.Errorf("standard output is %q", stdout.String())
			}
		})
	}
}

// A link inside the site to a file outside must not be followed.
func TestOpenSiteStaysInside(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	if err := errors.Join(
		os.Mkdir(site, 0o755),
		os.WriteFile(filepath.Join(dir, "outside.txt"), []byte("outside"), 0o644),
		os.WriteFile(filepath.Join(site, "index.html"), []byte("page"), 0o644),
		os.Symlink("../outside.txt", filepath.Join(site, "link.txt")),
	); err != nil {
		t.Fatal(err)
	}
	root, err := openSite(site)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	w := httptest.NewRecorder()
	siteHandler(root.FS()).ServeHTTP(w, httptest.NewRequest("GET", "/link.txt", nil))
	if w.Code != http.StatusNotFound {
		t.Errorf("got status %d and %q", w.Code, w.Body)
	}
}
