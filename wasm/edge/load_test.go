//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// maxWorker is what a worker of a free account may have, compressed, in KiB
// (developers.cloudflare.com/workers/platform/limits; a paid one 10 MB).
const maxWorker = 3 << 10

// The worker can be deployed: wrangler takes wrangler.toml and puts the worker
// together, and what it would upload is small enough for a free account.
func TestDeploys(t *testing.T) {
	c := exec.Command(filepath.Join(modules, ".bin", "wrangler"), "deploy", "--dry-run", "--outdir", t.TempDir())
	c.Env = append(quiet(), "WRANGLER_LOG_PATH="+t.TempDir(), "WRANGLER_CACHE_DIR="+t.TempDir())
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	size := regexp.MustCompile(`Total Upload: .* / gzip: ([0-9.]+) KiB`).FindSubmatch(out)
	if size == nil {
		t.Fatalf("wrangler names no size:\n%s", out)
	}
	kib, err := strconv.ParseFloat(string(size[1]), 64)
	if err != nil || kib > maxWorker {
		t.Errorf("the worker has %s KiB, want at most %d", size[1], maxWorker)
	}
	t.Logf("the worker has %s KiB compressed, of %d in a free account", size[1], maxWorker)
	for _, binding := range []string{"SNAPSHOTS", "LIMITER", "ASSETS"} {
		if !bytes.Contains(out, []byte("env."+binding)) {
			t.Errorf("%s is not bound:\n%s", binding, out)
		}
	}
}

// What a request costs in processor time, which the platform bounds and bills,
// without the emulation of the platform: figures, printed by go test -v -run
// TestWithoutEmulation. And no request leaves memory behind.
func TestWithoutEmulation(t *testing.T) {
	dir := t.TempDir()
	small, _ := example("without emulation")
	big, _ := large(t)
	for name, data := range map[string][]byte{"small": small, "large": big} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("node", "--expose-gc", filepath.Join("testdata", "node.mjs"), bundle, filepath.Join(dir, "small"), filepath.Join(dir, "large"))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var ms struct {
		Start, SmallFirst, SmallPost, SmallGet, LargeFirst, LargePost, LargeGet float64
		ProgramBytes, HeapBytes                                                 [2]int64 // after 1,000 and 4,000 requests
	}
	if err := json.Unmarshal(out, &ms); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	t.Logf("processor time in node, all threads: the start of the Go program %.0f ms", ms.Start)
	t.Logf("%d bytes: kept for the first time %.1f ms, later %.2f ms; read %.2f ms", len(small), ms.SmallFirst, ms.SmallPost, ms.SmallGet)
	t.Logf("%d bytes: kept for the first time %.1f ms, later %.2f ms; read %.2f ms", len(big), ms.LargeFirst, ms.LargePost, ms.LargeGet)
	t.Logf("after 1000 and 4000 requests at 50 at once the Go program has %d and %d bytes, JavaScript %d and %d",
		ms.ProgramBytes[0], ms.ProgramBytes[1], ms.HeapBytes[0], ms.HeapBytes[1])
	// What Go no longer needs of JavaScript is let go when Go collects, some MB at a time.
	const wave = 8 << 20
	for _, b := range [][2]int64{ms.ProgramBytes, ms.HeapBytes} {
		if b[0] == 0 || b[1]-b[0] > wave {
			t.Errorf("memory went from %d to %d bytes over 3000 requests", b[0], b[1])
		}
	}
}

// isolateBytes is the memory that the platform allows a worker
// (developers.cloudflare.com/workers/platform/limits).
const isolateBytes = 128 << 20

// loadSeconds is how long TestLoad reads and writes; RAMPART_EDGE_SECONDS in
// the environment says otherwise.
const loadSeconds = 3

// Fifty readers and five writers at once: no answer is wrong, and the memory of
// workerd, most of which the emulation of the bucket has, does not run away. It
// prints the figures (go test -v -run TestLoad).
func TestLoad(t *testing.T) {
	const readers, writers = 50, 5
	duration := loadSeconds * time.Second
	if s := os.Getenv("RAMPART_EDGE_SECONDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		duration = time.Duration(n) * time.Second
	}
	w := own(t, bundle, t.TempDir())
	began := cpu(t, w)
	w.mustAsk(t, "GET", "/api/nothing", nil)
	t.Logf("the first request, which starts the Go program, took %v of processor time in all threads", cpu(t, w)-began)
	began = cpu(t, w)
	for range 100 {
		w.mustAsk(t, "GET", "/api/nothing", nil)
	}
	t.Logf("the next hundred took %v each", (cpu(t, w)-began)/100)

	l := newLoad(w, writers)
	l.run(t, readers, writers, duration/2) // all is compiled, all memory in use
	warm := resident(t, w)
	l.reset()
	began = cpu(t, w)
	l.run(t, readers, writers, duration)
	reads, writes := l.reads.sorted(), l.writes.sorted()
	if len(reads) < readers || len(writes) < writers {
		t.Fatalf("only %d reads and %d writes", len(reads), len(writes))
	}
	used := cpu(t, w) - began
	t.Logf("%d readers, %d writers, %v: %.0f reads/s (median %v, p99 %v), %.0f writes/s (median %v, p99 %v), %v of processor time a request; none wrong",
		readers, writers, duration, float64(len(reads))/duration.Seconds(), median(reads), p99(reads),
		float64(len(writes))/duration.Seconds(), median(writes), p99(writes), used/time.Duration(len(reads)+len(writes)))
	now := resident(t, w)
	t.Logf("workerd has %d MB resident, %d MB before the second half", now>>20, warm>>20)
	if now > warm+isolateBytes {
		t.Errorf("memory grew from %d to %d MB", warm>>20, now>>20)
	}
}

