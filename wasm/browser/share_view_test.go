//go:build !js

package browser

import (
	"reflect"
	"testing"

	"rampart/core/snapshot"
)

// sharedView is the view inside the link that the page offers now.
func sharedView(t *testing.T, p *Page) *snapshot.View {
	t.Helper()
	shareDialogAnywhere(t, p)
	link, err := snapshot.ParseLink(fragment(t, tierText(t, p, "link")))
	must(t, err)
	must(t, p.Click("button", "Close"))
	must(t, p.Wait(`!document.querySelector("dialog")`))
	v, err := snapshot.ViewOf(link.Snapshot.Experiment)
	must(t, err)
	return v
}

// shareDialogAnywhere opens the dialog in a tab that has no table of strategies.
func shareDialogAnywhere(t *testing.T, p *Page) {
	t.Helper()
	must(t, p.Click("button", "Share"))
	must(t, p.WaitFor("dialog", "Share"))
}

// The Timeline is shared as it is: the two runs, the stretch of time and the
// job that has the focus. Somebody else sees, and shares, the same.
func TestSharedTimeline(t *testing.T) {
	p := open(t, "", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("tab", "Timeline"))
	must(t, p.Wait(`document.querySelectorAll("#panel-timeline canvas").length === 2`))
	if v := sharedView(t, p); v.Tab != "timeline" || v.Runs != nil || v.Time != nil || v.Focus != nil {
		t.Errorf("untouched it is shared as %+v", v)
	}
	eval[bool](t, p, `(() => {
		const list = document.querySelector("#panel-timeline [aria-label='Run 1 strategy']");
		list.value = "2";
		return list.dispatchEvent(new Event("change", { bubbles: true }));
	})()`)
	must(t, p.WaitText("Random blocks"))
	must(t, p.Click("button", "Zoom in"))
	must(t, p.Click("button", "Next job"))
	must(t, p.Click("button", "Next job"))
	must(t, p.Wait(`/Job \d+:/.test(document.querySelector("#panel-timeline").innerText)`))
	want := sharedView(t, p)
	if len(want.Runs) != 2 || want.Time == nil || want.Focus == nil {
		t.Fatalf("it is shared as %+v", want)
	}
	shareDialogAnywhere(t, p)
	q := fresh(t, "#"+fragment(t, tierText(t, p, "link")), Options{LessMotion: true})
	must(t, q.Wait(`/Job \d+:/.test((document.querySelector("#panel-timeline") || document.body).innerText)`))
	must(t, q.Wait(outcome+` === "verified"`))
	must(t, q.WaitText("Random blocks"))
	if got := sharedView(t, q); !reflect.DeepEqual(got, want) {
		t.Errorf("opened it is shared as %+v %+v, want %+v %+v", got, got.Time, want, want.Time)
	}
}

// Opening the dialog is no task that is felt.
func TestDialogOpensQuickly(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(state+` === "done"`))
	best := 1e9
	for range 5 {
		eval[bool](t, p, `new Promise((resolve) => setTimeout(() => resolve(true), 500))`)
		_, err := p.LongTasks()
		must(t, err)
		shareDialogAnywhere(t, p)
		must(t, p.WaitFor("button", "Keep on the server"))
		tasks, err := p.LongTasks()
		must(t, err)
		longest := 0.0
		for _, task := range tasks {
			longest = max(longest, task)
		}
		best = min(best, longest)
		must(t, p.Click("button", "Close"))
		must(t, p.Wait(`!document.querySelector("dialog")`))
		if longest == 0 {
			break
		}
		t.Logf("long tasks, in ms: %v", tasks)
	}
	if best > 0 {
		t.Errorf("each of five openings took a task of %.0f ms or more", best)
	}
}

// A sweep that is set is in the link, and somebody else finds it set and runs it.
func TestSharedSweep(t *testing.T) {
	p := open(t, "#p=A&horizon=60000&seed=0&degree=8&sweep=load:0.5..1.5:3,queueCapacity:1..10:2@meanSpeedup", Options{LessMotion: true})
	must(t, p.WaitFor("button", "Run sweep"))
	must(t, p.WaitText("6 points × 1 strategy × 1 seed"))
	v := sharedView(t, p)
	if v.Sweep == nil || len(v.Sweep.Axes) != 2 || v.Sweep.Axes[1].Path != "queueCapacity" || v.Sweep.Metric != "meanSpeedup" {
		t.Fatalf("it is shared as %+v", v)
	}
	must(t, p.Click("button", "Run sweep"))
	must(t, p.WaitText("6 of 6 runs done"))
}

// Decisions by hand are in the link, and somebody else goes on from there.
func TestSharedDecisions(t *testing.T) {
	p := open(t, "#p=A&horizon=60000&tab=decide&decide=8x2,0,4@1", Options{LessMotion: true})
	must(t, p.WaitText("Job 4 is "))
	must(t, p.Click("button", "Undo decision"))
	must(t, p.WaitText("Job 3 is "))
	want := &snapshot.View{Tab: "decide", Decide: &snapshot.Decide{Seed: 1, Degrees: []int{8, 8, 0}}}
	if v := sharedView(t, p); !reflect.DeepEqual(v, want) {
		t.Errorf("it is shared as %+v", v.Decide)
	}
}
