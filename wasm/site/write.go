package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// write makes dir hold just the assets and their compressed forms. Files that
// are the same stay untouched, and the page itself is written last, so that a
// server that runs meanwhile never serves a page whose files are not there.
func write(dir string, assets []*asset) error {
	keep := map[string]bool{}
	put := func(name string, data []byte) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		keep[path] = true
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return writeFile(path, data)
	}
	for _, last := range []bool{false, true} {
		for _, a := range assets {
			if fixed[a.logical] != last {
				continue
			}
			for _, f := range []struct {
				ext  string
				data []byte
			}{{".br", a.br}, {".gz", a.gz}, {"", a.data}} {
				if f.data == nil && f.ext != "" {
					continue
				}
				if err := put(a.name+f.ext, f.data); err != nil {
					return err
				}
			}
		}
	}
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || keep[path] {
			return err
		}
		return os.Remove(path)
	})
}

// writeFile replaces a file in one step: a reader sees the old or the new one.
func writeFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // after the rename there is nothing left to remove
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// report prints what a first visit transfers, in KiB.
func report(w io.Writer, assets []*asset) {
	kib := func(n int) float64 { return float64(n) / 1024 }
	var raw, br, gz int
	for _, a := range assets {
		b, z := len(a.br), len(a.gz)
		if a.br == nil {
			b = len(a.data)
		}
		if a.gz == nil {
			z = len(a.data)
		}
		raw, br, gz = raw+len(a.data), br+b, gz+z
		if len(a.data) > 64<<10 {
			fmt.Fprintf(w, "site: %-32s %7.0f KiB, gzip %6.0f, brotli %6.0f\n", a.name, kib(len(a.data)), kib(z), kib(b))
		}
	}
	fmt.Fprintf(w, "site: %-32s %7.0f KiB, gzip %6.0f, brotli %6.0f\n", "all files", kib(raw), kib(gz), kib(br))
}
