//go:build !js

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rampart/ui/words"
)

// tipText is what the box of words.js says, "" while it is closed.
const tipText = `(document.querySelector("#tip.open")?.innerText ?? "")`

// shownTerms are the words with a dotted line that are to be seen.
const shownTerms = `[...document.querySelectorAll(".term")].filter((e) => e.checkVisibility())`

// check is the state of the tour's step.
const check = `document.querySelector(".tour-check")?.dataset.state`

// A word says in one line what it means when it has the focus, all that the
// glossary says of it when it is pressed, and nothing after Escape. None of that
// moves anything.
func TestWords(t *testing.T) {
	p := open(t, "", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	const where = `JSON.stringify([...document.querySelectorAll("#strategies th, #strategies td")].map((e) => e.getBoundingClientRect()))`
	eval[bool](t, p, `[...document.querySelectorAll("#strategies .term")].find((e) => e.textContent === "Mean JCT").focus(), true`)
	must(t, p.Wait(tipText+` !== ""`))
	before := eval[string](t, p, where)
	if text := eval[string](t, p, tipText); text != words.Short("JCT") {
		t.Errorf("with the focus it says %q", text)
	}
	must(t, p.Key(kb.Enter))
	must(t, p.Wait(tipText+`.includes("arXiv")`))
	if text := eval[string](t, p, tipText); !strings.Contains(text, words.Find("JCT").Note) {
		t.Errorf("pressed it says %q", text)
	}
	if after := eval[string](t, p, where); after != before {
		t.Error("the table moves when a word is explained")
	}
	must(t, p.Key(kb.Escape))
	must(t, p.Wait(tipText+` === ""`))
	if name := eval[string](t, p, `document.activeElement.textContent`); name != "Mean JCT" {
		t.Errorf("Escape has moved the focus to %q", name)
	}
	must(t, p.Key(kb.Tab))
	must(t, p.Wait(tipText+` !== ""`))
	if text := eval[string](t, p, tipText); text != words.Short("Speed-up") {
		t.Errorf("the next word says %q", text)
	}
}

// Wherever a tab shows a word with a dotted line, it has a definition that is not
// empty, and the box is inside the window.
func TestWordsInEveryTab(t *testing.T) {
	for _, width := range []int{1280, 360} {
		p := open(t, "", Options{Width: width, Height: 740, LessMotion: true})
		must(t, p.Wait(state+` === "done"`))
		for _, tab := range eval[[]string](t, p, `[...document.querySelectorAll("[role=tab]")].map((e) => e.textContent.trim())`) {
			must(t, p.Click("tab", tab))
			must(t, p.Wait(`document.querySelector("[role=tab][aria-selected=true]").textContent.trim() === `+quote(tab)))
			list := eval[[]string](t, p, `(`+shownTerms+`).map((e) => e.textContent + "|" + (e.dataset.tip || "") + "|" + (e.getAttribute("aria-description") || ""))`)
			for _, entry := range list {
				parts := strings.Split(entry, "|")
				if parts[1] == "" || parts[1] != parts[2] {
					t.Errorf("%s, %d px: the word %q says %q", tab, width, parts[0], entry)
				}
			}
			if len(list) == 0 {
				continue
			}
			eval[bool](t, p, `(`+shownTerms+`)[0].focus(), true`)
			must(t, p.Wait(tipText+` !== ""`))
			if out := eval[bool](t, p, `(() => { const r = document.getElementById("tip").getBoundingClientRect(); return r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight; })()`); out {
				t.Errorf("%s, %d px: what a word means is cut off", tab, width)
			}
			must(t, p.Key(kb.Escape))
		}
	}
}

// The glossary is reached by keyboard, finds a term and closes.
func TestGlossary(t *testing.T) {
	p := open(t, "", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("button", "Glossary"))
	must(t, p.WaitFor("dialog", "Glossary"))
	all := eval[int](t, p, `document.querySelectorAll("#glossary dt").length`)
	eval[bool](t, p, `document.getElementById("glossary-find").focus(), true`)
	must(t, p.Key("entropy"))
	must(t, p.Wait(`document.querySelectorAll("#glossary dt").length === 1`))
	if all < 100 {
		t.Errorf("the glossary has %d terms", all)
	}
	axe := axeSource(t)
	eval[bool](t, p, axe+"\n;true")
	for _, v := range eval[[]string](t, p, violations) {
		t.Errorf("glossary: %s", v)
	}
	must(t, p.Key(kb.Escape))
	must(t, p.Wait(`!document.getElementById("glossary")`))
}

// sticksOut says which elements reach beyond the window.
const sticksOut = `[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth)
	.map((e) => e.tagName + "." + e.getAttribute("class") + " " + e.textContent.trim().slice(0, 40)).slice(0, 12).join("; ")`

// A newcomer takes the tour from its first step to the last but one: each button
// runs what it says, and what the step claims is found in the results. The place
// is remembered.
func TestTour(t *testing.T) {
	for _, test := range []struct {
		name    string
		options Options
	}{
		{"wide and light", Options{LessMotion: true}},
		{"narrow and dark", Options{Width: 360, Height: 740, Dark: true, LessMotion: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, "", test.options)
			must(t, p.Wait(state+` === "done"`))
			must(t, p.Click("button", "Tour"))
			must(t, p.WaitFor("heading", "Maximum parallelism looks best"))
			axe := axeSource(t)
			eval[bool](t, p, axe+"\n;true")
			for i, press := range []string{"Run one job", "Run the paper's jobs", "Run five degrees", "Run with the compact placer", "Run the policy"} {
				if i > 0 {
					must(t, p.Click("button", "Next"))
				}
				must(t, p.Click("button", press))
				must(t, p.Wait(check+` === "holds" || `+check+` === "differs"`))
				if s := eval[string](t, p, check); s != "holds" {
					t.Errorf("step %d %s: %s", i+1, s, eval[string](t, p, `document.querySelector(".tour-check").textContent`))
				}
				if covers := eval[bool](t, p, `(() => { const a = document.getElementById("tour").getBoundingClientRect(), b = document.querySelector("[role=tabpanel]:not([hidden])").getBoundingClientRect(); return a.bottom > b.top; })()`); covers {
					t.Errorf("step %d covers what it talks about", i+1)
				}
				if width := eval[int](t, p, "document.documentElement.scrollWidth"); test.options.Width > 0 && width > test.options.Width {
					t.Errorf("step %d makes the page %d pixels wide: %s", i+1, width, eval[string](t, p, sticksOut))
				}
				for _, v := range eval[[]string](t, p, violations) {
					t.Errorf("step %d: %s", i+1, v)
				}
			}
			must(t, p.Click("button", "Next"))
			must(t, p.WaitFor("heading", "Train your own"))
			eval[bool](t, p, `(window.before = true, setTimeout(() => location.reload()), true)`)
			must(t, p.Wait(`!window.before`))
			must(t, p.Wait(state+` === "done"`))
			must(t, p.Click("button", "Tour"))
			must(t, p.WaitFor("heading", "Train your own"))
			if done := eval[int](t, p, `document.querySelectorAll(".tour-done").length`); done != 5 {
				t.Errorf("%d steps are marked as done", done)
			}
			must(t, p.Key(kb.Escape))
			must(t, p.Wait(`!document.getElementById("tour")`))
			if id := eval[string](t, p, `document.activeElement.id`); id != "tour-open" {
				t.Errorf("closed, the focus is on %q", id)
			}
		})
	}
}

