package ui

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/compare"
	"rampart/ui/session"
	"rampart/ui/share"
	"rampart/ui/sweeps"
	"rampart/wasm/wire"
)

// browser is a Host and a session.Runner that a test plays by hand.
type browser struct {
	hands
	seconds  float64
	later    []func()
	drawings int
	saved    map[string]string
	focused  string

	draft    string
	fragment string // of the page's address
	copied   []string
	asked    []string // requests to the server: method, path and body
	answer1  func(share.Answer)
	dialog   func() // shows the dialog

	units    []wire.Unit
	listener session.Listener
	stopped  int
	jobs     []wire.Unit
	got      func(*experiment.Run, string)
	imported func(*wire.Reply)
	base     []byte // of the last import
	picked   func([]File)
	graph    graphAsked
}

func (b *browser) Now() float64              { return b.seconds }
func (b *browser) After(_ float64, f func()) { b.later = append(b.later, f) }
func (b *browser) Save(name, _, text string) { b.saved[name] = text }
func (b *browser) Explain(_, _ []byte, _ *wire.Situation, _ func(*wire.Explanation, string)) func() {
	return func() {}
}
func (b *browser) Policies(func([]wire.Policy))                                    {}
func (b *browser) Bounds([]byte, []uint64, func(*experiment.Bound, string)) func() { return func() {} }
func (b *browser) Sweep(_, _ []byte, _ []int, _ sweeps.Listener) func()            { return func() {} }
func (b *browser) Page() string                                                    { return "https://rampart.example/" }
func (b *browser) Fragment() string                                                { return b.fragment }
func (b *browser) KeepDraft(t string)                                              { b.draft = t }
func (b *browser) Draft() string                                                   { return b.draft }
func (b *browser) ClearFragment()                                                  { b.fragment = "" }
func (b *browser) Copy(text string, done func(bool)) {
	b.copied = append(b.copied, text)
	done(true)
}
func (b *browser) Ask(method, path, body string, done func(share.Answer)) {
	b.asked, b.answer1 = append(b.asked, method+" "+path+" "+body), done
}
func (b *browser) ShowDialog(_ string, shown func())     { b.dialog = shown }
func (b *browser) HideDialog(string)                     {}
func (b *browser) SaveBytes(name, _ string, data []byte) { b.saved[name] = string(data) }
func (b *browser) SavePNG(name string, svg []byte, _ float64, failed func()) {
	b.saved[name] = string(svg)
	failed()
}
func (b *browser) Dark() bool                      { return true }
func (b *browser) Pick(_ string, got func([]File)) { b.picked = got }
func (b *browser) Focus(id string)                 { b.focused = id }
func (b *browser) Narrow() bool                    { return false }
func (b *browser) Workers() int                    { return 2 }

func (b *browser) Run(_ []byte, units []wire.Unit, l session.Listener) func() {
	b.units, b.listener = units, l
	return func() { b.stopped++ }
}

func (b *browser) Jobs(_ []byte, u wire.Unit, got func(*experiment.Run, string)) func() {
	b.jobs, b.got = append(b.jobs, u), got
	return func() {}
}

func (b *browser) Import(_, _ string, base []byte, got func(*wire.Reply)) {
	b.base, b.imported = base, got
}

func open() (*browser, *Root) {
	b := &browser{saved: map[string]string{}}
	return b, New(b, b, func() { b.drawings++ })
}

// rates are the blocking rates that answer gives to each strategy, by index.
var rates = []float64{.263, .309, .517, .468, .213, .141, .269, .187}

// answer gives every unit a run, in an order that is not that of the units.
func (b *browser) answer() {
	for k := range b.units {
		i := (k*5 + 3) % len(b.units)
		u := b.units[i]
		blocked := int(1000*rates[u.Strategy%len(rates)] + .5)
		b.listener.Done(i, &experiment.Run{Strategy: u.Strategy, Seed: u.Seed,
			Metrics: cluster.Metrics{Arrived: 1000, Completed: 1000 - blocked, Blocked: blocked, BlockedByPlacement: blocked,
				BlockingRate: float64(blocked) / 1000, MeanJCTSeconds: 7486.9, MeanSpeedup: 3.9986, MeanEffectiveDegree: 4},
			JobsDigest: fmt.Sprintf("sha256:%064x", 1000*u.Seed+uint64(u.Strategy))})
	}
}

