//go:build !js

package main

import (
	"fmt"
	"strings"
	"testing"

	"rampart/wasm/browser"
	"rampart/wasm/keep"
)

// The page works when the worker serves it: it runs, isolated from other
// origins, breaks no rule of its own policy, and can keep a snapshot and read it
// back.
func TestPageInChromium(t *testing.T) {
	w := edge(t)
	chromium, err := browser.Launch()
	if err != nil {
		t.Fatal(err)
	}
	defer chromium.Close()
	page, err := chromium.Open(w.url+"/", browser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	if err := page.WaitFor("table", "Strategies"); err != nil {
		t.Fatal(err)
	}
	if err := page.Wait(`document.querySelector("#strategies").dataset.digest`); err != nil {
		t.Error(err)
	}
	if isolated, err := browser.Eval[bool](page, "crossOriginIsolated"); err != nil || !isolated {
		t.Errorf("the page is isolated: %v, %v", isolated, err)
	}
	canonical, id := example("kept by the page")
	const keepAndRead = `(async (body) => {
		const kept = await fetch("%s", {method: "POST", headers: {"Content-Type": "application/json"}, body});
		const read = await fetch("%[1]s/" + (await kept.json()).id);
		return kept.status + " " + read.headers.get("ETag") + " " + (await read.text() === body);
	})(%q)`
	got, err := browser.Eval[string](page, fmt.Sprintf(keepAndRead, strings.TrimPrefix(keep.SnapshotsPath, "/"), canonical))
	if want := `201 "` + id + `" true`; err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	for _, problem := range page.Problems() {
		t.Errorf("console: %s", problem)
	}
	for _, r := range page.Requests() {
		if !strings.HasPrefix(r.URL, w.url) {
			t.Errorf("a request to another host: %s", r.URL)
		}
	}
}
