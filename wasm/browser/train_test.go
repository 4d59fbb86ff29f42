//go:build !js

package browser

import (
	"fmt"
	"strconv"
	"testing"
	"time"
)

// What the page shows of a training. See ui/train.
const (
	training      = `(document.querySelector(".train") || { dataset: {} }).dataset`
	trainingState = training + `.state`
	trainingSteps = `Number(` + training + `.steps)`
	trainingKept  = `Number(` + training + `.kept)`
)

// setField types into a field of the page, once it is drawn.
func setField(t *testing.T, p *Page, id, text string) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf("document.getElementById(%q)", id)))
	eval[bool](t, p, fmt.Sprintf(`(() => {
		const field = document.getElementById(%q);
		field.value = %q;
		return field.dispatchEvent(new Event("input", { bubbles: true }));
	})()`, id, text))
}

// keepWorkers lets a test end a worker: the third is the one that trains,
// since ?workers=2 starts two for the runs.
const keepWorkers = `
window.workers = [];
window.Worker = class extends Worker {
	constructor(address) { super(address); workers.push(this); }
};
`

// startTraining opens the Train tab and trains for some steps.
func startTraining(t *testing.T, path string, budget int) *Page {
	t.Helper()
	p := open(t, path, Options{Script: keepWorkers})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("tab", "Train"))
	setField(t, p, "train-totalSteps", strconv.Itoa(budget))
	must(t, p.Click("button", "Train"))
	must(t, p.Wait(trainingState+` === "running"`))
	must(t, p.Wait(trainingSteps+` > 0`))
	return p
}

// A training runs beside the page: curves move, heuristics stand beside them,
// held-out jobs are evaluated, and at the end there is a policy that can be
// compared with the heuristics, and explained.
func TestTrainAndUseThePolicy(t *testing.T) {
	p := startTraining(t, "?workers=2", 60_000)
	must(t, p.Wait(`document.querySelectorAll(".train .lines-line[d]").length >= 10`))
	before := eval[string](t, p, `document.querySelector(".train-curves .lines-line").getAttribute("d")`)
	must(t, p.Wait(fmt.Sprintf(`document.querySelector(".train-curves .lines-line").getAttribute("d") !== %q`, before)))
	must(t, p.WaitText("Fixed 8"))
	must(t, p.Wait(`document.querySelector(".train .lead").textContent.includes("of held-out jobs")`))
	must(t, p.Wait(trainingState+` === "done"`))
	eval[bool](t, p, axeSource(t)+"\n;true")
	accessible := func(tab string) {
		for _, v := range eval[[]string](t, p, violations) {
			t.Errorf("%s: %s", tab, v)
		}
	}
	must(t, p.Click("button", "Show the evaluations as a table"))
	must(t, p.WaitFor("table", "Evaluations on held-out jobs"))
	accessible("Train")

	must(t, p.Click("button", "Explain Fast 1"))
	must(t, p.Wait(`document.querySelectorAll(".policy-bar").length > 2`))
	must(t, p.Wait(`document.querySelectorAll(".heat").length === 5`))
	must(t, p.Click("button", "Server 0-0-0 in use"))
	must(t, p.WaitText("31 of 32 servers free"))
	must(t, p.Click("button", "Show the map of alexnet as a table"))
	accessible("Policy")

	must(t, p.Click("tab", "Train"))
	must(t, p.Click("button", "Compare Fast 1"))
	must(t, p.Wait(state+` === "done" && document.querySelectorAll("#strategies tbody tr").length === 9`))
	must(t, p.Wait(`[...document.querySelectorAll("#strategies tbody tr")].some((row) =>
		row.cells[0].textContent.includes("Policy Fast 1") && /^[0-9.]+.%/.test(row.cells[1].textContent))`))
}

// Pause holds the training where it is, Resume lets it go on, Stop ends it with
// a policy. The learning rate changes in between.
func TestPauseResumeStopTraining(t *testing.T) {
	p := startTraining(t, "?workers=1", 50_000_000)
	must(t, p.Click("button", "Pause"))
	must(t, p.Wait(trainingState+` === "paused"`))
	must(t, p.Wait(trainingKept+` > 0`))
	at := eval[int](t, p, trainingSteps)
	setField(t, p, "train-rate", "0.0001")
	must(t, p.Click("button", "Change"))
	must(t, p.Click("button", "Resume"))
	must(t, p.Wait(fmt.Sprintf("%s > %d", trainingSteps, at)))
	must(t, p.Click("button", "Stop"))
	must(t, p.Wait(trainingState+` === "stopped"`))
	must(t, p.WaitFor("button", "Compare Fast 1"))
}

