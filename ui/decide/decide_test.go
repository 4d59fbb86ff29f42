package decide

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// engine answers as a worker would, on an episode of five jobs: degrees 0, 2, 8
// and 16, of which 16 is never valid and 2 too slow.
type engine struct {
	asked  []wire.Decide
	rivals []wire.Unit
	hold   bool // answers wait for answer
	answer func()
	refuse string
	drawn  int
	seeds  []uint64
}

const jobs = 5

func (g *engine) Decide(_ []byte, u wire.Unit, d *wire.Decide, got func(*wire.Episode, string)) func() {
	g.asked, g.seeds = append(g.asked, *d), append(g.seeds, u.Seed)
	script := slices.Clone(d.Script)
	if d.Follow != nil {
		for n := 0; len(script) < jobs && (d.Count == 0 || n < d.Count); n++ {
			script = append(script, 8)
		}
	}
	stopped := false
	g.answer = func() {
		if stopped {
			return
		}
		if g.refuse != "" {
			got(nil, g.refuse)
			return
		}
		got(state(script), "")
	}
	if !g.hold {
		g.answer()
	}
	return func() { stopped = true }
}

// state is what the engine shows after a script.
func state(script []int) *wire.Episode {
	e := &wire.Episode{Script: script, Largest: 16, Busy: make([]int, 32)}
	for i, degree := range script {
		e.Last = &wire.Verdict{Job: i, Graph: "vgg16", Degree: degree, Accepted: degree == 8, JCTSeconds: 100, MaxAcceptableSeconds: 200, Servers: degree}
		switch degree {
		case 8:
			e.Running = []wire.Running{{Job: i, Graph: "vgg16", Degree: 8, Servers: 8, RemainingSeconds: 60}}
			e.Busy[3] = 1
		case 2:
			e.Last.Cause, e.Last.JCTSeconds = cluster.CauseJCT, 400
			e.Blocked++
		case 0:
			e.Last.Cause, e.Last.JCTSeconds = cluster.CausePolicy, 0
			e.Blocked++
		}
	}
	if len(script) == jobs {
		e.Final = &cluster.Metrics{Arrived: jobs, Blocked: e.Blocked, BlockingRate: float64(e.Blocked) / jobs, MeanJCTSeconds: 100, MeanSpeedup: 8}
		return e
	}
	e.Decision = &wire.Decision{Job: len(script), Graph: "alexnet", Beta: 0.5, TrainingSteps: 50, SequentialSeconds: 400, MaxAcceptableSeconds: 200,
		ClockSeconds: 1000 * float64(len(script)), FreeServers: 24,
		Options: []wire.Option{{Valid: true}, {Degree: 2, Valid: true, Placeable: true, JCTSeconds: 400, Servers: 2},
			{Degree: 8, Valid: true, Placeable: true, InTime: true, JCTSeconds: 100, Servers: 8}, {Degree: 16}}}
	for range Table(experiment.Paper("A")).Strategies {
		e.Decision.Advice = append(e.Decision.Advice, wire.Advice{Degree: 8})
	}
	e.Decision.Advice[1] = wire.Advice{Degree: 2, Probabilities: []float64{0.01, 0.6, 0.39, 0}}
	e.Decision.Advice[2] = wire.Advice{Failed: "nobody knows it"}
	return e
}

func (g *engine) Rival(_ []byte, u wire.Unit, got func(*wire.Rival, string)) func() {
	g.rivals = append(g.rivals, u)
	switch u.Strategy {
	case 0:
		got(&wire.Rival{Blocked: []byte{1, 1, 0, 0, 0}, Metrics: cluster.Metrics{BlockingRate: 0.4}}, "")
	case 1:
		got(&wire.Rival{Blocked: []byte{0, 0, 0, 0, 1}, Metrics: cluster.Metrics{BlockingRate: 0.2}}, "")
	case 2:
		got(nil, "nobody knows it")
	}
	return func() {}
}

