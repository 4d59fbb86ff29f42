package main

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// mimeTypes are the kinds of file that a site holds. The machine's own table
// is not asked: it differs between machines, and wasm must be right for the
// browser to compile it while it loads.
var mimeTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// hashed matches the names that wasm/site gives to files by their content.
var hashed = regexp.MustCompile(`\.[0-9a-f]{10}\.[a-z0-9]+$`)

// siteHandler serves the files of a built site. A file x that has x.br or x.gz
// beside it is sent in that form to clients that accept it.
func siteHandler(site fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are served here", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		if !servable(name) {
			http.NotFound(w, r)
			return
		}
		if err := serveFile(w, r, site, name); err != nil {
			http.NotFound(w, r)
		}
	})
}

// servable says whether a request may name a file so: a clean relative path, no
// hidden file, and not one of the compressed twins.
func servable(name string) bool {
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") {
		return false
	}
	for _, part := range strings.Split(name, "/") {
		if strings.HasPrefix(part, ".") {
			return false
		}
	}
	ext := path.Ext(name)
	return ext != ".br" && ext != ".gz"
}

// serveFile answers with one file. It returns an error, and has written
// nothing, if there is no such file.
func serveFile(w http.ResponseWriter, r *http.Request, site fs.FS, name string) error {
	f, encoding, err := openEncoded(site, name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fs.ErrNotExist
	}
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if hashed.MatchString(name) {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	tag := fmt.Sprintf(`"%x-%x%s"`, info.ModTime().UnixNano(), info.Size(), encoding)
	h.Set("ETag", tag)
	if tagMatches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	kind := mimeTypes[path.Ext(name)]
	if kind == "" {
		kind = "application/octet-stream"
	}
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	if r.Method == http.MethodGet {
		_, _ = io.Copy(w, f) // a client that went away needs no answer
	}
	return nil
}

// openEncoded opens the smallest form of a file that the client accepts, and
// says which: "br", "gzip" or "" for the file itself.
func openEncoded(site fs.FS, name, accept string) (f fs.File, encoding string, err error) {
	for _, form := range [][2]string{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(accept, form[0]) {
			continue
		}
		if f, err := site.Open(name + form[1]); err == nil {
			return f, form[0], nil
		}
	}
	f, err = site.Open(name)
	return f, "", err
}

// accepts says whether an Accept-Encoding header names an encoding with a
// weight above zero.
func accepts(header, encoding string) bool {
	for _, item := range strings.Split(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(item), ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		weight, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
		if !ok {
			return true
		}
		q, err := strconv.ParseFloat(weight, 64)
		return err == nil && q > 0
	}
	return false
}

// tagMatches says whether an If-None-Match header names the tag.
func tagMatches(header, tag string) bool {
	for _, item := range strings.Split(header, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == tag || item == "*" {
			return true
		}
	}
	return false
}