// The tour's last step trains in the page and says how it went.
func TestTourTrains(t *testing.T) {
	p := open(t, "", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("button", "Tour"))
	must(t, p.Click("button", "Step 6: Train your own"))
	must(t, p.Click("button", "Train a policy"))
	must(t, p.Wait(`document.querySelector(".train")?.dataset.state === "done"`))
	must(t, p.Wait(check+` === "holds"`))
	must(t, p.Click("button", "Compare it"))
	must(t, p.Wait(state+` === "done" && [...document.querySelectorAll("#strategies tbody tr")].length >= 5`))
}

// A published figure runs beside the published numbers, and is found again where
// its settings are known to the last digit.
func TestPublishedFigures(t *testing.T) {
	for _, options := range []Options{{LessMotion: true}, {Width: 360, Height: 740, Dark: true, LessMotion: true}} {
		p := open(t, "", options)
		must(t, p.Wait(state+` === "done"`))
		must(t, p.Click("button", "Published figures"))
		must(t, p.Click("button", "Run: The network's overhead: one job on 8 to 128 servers"))
		must(t, p.Wait(`document.querySelector("[data-study=sizes]").dataset.state === "done"`))
		must(t, p.WaitText("Ours equal the published numbers in all digits that are published."))
		makeTables(t, p)
		axe := axeSource(t)
		eval[bool](t, p, axe+"\n;true")
		for _, v := range eval[[]string](t, p, violations) {
			t.Errorf("%d px: %s", options.Width, v)
		}
		if wide := eval[bool](t, p, `(() => { const d = document.getElementById("published"); return d.scrollWidth > d.clientWidth; })()`); wide {
			t.Errorf("%d px: the dialog scrolls sideways", options.Width)
		}
		must(t, p.Click("button", "Open 32 servers of The network's overhead: one job on 8 to 128 servers"))
		must(t, p.Wait(`!document.getElementById("published") && document.querySelector("#preset").selectedOptions[0].textContent.includes("one job on 32 servers")`))
	}
}

