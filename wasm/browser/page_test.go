//go:build !js

package browser

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// One browser and one server serve all tests: each starts in about a second.
var (
	chromium *Browser
	server   *Server
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	var err error
	if server, err = Serve(); err == nil {
		chromium, err = Launch()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	for _, c := range []interface{ Close() error }{chromium, server} {
		if err := c.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	return code
}

// open opens a path of the page. A test fails if the console has an error or a
// warning at its end, or if a request went to another host.
func open(t *testing.T, path string, o Options) *Page {
	t.Helper()
	p, err := chromium.Open(server.URL+path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, problem := range p.Problems() {
			t.Errorf("console: %s", problem)
		}
		for _, r := range p.Requests() {
			if !strings.HasPrefix(r.URL, server.URL) {
				t.Errorf("a request to another host: %s", r.URL)
			}
		}
		p.Close()
	})
	return p
}

// must fails the test at once.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// eval returns the value of a JavaScript expression.
func eval[T any](t *testing.T, p *Page, expression string) T {
	t.Helper()
	value, err := Eval[T](p, expression)
	must(t, err)
	return value
}

// forget drops the problems that a test has caused on purpose.
func (p *Page) forget(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.problems[:0]
	for _, problem := range p.problems {
		if !strings.Contains(problem, part) {
			kept = append(kept, problem)
		}
	}
	p.problems = kept
}