func begin(t *testing.T) (*engine, *Model) {
	t.Helper()
	g := &engine{}
	m := NewModel(g, func() { g.drawn++ }, func() {})
	m.Open(experiment.Paper("A"))
	if m.episode == nil || len(g.rivals) != len(m.table.Strategies) {
		t.Fatalf("opened with %+v and %d rivals", m.episode, len(g.rivals))
	}
	return g, m
}

// All who give advice are there once, the experiment's own first.
func TestTable(t *testing.T) {
	x := experiment.Paper("A")
	x.View = []byte(`{"tab":"train"}`)
	own := len(x.Strategies)
	table := Table(x)
	if len(x.Strategies) != own || table.View != nil {
		t.Error("the experiment was changed, or its view kept")
	}
	seen := map[string]bool{}
	for i, s := range table.Strategies {
		if seen[s.Name()] || i < own && s.Name() != x.Strategies[i].Name() {
			t.Errorf("strategy %d is %s", i, s.Name())
		}
		seen[s.Name()] = true
	}
	for _, name := range []string{"SiP-ML", "Sequential", "Random", "Fixed 8", "Policy firstfit-A", "Policy compact-D"} {
		if !seen[name] {
			t.Errorf("%s gives no advice", name)
		}
	}
	if err := experiment.Validate(table); err != nil {
		t.Error(err)
	}
	x.Partition.MaxDegree = 6
	for _, s := range Table(x).Strategies[own:] {
		if s.Degree > 6 {
			t.Errorf("%s is beyond the largest degree", s.Name())
		}
	}
}

func TestTurns(t *testing.T) {
	g, m := begin(t)
	script := func(want ...int) {
		t.Helper()
		if got := m.script(); !slices.Equal(got, want) || !slices.Equal(m.episode.Script, want) {
			t.Errorf("the script is %v, shown is %v, want %v", got, m.episode.Script, want)
		}
	}
	m.Choose(8)
	m.Choose(16) // not valid
	m.Choose(3)  // no degree
	script(8)
	m.Choose(2)
	m.Follow(2)
	script(8, 2, 8, 8)
	m.Undo() // all that the leader did
	script(8, 2)
	m.Undo()
	m.Redo()
	m.Redo()
	script(8, 2, 8, 8)
	m.Undo()
	m.Choose(0) // forgets what was undone
	m.Redo()
	script(8, 2, 0)
	m.Follow(0)
	script(8, 2, 0, 8, 8)
	if m.decision() != nil || m.episode.Final == nil {
		t.Error("the episode is not over")
	}
	m.Choose(8)
	m.Follow(1)
	script(8, 2, 0, 8, 8)
	spec, seed, ok := m.Script()
	if !ok || spec.Kind != "script" || len(spec.Degrees) != jobs || seed != 0 {
		t.Errorf("as a strategy: %+v on seed %d, %v", spec, seed, ok)
	}
	m.Restart(2)
	script()
	if _, _, ok := m.Script(); ok || g.seeds[len(g.seeds)-1] != 2 || len(g.rivals) != 2*len(m.table.Strategies) {
		t.Error("another seed is not another episode")
	}
	m.Undo()
	m.Redo()
	script()
}

// A second decision waits for the first one's answer; a late answer to a dropped
// question is not heard.
func TestOneAtATime(t *testing.T) {
	g, m := begin(t)
	g.hold = true
	m.Choose(8)
	late := g.answer
	m.Choose(8)
	if len(g.asked) != 2 {
		t.Errorf("%d questions were asked", len(g.asked))
	}
	m.Undo()
	late()
	if len(m.episode.Script) != 0 {
		t.Error("a dropped question was answered")
	}
	g.answer()
	if m.asking != nil || len(m.script()) != 0 {
		t.Error("the answer did not arrive")
	}
}

func TestRefusals(t *testing.T) {
	g, m := begin(t)
	m.Choose(8)
	g.refuse = "The engine failed."
	m.Choose(8)
	if m.message != g.refuse || !slices.Equal(m.script(), []int{8}) || len(m.episode.Script) != 1 {
		t.Errorf("after a failure %v, message %q", m.script(), m.message)
	}
	g.refuse = ""
	m.Choose(8)
	if m.message != "" || len(m.script()) != 2 {
		t.Error("it does not go on")
	}
}

