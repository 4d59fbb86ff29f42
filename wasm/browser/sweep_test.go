//go:build !js

package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/core/sweep"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/ui/form"
	"rampart/ui/number"
)

// What the page shows of its sweep. See ui/sweeps.
const (
	sweepState  = `(document.querySelector(".sweep") || { dataset: {} }).dataset.state`
	sweepDigest = `document.querySelector(".sweep").dataset.digest`
)

// setSweep types the range of an axis, 1 or 2.
func setSweep(t *testing.T, p *Page, axis int, path, from, to, n string) {
	t.Helper()
	set := func(part, value, event string) {
		eval[bool](t, p, fmt.Sprintf(`(() => {
			const e = document.querySelector("#sweep-%s-%d");
			e.value = %q;
			e.dispatchEvent(new Event(%q, { bubbles: true }));
			return true;
		})()`, part, axis, value, event))
	}
	set("field", path, "change")
	must(t, p.Wait(fmt.Sprintf(`document.querySelector("#sweep-from-%d")`, axis)))
	set("from", from, "input")
	set("to", to, "input")
	set("n", n, "input")
	must(t, p.Wait(fmt.Sprintf(`document.querySelector("#sweep-n-%d").value === %q`, axis, n)))
}

// openSweep waits for the first comparison and unfolds the sweep.
func openSweep(t *testing.T, p *Page) {
	t.Helper()
	must(t, p.Wait(state+` === "done"`))
	eval[bool](t, p, `(document.querySelector("#sweep-title").click(), true)`)
	must(t, p.WaitFor("button", "Run sweep"))
}

// paperSweep is the sweep of the goal: 21 loads, 6 strategies, 10 seeds of the
// paper's experiment.
func paperSweep(t *testing.T) *sweep.Sweep {
	t.Helper()
	x := experiment.Paper("A")
	x.Strategies, x.Seeds = x.Strategies[:6], nil
	for i := range 10 {
		x.Seeds = append(x.Seeds, uint64(i))
	}
	f, err := sweep.Find(x, "load")
	must(t, err)
	values, err := sweep.Range{From: 0.2, To: 2.2, N: 21}.Values(f)
	must(t, err)
	s, err := sweep.New(x, []sweep.Axis{{Path: "load", Values: values}})
	must(t, err)
	return s
}

// The sweep of 21 loads, 6 strategies and 10 seeds is done in the page with the
// digest that it has natively, and within 20 seconds on one worker.
func TestSweepOfThePaper(t *testing.T) {
	s := paperSweep(t)
	start := time.Now()
	want, err := sweep.RunAll(t.Context(), s, strategy.Factory(builtin.Resolve), sweep.Options{Workers: 1})
	must(t, err)
	native := time.Since(start).Seconds()
	p := open(t, "?workers=1", Options{})
	must(t, p.Wait(state+` === "done"`))
	before := eval[string](t, p, digest)
	eval[bool](t, p, fmt.Sprintf(dropFile, string(experiment.AppendCanonical(nil, s.Base)), "paper.json"))
	must(t, p.Wait(state+` === "done" && `+digest+` !== `+quote(before)))
	openSweep(t, p)
	setSweep(t, p, 1, "load", "0.2", "2.2", "21")
	must(t, p.WaitText("1\u202f260 runs"))
	for range 3 {
		slow, _ := slowness(t)
		_, err := p.LongTasks()
		must(t, err)
		start := time.Now()
		must(t, p.Click("button", "Run sweep"))
		must(t, p.Wait(sweepState+` === "running"`))
		must(t, p.Wait(sweepState+` === "done" && `+sweepDigest+` !== ""`))
		seconds := time.Since(start).Seconds()
		tasks, err := p.LongTasks()
		must(t, err)
		if got := eval[string](t, p, sweepDigest); got != want.Digest {
			t.Errorf("the page has %s, natively it is %s", got, want.Digest)
		}
		t.Logf("1,260 runs in %.1f s on one worker, %.1f times the native %.2f s; machine %.2f times as slow; long tasks %v",
			seconds, seconds/native, native, slow, tasks)
		if seconds < 20*slow {
			return
		}
	}
	t.Error("each of three sweeps took more than 20 s")
}

