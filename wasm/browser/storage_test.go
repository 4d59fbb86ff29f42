//go:build !js

package browser

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/checkpoint"
	"rampart/policy/strategy"
	"rampart/ui/download"
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

// weights are the parameters of the newest policy that is kept.
func weights(t *testing.T, p *Page) []float32 {
	t.Helper()
	must(t, p.WaitFor("button", "Compare Fast 1"))
	encoded := ""
	for end := time.Now().Add(patience); encoded == ""; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no policy is kept")
		}
		encoded = eval[string](t, p, `(async () => {
			const db = await new Promise((resolve) => { indexedDB.open("rampart").onsuccess = (e) => resolve(e.target.result); });
			const list = await new Promise((resolve) => {
				db.transaction("data").objectStore("data").getAll(IDBKeyRange.bound("policy/", "policy/\uffff")).onsuccess = (e) => resolve(e.target.result);
			});
			db.close();
			return list.length === 0 ? "" : new Promise((resolve) => {
				const reader = new FileReader();
				reader.onload = () => resolve(reader.result.split(",")[1]);
				reader.readAsDataURL(new Blob([list.at(-1)]));
			});
		})()`)
	}
	file, err := base64.StdEncoding.DecodeString(encoded)
	must(t, err)
	policy, _, err := checkpoint.Decode(file)
	must(t, err)
	return policy.Params
}

// beginTraining starts a training of so many steps.
func beginTraining(t *testing.T, p *Page, steps string) {
	t.Helper()
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("tab", "Train"))
	setField(t, p, "train-totalSteps", steps)
	must(t, p.Click("button", "Train"))
	must(t, p.Wait(trainingState+` === "running"`))
}

// A training whose tab is closed in the middle goes on in the next tab, and what
// it learns is the same to the last bit as without an interruption.
func TestKilledTrainingGoesOnExactly(t *testing.T) {
	const steps = "80000"
	p := visit(t, newProfile(t), server.URL+"?workers=1", Options{})
	beginTraining(t, p, steps)
	must(t, p.Wait(trainingState+` === "done"`))
	want := weights(t, p)
	p.Close()

	f := newProfile(t)
	q := visit(t, f, server.URL+"?workers=1", Options{})
	beginTraining(t, q, steps)
	must(t, q.Wait(trainingSteps+` > 0`))
	must(t, q.Click("button", "Pause")) // it is then kept where it is
	must(t, q.Wait(trainingKept+` > 0`))
	must(t, q.Click("button", "Resume"))
	must(t, q.Wait(trainingState+` === "running" && `+trainingSteps+` > `+trainingKept))
	q.Close()

	r := visit(t, f, server.URL+"?workers=1", Options{})
	must(t, r.WaitText("Training continued at step"))
	must(t, r.Click("tab", "Train"))
	must(t, r.Wait(trainingState+` === "done"`))
	if got := weights(t, r); !slices.Equal(got, want) {
		t.Error("the policy differs from that of a training without an interruption")
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

// setQuota bounds what the origin may keep, in bytes; -1 lifts the bound.
func setQuota(t *testing.T, p *Page, bytes float64) {
	t.Helper()
	params := storage.OverrideQuotaForOriginParams{Origin: strings.TrimSuffix(server.URL, "/")}
	if bytes >= 0 {
		params.QuotaSize = &bytes
	}
	_, err := chromedp.Call(p.ctx, storage.OverrideQuotaForOrigin, params)
	must(t, err)
}

// downloaded waits until a file has been saved.
func downloaded(t *testing.T, dir, name string) []byte {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil && len(data) > 0 && bytes.HasSuffix(data, []byte("}\n")) {
			return data
		}
		if time.Now().After(end) {
			t.Fatalf("%s was not saved: %v", name, err)
		}
	}
}

// Where there is no room left, that is told, and what could not be kept can be
// saved as a file.
func TestFullQuota(t *testing.T) {
	f, dir := newProfile(t), t.TempDir()
	must(t, f.Downloads(dir))
	p := visit(t, f, server.URL, Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Wait(siteKept))
	setQuota(t, p, 1000)
	want := choosePreset(t, p, "B")
	must(t, p.WaitText("The browser has no room left for this page."))
	must(t, p.Click("button", "Export to a file"))
	result, err := experiment.DecodeResult(downloaded(t, dir, download.FileName(form.Paper("B"), "result.json")))
	must(t, err)
	if result.Digest != want {
		t.Errorf("the file has the digest %s, the page %s", result.Digest, want)
	}
	setQuota(t, p, -1)
	choosePreset(t, p, "C")
	keptInHistory(t, p, 1)
	must(t, p.Wait(`!document.body.innerText.includes("no room left")`))
}

// A training that cannot be kept says so in every tab, and can be saved.
func TestFullQuotaDuringTraining(t *testing.T) {
	f, dir := newProfile(t), t.TempDir()
	must(t, f.Downloads(dir))
	p := visit(t, f, server.URL+"?workers=1", Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Wait(siteKept))
	setQuota(t, p, 1000)
	beginTraining(t, p, "50000000")
	must(t, p.Wait(trainingSteps+` > 0`))
	must(t, p.Click("button", "Pause"))
	must(t, p.WaitText("The browser has no room left for this page."))
	must(t, p.Click("tab", "Compare"))
	must(t, p.WaitText("The browser has no room left for this page."))
	must(t, p.Click("button", "Save the training to a file"))
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		list, err := filepath.Glob(filepath.Join(dir, "rampart-training-step-*.safetensors"))
		must(t, err)
		if len(list) == 1 {
			file, err := os.ReadFile(list[0])
			must(t, err)
			if _, training, err := checkpoint.Decode(file); err == nil && training != nil {
				break
			}
		}
		if time.Now().After(end) {
			t.Fatalf("saved were %v", list)
		}
	}
}