// The tab keeps its episode as long as the experiment is the same, and takes over
// what a run has decided.
func TestOpenAndTake(t *testing.T) {
	g, m := begin(t)
	m.Choose(8)
	m.Open(experiment.Paper("A"))
	if len(m.script()) != 1 || len(g.asked) != 2 {
		t.Error("the episode was dropped")
	}
	m.Take(experiment.Paper("A"), 1, []int{8, 0, 8}, 5)
	if !slices.Equal(m.script(), []int{8, 0, 8}) || m.seed != 1 || !strings.HasPrefix(m.said, "Fixed 8 has decided 3 jobs. The last, job 2, vgg16: degree 8 was placed") {
		t.Errorf("took over %v on seed %d: %q", m.script(), m.seed, m.said)
	}
	m.Open(experiment.Paper("B"))
	if len(m.script()) != 0 {
		t.Error("the episode of another experiment stays")
	}
}

// A policy decides again what it has decided in a run, where it may have chosen
// other blocks.
func TestTakeFromAPolicy(t *testing.T) {
	g, m := begin(t)
	x := experiment.Paper("A")
	x.Strategies = append(x.Strategies, experiment.StrategySpec{Kind: "policy", Checkpoint: "compact-A"})
	policy := len(x.Strategies) - 1
	m.Take(x, 1, []int{2, 0, 2}, policy)
	last := g.asked[len(g.asked)-1]
	if len(last.Script) != 0 || last.Follow == nil || *last.Follow != policy || last.Count != 3 {
		t.Errorf("asked for %+v", last)
	}
	if !slices.Equal(m.script(), []int{8, 8, 8}) || m.seed != 1 || !strings.HasPrefix(m.said, "Policy compact-A has decided 3 jobs.") {
		t.Errorf("took over %v on seed %d: %q", m.script(), m.seed, m.said)
	}
	if m.Take(x, 1, nil, policy); len(m.script()) != 0 || g.asked[len(g.asked)-1].Follow != nil {
		t.Error("a policy decides before the first job")
	}
}

// render shows a view as HTML.
func render(t *testing.T, v *View) string {
	t.Helper()
	var buf bytes.Buffer
	r := staticrender.New(&buf)
	env, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(env.RunBuild(v)); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(buf.String(), "\u202f", " ")
}

func TestView(t *testing.T) {
	g, m := begin(t)
	v := &View{Model: m, Focus: func(string) {}, Add: func(experiment.StrategySpec, uint64) {}}
	m.Choose(8)
	v.table = true
	html := render(t, v)
	for _, want := range []string{
		"Job 1 is an alexnet. It may take at most 3.33 min. Which degree?", "31 of 32 servers free, at most 16 of them in one block; 1 job running.",
		"Job 0, vgg16: degree 8 was placed on 8 servers and takes 1.67 min, 50 % of what is acceptable.",
		`id="decide-8"`, "not valid", "too slow", "in time", "0-1-1 runs job 0, vgg16", "chosen",
		"Of the first 1 job you blocked 0: fewer than 1 of the others, as many as 1, more than 0.", "nobody knows it", "still plays",
		"The script would decline the jobs",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in\n%s", want, html)
		}
	}
	if who := v.who(&v.options()[1]); !strings.Contains(who, "60\u202f%") {
		t.Errorf("degree 2 would be chosen by %q", who)
	}
	if who := v.who(&v.options()[2]); strings.Contains(who, "Random") || !strings.Contains(who, "39\u202f%") {
		t.Errorf("degree 8 would be chosen by %q", who)
	}
	if strings.Contains(html, "block 2") || strings.Contains(html, "chooses the block") {
		t.Error("a strategy of degrees is said to choose blocks")
	}
	advice := &m.decision().Advice[1]
	advice.Block, m.leader = 2, 1
	if who, other := v.who(&v.options()[1]), v.who(&v.options()[2]); !strings.Contains(who, "60\u202f%, most likely on block 2") || strings.Contains(other, "block") {
		t.Errorf("degree 2 on its second block would be chosen by %q, degree 8 by %q", who, other)
	}
	if html := render(t, v); !strings.Contains(html, "also chooses the block of servers. Here it decides degrees only") {
		t.Error("nothing is said of the leader's blocks")
	}
	m.leader = 0
	if c := v.blocksWords(); c != "" {
		t.Errorf("of a policy that decides nothing: %q", c)
	}
	m.turns = append(m.turns, turn{who: m.table.Strategies[1].Name()}) // as from its run
	if c := v.blocksWords(); !strings.Contains(c, "may fare otherwise than in its own run") {
		t.Errorf("of a policy that has decided: %q", c)
	}
	m.turns = m.turns[:len(m.turns)-1]
	m.Follow(0)
	if html := render(t, v); !strings.Contains(html, "The episode is over. You blocked 0 % of jobs; the best of the others, ") || strings.Contains(html, "decide-8") {
		t.Errorf("at the end:\n%s", html)
	}
	g.refuse = "No worker."
	m.Restart(1)
	if html := render(t, v); !strings.Contains(html, "The episode cannot be played.") || !strings.Contains(html, "No worker.") {
		t.Errorf("without an engine:\n%s", html)
	}
}

