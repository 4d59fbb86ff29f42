//go:build !js

package browser

import (
	"fmt"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/ui/form"
)

// What the page shows of its runs. See ui/compare.
const (
	started = `document.querySelector("#strategies tbody tr")`
	state   = `(document.querySelector("#strategies") || { dataset: {} }).dataset.state`
	digest  = `document.querySelector("#strategies").dataset.digest`
)

// The digest in the page is that of the same experiment on this machine,
// however many workers there are.
func TestDigestEqualsNative(t *testing.T) {
	want, err := experiment.RunAll(t.Context(), form.Paper(form.Presets[0]), strategy.Factory(builtin.Resolve), experiment.Options{DropJobs: true})
	must(t, err)
	for _, workers := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d workers", workers), func(t *testing.T) {
			p := open(t, fmt.Sprintf("?workers=%d", workers), Options{})
			must(t, p.Wait(state+` === "done"`))
			if got := eval[string](t, p, digest); got != want.Digest {
				t.Errorf("the page has %s, natively it is %s", got, want.Digest)
			}
			rows := eval[int](t, p, `document.querySelectorAll("#strategies tbody tr").length`)
			if rows != len(want.Summaries) {
				t.Errorf("%d rows for %d strategies", rows, len(want.Summaries))
			}
		})
	}
}

// Stop ends the runs, Run starts them again, and the result is the same.
func TestStopAndRun(t *testing.T) {
	p := open(t, "?workers=1", Options{})
	must(t, p.Wait(state+` === "running"`))
	must(t, p.Click("button", "Stop"))
	must(t, p.Wait(state+` === "stopped"`))
	if got := eval[string](t, p, digest); got != "" {
		t.Errorf("a stopped session has the digest %s", got)
	}
	must(t, p.Click("button", "Run"))
	must(t, p.Wait(state+` === "running"`))
	must(t, p.Wait(state+` === "done"`))
	if got := eval[string](t, p, digest); !strings.HasPrefix(got, "sha256:") {
		t.Errorf("the digest is %q", got)
	}
}

// Runs come to their end beside the page: no task of the page's thread is long
// enough to be felt. Where other programs hold it up, one of ten runs must be
// free of long tasks.
func TestNoLongTasksDuringARun(t *testing.T) {
	p := open(t, "?workers=1", Options{})
	must(t, p.Wait(state+` === "done"`))
	first := eval[string](t, p, digest)
	for range 10 {
		_, err := p.LongTasks()
		must(t, err)
		must(t, p.Click("button", "Run"))
		must(t, p.Wait(state+` === "running"`))
		must(t, p.Wait(state+` === "done"`))
		tasks, err := p.LongTasks()
		must(t, err)
		if again := eval[string](t, p, digest); again != first {
			t.Errorf("the digest was %s, now it is %s", first, again)
		}
		if len(tasks) == 0 {
			return
		}
		t.Logf("long tasks, in ms: %v", tasks)
	}
	t.Error("each of ten runs had long tasks")
}

// A worker that dies is replaced, its work is done again, and the page says
// what happened.
func TestWorkerDiesDuringARun(t *testing.T) {
	p := openBare(t, "?workers=2", Options{Script: `
		window.workers = [];
		window.Worker = class extends Worker {
			constructor(address) { super(address); workers.push(this); }
		};
	`})
	must(t, p.Wait(state+` === "done"`))
	want := eval[string](t, p, digest)
	must(t, p.Click("button", "Run"))
	must(t, p.Wait(state+` === "running"`))
	eval[bool](t, p, `workers[0].dispatchEvent(new ErrorEvent("error", { message: "killed by a test", cancelable: true }))`)
	must(t, p.WaitText("killed by a test"))
	must(t, p.Wait(state+` === "done"`))
	if got := eval[string](t, p, digest); got != want {
		t.Errorf("the digest is %s, before it was %s", got, want)
	}
}

// The engine answers Stop within 100 ms in the middle of a long run. A busy
// machine may miss that, but not three times.
func TestEngineStopsAtOnce(t *testing.T) {
	p := open(t, "?workers=1", Options{})
	must(t, p.Wait(state+` === "done"`))
	startWorker(t, p)
	best := 1e9
	for id := 1; id <= 3; id++ {
		ms := eval[float64](t, p, fmt.Sprintf(`(async () => {
			const has = (kind) => replies.find((r) => r.id === %[1]d && r.kind === kind);
			const until = async (kind) => { while (!has(kind)) await new Promise((r) => setTimeout(r, 1)); };
			worker.post(JSON.stringify({ id: %[1]d, op: "run", units: [{ strategy: 0, seed: %[1]d }],
				experiment: { rampart: 1, horizonSeconds: 1e8, seeds: [%[1]d], strategies: [{ kind: "random" }] } }));
			await until("progress");
			const start = performance.now();
			worker.post(JSON.stringify({ id: %[1]d, op: "stop" }));
			await until("stopped");
			return performance.now() - start;
		})()`, id))
		best = min(best, ms)
	}
	t.Logf("stopped after %.1f ms", best)
	if best > 100 {
		t.Errorf("the quickest of three stops took %.0f ms", best)
	}
}