// Where the browser keeps nothing, the page works, and tells.
func TestNoStorage(t *testing.T) {
	for _, test := range []struct{ name, script, says string }{
		{"missing", `Object.defineProperty(window, "indexedDB", { value: undefined });`, "The browser keeps nothing for this page"},
		{"forbidden", `IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };`, "The browser keeps nothing for this page"},
		{"broken", `IDBFactory.prototype.open = () => { throw new DOMException("the disk is broken", "UnknownError"); };`, "The browser could not keep it: the disk is broken."},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, "", Options{Script: test.script})
			must(t, p.Wait(state+` === "done"`))
			choosePreset(t, p, "B")
			must(t, p.WaitText(test.says))
			must(t, p.WaitFor("button", "Export to a file"))
			must(t, p.Click("button", "Dismiss"))
			must(t, p.Wait(fmt.Sprintf(`!document.body.innerText.includes(%q)`, test.says)))
			must(t, p.Click("button", "History"))
			must(t, p.WaitText(test.says))
		})
	}
}

// blank opens an address of the site that is no page of Rampart's, for scripts.
func blank(t *testing.T, f *Profile) *Page {
	t.Helper()
	p, err := f.Open(server.URL+"sw.js", Options{})
	must(t, err)
	t.Cleanup(p.Close)
	return p
}

// layout1 makes what version 1 of the layout holds: a policy of the user's and a
// training that waits, each written as that version wrote them.
func layout1(t *testing.T) string {
	t.Helper()
	shipped, err := builtin.Resolve("firstfit-A")
	must(t, err)
	file, err := checkpoint.Encode(shipped, nil)
	must(t, err)
	x := experiment.Paper("A")
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}}
	training := fmt.Sprintf(`{"id":"kx2v0001","created":1790000000000,"experiment":%s,"preset":"fast","features":"extended","seed":"7","state":"stopped",
		"total":90000,"curve":{"width":1,"points":[]},"evaluations":[],"references":[],"seconds":12,"rate":0.0003,"reason":"","policy":"kx2v0002","at":0}`,
		experiment.AppendCanonical(nil, x))
	policy := `{"id":"kx2v0002","name":"From before","preset":"fast","features":"extended","seed":7,"steps":45000,"created":1790000000000,"experiment":"","blocking":null}`
	return fmt.Sprintf(`new Promise((resolve, reject) => {
		const request = indexedDB.open("rampart", 1);
		request.onerror = () => reject(request.error);
		request.onupgradeneeded = () => {
			request.result.createObjectStore("meta", { keyPath: "key" });
			request.result.createObjectStore("data");
		};
		request.onsuccess = () => {
			const t = request.result.transaction(["meta", "data"], "readwrite");
			const put = (key, meta, data) => {
				t.objectStore("meta").put({ key, meta });
				t.objectStore("data").put(data, key);
			};
			put("training/kx2v0001", %q, new Uint8Array());
			put("policy/kx2v0002", %q, Uint8Array.from(atob(%q), (c) => c.charCodeAt(0)));
			t.oncomplete = () => { request.result.close(); resolve(true); };
			t.onabort = () => reject(t.error);
		};
	})`, training, policy, base64.StdEncoding.EncodeToString(file))
}

