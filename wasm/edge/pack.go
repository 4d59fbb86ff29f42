//go:build !js

package main

import (
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"rampart/wasm/keep"
)

func main() {
	site := flag.String("site", "dist", "folder of the built page")
	out := flag.String("out", filepath.Join("bin", "edge"), "folder to write")
	flag.Parse()
	if err := pack(*site, *out); err != nil {
		fmt.Fprintf(os.Stderr, "edge: %v\n", err)
		os.Exit(1)
	}
}

// pack writes the worker to out and the page's files to out/site. It runs from
// the top of the checkout.
func pack(site, out string) error {
	// The library's glue comes from the module that the program is built with.
	// Its worker.mjs, a fresh Go program for every request, is replaced.
	if err := command("tool", "workers-assets-gen", "-mode=go", "-o", out).Run(); err != nil {
		return fmt.Errorf("the library's scripts: %w", err)
	}
	glue, err := os.ReadFile(filepath.Join("wasm", "edge", "worker.mjs"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "worker.mjs"), glue, 0o644); err != nil {
		return err
	}
	program := filepath.Join(out, "app.wasm")
	build := command("build", "-trimpath", "-ldflags=-s -w", "-o", program, "./wasm/edge")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if err := build.Run(); err != nil {
		return fmt.Errorf("the program: %w", err)
	}
	if err := copySite(site, filepath.Join(out, "site")); err != nil {
		return err
	}
	return report(os.Stdout, program)
}

func command(args ...string) *exec.Cmd {
	c := exec.Command("go", args...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	return c
}

// hashed matches the names that wasm/site gives to files by their content.
var hashed = regexp.MustCompile(`\.[0-9a-f]{10}\.[a-z0-9]+$`)

// uploaded says whether a file of the site goes to the platform, which
// compresses all but the program by itself.
func uploaded(name string) bool {
	return filepath.Ext(name) != ".gz" && (filepath.Ext(name) != ".br" || strings.HasSuffix(name, ".wasm.br"))
}

// copySite copies the site's files and adds _headers, the file by which the
// platform knows what to send with them
// (developers.cloudflare.com/workers/static-assets/headers).
func copySite(site, out string) error {
	var headers strings.Builder
	headers.WriteString("/*\n")
	for _, h := range keep.SecurityHeaders {
		fmt.Fprintf(&headers, "  %s: %s\n", h[0], h[1])
	}
	err := filepath.WalkDir(site, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(site, path)
		if err != nil || !uploaded(name) {
			return err
		}
		if hashed.MatchString(strings.TrimSuffix(name, ".br")) {
			fmt.Fprintf(&headers, "/%s\n  Cache-Control: public, max-age=31536000, immutable\n", filepath.ToSlash(name))
		}
		return copyFile(filepath.Join(out, name), path)
	})
	if err != nil {
		return fmt.Errorf("the page's files (./build.sh site makes them): %w", err)
	}
	return os.WriteFile(filepath.Join(out, "_headers"), []byte(headers.String()), 0o644)
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// report prints the size of the program as the platform counts it.
func report(w io.Writer, program string) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	var size counter
	z := gzip.NewWriter(&size)
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "edge: wrote the worker: %d bytes, %d compressed with gzip\n", len(data), size)
	return err
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