// A page that is left in mid-training goes on where the last checkpoint is, and
// a worker that dies is replaced.
func TestTrainingOutlivesReloadAndWorker(t *testing.T) {
	p := startTraining(t, "?workers=2", 50_000_000)
	must(t, p.Wait(trainingKept+` > 0`))
	eval[bool](t, p, `(setTimeout(() => location.reload(), 0), window.gone = true)`)
	must(t, p.Wait(`!window.gone && document.body && document.body.innerText.includes("Training continued at step")`))
	must(t, p.Click("tab", "Train"))
	must(t, p.Wait(trainingState+` === "running"`))
	kept := eval[int](t, p, trainingKept)
	if kept <= 0 {
		t.Fatalf("the training was kept up to step %d", kept)
	}
	if said := eval[string](t, p, `document.querySelector(".notice").innerText.replace(/[^0-9]/g, "")`); said != strconv.Itoa(kept) {
		t.Errorf("the page says that it continued at step %s, it was kept up to %d", said, kept)
	}
	must(t, p.Wait(fmt.Sprintf("%s > %d", trainingSteps, kept)))
	eval[bool](t, p, `workers.at(-1).dispatchEvent(new ErrorEvent("error", { message: "killed by a test", cancelable: true }))`)
	must(t, p.WaitText("killed by a test"))
	must(t, p.WaitText("the training goes on from step"))
	back := eval[int](t, p, trainingSteps)
	must(t, p.Wait(fmt.Sprintf("%s > %d", trainingSteps, back)))
	must(t, p.Click("button", "Stop"))
	must(t, p.Wait(trainingState+` === "stopped"`))
}

// The page answers while it trains. Where other programs hold it up, one of
// ten spells of a second, in which curves are drawn at least once, must be free
// of long tasks.
func TestNoLongTasksDuringTraining(t *testing.T) {
	p := startTraining(t, "?workers=1", 50_000_000)
	for range 10 {
		_, err := p.LongTasks()
		must(t, err)
		at := eval[int](t, p, trainingSteps)
		eval[bool](t, p, `new Promise((resolve) => setTimeout(() => resolve(true), 1000))`)
		must(t, p.Wait(fmt.Sprintf("%s > %d", trainingSteps, at)))
		tasks, err := p.LongTasks()
		must(t, err)
		if len(tasks) == 0 {
			return
		}
		t.Logf("long tasks, in ms: %v", tasks)
	}
	t.Error("each of ten spells had long tasks")
}

// While a training goes on, every tab opens, and is used, in tasks that are too
// short to be felt.
func TestTabsWhileTraining(t *testing.T) {
	p := open(t, "#tab=train", Options{LessMotion: true})
	must(t, p.Wait(`document.querySelector(".digest code")`))
	must(t, p.Click("button", "Train"))
	must(t, p.WaitFor("button", "Pause"))
	for _, tab := range []struct{ name, ready, button string }{
		{"Timeline", `document.querySelectorAll(".timeline-box canvas").length === 2`, "First difference"},
		{"Cluster", clusterReady, "Next change"},
		{"Policy", `document.querySelector(".policy-bar")`, ""},
		{"Decide", `document.querySelector(".decide-marked button")`, "decide 1"},
		{"Graphs", graphsReady, "Next op"},
		{"Train", `document.querySelector(".train-main")`, ""},
		{"Compare", `document.querySelector("#strategies tbody tr")`, "Sweep one or two fields over ranges"},
	} {
		staysShort(t, p, "opening the tab "+tab.name, func() {
			must(t, p.Click("tab", tab.name))
			must(t, p.Wait(tab.ready))
		})
		if tab.button != "" {
			staysShort(t, p, "pressing "+tab.button, func() {
				must(t, p.Click("button", tab.button))
				time.Sleep(300 * time.Millisecond)
			})
		}
	}
}