func render(t *testing.T, root *Root) string {
	t.Helper()
	var buf bytes.Buffer
	r := staticrender.New(&buf)
	build, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(build.RunBuild(root)); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(buf.String(), "\u202f", " ")
}

func has(t *testing.T, page string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestThePageOpensRunning(t *testing.T) {
	b, root := open()
	if len(b.units) != 24 {
		t.Fatalf("%d units were started", len(b.units))
	}
	page := render(t, root)
	has(t, page, `data-state="running"`, `data-digest=""`, "Simulating 24 runs of about 1 001 jobs each.",
		"0 of 24 runs done", ">Run<", ">Stop<", ">Import<", ">Export<", `role="tablist"`, ">Compare<", ">Timeline<",
		"<caption>Strategies</caption>", ">Strategy<", ">Blocking rate<", ">Mean JCT<", ">Speed-up<", "Paper, beta A")
	if n := strings.Count(page, "<main"); n != 1 {
		t.Errorf("%d main landmarks", n)
	}
	if strings.Contains(page, " style=") {
		t.Error("a style attribute: the page's policy forbids it")
	}
}

func TestTheResult(t *testing.T) {
	b, root := open()
	b.answer()
	page := render(t, root)
	digest := experiment.ResultDigest(root.session.Experiment, root.session.Runs())
	has(t, page, `data-state="done"`, `data-digest="`+digest+`"`,
		"A fixed degree of 8 blocks 14.1 % of jobs. Maximum parallelism blocks 26.3 %.",
		"24 of 24 runs done", ">26.3 %<", ">2.08 h<", ">4.00 ×<", "no room 26.3 %")
	if !regexp.MustCompile(`role="status"[^>]*>A fixed degree of 8 blocks`).MatchString(page) {
		t.Error("the live region does not tell the result")
	}
	if strings.Contains(page, "The settings have changed") {
		t.Error("the result passes for that of other settings")
	}
	// The published numbers belong to the paper's experiment only.
	has(t, page, "PAC-ML", "22.1 %")
	root.model.Edit("queueCapacity", "9")
	has(t, render(t, root), "The settings have changed since these runs.")
	root.Run()
	if strings.Contains(render(t, root), "PAC-ML") {
		t.Error("published numbers are shown beside another experiment")
	}
}

// The digest must not depend on the order in which workers finish.
func TestRunsAreInOrder(t *testing.T) {
	b, root := open()
	b.answer()
	runs := root.session.Runs()
	for i, run := range runs {
		if want := i / 3; run.Strategy != want || run.Seed != uint64(i%3) {
			t.Fatalf("run %d is strategy %d, seed %d", i, run.Strategy, run.Seed)
		}
	}
}

func TestStopKeepsWhatIsDone(t *testing.T) {
	b, root := open()
	b.listener.Done(0, &experiment.Run{Metrics: cluster.Metrics{Arrived: 10, Blocked: 2, BlockingRate: .2, Completed: 8}})
	b.seconds = 3
	root.Stop()
	page := render(t, root)
	has(t, page, `data-state="stopped"`, "So far: maximum parallelism blocks 20 % of jobs.", "Stopped after 1 of 24 runs and 3 s")
	if b.stopped != 1 {
		t.Error("the runner was not told")
	}
}

// Progress draws at most eight times a second, a result at once.
func TestDrawingsAreThrottled(t *testing.T) {
	b, root := open()
	for range 100 {
		b.listener.Progress(0, 1, 1000)
	}
	if len(b.later) != 1 || b.drawings != 0 {
		t.Fatalf("%d drawings are due, %d are made", len(b.later), b.drawings)
	}
	b.later[0]()
	if b.drawings != 1 {
		t.Error("the drawing that was due was not made")
	}
	b.answer()
	if root.session.State != session.Done || b.drawings != 2 {
		t.Errorf("%d drawings at the end", b.drawings)
	}
}

func TestAnEstimateAfterTwoSeconds(t *testing.T) {
	b, root := open()
	for i := range 7 {
		b.listener.Done(i, &experiment.Run{Strategy: i})
	}
	b.seconds = 2
	has(t, render(t, root), "7 of 24 runs done, about 5 s left")
}

func TestPresets(t *testing.T) {
	for _, name := range []string{"A", "B", "C", "D"} {
		t.Run(name, func(t *testing.T) {
			b, root := open()
			root.choosePreset(name)
			if root.session.Experiment.Workload.Beta.Preset != name || root.session.State != session.Running {
				t.Fatal("the preset does not run")
			}
			b.answer()
			rates := map[string]string{"A": "22.1 %", "B": "26.4 %", "C": "12.5 %", "D": "10.4 %"}
			has(t, render(t, root), rates[name])
		})
	}
}

// The day of transformers runs at once, as the presets of the paper do, and is
// known by its name in the picker.
func TestPresetOfTransformers(t *testing.T) {
	b, root := open()
	root.choosePreset("transformers")
	if root.session.State != session.Running || root.session.Experiment.Workload.Graphs[2].Name != "gpt2_xl" || root.model.Preset() != "transformers" {
		t.Fatalf("%v runs, the picker shows %q", root.session.Experiment, root.model.Preset())
	}
	b.answer()
	has(t, render(t, root), "Transformers</option>")
}

func TestNothingRunsWithMistakes(t *testing.T) {
	b, root := open()
	before := root.session
	root.model.Edit("cluster.groups", "none")
	root.Run()
	if root.session != before || b.stopped != 0 {
		t.Error("the running experiment was given up")
	}
	has(t, render(t, root), "Correct the marked fields first; nothing was started.")
}

func TestExport(t *testing.T) {
	b, root := open()
	b.answer()
	root.Export()
	b.dialog()
	page := render(t, root)
	has(t, page, ">Save experiment<", ">Save result<", ">Save trace<", `aria-haspopup="dialog"`)
	root.saveTable()
	lines := strings.Split(strings.TrimSpace(b.saved["rampart-paper-deadlines-a-strategies.csv"]), "\n")
	if len(lines) != 9 || !strings.HasPrefix(lines[1], "Maximum parallelism (Para_max),0.263,") {
		t.Errorf("%d lines, the first is %s", len(lines), lines[1])
	}
	root.model.Edit("queueCapacity", "9")
	root.Export()
	has(t, render(t, root), "The settings have changed since the last run: the experiment has the new ones")
}

func TestSavePicture(t *testing.T) {
	b, root := open()
	b.answer()
	dots, _ := compare.Plots(root.session)
	root.savePicture(dots.Title, chart.FormatSVG, dots.SVG)
	if svg := b.saved["rampart-paper-deadlines-a-blocking-rate.svg"]; !strings.Contains(svg, chart.Base[0].Dark) {
		t.Errorf("the picture is not of the page's scheme: %s", svg)
	}
	root.savePicture(dots.Title, chart.FormatPNG, dots.SVG)
	if b.saved["rampart-paper-deadlines-a-blocking-rate.png"] == "" {
		t.Error("no PNG file was asked for")
	}
	has(t, render(t, root), "The browser could not make a PNG file")
}

func TestImport(t *testing.T) {
	x := experiment.Default()
	x.Name = "Mine"
	x.Seeds = []uint64{42}
	for _, tc := range []struct {
		name  string
		reply wire.Reply
		want  string
		runs  bool
	}{
		{"an experiment", wire.Reply{Kind: wire.KindImported, Experiment: experiment.AppendCanonical(nil, x)}, "a.json is open, and runs.", true},
		{"a graph", wire.Reply{Kind: wire.KindImported, Graph: []byte(`{"name":"tiny","source":"","unit":"seconds","ops":[{"id":1,"type":"a","forward":1,"backward":1,"activationBytes":1,"parameterBytes":1},{"id":2,"type":"b","forward":1,"backward":1,"activationBytes":1,"parameterBytes":1}],"edges":[[1,2]]}`)}, "The graph tiny joined the list of graphs. Run to use it.", false},
		{"an error", wire.Reply{Kind: wire.KindError, Path: "cluster.groups", Message: "0 is out of range"}, "a.json: cluster.groups: 0 is out of range.", false},
		{"nothing", wire.Reply{Kind: wire.KindImported}, "a.json holds nothing that Import opens.", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, root := open()
			before := root.session
			root.Import("a.json", "text")
			b.imported(&tc.reply)
			has(t, render(t, root), tc.want)
			if (root.session != before) != tc.runs {
				t.Error("whether it runs")
			}
		})
	}
}

