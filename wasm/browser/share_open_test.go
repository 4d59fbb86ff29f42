//go:build !js

package browser

import (
	"fmt"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

// setHash changes the address under the open page.
func setHash(t *testing.T, p *Page, hash string) {
	t.Helper()
	eval[bool](t, p, fmt.Sprintf(`((location.hash = %q), true)`, hash))
}

// paste pastes a text into the page, beside any field.
func paste(t *testing.T, p *Page, text string) {
	t.Helper()
	eval[bool](t, p, fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", %q);
		return document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })) || true;
	})()`, text))
}

// drop drops a file on the page.
func drop(t *testing.T, p *Page, name, text string) {
	t.Helper()
	eval[bool](t, p, fmt.Sprintf(dropFile, text, name))
}

// A link that is opened under a page with work of its own wins, and the work is
// offered back.
func TestHashChangeKeepsOwnWork(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("button", "Unfold all"))
	must(t, p.Wait(`document.getElementById("f-queueCapacity")`))
	setField(t, p, "f-queueCapacity", "4")
	setHash(t, p, snapshot.Compressed(recorded(t, quick())))
	must(t, p.Wait(outcome+` === "verified"`))
	must(t, p.WaitText("Two runs"))
	must(t, p.Click("button", "Open your experiment from before"))
	must(t, p.Wait(`document.getElementById("f-queueCapacity").value === "4"`))
	must(t, p.Wait(state+` === "done"`))
	if hash := eval[string](t, p, "location.hash"); hash != "" {
		t.Errorf("the address still says %s", hash)
	}
}

// Settings that were typed and not run outlive a reload, also one with a link.
func TestDraftOutlivesReload(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("button", "Unfold all"))
	must(t, p.Wait(`document.getElementById("f-queueCapacity")`))
	setField(t, p, "f-queueCapacity", "4")
	must(t, p.Wait(`sessionStorage.getItem("rampart-draft")`))
	eval[bool](t, p, fmt.Sprintf(`(setTimeout(() => {
		history.replaceState(null, "", "#" + %q);
		location.reload();
	}, 0), window.gone = true)`, snapshot.Compressed(recorded(t, quick()))))
	must(t, p.Wait(`!window.gone && document.body && `+outcome+` === "verified"`))
	must(t, p.Click("button", "Open your experiment from before"))
	must(t, p.Click("button", "Unfold all"))
	must(t, p.Wait(`(document.getElementById("f-queueCapacity") || {}).value === "4"`))
	must(t, p.Wait(state+` === "done" && !sessionStorage.getItem("rampart-draft")`))
}

// A snapshot goes to the server and comes back in another browser.
func TestKeptByTheServer(t *testing.T) {
	p := open(t, "#"+snapshot.Compressed(recorded(t, quick())), Options{})
	must(t, p.Wait(outcome+` === "verified"`))
	shareDialog(t, p)
	must(t, p.Click("button", "Keep on the server"))
	must(t, p.WaitFor("button", "Copy server link"))
	link := tierText(t, p, "server")
	if !strings.HasPrefix(link, server.URL+"#s=") {
		t.Fatalf("the link is %s", link)
	}
	q := fresh(t, "#"+fragment(t, link), Options{})
	must(t, q.Wait(outcome+` === "verified"`))
	must(t, q.WaitText("gave what the snapshot records"))
}

// A server that is asked too often or is gone is told, with a way out.
func TestServerErrors(t *testing.T) {
	for _, tc := range []struct{ name, answer, want string }{
		{"too often", `new Response("{}", { status: 429, headers: { "Retry-After": "30" } })`, "takes no more snapshots from here for 30"},
		{"full", `new Response("{}", { status: 507 })`, "The server has no room left. Save a file instead."},
		{"offline", `Promise.reject(new TypeError("offline"))`, "The server cannot be reached."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := open(t, "#"+snapshot.Compressed(recorded(t, quick())), Options{Script: fmt.Sprintf(`
				const real = fetch;
				window.fetch = (what, init) => (init && init.method === "POST" ? %s : real(what, init));
			`, tc.answer)})
			shareDialog(t, p)
			must(t, p.Click("button", "Keep on the server"))
			must(t, p.WaitText(tc.want))
			must(t, p.WaitFor("button", "Keep on the server"))
		})
	}
}

// Copy puts the link on the clipboard and says so; where the browser refuses,
// that is said as well.
func TestCopyLink(t *testing.T) {
	p := open(t, "#"+snapshot.Compressed(recorded(t, quick())), Options{Script: `
		window.clip = null;
		Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => {
			if (window.deny) throw new DOMException("denied", "NotAllowedError");
			window.clip = text;
		} } });
	`})
	must(t, p.Wait(state+` === "done"`)) // the link changes when the runs end, and the feedback goes
	shareDialog(t, p)
	must(t, p.Click("button", "Copy link"))
	must(t, p.Wait(`[...document.querySelectorAll("dialog button")].some((b) => b.textContent === "Copied")`))
	if clip := eval[string](t, p, "clip"); clip != tierText(t, p, "link") {
		t.Errorf("the clipboard has %s", clip)
	}
	eval[bool](t, p, "window.deny = true")
	must(t, p.Click("button", "Copy short link"))
	must(t, p.WaitText("The browser did not let the page copy."))
}

// Links and files open however they come: pasted, typed into the dialog,
// dropped.
func TestPasteAndDrop(t *testing.T) {
	s := recorded(t, quick())
	p := open(t, "", Options{})
	must(t, p.Wait(started))
	paste(t, p, "<"+server.URL+"#"+snapshot.Compressed(s)[:80])
	must(t, p.WaitText("The link is cut"))
	paste(t, p, server.URL+"#"+snapshot.Compressed(s))
	must(t, p.Wait(outcome+` === "verified"`))

	must(t, p.Click("button", "Share"))
	must(t, p.Wait(`document.getElementById("share-paste")`))
	setField(t, p, "share-paste", "no link")
	must(t, p.Click("button", "Open"))
	must(t, p.WaitText("This is no link of Rampart's."))
	setField(t, p, "share-paste", "#p=D")
	must(t, p.Click("button", "Open"))
	must(t, p.Wait(`!document.querySelector("dialog") && document.getElementById("preset").value === "D"`))

	s.Summaries[0].MeanSpeedup.Mean++
	drop(t, p, "two.rampart.json", string(snapshot.AppendFile(nil, s)))
	must(t, p.Wait(outcome+` === "differs"`))
	must(t, p.WaitText("mean speed-up: recorded "))
}

// A result file is compared run by run after everything was run again.
func TestResultFileIsVerified(t *testing.T) {
	result := ranNatively(t, quick())
	p := open(t, "", Options{})
	must(t, p.Wait(started))
	drop(t, p, "two.json", string(experiment.AppendResultFile(nil, result)))
	must(t, p.Wait(outcome+` === "verified"`))
	result.Runs[1].Completed--
	drop(t, p, "altered.json", string(experiment.AppendResultFile(nil, result)))
	must(t, p.Wait(outcome+` === "differs"`))
	must(t, p.WaitText("Fixed 8, seed 5: completed: recorded "))
}

// The dialog and what is said of a link break no rule of accessibility, wide or
// narrow, in either scheme, and nothing scrolls sideways.
func TestSharingIsAccessible(t *testing.T) {
	axe := axeSource(t)
	altered := recorded(t, quick())
	altered.Summaries[0].BlockingRate.Mean++
	for _, options := range []Options{{LessMotion: true}, {Width: 360, Height: 740, Dark: true, LessMotion: true}} {
		t.Run(fmt.Sprintf("%d pixels", options.Width), func(t *testing.T) {
			p := open(t, "#"+snapshot.Compressed(altered), options)
			must(t, p.Wait(outcome+` === "differs"`))
			eval[bool](t, p, axe+"\n;true")
			check := func(what string) {
				for _, v := range eval[[]string](t, p, violations) {
					t.Errorf("%s: %s", what, v)
				}
				if options.Width == 0 {
					return
				}
				for _, element := range []string{"document.documentElement", `(document.querySelector("dialog") || document.body)`} {
					if width := eval[int](t, p, element+".scrollWidth"); width > options.Width {
						t.Errorf("%s: %s is %d pixels wide", what, element, width)
					}
				}
			}
			check("opened")
			shareDialog(t, p)
			must(t, p.WaitFor("button", "Keep on the server"))
			check("dialog")
			must(t, p.Key("\x1b"))
			must(t, p.Wait(`!document.querySelector("dialog")`))
			if got := eval[string](t, p, "document.activeElement.textContent"); got != "Share" {
				t.Errorf("the focus is on %q", got)
			}
		})
	}
}
