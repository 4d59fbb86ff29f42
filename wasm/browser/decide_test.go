//go:build !js

package browser

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A user decides by keyboard, sees what came of it, takes it back, lets a
// strategy decide the rest, reads the score, and puts the decisions among the
// strategies: the comparison then shows the same blocking rate.
func TestDecideTask(t *testing.T) {
	axe := axeSource(t)
	p := open(t, "?workers=2", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("tab", "Decide"))
	must(t, p.WaitText("Which degree?"))
	must(t, p.WaitText("Nothing is decided yet."))
	eval[bool](t, p, `(document.querySelector(".decide-marked button").focus(), true)`)
	must(t, p.Key("1"))
	must(t, p.Key("6"))
	must(t, p.Wait(`document.activeElement.id === "decide-16"`))
	must(t, p.Key(kb.ArrowUp))
	must(t, p.Wait(`document.activeElement.id === "decide-8"`))
	must(t, p.Key(kb.Enter))
	must(t, p.WaitText("Job 0, "))
	must(t, p.Wait(`document.querySelector(".decide > .lead").textContent.startsWith("Job 1 ")`))
	must(t, p.Wait(`document.activeElement.id.startsWith("decide-")`)) // the keyboard stays where it is needed
	must(t, p.Key(kb.Enter))
	must(t, p.Wait(`document.querySelector(".decide > .lead").textContent.startsWith("Job 2 ")`))
	must(t, p.Key("u"))
	must(t, p.Wait(`document.querySelector(".decide > .lead").textContent.startsWith("Job 1 ")`))
	must(t, p.Click("button", "Show all opinions as a table"))
	must(t, p.WaitFor("table", "What each strategy would choose"))
	must(t, p.Wait(`!document.querySelector(".decide-scores").innerText.includes("still plays")`))
	eval[bool](t, p, axe+"\n;true")
	for _, v := range eval[[]string](t, p, violations) {
		t.Error(v)
	}
	must(t, p.Click("button", "the rest"))
	must(t, p.WaitText("The episode is over. You blocked"))
	rate := eval[string](t, p, `document.querySelector(".decide-scores tbody tr").children[2].textContent`)
	must(t, p.Click("button", "Add to the comparison"))
	must(t, p.Wait(state+` === "done"`))
	must(t, p.WaitText("since your decisions fit no other"))
	must(t, p.Wait(`[...document.querySelectorAll("#strategies tbody tr")].some((r) => r.textContent.includes("Script of 1"))`))
	must(t, p.Wait(`[...document.querySelectorAll("#strategies tbody tr")].find((r) => r.textContent.includes("Script of 1")).textContent.includes(`+strconv.Quote(rate)+`)`))
}

// From a job in the Timeline one decides on, after what the run has decided.
func TestDecideFromTheTimeline(t *testing.T) {
	p := openTimeline(t, "", Options{LessMotion: true})
	must(t, p.Click("button", "First difference"))
	for range 3 {
		must(t, p.Click("button", "Next job"))
	}
	must(t, p.Click("button", "Decide yourself"))
	must(t, p.Wait(`document.querySelector(".decide > .lead") && document.querySelector(".decide > .lead").textContent.startsWith("Job 3 ")`))
	must(t, p.WaitText("has decided 3 jobs."))
	must(t, p.Click("button", "Undo decision"))
	must(t, p.Wait(`document.querySelector(".decide > .lead").textContent.startsWith("Job 0 ")`))
}
