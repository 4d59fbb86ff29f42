//go:build !js

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

// What ./build.sh edge and npm ci have made, seen from here.
const (
	bundle  = "../../bin/edge"
	modules = "../../node_modules"
)

func TestMain(m *testing.M) {
	for _, need := range [][2]string{
		{filepath.Join(bundle, "site", "_headers"), "./build.sh edge"},
		{filepath.Join(modules, "miniflare", "package.json"), "npm ci --ignore-scripts"},
	} {
		if _, err := os.Stat(need[0]); err != nil {
			fmt.Fprintf(os.Stderr, "edge: %v: run %s first\n", err, need[1])
			os.Exit(1)
		}
	}
	status := m.Run()
	if shared.worker != nil {
		if err := shared.worker.close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
		os.RemoveAll(shared.state)
	}
	os.Exit(status)
}

// worker is the worker under workerd, in a process of its own.
type worker struct {
	url    string // without a slash at the end
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	log    *lines
	client *http.Client
}

// lines collects what a worker logs.
type lines struct {
	mu   sync.Mutex
	text []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// start runs the worker of a bundle whose buckets last in a folder.
func start(bundle, state string) (*worker, error) {
	w := &worker{cmd: exec.Command("node", filepath.Join("testdata", "workerd.mjs"), "wrangler.toml", bundle, state), log: &lines{}}
	w.cmd.Env = quiet()
	w.cmd.Stderr = w.log
	var err error
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	w.out = bufio.NewReader(out)
	line, err := w.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("edge: workerd did not start: %w, %v\n%s", err, w.close(), w.log)
	}
	w.url = strings.TrimSuffix(strings.TrimSpace(line), "/")
	// The test sees what was sent: nothing is inflated, no redirect followed.
	w.client = &http.Client{
		Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 100},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       2 * time.Minute,
	}
	return w, nil
}

// quiet is the environment in which wrangler reports to nobody and looks for no
// later version of itself.
func quiet() []string {
	return append(os.Environ(), "CI=1", "WRANGLER_SEND_METRICS=false", "WRANGLER_SEND_ERROR_REPORTS=false", "WRANGLER_HIDE_BANNER=true")
}

// close ends the worker, and fails if it does not end well.
func (w *worker) close() error {
	w.in.Close()
	kill := time.AfterFunc(30*time.Second, func() { w.cmd.Process.Kill() })
	defer kill.Stop()
	return w.cmd.Wait()
}

// put puts text without spaces into the bucket, past the worker.
func (w *worker) put(t *testing.T, key, text string) {
	t.Helper()
	if _, err := fmt.Fprintf(w.in, "%s %s\n", key, text); err != nil {
		t.Fatal(err)
	}
	if line, err := w.out.ReadString('\n'); err != nil || line != "put\n" {
		t.Fatalf("got %q, %v", line, err)
	}
}

// shared is the worker of all tests that need none of their own.
var shared struct {
	once   sync.Once
	worker *worker
	state  string
	err    error
}

func edge(t *testing.T) *worker {
	t.Helper()
	shared.once.Do(func() {
		if shared.state, shared.err = os.MkdirTemp("", "rampart-edge-"); shared.err == nil {
			shared.worker, shared.err = start(bundle, shared.state)
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.worker
}

// own starts a worker for one test.
func own(t *testing.T, bundle, state string) *worker {
	t.Helper()
	w, err := start(bundle, state)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if w.cmd.ProcessState == nil {
			if err := w.close(); err != nil {
				t.Error(err)
			}
		}
	})
	return w
}

// answer is an answer, whole.
type answer struct {
	status int
	header http.Header
	body   []byte
	length int64 // as the header says
}

// newClient makes up an address of a client: the rate limit counts for each.
func newClient() string {
	n := clients.Add(1)
	return fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)
}

var clients atomic.Uint32

// ask sends a request. Header fields are pairs of name and value; unless they
// name the client, it is a new one.
func (w *worker) ask(method, path string, body io.Reader, fields ...string) (*answer, error) {
	r, err := http.NewRequest(method, w.url+path, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("CF-Connecting-IP", newClient())
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	res, err := w.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	return &answer{res.StatusCode, res.Header, got, res.ContentLength}, err
}

func (w *worker) mustAsk(t *testing.T, method, path string, body io.Reader, fields ...string) *answer {
	t.Helper()
	a, err := w.ask(method, path, body, fields...)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

// post keeps a snapshot.
func (w *worker) post(body []byte, fields ...string) (*answer, error) {
	return w.ask("POST", keep.SnapshotsPath, bytes.NewReader(body), append([]string{"Content-Type", "application/json"}, fields...)...)
}

// example returns the canonical form of a snapshot with some name, and its id.
func example(name string) (canonical []byte, id string) {
	x := experiment.Default()
	x.Name = name
	canonical = snapshot.AppendCanonical(nil, &snapshot.Snapshot{Engine: "1.0.0", Experiment: x})
	return canonical, snapshot.ID(canonical)
}

// large returns a snapshot of nearly the largest size, an explicit trace.
func large(t *testing.T) (canonical []byte, id string) {
	t.Helper()
	b := []byte(`{"rampart":1,"snapshot":1,"engine":"1.0.0","experiment":{"rampart":1,"workload":{"jobs":[`)
	for i := 0; len(b) < snapshot.MaxBytes*9/10; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `{"arrivalSeconds":%d.0123456789,"graph":"alexnet","beta":0.5123456789012345}`, i)
	}
	s, err := snapshot.Decode(append(b, `]}}}`...))
	if err != nil {
		t.Fatal(err)
	}
	canonical = snapshot.AppendCanonical(nil, s)
	return canonical, snapshot.ID(canonical)
}
