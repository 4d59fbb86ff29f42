package train

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/experiment"
	"rampart/wasm/wire"
)

func render(t *testing.T, d *Desk) string {
	t.Helper()
	var buf bytes.Buffer
	r := staticrender.New(&buf)
	build, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	nothing := func() {}
	view := &View{Desk: d, Compare: func(string) {}, Explain: func(string) {}, Pick: nothing, SaveFile: nothing, Changed: nothing, table: true}
	if err := r.Render(build.RunBuild(view)); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(buf.String(), " style=") {
		t.Error("a style attribute: the page's policy forbids it")
	}
	return clean(buf.String())
}

func has(t *testing.T, page string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestViewBeforeTheFirstTraining(t *testing.T) {
	_, d := open(nil)
	d.Settings.Edit(rateField, "9")
	page := render(t, d)
	has(t, page, `data-state="none"`, "Train a policy on the experiment as set.", ">Preset<", ">Features<", ">Seed<", ">Budget<",
		">Time limit<", ">Learning rate<", ">Imitate first<", "Finished policies appear here.", ">Import a policy<",
		"&#34;9&#34; will not do, expected a number above 0")
	if strings.Contains(page, "<figure") {
		t.Error("there are curves of nothing")
	}
}

func TestViewOfATraining(t *testing.T) {
	p, d := open(nil)
	d.Start(experiment.Paper("A"))
	p.listener.Report(&wire.Training{TotalSteps: 10_000, References: []wire.Reference{{Name: "Maximum parallelism (Para_max)", BlockingRate: .262}}})
	iterate(p, 0, 900)
	p.listener.Report(&wire.Training{Iteration: 10, Steps: 1000, TotalSteps: 10_000, StepsPerSecond: 100, SecondsLeft: 89.2, Evaluation: rate(.25),
		Warnings: []string{"The entropy has fallen to 0: raise the entropy coefficient."}})
	p.listener.Checkpoint(policyFile(t))
	p.settle()
	page := render(t, d)
	has(t, page, `data-state="running"`, `data-steps="1000"`, `data-kept="1000"`, "Training: step 1 000 of 10 000", "100 steps/s",
		"about 1.50 min left", "kept up to step 1 000", "The entropy has fallen to 0", ">Change<", ">Entropy<", ">KL divergence<",
		">Clip fraction<", ">Explained variance<", ">Policy loss<", ">Value loss<", ">Gradient norm<", ">Speed<", ">Return<",
		"held-out jobs 25 %", "Maximum parallelism 26.2 %", "series-2", "<caption>Evaluations on held-out jobs</caption>", ">25.0000 %<")
	if strings.Contains(page, ">Preset<") {
		t.Error("settings can be changed that do not reach the training")
	}
	p.listener.Ended(&wire.Reply{Kind: wire.KindDone})
	page = render(t, d)
	has(t, page, "Done: step 1 000 of 10 000", "<caption>Policies</caption>", ">Fast 1<", "fast preset,",
		`aria-label="Compare Fast 1"`, `aria-label="Explain Fast 1"`, `aria-label="Export Fast 1"`, `aria-label="Rename Fast 1"`, `aria-label="Delete: Fast 1"`)
}

// A training by Q-learning has its own curves, and nobody to imitate.
func TestViewOfQ(t *testing.T) {
	p, d := open(nil)
	d.Settings.TakePreset("dqn-fast")
	page := render(t, d)
	has(t, page, ">Preset<", ">Fast DQN<", ">Paper DQN (PAC-ML)<")
	if strings.Contains(page, ">Imitate first<") {
		t.Error("the page offers a warm start that the engine refuses")
	}
	d.Start(experiment.Paper("A"))
	for i := range 5 {
		p.listener.Report(&wire.Training{Iteration: i + 1, Steps: 100 * (i + 1), TotalSteps: 1000, TDLoss: .5, TDError: .7, MeanValue: 3, Epsilon: .06})
	}
	p.listener.Checkpoint(policyFile(t))
	page = render(t, d)
	has(t, page, ">TD error<", ">TD loss<", ">Mean value<", ">Random actions<", ">Gradient norm<", ">Learning rate<", ">Speed<", ">Return<")
	for _, not := range []string{">Entropy<", ">KL divergence<", ">Clip fraction<", ">Explained variance<", ">Policy loss<", ">Value loss<"} {
		if strings.Contains(page, not) {
			t.Errorf("the page has a curve %s of what there is not", not)
		}
	}
	p.listener.Ended(&wire.Reply{Kind: wire.KindDone})
	has(t, render(t, d), ">Fast DQN 1<")
}

// A policy's name is text, whatever is in it, and goes at the second press.
func TestViewOfPolicies(t *testing.T) {
	p, d := open(nil)
	id, err := d.Import("x.safetensors", policyFile(t))
	if err != nil {
		t.Fatal(err)
	}
	d.Rename(id, "<img src=x>")
	d.Builtin = []wire.Policy{{Name: "paper-a", Title: "deadlines A", BlockingRate: rate(.12)}}
	page := render(t, d)
	has(t, page, "&lt;img src=x&gt;", ">paper-a<", "built in: deadlines A", ">12 %<", `aria-label="Compare paper-a"`)
	if strings.Contains(page, "<img") {
		t.Error("a name became an element")
	}
	v := View{Desk: d}
	v.remove(id)
	if len(d.Policies) != 1 || v.removeWord(id) != "Delete for good" {
		t.Error("one press deleted the policy")
	}
	v.remove(id)
	p.settle()
	if len(d.Policies) != 0 {
		t.Error("the policy is still there")
	}
}

func TestReferenceClasses(t *testing.T) {
	for _, kind := range []string{"max", "min", "sequential", "acceptable", "sipml", "fixed"} {
		spec := experiment.StrategySpec{Kind: kind, Degree: 4}
		if got := referenceKind(spec.Name()); got != kind {
			t.Errorf("%s is taken for %q", spec.Name(), got)
		}
	}
}