// What an earlier version has kept is there after the layout has changed, and
// works.
func TestEarlierLayout(t *testing.T) {
	f := newProfile(t)
	eval[bool](t, blank(t, f), layout1(t))
	p := visit(t, f, server.URL, Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("tab", "Train"))
	must(t, p.Wait(trainingState+` === "stopped"`))
	must(t, p.Click("button", "Compare From before"))
	must(t, p.Wait(state+` === "done" && document.querySelectorAll("#strategies tbody tr").length === 9`))
	migrated := eval[string](t, p, `(async () => {
		const db = await new Promise((resolve) => { indexedDB.open("rampart").onsuccess = (e) => resolve(e.target.result); });
		const get = (store, key) => new Promise((resolve) => {
			db.transaction(store).objectStore(store).get(key).onsuccess = (e) => resolve(e.target.result);
		});
		const policy = await get("meta", "policy/kx2v0002"), training = await get("meta", "training/kx2v0001");
		const data = await get("data", "policy/kx2v0002");
		const said = [db.version, policy.size === data.byteLength && data.byteLength > 1000, policy.saved, training.size].join();
		db.close();
		return said;
	})()`)
	if migrated != "2,true,0,0" {
		t.Errorf("version, size, time and size of an empty file: %s", migrated)
	}
}

// A layout of a later version is left alone, and that is told.
func TestLaterLayout(t *testing.T) {
	f := newProfile(t)
	eval[bool](t, blank(t, f), `new Promise((resolve, reject) => {
		const request = indexedDB.open("rampart", 99);
		request.onupgradeneeded = () => request.result.createObjectStore("something else");
		request.onsuccess = () => { request.result.close(); resolve(true); };
		request.onerror = () => reject(request.error);
	})`)
	p := visit(t, f, server.URL, Options{})
	must(t, p.Wait(state+` === "done"`))
	choosePreset(t, p, "B")
	must(t, p.WaitText("A later version of Rampart has used this browser's storage"))
	must(t, p.WaitFor("button", "Export to a file"))
}

// A tab of an earlier version that does not let go of the storage is told of, and
// once it is closed everything is kept.
func TestBlockedByAnEarlierVersion(t *testing.T) {
	f := newProfile(t)
	old := blank(t, f)
	eval[bool](t, old, layout1(t))
	eval[bool](t, old, `new Promise((resolve) => {
		indexedDB.open("rampart", 1).onsuccess = (e) => { window.held = e.target.result; resolve(true); };
	})`)
	p := visit(t, f, server.URL, Options{})
	must(t, p.Wait(state+` === "done"`))
	choosePreset(t, p, "B")
	must(t, p.WaitText("Another tab with an earlier version of Rampart holds the storage"))
	old.Close()
	choosePreset(t, p, "C")
	keptInHistory(t, p, 1)
	must(t, p.Wait(`!document.body.innerText.includes("holds the storage")`))
}

// When everything is deleted under the page, that is told, and what the page
// holds is kept again.
func TestDatabaseDeleted(t *testing.T) {
	for _, test := range []struct{ name, script string }{
		{"by another page", `new Promise((resolve, reject) => {
			const request = indexedDB.deleteDatabase("rampart");
			request.onsuccess = () => resolve(true);
			request.onerror = () => reject(request.error);
		})`},
		{"by the browser", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newProfile(t)
			p := visit(t, f, server.URL, Options{})
			must(t, p.Wait(state+` === "done"`))
			choosePreset(t, p, "B")
			choosePreset(t, p, "C")
			keptInHistory(t, p, 2)
			if test.script != "" {
				eval[bool](t, blank(t, f), test.script)
			} else {
				_, err := chromedp.Call(p.ctx, storage.ClearDataForOrigin,
					storage.ClearDataForOriginParams{Origin: strings.TrimSuffix(server.URL, "/"), StorageTypes: "indexeddb"})
				must(t, err)
			}
			must(t, p.WaitText("What the browser had kept for this page has been deleted."))
			must(t, p.WaitFor("button", "Export to a file"))
			resolve(t, p, entries+`.then((list) => list.join() === "`+form.Paper("C").Name+` done")`)
		})
	}
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
