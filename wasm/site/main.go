// Command site builds Rampart's static site into dist/: the page's WebAssembly,
// the scripts they need from the Go and vugu
// distributions, and everything under public/. Every file but the few whose
// address must stay the same carries a hash of its content in its name.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

func main() {
	quick := flag.Bool("quick", false, "compress nothing that is not in the cache")
	out := flag.String("out", "dist", "folder to write")
	flag.Parse()
	if err := build(*out, *quick); err != nil {
		fmt.Fprintf(os.Stderr, "site: %v\n", err)
		os.Exit(1)
	}
}

// build runs from the top of the checkout.
func build(out string, quick bool) error {
	start := time.Now()
	files, err := readPublic("public")
	if err != nil {
		return err
	}
	if files["index.html"], err = os.ReadFile("index.html"); err != nil {
		return err
	}
	if err := addIcons(files); err != nil {
		return err
	}
	if files["vugu-helper.js"], err = vuguHelper(); err != nil {
		return err
	}
	if files["wasm_exec.js"], err = wasmExec(); err != nil {
		return err
	}
	if files["web.wasm"], err = compile("web"); err != nil {
		return err
	}
	assets, err := hashNames(files)
	if err != nil {
		return err
	}
	version, err := release(assets)
	if err != nil {
		return err
	}
	if err := compressAll(assets, filepath.Join(".cache", "compressed"), quick); err != nil {
		return err
	}
	if err := write(out, assets); err != nil {
		return err
	}
	report(os.Stdout, assets)
	fmt.Printf("site: wrote version %s to %s in %.1f s\n", version, out, time.Since(start).Seconds())
	return nil
}

// smaller leaves the functions of the page's components out of line: a tenth less
// to transfer. What draws on a canvas, many times a second, stays as it is.
var smaller = []string{"-gcflags=rampart/ui/...=-l", "-gcflags=rampart/ui/timeline=", "-gcflags=rampart/ui/graphs=", "-gcflags=rampart/ui/canvas="}

// compile builds wasm/<program> for the browser and returns the binary. The go
// command's own cache makes this quick when nothing changed.
func compile(program string) ([]byte, error) {
	path := filepath.Join(".cache", "wasm", program+".wasm")
	args := slices.Concat([]string{"build", "-trimpath", "-ldflags=-s -w"}, smaller, []string{"-o", path, "./wasm/" + program})
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=simd")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("building wasm/%s: %w", program, err)
	}
	return os.ReadFile(path)
}

// compressAll fills in the compressed forms of all assets, two at a time:
// brotli at its highest quality takes some ten seconds for a large binary.
func compressAll(assets []*asset, cache string, quick bool) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	errs := make([]error, len(assets))
	slots := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for i, a := range assets {
		if !compressible(a.name) {
			continue
		}
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			errs[i] = a.compress(cache, quick)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