// makeTables begins to make all published tables, looks at one, and stops.
func makeTables(t *testing.T, p *Page) {
	t.Helper()
	const tables = `document.querySelector("[data-study=tables]")`
	must(t, p.Click("button", "Reproduce"))
	must(t, p.Wait(tables+`.dataset.state === "running"`))
	eval[bool](t, p, `(() => { const s = document.getElementById("tables-section"); s.value = "0"; s.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`)
	must(t, p.Wait(`[...`+tables+`.querySelectorAll("td")].filter((e) => e.textContent === "2254.7583303838487").length === 2`))
	must(t, p.Click("button", "Stop: all tables"))
	must(t, p.Wait(tables+`.dataset.state === "stopped"`))
}

// Ctrl Z takes back what the page did to the experiment, also a preset, and says
// that the runs are of other settings.
func TestUndoByKey(t *testing.T) {
	p := open(t, "", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	const preset = `document.getElementById("preset").value`
	eval[bool](t, p, `(() => { const s = document.getElementById("preset"); s.value = "C"; s.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`)
	must(t, p.Wait(preset+` === "C"`))
	control := func(key string, shift bool) {
		eval[bool](t, p, fmt.Sprintf(`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: %q, ctrlKey: true, shiftKey: %v, bubbles: true, cancelable: true })), true`, key, shift))
	}
	control("z", false)
	must(t, p.Wait(preset+` === "A"`))
	must(t, p.WaitText("The settings have changed since these runs."))
	control("z", true)
	must(t, p.Wait(preset+` === "C"`))
}

// Every tab opens by its address.
func TestTabAddresses(t *testing.T) {
	p := open(t, "", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	for _, id := range eval[[]string](t, p, `[...document.querySelectorAll("[role=tab]")].map((e) => e.id.slice(4))`) {
		eval[bool](t, p, `location.hash = "tab=`+id+`", true`)
		must(t, p.Wait(`document.querySelector("[role=tab][aria-selected=true]").id === "tab-`+id+`"`))
	}
}

// The way of docs/first-question.md leads to its answer.
func TestFirstQuestion(t *testing.T) {
	p := open(t, "", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("button", "Deadlines Beta A, uniform 0.10 to 1"))
	must(t, p.WaitFor("combobox", "Distribution of beta"))
	eval[bool](t, p, `(() => { const s = document.getElementById("f-workload-beta-kind"); s.value = "fixed"; s.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`)
	must(t, p.WaitFor("textbox", "Beta"))
	eval[bool](t, p, `(() => { const i = document.getElementById("f-workload-beta-value"); i.focus(); i.select(); return true; })()`)
	must(t, p.Wait(tipText+`.includes("The same beta for every job.")`))
	if out := eval[bool](t, p, `document.getElementById("tip").getBoundingClientRect().left < 0`); out {
		t.Error("what the field means is cut off")
	}
	must(t, p.Key("0.3"))
	must(t, p.Click("button", "Run"))
	must(t, p.Wait(`document.getElementById("finding").textContent.startsWith("A fixed degree of 4 blocks 11.1")`))
}

// No letter is lost, however fast somebody types while the page draws and
// runs report their progress.
func TestTypingKeepsUp(t *testing.T) {
	p := open(t, "#tab=train", Options{LessMotion: true})
	must(t, p.Wait(`document.getElementById("train-totalSteps")`))
	eval[bool](t, p, `(() => { const i = document.getElementById("train-totalSteps"); i.focus(); i.select(); return true; })()`)
	want := ""
	for range 12 {
		want += "1234567"
		must(t, p.Key("1234567"))
	}
	must(t, p.Wait(`document.getElementById("train-totalSteps").value.length >= 7`))
	if got := eval[string](t, p, `document.getElementById("train-totalSteps").value`); got != want {
		t.Errorf("typed %s, the field has %s", want, got)
	}
}
