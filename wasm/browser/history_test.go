//go:build !js

package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/ui/form"
)

// entries are the history's, as they are kept.
const entries = `(async () => {
	if (!(await indexedDB.databases()).some((d) => d.name === "rampart")) return [];
	const db = await new Promise((resolve, reject) => {
		const request = indexedDB.open("rampart");
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
	const list = await new Promise((resolve) => {
		const request = db.transaction("meta").objectStore("meta").getAll(IDBKeyRange.bound("history/", "history/\uffff"));
		request.onsuccess = () => resolve(request.result);
	});
	db.close();
	return list.map((r) => JSON.parse(r.meta)).map((e) => e.name + " " + e.state);
})()`

// resolve waits until a promise of the page comes true; Page.Wait does not look
// inside one.
func resolve(t *testing.T, p *Page, promise string) {
	t.Helper()
	for end := time.Now().Add(patience); !eval[bool](t, p, promise); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s; kept are %v", patience, promise, eval[[]string](t, p, entries))
		}
	}
}

// choosePreset picks an experiment of the header's list and waits for its end.
func choosePreset(t *testing.T, p *Page, letter string) string {
	t.Helper()
	must(t, p.Wait(state+` === "done"`))
	eval[bool](t, p, fmt.Sprintf(`(() => {
		const list = document.getElementById("preset");
		list.value = %q;
		return list.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, letter))
	must(t, p.Wait(state+` === "running"`))
	must(t, p.Wait(state+` === "done"`))
	return eval[string](t, p, digest)
}

// keptInHistory waits until the store has so many experiments.
func keptInHistory(t *testing.T, p *Page, n int) {
	t.Helper()
	resolve(t, p, fmt.Sprintf(`%s.then((list) => list.length === %d)`, entries, n))
}

// What was run is listed, opened again and checked, deleted and brought back,
// also by a page that comes later.
func TestHistory(t *testing.T) {
	f := newProfile(t)
	p := visit(t, f, server.URL, Options{Script: `
		window.asked = 0;
		const persist = StorageManager.prototype.persist;
		StorageManager.prototype.persist = function () { asked++; return persist.call(this); };
	`})
	must(t, p.Wait(state+` === "done"`))
	if n := eval[int](t, p, "asked"); n != 0 {
		t.Errorf("the page asked %d times to keep what nobody has made yet", n)
	}
	want := choosePreset(t, p, "B")
	choosePreset(t, p, "C")
	keptInHistory(t, p, 2)
	if n := eval[int](t, p, "asked"); n != 1 {
		t.Errorf("the page asked %d times that what it keeps should last", n)
	}

	must(t, p.Goto(server.URL))
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("button", "History"))
	must(t, p.WaitFor("dialog", "History"))
	must(t, p.Wait(`document.querySelectorAll("[aria-label='Past experiments'] li").length === 2`))
	must(t, p.Wait(`document.querySelector(".history li").innerText.includes("`+form.Paper("C").Name+`")`))
	must(t, p.Wait(`/Kept in this browser and nowhere else: .* of .* are used/.test(document.getElementById("history").innerText)`))
	eval[bool](t, p, axeSource(t)+"\n;true")
	for _, v := range eval[[]string](t, p, violations) {
		t.Errorf("the dialog: %s", v)
	}
	buttons := `[...document.querySelectorAll(".history li:last-child button")].map((b) => b.getAttribute("aria-label")).join("; ")`
	labels := strings.Split(eval[string](t, p, buttons), "; ")
	if len(labels) != 3 || !strings.HasPrefix(labels[0], "Open "+form.Paper("B").Name+", ") {
		t.Fatalf("the buttons are %q", labels)
	}

	// Deleted, and brought back by the keyboard: the focus is on Undo.
	must(t, p.Click("button", labels[2]))
	must(t, p.Wait(`document.querySelectorAll("[aria-label='Past experiments'] li").length === 1 && document.activeElement.id === "history-undo"`))
	must(t, p.Key("\r"))
	must(t, p.Wait(`document.querySelectorAll("[aria-label='Past experiments'] li").length === 2`))
	keptInHistory(t, p, 2)

	// Opened: the figures stand there at once, are run again, and are the same.
	must(t, p.Click("button", labels[0]))
	must(t, p.Wait(outcome+` === "verified"`))
	if got := eval[string](t, p, digest); got != want {
		t.Errorf("the digest is %s, it was %s", got, want)
	}

	must(t, p.Click("button", "History"))
	must(t, p.Click("button", "Delete all"))
	must(t, p.WaitText("Experiments that you run are listed here"))
	keptInHistory(t, p, 0)
	must(t, p.Key("\x1b"))
	must(t, p.Wait(`!document.querySelector("dialog[open]")`))
}

// The dialog fits into the narrowest window.
func TestHistoryNarrow(t *testing.T) {
	p := visit(t, newProfile(t), server.URL, Options{Width: 360, Height: 740, Dark: true, LessMotion: true})
	choosePreset(t, p, "B")
	must(t, p.Click("button", "History"))
	must(t, p.Wait(`document.querySelectorAll("[aria-label='Past experiments'] li").length === 1`))
	for _, part := range []string{`document.documentElement`, `document.getElementById("history")`} {
		if width := eval[int](t, p, part+`.scrollWidth`); width > 360 {
			t.Errorf("%s is %d pixels wide in a window of 360", part, width)
		}
	}
	eval[bool](t, p, axeSource(t)+"\n;true")
	for _, v := range eval[[]string](t, p, violations) {
		t.Errorf("the dialog: %s", v)
	}
}

// hasty lets the page's clock run twelve times as fast, so that a run of a second
// is one that takes long.
const hasty = `
const now = performance.now.bind(performance);
performance.now = () => 12 * now();
`

// An experiment whose tab crashes is offered by the next one, goes on with the
// runs that were done, and has the digest of one run.
func TestKilledRunGoesOn(t *testing.T) {
	text := longRun(12)
	x, err := experiment.Decode([]byte(text))
	must(t, err)
	want, err := experiment.RunAll(t.Context(), x, strategy.Factory(builtin.Resolve), experiment.Options{DropJobs: true})
	must(t, err)

	f := newProfile(t)
	p, err := f.Open(server.URL+"?workers=1", Options{Script: hasty})
	must(t, err)
	must(t, p.Wait(state+` === "done"`))
	eval[bool](t, p, fmt.Sprintf(dropFile, text, "long.json"))
	must(t, p.Wait(state+` === "held" || `+state+` === "running"`))
	if eval[string](t, p, state) == "held" {
		must(t, p.Click("button", "Run"))
	}
	resolve(t, p, entries+`.then((list) => list.join() === "Long running")`)
	p.Crash()
	p.Close()

	q := visit(t, f, server.URL+"?workers=1", Options{})
	must(t, q.WaitText("Long was under way when its page was closed"))
	must(t, q.Click("button", "Continue"))
	must(t, q.Wait(state+` === "running" || `+state+` === "done"`))
	must(t, q.Wait(fmt.Sprintf(`%s === "done" && %s === %q`, state, digest, want.Digest)))
	resolve(t, q, entries+`.then((list) => list.join() === "Long done")`)
}

// Two tabs at once: what one trains or runs the other leaves alone, and each
// sees what the other adds and deletes.
func TestTwoTabs(t *testing.T) {
	f := newProfile(t)
	p := visit(t, f, server.URL+"?workers=1", Options{})
	beginTraining(t, p, "50000000")
	must(t, p.Wait(trainingSteps+` > 0`))
	must(t, p.Click("button", "Pause"))
	must(t, p.Wait(trainingKept+` > 0`))
	must(t, p.Click("button", "Resume"))

	q := visit(t, f, server.URL+"?workers=1", Options{})
	choosePreset(t, q, "B")
	must(t, q.Click("tab", "Train"))
	must(t, q.WaitFor("table", "Policies"))
	if got := eval[string](t, q, trainingState); got == "running" || got == "paused" {
		t.Errorf("the other tab's training is %s here as well", got)
	}
	must(t, p.Click("button", "Stop"))
	must(t, p.WaitFor("button", "Compare Fast 1"))
	must(t, q.WaitFor("button", "Compare Fast 1")) // without a reload

	choosePreset(t, p, "C")
	must(t, q.Click("button", "History"))
	must(t, q.Wait(`document.querySelectorAll("[aria-label='Past experiments'] li").length === 2`))
	// The training is the other tab's as long as that is open.
	must(t, q.Wait(`document.querySelectorAll("[aria-label='Other trainings'] li").length === 1`))
	eval[bool](t, q, `(document.querySelector("[aria-label='Other trainings'] button:last-child").click(), true)`)
	must(t, q.WaitText("Another tab has this training."))

	must(t, p.Click("button", "History"))
	must(t, p.Click("button", "Delete all"))
	must(t, q.Wait(`document.querySelectorAll("[aria-label='Past experiments'] li").length === 0`))
	must(t, p.Click("button", "Undo"))
	must(t, q.Wait(`document.querySelectorAll("[aria-label='Past experiments'] li").length === 2`))
	must(t, q.Key("\x1b"))

	// A policy that one tab deletes is gone in the other.
	must(t, q.Click("button", "Delete: Fast 1"))
	must(t, q.Click("button", "Delete for good: Fast 1"))
	must(t, p.Key("\x1b"))
	must(t, p.Click("tab", "Train"))
	must(t, p.Wait(`!document.body.innerText.includes("Fast 1")`))
}
