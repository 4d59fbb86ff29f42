package timeline

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/experiment"
)

// shown returns a function that renders a view as the browser would after
// every event.
func shown(t *testing.T, v *View) func() string {
	t.Helper()
	var buf bytes.Buffer
	r := staticrender.New(&buf)
	env, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	return func() string {
		t.Helper()
		buf.Reset()
		if err := r.Render(env.RunBuild(v)); err != nil {
			t.Fatal(err)
		}
		return buf.String()
	}
}

func twoRuns() *View {
	e := small()
	for _, kind := range []string{"max", "fixed"} {
		e.Strategies = append(e.Strategies, experiment.StrategySpec{Kind: kind, Degree: 8})
	}
	a, b := plausible(e, 300, 16, 1), plausible(e, 300, 8, 1)
	a.Strategy, b.Strategy = 0, 1
	return &View{
		Experiment: e, Runs: [MostRuns]*experiment.Run{a, b},
		Options: []Option{{Strategy: 0, Name: "Maximum <b>", Seeds: []uint64{1, 2}}, {Strategy: 1, Name: "Fixed 8", Seeds: []uint64{1, 2}}},
	}
}

func TestViewRenders(t *testing.T) {
	v := twoRuns()
	html := shown(t, v)()
	for _, c := range []struct{ name, want string }{
		{"names are text, not markup", "Maximum &lt;b&gt;"},
		{"the lists have names", `aria-label="Run 2 strategy"`},
		{"seeds too", `aria-label="Run 1 seed"`},
		{"buttons have names", `aria-label="Zoom in"`},
		{"graphs have a key", "squeezenet1_0"},
		{"the sides have the colours of their strategies", "timeline-side series-5"},
		{"the sentence compares", "On the same 300 arrivals"},
		{"each side tells its rate", "% blocked, "},
		{"the table is behind a button", "Show the jobs in view as a table"},
	} {
		if !strings.Contains(html, c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, html)
		}
	}
	if strings.Contains(html, "<table") {
		t.Error("a table is there before anyone asked for it")
	}
	if strings.Contains(html, "style=") {
		t.Error("a style attribute would break the content security policy")
	}
	if text := v.host.(*quiet).text[1]; !strings.Contains(text, "Run 2, Fixed 8") || !strings.Contains(text, "300 jobs arrived") {
		t.Errorf("the canvas is named %q", text)
	}
}

// What a side says when it has nothing to draw.
func TestStates(t *testing.T) {
	run := &experiment.Run{Seed: 1}
	cases := []struct {
		name  string
		set   func(v *View)
		want  string
		class string
	}{
		{"nothing to pick", func(v *View) { v.Options = nil }, "Press Run to get one", "timeline-empty"},
		{"nothing picked", func(*View) {}, "Pick a strategy above", "timeline-empty"},
		{"loading", func(v *View) { v.Loading[0] = "Simulating." }, "Simulating.", "timeline-empty"},
		{"failed", func(v *View) { v.Errors[0] = "The worker stopped."; v.Loading[0] = "Simulating." }, "The worker stopped.", "timeline-failed"},
		{"no job arrived", func(v *View) { v.Runs[0] = run }, "No job arrived", "timeline-empty"},
		{"a run without its jobs", func(v *View) { run := *run; run.Arrived = 9; v.Runs[0] = &run }, "came without its jobs", "timeline-empty"},
		{"no experiment", func(v *View) { v.Experiment, v.Options = nil, nil }, "Press Run", "timeline-empty"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v := &View{Experiment: small(), Options: twoRuns().Options}
			c.set(v)
			html := shown(t, v)()
			if !strings.Contains(html, c.want) || !strings.Contains(html, c.class) {
				t.Errorf("no %q or %q in\n%s", c.want, c.class, html)
			}
		})
	}
}

// While another run loads, the last one stays in place; when the experiment
// changes it must go.
func TestTheLastRunStaysWhileAnotherLoads(t *testing.T) {
	v := twoRuns()
	show := shown(t, v)
	show()
	v.Runs[0], v.Loading[0], v.Picks[0] = nil, "Simulating.", Pick{1, 1}
	v.Compute()
	if !v.waits(0) || v.stage.tracks[0] == nil || v.facts(0) != "Simulating." || v.state(0) != "" {
		t.Errorf("waits %v, says %q and %q", v.waits(0), v.facts(0), v.state(0))
	}
	v.Experiment = small()
	v.Compute()
	if v.waits(0) || v.stage.tracks[0] != nil {
		t.Error("a run of another experiment stays")
	}
}

