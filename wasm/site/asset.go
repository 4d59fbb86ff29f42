package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// asset is one file of the site.
type asset struct {
	logical string // name in the sources, such as fonts/ui.woff2
	name    string // name in the site, with the hash of its content if it has one
	data    []byte
	br, gz  []byte   // compressed forms; nil where not worth it
	refs    []*asset // the files that it refers to
}

// fixed holds the files that keep their name: browsers and search engines look
// for them at an address that may not change with the content.
var fixed = map[string]bool{
	"index.html":  true,
	"sw.js":       true, // a service worker is updated at its own address
	"favicon.ico": true,
	"robots.txt":  true,
}

// hashedName puts the first 10 hex digits of the content's SHA-256 before the
// extension: app.wasm becomes app.0123456789.wasm. 40 bits are ample to tell
// the versions of one file apart.
func hashedName(logical string, data []byte) string {
	if fixed[logical] {
		return logical
	}
	sum := sha256.Sum256(data)
	ext := path.Ext(logical)
	return strings.TrimSuffix(logical, ext) + "." + hex.EncodeToString(sum[:5]) + ext
}

// isText says whether references to other files are looked for in a file.
func isText(name string) bool {
	switch path.Ext(name) {
	case ".html", ".css", ".js", ".webmanifest":
		return true
	}
	return false
}

// compressible says whether a file gains from compression: images and fonts
// are compressed already.
func compressible(name string) bool {
	switch path.Ext(name) {
	case ".wasm", ".svg", ".json", ".txt", ".safetensors":
		return true
	}
	return isText(name)
}

// hashNames names all files after their content. A reference from a text file
// to another (its whole name between quotes or brackets, with or without ./)
// is rewritten first, so that a change of one file changes the names of all
// files that lead to it. The assets come back sorted by logical name.
func hashNames(files map[string][]byte) ([]*asset, error) {
	done := map[string]*asset{}
	var visit func(name string, above []string) (*asset, error)
	visit = func(name string, above []string) (*asset, error) {
		if a := done[name]; a != nil {
			return a, nil
		}
		if slices.Contains(above, name) {
			return nil, fmt.Errorf("files refer to each other in a circle: %s", strings.Join(append(above, name), " -> "))
		}
		above = append(slices.Clip(above), name)
		data := files[name]
		var refs []*asset
		if isText(name) {
			var err error
			data, err = rewrite(name, data, files, func(to string) (string, error) {
				if fixed[to] {
					return to, nil // whatever it holds: it may lead back to here
				}
				a, err := visit(to, above)
				if err != nil {
					return "", err
				}
				refs = append(refs, a)
				return a.name, nil
			})
			if err != nil {
				return nil, err
			}
		}
		a := &asset{logical: name, name: hashedName(name, data), data: data, refs: refs}
		done[name] = a
		return a, nil
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	assets := make([]*asset, 0, len(files))
	for _, name := range names {
		a, err := visit(name, nil)
		if err != nil {
			return nil, err
		}
		assets = append(assets, a)
	}
	return assets, nil
}

// rewrite replaces the references in one text file. Addresses in a style sheet
// and in a manifest are relative to the file itself, all others to the page.
func rewrite(name string, data []byte, files map[string][]byte, rename func(string) (string, error)) ([]byte, error) {
	base := ""
	if ext := path.Ext(name); ext == ".css" || ext == ".webmanifest" {
		base = path.Dir(name)
	}
	var out bytes.Buffer
	for len(data) > 0 {
		i := bytes.IndexAny(data, "\"'`(")
		if i < 0 {
			break
		}
		out.Write(data[:i+1])
		end := "\"'`"
		if data[i] == '(' {
			end = ")"
		} else {
			end = string(data[i])
		}
		data = data[i+1:]
		j := bytes.IndexAny(data, end+"#?\n<>")
		if j <= 0 {
			continue
		}
		ref := strings.TrimPrefix(string(data[:j]), "./")
		to := path.Join(base, ref)
		if _, ok := files[to]; !ok || to == name {
			continue
		}
		renamed, err := rename(to)
		if err != nil {
			return nil, err
		}
		out.WriteString(strings.TrimSuffix(string(data[:j]), path.Base(ref)) + path.Base(renamed))
		data = data[j:]
	}
	out.Write(data)
	return out.Bytes(), nil
}

// compress fills in the compressed forms, from the cache where it holds them;
// with quick, from the cache alone.
func (a *asset) compress(cache string, quick bool) error {
	sum := sha256.Sum256(a.data)
	base := filepath.Join(cache, hex.EncodeToString(sum[:]))
	forms := []struct {
		ext   string
		into  *[]byte
		quick bool
		new   func(io.Writer) io.WriteCloser
	}{
		{".br", &a.br, false, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestCompression) }},
		{".gz", &a.gz, false, func(w io.Writer) io.WriteCloser {
			z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // fails only for an unknown level
			return z
		}},
	}
	for _, form := range forms {
		packed, err := os.ReadFile(base + form.ext)
		if err != nil {
			if quick {
				continue
			}
			if packed, err = pack(a.data, form.new); err != nil {
				return err
			}
			if err := writeFile(base+form.ext, packed); err != nil {
				return err
			}
		}
		if len(packed) < len(a.data) {
			*form.into = packed
		}
	}
	return nil
}

// pack returns data compressed by one writer.
func pack(data []byte, newWriter func(io.Writer) io.WriteCloser) ([]byte, error) {
	var buf bytes.Buffer
	w := newWriter(&buf)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
