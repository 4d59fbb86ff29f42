//go:build !js

package browser

import (
	"fmt"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	arrivals "rampart/core/trace"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
)

// A table of arrivals that is dropped on the page takes the place of the
// generator in what the form says, and runs to the same digest as natively. One
// with a mistake says where, and changes nothing.
func TestTableOfArrivals(t *testing.T) {
	link, err := snapshot.ParseLink("p=B&horizon=30000&degree=4&seed=1")
	must(t, err)
	files := map[string][]byte{
		"day.csv": []byte("arrivalMinutes,graph,beta,user\n0,gnmt,0.5,a\n20,resnet18,0.75,b\n20.5,bert_large,1,a\n"),
		"bad.csv": []byte("arrivalSeconds,graph,beta\n0,gnmt,0.5\n60,gnmt,1.5\n"),
		"who.csv": []byte("time,graph,beta\n0,gnmt,0.5\n"),
	}
	want, err := arrivals.Read("day.csv", files["day.csv"], link.Snapshot.Experiment)
	must(t, err)
	r, err := experiment.RunAll(t.Context(), want.Experiment, strategy.Factory(builtin.Resolve), experiment.Options{})
	must(t, err)
	p := open(t, "#p=B&horizon=30000&degree=4&seed=1", Options{})
	must(t, p.Wait(state+` === "done"`))
	before := eval[string](t, p, digest)
	for _, c := range []struct{ file, says string }{
		{"bad.csv", `bad.csv: line 3, column beta: "1.5" is not a number greater than 0 and up to 1.`},
		{"who.csv", "who.csv: line 1: the column arrivalSeconds (or arrivalMilliseconds, arrivalMinutes, arrivalHours) is missing"},
	} {
		give(t, p, "drop", files, c.file)
		must(t, p.WaitText(c.says))
	}
	if after := eval[string](t, p, digest); after != before {
		t.Error("the result has gone")
	}
	give(t, p, "drop", files, "day.csv")
	must(t, p.Wait(fmt.Sprintf(`%s && %s === %q`, state+` === "done"`, digest, r.Digest)))
	must(t, p.WaitText(`day.csv is open, and runs. The column "user" was left out.`))
}

// The day of transformers runs from the picker, and its largest graph is drawn.
func TestTransformers(t *testing.T) {
	r, err := experiment.RunAll(t.Context(), experiment.Transformers(), strategy.Factory(builtin.Resolve), experiment.Options{DropJobs: true})
	must(t, err)
	p := open(t, "", Options{})
	must(t, p.Wait(started))
	choose(t, p, "preset", "transformers")
	must(t, p.Wait(fmt.Sprintf(`%s && %s === %q`, state+` === "done"`, digest, r.Digest)))
	must(t, p.Click("tab", "Graphs"))
	must(t, p.Wait(graphsReady))
	choose(t, p, "graphs-graph", "gpt2_xl")
	must(t, p.Wait(sheetLabel+`.includes("gpt2_xl: 628 ops forward")`))
	must(t, p.WaitText("Generated: transformer decoder of 48 layers, width 1600"))
}

// The largest profile, 1,251 ops with three ends, is ticked in the form and runs;
// under reference rules the results and its graph say that its steps never end,
// and the switch that they name takes it away.
func TestLargestProfile(t *testing.T) {
	p := open(t, "#p=A&horizon=20000&graphs=resnet101&run=8&seed=0", Options{})
	must(t, p.Wait(state+` === "done"`))
	before := eval[string](t, p, digest)
	must(t, p.Wait(`document.getElementById("g-jobs")`))
	eval[bool](t, p, `(document.getElementById("g-jobs").click(), true)`)
	must(t, p.Click("checkbox", "nasnetalarge"))
	must(t, p.Click("button", "Run"))
	must(t, p.Wait(fmt.Sprintf(`%s && %s !== %q`, state+` === "done"`, digest, before)))
	must(t, p.WaitText("Some jobs are blocked because their training step would never end, a deadlock"))
	must(t, p.Click("tab", "Graphs"))
	must(t, p.Wait(graphsReady))
	choose(t, p, "graphs-graph", "nasnetalarge")
	must(t, p.Wait(sheetLabel+`.includes("nasnetalarge: 1\u202f251 ops forward")`))
	must(t, p.WaitText("The step never ends"))
	p = openGraphs(t, "#p=A&horizon=20000&graphs=nasnetalarge&run=8&seed=0&rules=reference:multiSinkGraphs&tab=graphs&graph=nasnetalarge@8", Options{})
	must(t, p.Wait(ganttLabel+`.includes("at degree 8 on 8 servers")`))
}