// press is a key press.
type press struct {
	vugu.DOMEvent
	key  string
	ctrl bool
	kept *bool
}

func (p press) PropString(...string) string { return p.key }
func (p press) PropBool(keys ...string) bool {
	return p.ctrl && keys[0] == "ctrlKey"
}
func (p press) PreventDefault() { *p.kept = true }

func TestKeys(t *testing.T) {
	_, m := begin(t)
	focus := ""
	v := &View{Model: m, Focus: func(id string) { focus = id }}
	for _, c := range []struct {
		key, focus string
		taken      bool
	}{
		{"0", "decide-0", true}, {"ArrowUp", "decide-0", true}, {"ArrowDown", "decide-2", true}, {"ArrowDown", "decide-8", true},
		{"ArrowDown", "decide-8", true}, // 16 is not valid
		{"2", "decide-2", true}, {"1", "decide-2", true}, {"8", "decide-8", true}, {"Tab", "decide-8", false}, {"x", "decide-8", false},
	} {
		taken := false
		v.key(press{key: c.key, kept: &taken})
		if focus != c.focus || taken != c.taken {
			t.Errorf("after %s the focus is on %s, taken %v, want %s", c.key, focus, taken, c.focus)
		}
	}
	v.choose(8)
	taken := false
	v.key(press{key: "u", ctrl: true, kept: &taken}) // the page's
	if taken || len(m.script()) != 1 {
		t.Error("a command of the page was taken")
	}
	v.key(press{key: "u", kept: &taken})
	if len(m.script()) != 0 {
		t.Error("u does not take back")
	}
	v.pickLeader("3")
	v.pickLeader("99")
	v.pickLeader("x")
	v.pickSeed("x")
	if m.leader != 3 {
		t.Errorf("the leader is %d", m.leader)
	}
	v.pickSeed("2")
	if m.seed != 2 {
		t.Errorf("the seed is %d", m.seed)
	}
}

// Large clusters are not drawn server by server.
func TestLargeClusters(t *testing.T) {
	_, m := begin(t)
	v := &View{Model: m}
	if !v.drawn() || len(v.squares()) != 32 {
		t.Error("a small cluster is not drawn")
	}
	seen := map[string]bool{}
	for _, q := range v.squares() {
		if seen[q.x+","+q.y] {
			t.Errorf("two servers are at %s, %s", q.x, q.y)
		}
		seen[q.x+","+q.y] = true
	}
	m.episode.Busy = make([]int, mostDrawn+1)
	if v.drawn() {
		t.Error("a large cluster is drawn")
	}
}