func TestPicks(t *testing.T) {
	v := twoRuns()
	show := shown(t, v)
	show()
	var got [][3]int
	v.OnPick = func(side, strategy int, seed uint64) { got = append(got, [3]int{side, strategy, int(seed)}) }
	v.pickStrategy(0, "1")
	v.pickSeed(1, "2")
	v.pickStrategy(0, "nonsense")
	v.pickSeed(0, "-1")
	v.Options[1].Seeds = []uint64{7}
	v.pickStrategy(0, "1") // has not the seed of the run: takes its first
	want := [][3]int{{0, 1, 1}, {1, 1, 2}, {0, 1, 7}}
	if len(got) != len(want) {
		t.Fatalf("picks %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("pick %d is %v, want %v", i, got[i], want[i])
		}
	}
}

func TestLead(t *testing.T) {
	cases := []struct {
		name string
		set  func(v *View)
		want string
	}{
		{"one run", func(v *View) { v.Runs[1] = nil }, "Two runs side by side"},
		{"different seeds", func(v *View) { v.Runs[1].Seed = 9 }, "different seeds"},
		{"the same run", func(v *View) { v.Runs[1] = v.Runs[0] }, "the same run"},
		{"equal", func(v *View) { v.Runs[1].Blocked = v.Runs[0].Blocked }, "both block"},
		{"the worse first", func(v *View) { v.Runs[0].Blocked, v.Runs[1].Blocked = 5, 70 }, "arrivals, Fixed 8 blocks 70 and Maximum <b> blocks 5."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v := twoRuns()
			c.set(v)
			if got := v.lead(); !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q in it", got, c.want)
			}
		})
	}
}

// The card shows the job with the focus as both runs know it.
func TestJobCard(t *testing.T) {
	v := twoRuns()
	show := shown(t, v)
	show()
	job := none
	for i := range v.Runs[0].Jobs {
		if v.Runs[0].Jobs[i].Outcome == "blocked" && v.Runs[1].Jobs[i].Outcome == "completed" {
			job = i
			break
		}
	}
	if job == none {
		t.Fatal("no job is blocked in one run and completed in the other")
	}
	v.stage.Focus(0, job)
	html := show()
	for _, want := range []string{"completed", "blocked: ", "on one server", "Speed-up", "timeline-computation", "timeline-limit", "of at most"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in\n%s", want, html)
		}
	}
	if said := v.host.(*quiet).said; !strings.Contains(said, "Maximum <b>: job ") || !strings.Contains(said, "Fixed 8: job ") {
		t.Errorf("said %q", said)
	}
	v.stage.Key(0, "Escape", false)
	if html := show(); !strings.Contains(html, "Pick a job on a timeline") {
		t.Error("the card stays after Escape")
	}
}

// The table holds at most a page, and turns pages within its bounds.
func TestJobsTable(t *testing.T) {
	v := twoRuns()
	show := shown(t, v)
	show()
	v.stage.Whole()
	v.toggleTable()
	html := show()
	rows := regexp.MustCompile(`<th scope="row"`)
	if n := len(rows.FindAllString(html, -1)); n != pageRows {
		t.Errorf("%d rows, want %d", n, pageRows)
	}
	if !strings.Contains(html, "1 to 20 of 300 jobs in view") {
		t.Errorf("the place is not told in\n%s", html)
	}
	v.page = 99
	if html := show(); !strings.Contains(html, "281 to 300 of 300 jobs in view") {
		t.Error("a page beyond the last is not the last")
	}
	v.stage.setWindow(Window{0, 1}, false)
	if html := show(); !strings.Contains(html, "of 1 job in view") {
		t.Error("the table does not follow the window")
	}
	v.Runs[0] = nil
	if html := show(); !strings.Contains(html, "No job in view") {
		t.Error("a table without a run is not empty")
	}
	v.toggleTable()
	if html := show(); strings.Contains(html, "<table") {
		t.Error("the table does not close")
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		moment float64
		window Window
		want   string
	}{
		{137160, Window{0, 1e6}, "38\u202fh"},
		{137160, Window{100000, 200000}, "38.1\u202fh"},
		{4000, Window{3600, 7200}, "66.7\u202fmin"},
		{12.3456, Window{10, 20}, "12.35\u202fs"},
		{0, Window{0, 1e6}, "0\u202fh"},
		{84239, Window{0, 2e5}, "23.4\u202fh"}, // 23.400000000000002 as a multiple of 0.1
	} {
		if got := momentText(c.moment, c.window); got != c.want {
			t.Errorf("%v in %v is %q, want %q", c.moment, c.window, got, c.want)
		}
	}
}
