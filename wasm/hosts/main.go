//go:build !js

// Command hosts measures the engine natively, in node and in Chromium, one
// after the other on one core each, and prints the figures side by side.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"rampart/wasm/bench"
	"rampart/wasm/browser"
)

func main() {
	if err := compare(); err != nil {
		fmt.Fprintf(os.Stderr, "hosts: %v\n", err)
		os.Exit(1)
	}
}

// host is where the engine can run.
type host struct {
	name    string
	measure func(folder string) ([]byte, error)
}

func compare() error {
	folder, err := os.MkdirTemp("", "rampart-hosts-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	hosts := []host{{"native", native}, {"node", node}, {"Chromium", chromium}}
	var all [][]bench.Row
	for _, h := range hosts {
		fmt.Fprintf(os.Stderr, "hosts: measuring in %s\n", h.name)
		out, err := h.measure(folder)
		if err != nil {
			return fmt.Errorf("%s: %w", h.name, err)
		}
		rows, err := parse(out)
		if err != nil {
			return fmt.Errorf("%s: %w", h.name, err)
		}
		all = append(all, rows)
	}
	return write(all)
}

// build compiles the measuring program.
func build(out, goos, goarch string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-o", out, "./wasm/figures")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "GOEXPERIMENT=simd", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

func native(folder string) ([]byte, error) {
	program := filepath.Join(folder, "figures")
	if err := build(program, "", ""); err != nil {
		return nil, err
	}
	cmd := exec.Command(program)
	cmd.Stderr = os.Stderr
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	return cmd.Output()
}

// goRoot returns the folder of the Go distribution in use.
func goRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
}

func node(folder string) ([]byte, error) {
	program := filepath.Join(folder, "figures.wasm")
	if err := build(program, "js", "wasm"); err != nil {
		return nil, err
	}
	root, err := goRoot()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("node", "--stack-size=8192", filepath.Join(root, "lib", "wasm", "wasm_exec_node.js"), program)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")} // node starts Go only under a small environment
	cmd.Stderr = os.Stderr
	return cmd.Output()
}

// pages are what Chromium needs to run the program in a Web Worker: what it
// prints is gathered in the page.
var pages = map[string]string{
	"/": `<!doctype html><title>figures</title><script src="page.js"></script>`,
	"/page.js": `window.printed = ""; window.done = false;
const worker = new Worker("worker.js");
worker.onmessage = (e) => { if (e.data === null) window.done = true; else window.printed += e.data + "\n"; };
worker.onerror = (e) => { window.printed += e.message + "\n"; window.done = true; };`,
	"/worker.js": `importScripts("wasm_exec.js");
console.log = (line) => postMessage(line);
const go = new Go();
WebAssembly.instantiateStreaming(fetch("figures.wasm"), go.importObject).then((r) => go.run(r.instance)).then(() => postMessage(null));`,
}

func chromium(folder string) (out []byte, err error) {
	root, err := goRoot()
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/wasm_exec.js":
			http.ServeFile(w, r, filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
		case "/figures.wasm":
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, filepath.Join(folder, "figures.wasm"))
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, pages["/"])
		default:
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, pages[r.URL.Path])
		}
	})}
	go server.Serve(listener)
	defer server.Close()
	b, err := browser.Launch()
	if err != nil {
		return nil, err
	}
	defer b.Close()
	p, err := b.Open("http://"+listener.Addr().String()+"/", browser.Options{})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	for range 20 { // Wait gives up after a while; the measurements take minutes
		if err = p.Wait("window.done"); err == nil {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	text, err := browser.Eval[string](p, "window.printed")
	return []byte(text), err
}

func parse(out []byte) ([]bench.Row, error) {
	var rows []bench.Row
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		if !strings.HasPrefix(lines.Text(), "{") {
			continue
		}
		var row bench.Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("no figures were printed: %.200q", out)
	}
	return rows, lines.Err()
}

// write prints the figures as a Markdown table.
func write(all [][]bench.Row) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
	fmt.Fprintf(w, "| one core\t| unit\t| native\t| node\t| Chromium\t|\n")
	fmt.Fprintf(w, "|---\t|---\t|---\t|---\t|---\t|\n")
	for i, row := range all[0] {
		fmt.Fprintf(w, "| %s\t| %s\t", row.Name, row.Unit)
		for _, rows := range all {
			fmt.Fprintf(w, "| %s\t", bench.Figure(rows[i].Value))
		}
		fmt.Fprintf(w, "|\n")
	}
	return w.Flush()
}