func TestTabs(t *testing.T) {
	b, root := open()
	b.answer()
	root.tabKey(key("ArrowRight"))
	if root.tab != "timeline" || b.focused != "tab-timeline" {
		t.Fatalf("tab %s, focus %s", root.tab, b.focused)
	}
	// The best strategy and maximum parallelism, on the same jobs.
	if len(b.jobs) != 2 || b.jobs[0] != (wire.Unit{Strategy: 5}) || b.jobs[1] != (wire.Unit{Strategy: 0}) {
		t.Errorf("jobs of %v are fetched", b.jobs)
	}
	root.tabKey(key("End"))
	root.tabKey(key("ArrowRight"))
	if root.tab != "compare" {
		t.Error("the arrow does not come round")
	}
	root.tabKey(key("End"))
	root.tabKey(key("Home"))
	if root.tab != "compare" {
		t.Error("Home does not go to the first tab")
	}
	root.tabKey(key("a"))
	has(t, render(t, root), `aria-selected="true"`, `tabindex="-1"`)
}

// A policy is a strategy like any other: the first page runs one, and its jobs
// can be looked at.
func TestAPolicyInTheTimeline(t *testing.T) {
	b, root := open()
	b.answer()
	has(t, render(t, root), ">Policy firstfit-A<", ">18.7 %<")
	root.choose("timeline")
	at := slices.IndexFunc(root.session.Experiment.Strategies, func(s experiment.StrategySpec) bool { return s.Kind == "policy" })
	root.pickSide(1, at, 2)
	if last := b.jobs[len(b.jobs)-1]; last != (wire.Unit{Strategy: at, Seed: 2}) {
		t.Fatalf("jobs of %v are fetched", last)
	}
	has(t, render(t, root), "Simulating Policy firstfit-A again for its jobs.")
	start, end, jct := 0.0, 500.0, 500.0
	b.got(&experiment.Run{Strategy: at, Seed: 2, Jobs: []cluster.Job{{Graph: "alexnet", TrainingSteps: 50, Beta: .5,
		SequentialSeconds: 1000, MaxAcceptableSeconds: 500, ValidDegrees: []int{0, 2}, Degree: 2, EffectiveDegree: 2,
		Outcome: cluster.Completed, StartSeconds: &start, EndSeconds: &end, JCTSeconds: &jct, Servers: []string{"0-0-0", "0-0-1"}}}}, "")
	page := render(t, root)
	if root.sides.loading[1] != "" || root.sides.runs[1] == nil || root.policyRun() != root.sides.runs[1] {
		t.Error("the run is not shown")
	}
	if !regexp.MustCompile(`<option[^>]*selected[^>]*>Policy firstfit-A`).MatchString(page) {
		t.Error("the list does not show the policy")
	}
}