// load is what readers and writers of a load share: the writers' snapshots, of
// which those below kept can be read.
type load struct {
	w             *worker
	bodies        [][]byte
	ids           []string
	kept          []atomic.Bool
	next          atomic.Int64
	reads, writes times
}

func newLoad(w *worker, writers int) *load {
	l := &load{w: w}
	for i := range 2000 {
		body, id := example(fmt.Sprintf("load, number %d", i))
		l.bodies, l.ids = append(l.bodies, body), append(l.ids, id)
	}
	l.kept = make([]atomic.Bool, len(l.ids))
	return l
}

func (l *load) reset() { l.reads, l.writes = times{}, times{} }

func (l *load) run(t *testing.T, readers, writers int, duration time.Duration) {
	end := time.Now().Add(duration)
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for time.Now().Before(end) {
				l.write(t)
			}
		})
	}
	for r := range readers {
		random := rand.New(rand.NewPCG(uint64(r), 1))
		wg.Go(func() {
			for time.Now().Before(end) {
				l.read(t, random.IntN(int(min(l.next.Load()+1, int64(len(l.ids))))))
			}
		})
	}
	wg.Wait()
}

func (l *load) write(t *testing.T) {
	n := l.next.Add(1) - 1
	i := int(n) % len(l.ids)
	start := time.Now()
	a, err := l.w.post(l.bodies[i])
	l.writes.add(time.Since(start))
	want := 201
	if n >= int64(len(l.ids)) {
		want = 200 // it was kept in an earlier round
	}
	var made struct {
		ID    string
		Bytes int
	}
	if err != nil || a.status != want || json.Unmarshal(a.body, &made) != nil || made.ID != l.ids[i] || made.Bytes != len(l.bodies[i]) {
		t.Errorf("keeping %d: %+v, %v", n, a, err)
		return
	}
	l.kept[i].Store(true)
}

func (l *load) read(t *testing.T, i int) {
	there := l.kept[i].Load()
	start := time.Now()
	a, err := l.w.ask("GET", snapshots+"/"+l.ids[i], nil)
	l.reads.add(time.Since(start))
	switch {
	case err != nil:
		t.Errorf("reading %d: %v", i, err)
	case a.status == 200 && bytes.Equal(a.body, l.bodies[i]):
	case a.status == 404 && !there:
	default:
		t.Errorf("reading %d: %d %.200s", i, a.status, a.body)
	}
}

// times collects how long requests took.
type times struct {
	mu   sync.Mutex
	took []time.Duration
}

func (l *times) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, d)
}

func (l *times) sorted() []time.Duration { return slices.Sorted(slices.Values(l.took)) }

func median(sorted []time.Duration) time.Duration { return rounded(sorted[len(sorted)/2]) }
func p99(sorted []time.Duration) time.Duration    { return rounded(sorted[len(sorted)*99/100]) }
func rounded(d time.Duration) time.Duration       { return d.Round(100 * time.Microsecond) }

// workerd is the number of the process that runs the worker, a child of node.
func workerd(t *testing.T, w *worker) int {
	t.Helper()
	pid := w.cmd.Process.Pid
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		t.Skipf("figures of a process are read from Linux's /proc: %v", err)
	}
	for _, child := range strings.Fields(string(children)) {
		if name, err := os.ReadFile("/proc/" + child + "/comm"); err == nil && strings.TrimSpace(string(name)) == "workerd" {
			n, _ := strconv.Atoi(child)
			return n
		}
	}
	t.Fatalf("node has no workerd among its children %s", children)
	return 0
}

// cpu is the processor time that workerd has used: fields 14 and 15 of
// /proc/PID/stat, in hundredths of a second (man proc_pid_stat).
func cpu(t *testing.T, w *worker) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", workerd(t, w)))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	var ticks int
	for _, f := range fields[11:13] {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// resident is the memory of workerd, in bytes.
func resident(t *testing.T, w *worker) int64 {
	t.Helper()
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", workerd(t, w)))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(statm))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
