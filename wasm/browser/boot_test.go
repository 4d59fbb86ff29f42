//go:build !js

package browser

import (
	"strings"
	"testing"
)

// transferBudget is what a first visit may transfer, all tabs included: 3.5 MB.
const transferBudget = 3.5e6

func TestPageStarts(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(`!document.getElementById("boot")`))
	if title := eval[string](t, p, "document.title"); !strings.Contains(title, "Rampart") {
		t.Errorf("the title is %q", title)
	}
}

// All of the page's own files together, compressed, and those that a worker
// loads.
func TestTransferredSize(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(`!document.getElementById("boot")`))
	startWorker(t, p)
	total := 0.0
	seen := map[string]bool{}
	for _, r := range p.Requests() {
		total += r.Transferred
		seen[r.URL] = true
	}
	wasm := 0
	for url := range seen {
		if strings.HasSuffix(url, ".wasm") {
			wasm++
		}
	}
	if wasm != 1 {
		t.Errorf("%d wasm files among the requests, want the one program", wasm)
	}
	t.Logf("transferred: %.0f kB", total/1000)
	if total > transferBudget {
		t.Errorf("a first visit transfers %.0f bytes, more than %.0f", total, transferBudget)
	}
}

// startWorker starts an engine worker beside the page's own and waits until it
// is ready. window.replies holds all that it says.
func startWorker(t *testing.T, p *Page) {
	t.Helper()
	eval[bool](t, p, `(() => {
		window.replies = [];
		window.deaths = [];
		window.worker = rampart.startWorker((r) => replies.push(JSON.parse(r)), (why) => deaths.push(why));
		return true;
	})()`)
	must(t, p.Wait(`replies.some((r) => r.kind === "ready") || deaths.length`))
	if deaths := eval[string](t, p, `deaths.join()`); deaths != "" {
		t.Fatal(deaths)
	}
}

// The page must work where eval is forbidden, for all of its life.
func TestPolicy(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(`!document.getElementById("boot")`))
	for _, test := range []struct{ name, code string }{
		{"no function from a string", `try { new Function("return 1")(); "allowed" } catch (e) { e instanceof EvalError ? "refused" : String(e) }`},
		{"no inline script", `(() => {
			const s = document.createElement("script");
			s.textContent = "window.injected = true";
			document.body.append(s);
			s.remove();
			return window.injected ? "allowed" : "refused";
		})()`},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := openBare(t, "", Options{})
			if got := eval[string](t, q, test.code); got != "refused" {
				t.Errorf("got %s", got)
			}
		})
	}
	if !eval[bool](t, p, "window.crossOriginIsolated") {
		t.Error("the page is not isolated from other origins")
	}
	if eval[bool](t, p, `window.eval("1") === 1`) {
		t.Error("eval works")
	}
}

// openBare opens the page where the test itself causes complaints on the
// console.
func openBare(t *testing.T, path string, o Options) *Page {
	t.Helper()
	p, err := chromium.Open(server.URL+path, o)
	must(t, err)
	t.Cleanup(p.Close)
	return p
}

// A focused element that a render removes sends blur while vugu holds its
// lock: the shim must hand the event over afterwards. Without it, Go stops
// with "all goroutines are asleep". The renderer is played by a script here,
// so that the test does not depend on the page having such an element.
func TestShimDefersEventsOfARender(t *testing.T) {
	p := openBare(t, "", Options{})
	got := eval[string](t, p, `(async () => {
		const frame = document.createElement("iframe");
		document.body.append(frame);
		const w = frame.contentWindow;
		const buffer = new Uint8Array([1, 2, 3]);
		const log = [];
		let deliver = null;
		w.vuguSetEventHandler = (f) => { deliver = f; };
		w.vuguRender = () => { deliver(buffer); log.push("rendered"); };
		const script = w.document.createElement("script");
		script.src = document.querySelector('script[src*="shim"]').src;
		const loaded = new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject; });
		w.document.body.append(script);
		await loaded;
		w.vuguSetEventHandler((b) => log.push("event " + b.join()));
		w.vuguRender();
		buffer.fill(9); // vugu uses its buffer again for the next event
		await new Promise((resolve) => setTimeout(resolve, 50));
		deliver(buffer);
		return log.join("; ");
	})()`)
	if want := "rendered; event 1,2,3; event 9,9,9"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Where the browser has no WebAssembly SIMD, the page says so in a sentence.
func TestNoSIMD(t *testing.T) {
	p := open(t, "", Options{Script: "WebAssembly.validate = () => false;"})
	must(t, p.WaitFor("alert", ""))
	must(t, p.WaitText("needs a browser whose WebAssembly has SIMD"))
}

// A program that cannot be loaded is said, not left as an empty page.
func TestNoProgram(t *testing.T) {
	p := openBare(t, "", Options{Script: `
		const real = fetch;
		window.fetch = (what, ...rest) => String(what).includes(".wasm") ? Promise.reject(new TypeError("no network")) : real(what, ...rest);
	`})
	must(t, p.WaitText("Rampart did not start: no network."))
}

// A worker whose program ends says so, once, and a new one can be started.
func TestWorkerDeathIsTold(t *testing.T) {
	p := open(t, "", Options{})
	startWorker(t, p)
	eval[bool](t, p, `(() => {
		const RealWorker = Worker;
		window.Worker = function (address) {
			window.Worker = RealWorker;
			return new RealWorker("no-such-script.js");
		};
		window.lost = [];
		rampart.startWorker(() => {}, (why) => lost.push(why));
		return true;
	})()`)
	must(t, p.Wait("lost.length === 1"))
	if why := eval[string](t, p, "lost[0]"); !strings.Contains(why, "its script did not load") {
		t.Errorf("the reason given is %q", why)
	}
	p.forget("no-such-script.js")
	startWorker(t, p)
}