// keyEvent is a key press.
type keyEvent struct {
	vugu.DOMEvent
	key string
}

func key(name string) keyEvent                   { return keyEvent{key: name} }
func (e keyEvent) PropString(_ ...string) string { return e.key }
func (e keyEvent) PreventDefault()               {}

func TestFailuresAreTold(t *testing.T) {
	b, root := open()
	for i := range b.units {
		if i == 4 {
			b.listener.Failed(i, "The engine stopped: out of memory.")
			continue
		}
		b.listener.Done(i, &experiment.Run{Strategy: b.units[i].Strategy, Seed: b.units[i].Seed})
	}
	page := render(t, root)
	has(t, page, "Fixed 4, seed 0: The engine stopped: out of memory.", `data-state="stopped"`, `data-digest=""`)
}

func TestVerify(t *testing.T) {
	for _, tc := range []struct {
		name   string
		want   string
		notice bool
	}{
		{"the same result", "✓ verified", false},
		{"another result", "differs", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, root := open()
			b.answer()
			result := root.session
			root.Verify()
			has(t, render(t, root), "Verifying 0 of 24")
			if tc.notice {
				b.listener.Done(0, &experiment.Run{JobsDigest: "sha256:other"})
				for i, u := range b.units[1:] {
					b.listener.Done(i+1, &experiment.Run{Strategy: u.Strategy, Seed: u.Seed})
				}
			} else {
				b.answer()
			}
			page := render(t, root)
			has(t, page, tc.want, `data-state="done"`, `data-digest="`+result.Digest+`"`)
			if strings.Contains(page, "A second run gave another result") != tc.notice {
				t.Error("whether the user is told of a difference")
			}
			root.Run()
			if strings.Contains(render(t, root), tc.want) {
				t.Error("the mark stays for another run")
			}
		})
	}
}
