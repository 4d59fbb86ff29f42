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
	"rampart/ui/download"
	"rampart/ui/form"
)

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

// noBounds loses what asks the engine for a bound. Chromium knows for half a
// minute how much room there was when something was kept, and so lets more through
// than a quota set since then: nothing may be kept before.
const noBounds = `
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  if (typeof message !== "string" || !message.includes('"op":"bound"')) post.call(this, message, ...rest);
};
`

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
	p := visit(t, f, server.URL, Options{Script: noBounds})
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
	p := visit(t, f, server.URL+"?workers=1", Options{Script: noBounds})
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
