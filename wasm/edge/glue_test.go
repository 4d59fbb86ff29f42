//go:build !js

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// stubProgram is a WebAssembly module that imports workers.ready and exports it
// as run, and a memory of one page as mem.
var stubProgram = slices.Concat(
	[]byte("\x00asm\x01\x00\x00\x00"),
	[]byte("\x01\x04\x01\x60\x00\x00"),                   // types: a function of nothing
	[]byte("\x02\x11\x01\x07workers\x05ready\x00\x00"),   // imports
	[]byte("\x05\x03\x01\x00\x01"),                       // memories
	[]byte("\x07\x0d\x02\x03mem\x02\x00\x03run\x00\x00"), // exports
)

// stub makes a bundle of worker.mjs in which the program is a stub.
func stub(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for to, from := range map[string]string{
		"worker.mjs":   "worker.mjs",
		"wasm_exec.js": filepath.Join("testdata", "stub.js"),
		"runtime.mjs":  filepath.Join(bundle, "runtime.mjs"),
	} {
		if err := copyFile(filepath.Join(dir, to), from); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "app.wasm"), stubProgram, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A program that ends fails the requests that it had, and those alone: the next
// request starts another. A program that has grown large is replaced.
func TestProgramEnds(t *testing.T) {
	w := own(t, stub(t), t.TempDir())
	program := func(path, want string) {
		t.Helper()
		a := w.mustAsk(t, "GET", path, nil)
		if a.status != 200 || string(a.body) != want {
			t.Errorf("%s: got %d %s, want the program number %s", path, a.status, a.body, want)
		}
	}
	fails := func(path string) {
		t.Helper()
		a := w.mustAsk(t, "GET", path, nil)
		if a.status != 500 || a.header.Get("Content-Type") != "application/problem+json" || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: got %d %v %s, want a problem", path, a.status, a.header, a.body)
		}
	}
	program("/api/first", "1")
	program("/api/second", "1")
	if a := w.mustAsk(t, "GET", "/api/headers", nil); !slices.Equal(a.header.Values("X-Two"), []string{"a", "b"}) && a.header.Get("X-Two") != "a, b" {
		t.Errorf("two fields of one name became %q", a.header.Values("X-Two"))
	}

	waiting := make(chan *answer, 1)
	go func() {
		a, err := w.ask("GET", "/api/wait", nil)
		if err != nil {
			t.Error(err)
		}
		waiting <- a
	}()
	time.Sleep(200 * time.Millisecond) // so that it waits; if not, it is told to wait in vain by the next program
	fails("/api/end")
	select {
	case a := <-waiting:
		if a != nil && a.status != 500 {
			t.Errorf("the request that waited got %d %s", a.status, a.body)
		}
	case <-time.After(20 * time.Second):
		t.Error("a request waits for a program that has ended")
	}
	program("/api/third", "2")
	fails("/api/throw")
	program("/api/fourth", "2")
	program("/api/grow", "2")
	program("/api/fifth", "3")
	fails("/api/trap")
	program("/api/sixth", "4")
	if log := w.log.String(); strings.Count(log, `"msg":"worker"`) != 4 {
		t.Errorf("four failures are logged so: %s", log)
	}
}