// A sweep that is stopped keeps what is done, survives a reload, goes on, and
// ends with the digest that it has natively.
func TestSweepStopsReloadsAndResumes(t *testing.T) {
	p := open(t, "?workers=1", Options{})
	openSweep(t, p)
	setSweep(t, p, 1, "load", "0.5", "1.5", "21")
	must(t, p.Click("button", "Run sweep"))
	must(t, p.Wait(sweepState+` === "running" && parseFloat(document.querySelector(".sweep .meter-part").getAttribute("width")) > 20`))
	must(t, p.Click("button", "Stop sweep"))
	must(t, p.Wait(sweepState+` === "stopped"`))
	status := eval[string](t, p, `document.querySelector(".sweep-status").innerText`)
	if !strings.HasPrefix(status, "Stopped after ") {
		t.Errorf("it says %q", status)
	}
	eval[bool](t, p, `(setTimeout(() => location.reload(), 300), true)`)
	time.Sleep(600 * time.Millisecond)
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Wait(sweepState+` === "stopped" && document.querySelector(".sweep-status").innerText === `+quote(status)))
	must(t, p.Click("button", "Resume sweep"))
	must(t, p.Wait(sweepState+` === "done" && `+sweepDigest+` !== ""`))
	x := form.Paper("A")
	f, err := sweep.Find(x, "load")
	must(t, err)
	values, err := sweep.Range{From: 0.5, To: 1.5, N: 21}.Values(f)
	must(t, err)
	s, err := sweep.New(x, []sweep.Axis{{Path: "load", Values: values}})
	must(t, err)
	want, err := sweep.RunAll(t.Context(), s, strategy.Factory(builtin.Resolve), sweep.Options{})
	must(t, err)
	if got := eval[string](t, p, sweepDigest); got != want.Digest {
		t.Errorf("the page has %s, natively it is %s", got, want.Digest)
	}
}

// The sweep with its figures, of one field and of two, breaks no rule of
// accessibility, and nothing makes a narrow page scroll sideways.
func TestSweepAccessible(t *testing.T) {
	axe := axeSource(t)
	for _, o := range []Options{{LessMotion: true}, {Width: 360, Height: 740, Dark: true, LessMotion: true}} {
		p := open(t, "", o)
		openSweep(t, p)
		eval[bool](t, p, axe+"\n;true")
		check := func(what string) {
			t.Helper()
			for _, v := range eval[[]string](t, p, violations) {
				t.Errorf("%s: %s", what, v)
			}
			if width := eval[int](t, p, "document.documentElement.scrollWidth"); o.Width > 0 && width > o.Width {
				t.Errorf("%s: the page is %d pixels wide", what, width)
			}
		}
		setSweep(t, p, 1, "load", "0.5", "1.5", "3")
		must(t, p.Click("button", "Run sweep"))
		must(t, p.Wait(sweepState+` === "done" && `+sweepDigest+` !== ""`))
		must(t, p.Click("button", "Show as a table"))
		must(t, p.WaitFor("table", "Sweep: Blocking rate"))
		check("one field")
		setSweep(t, p, 2, "queueCapacity", "0", "10", "2")
		must(t, p.Click("button", "Run sweep"))
		must(t, p.Wait(`document.querySelector(".map-plot") && `+sweepState+` === "done" && `+sweepDigest+` !== ""`))
		check("two fields")
		p.Close()
	}
}

// The bound and the differences stand below the table, and the choice of whom
// to compare with is taken.
func TestBoundAndDifferences(t *testing.T) {
	x := form.Paper("A")
	maker, err := experiment.NewBoundMaker(x)
	must(t, err)
	var rates []float64
	for _, seed := range x.Seeds {
		b, err := maker.Bound(seed, nil)
		must(t, err)
		rates = append(rates, b.BlockingRate)
	}
	p := open(t, "", Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.WaitText(number.Rate(experiment.NewInterval(rates).Mean)))
	must(t, p.Wait(`document.querySelector(".bound-foot").innerText.includes("of jobs are blocked at least")`))
	rows := eval[int](t, p, `document.querySelectorAll("#differences tbody tr").length`)
	if rows != len(x.Strategies)-1 {
		t.Errorf("%d rows for %d strategies", rows, len(x.Strategies))
	}
	eval[bool](t, p, `(() => {
		const e = document.querySelector("#pairs-against");
		e.value = "4";
		e.dispatchEvent(new Event("change", { bubbles: true }));
		return true;
	})()`)
	must(t, p.WaitText("and fixed 4, 95"))
}

// countBounds counts the bounds that the engine is asked for.
const countBounds = `
window.boundsAsked = 0;
const postToWorker = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  if (typeof message === "string" && message.includes('"op":"bound"')) window.boundsAsked++;
  return postToWorker.call(this, message, ...rest);
};
`

// A bound is computed once, and not again after a reload.
func TestBoundIsKept(t *testing.T) {
	f, err := chromium.Profile()
	must(t, err)
	defer f.Close()
	foot := `document.querySelector(".bound-foot")?.innerText.includes("of jobs are blocked at least")`
	for visit, want := range []bool{true, false} {
		p, err := f.Open(server.URL+"#p=A&horizon=60000&seeds=0,1&degree=8", Options{Script: countBounds})
		must(t, err)
		must(t, p.Wait(foot))
		if asked := eval[int](t, p, "window.boundsAsked"); asked > 0 != want {
			t.Errorf("visit %d: the engine was asked for %d bounds", visit, asked)
		}
		eval[bool](t, p, `new Promise((resolve) => setTimeout(() => resolve(true), 1000))`) // it is being kept
		p.Close()
	}
}
